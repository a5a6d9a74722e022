"""A whole game as data: `Record`, and its making from a game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .draws import RecordedDealer
from .flow import positions
from .moves import Move
from .position import EndReason, Phase, Position
from .scoring import ranking
from .tiles import Displays
from .walls import WallKind

RULES_VERSION: Final = 1
"""Counts up when a ruling changes what a finished game's record means."""


class InvalidRecord(ValueError):
    """Text that can't be read as a record; ``str()`` says where and why."""


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """One round: who starts, the displays as dealt, the (seat, move) list, the scores after it.

    `scores` is None while the round is being played.
    """

    start_seat: int
    displays: Displays
    moves: tuple[tuple[int, Move], ...]
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How a game ended: the reason, final scores by seat, (place, seats) from the best."""

    end_reason: EndReason
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game, over or still being played (`result` and `seed` are None then).

    `players` are the names in seat order, all different; `seed` and `seed_hash` are hexadecimal, None
    and "" when the game was not drawn from a seed.
    """

    players: tuple[str, ...]
    wall_kind: WallKind
    start_seat: int
    rounds: tuple[RecordedRound, ...]
    result: RecordedResult | None = None
    site: str = ""
    game: str = ""
    date: str = ""
    rules: int = RULES_VERSION
    seed_hash: str = ""
    seed: str | None = None


def record_of(
    position: Position,
    moves: Iterable[tuple[int, Move]],
    *,
    players: Sequence[str],
    site: str = "",
    game: str = "",
    date: str = "",
    seed_hash: str = "",
    seed: str | None = None,
) -> Record:
    """Return the record of a game from its last position and its whole move list.

    The seed is left out unless the game is over. Names that come twice get their seat number.
    """
    deals = position.deals
    by_round: list[list[tuple[int, Move]]] = [[] for _ in deals]
    start_seat = deals[0].start_seat
    course = positions(
        players=position.players,
        wall_kind=position.wall_kind,
        start_seat=start_seat,
        dealer=RecordedDealer([deal.displays for deal in deals]),
        moves=(played := list(moves)),
    )
    for before, move in zip(course, played, strict=False):
        by_round[before.round - 1].append(move)
    rounds = tuple(
        RecordedRound(deal.start_seat, deal.displays, tuple(of_round), _scores(position, index))
        for index, (deal, of_round) in enumerate(zip(deals, by_round, strict=True))
    )
    is_over = position.phase is Phase.OVER
    return Record(
        players=different_names(players),
        wall_kind=position.wall_kind,
        start_seat=start_seat,
        rounds=rounds,
        result=result_of(position),
        site=site,
        game=game,
        date=date,
        seed_hash=seed_hash,
        seed=seed if is_over else None,
    )


def result_of(position: Position) -> RecordedResult | None:
    """Return how a game ended, or None while it goes on."""
    if position.end_reason is None:
        return None
    boards = position.boards
    scores = tuple(board.score for board in boards)
    return RecordedResult(position.end_reason, scores, ranking(boards))


def different_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with the seat number added to those that come twice."""
    shown: list[str] = []
    for seat, name in enumerate(names, 1):
        unique = name if names.count(name) == 1 else f"{name} ({seat})"
        while unique in shown:
            unique += "'"
        shown.append(unique)
    return tuple(shown)


def _scores(position: Position, index: int) -> tuple[int, ...] | None:
    """Return everybody's score after a round's tiling, or None if it isn't over."""
    tilings = [tiled.score_after for tiled in position.tilings[index] if tiled is not None]
    return tuple(tilings) if len(tilings) == position.players else None
