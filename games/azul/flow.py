"""The course of a game: start, apply, replay; and the single steps they are made of."""

from collections.abc import Iterable, Iterator

from .draws import Dealer
from .moves import Move, Pick, Tile
from .position import Position
from .tiles import Displays
from .walls import WallKind


def start(*, players: int, wall_kind: WallKind, start_seat: int, dealer: Dealer) -> Position:
    """Return the first round, dealt, waiting for `start_seat`. Rules: R1, R2."""
    raise NotImplementedError


def apply(position: Position, seat: int, move: Move, dealer: Dealer) -> Position:
    """Return the position after a move, moved on to where the next choice is.

    After the last pick of a round everybody without a choice is tiled; once all are, the game ends or
    the next round is dealt. A `Tile` may leave out forced lines. Raises `IllegalMove`.
    """
    raise NotImplementedError


def replay(
    *,
    players: int,
    wall_kind: WallKind,
    start_seat: int,
    dealer: Dealer,
    moves: Iterable[tuple[int, Move]],
) -> Position:
    """Return the position after a list of (seat, move). Raises `IllegalMove`."""
    raise NotImplementedError


def positions(
    *,
    players: int,
    wall_kind: WallKind,
    start_seat: int,
    dealer: Dealer,
    moves: Iterable[tuple[int, Move]],
) -> Iterator[Position]:
    """Yield the position before the first move, then the one after each."""
    raise NotImplementedError


def take(position: Position, seat: int, pick: Pick) -> Position:
    """Play one pick; the phase is TILING after the last one. Rules: R5 to R10."""
    raise NotImplementedError


def tile(position: Position, seat: int, move: Tile) -> Position:
    """Tile one player's wall; after the last one the phase is DRAW or OVER. Rules: R11 to R22."""
    raise NotImplementedError


def deal(position: Position, displays: Displays) -> Position:
    """Start a round with these tiles; with no tile at all the game is over. Rules: R2 to R4."""
    raise NotImplementedError
