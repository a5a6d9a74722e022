"""A game as the rules see it: its moves replayed, now or at any earlier turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from games import azul
from games.models import Game, Move, Player, Seat, SeatChange

_READS = 4
"""How often a game is read at most until its parts agree."""


class NoSuchTurn(LookupError):
    """The game has no such turn."""


class HiddenTable(PermissionDenied):
    """Only its own players may see this table yet; str() says why, `game` names it."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            _(
                "This table shares its tiles with others that are still played. It opens to everybody when "
                "the last of them is over."
            )
        )
        self.game = game


class Eyes(Enum):
    """Who reads a table, if not a person."""

    SERVER = "server"
    """The program itself, to play, to check or to tell one of the players: what it reads is shown to nobody else."""


Reader = Player | Eyes | None
"""Who reads a table; None: a visitor."""


@dataclass(frozen=True)
class Table:
    """A game with everything needed to show or play it; three queries, whatever its length."""

    game: Game
    seats: tuple[Seat, ...]
    moves: tuple[Move, ...]

    @cached_property
    def position(self) -> azul.Position:
        """The position after all moves."""
        return position_after(self.game, self.seats, self.moves)

    @cached_property
    def position_before(self) -> azul.Position:
        """The position before the last move. Raises NoSuchTurn if there is none."""
        return self.at(len(self.moves) - 1)

    @cached_property
    def positions(self) -> tuple[azul.Position, ...]:
        """The position before the first move and after each one: moves + 1 entries."""
        return tuple(_positions(self.game, self.seats, self.moves))

    @cached_property
    def changes(self) -> tuple[SeatChange, ...]:
        """Who took over from whom, in order. One query, none where everybody sits from the start."""
        if all(seat.held_from is None for seat in self.seats):
            return ()
        found = SeatChange.objects.filter(game=self.game).select_related("from_player", "to_player")
        return tuple(found.order_by("pk"))

    def former_name(self, seat: Seat, turn: int) -> str:
        """Return who held a seat when move number `turn` (0 is the first) was made; "" for its player of now."""
        if seat.held_from is None or turn >= seat.held_from:
            return ""
        own = (change for change in self.changes if change.seat_id == seat.pk)
        return next((each.from_player.shown_name for each in own if turn < each.turn), "")

    def is_open_to(self, reader: Reader) -> bool:
        """Whether this reader may see the table. A query where tiles are shared, unless the deal was read with it."""
        if reader is Eyes.SERVER or not self.game.is_hidden():
            return True
        return isinstance(reader, Player) and self.seat_of(reader) is not None

    @property
    def dealer(self) -> azul.SeededDealer:
        """Who deals this game's rounds."""
        return dealer_of(self.game)

    def seat_of(self, player: Player | None) -> Seat | None:
        """Return the seat this player holds here, None for a spectator."""
        if player is None or player.pk is None:
            return None
        return next((seat for seat in self.seats if seat.player_id == player.pk), None)

    def seat_index(self, move: Move) -> int:
        """Return the index of the seat that played this move."""
        return self._index_by_id[move.seat_id]

    @cached_property
    def _index_by_id(self) -> dict[int, int]:
        return {seat.pk: seat.index for seat in self.seats}

    def at(self, turn: int) -> azul.Position:
        """Return the position after `turn` moves. Raises NoSuchTurn."""
        if not 0 <= turn <= len(self.moves):
            raise NoSuchTurn(turn)
        return position_after(self.game, self.seats, self.moves[:turn])


def load_table(game_id: int, reader: Reader = None) -> Table:
    """Read a game that has begun, and which fixture of a league it is, for this reader.

    Raises Game.DoesNotExist, or HiddenTable where others still play with the same tiles.

    Outside a transaction a move can be written between the queries, so that the seats are those of one turn
    and the moves those of the next. The game row counts its moves: when they don't agree, all is read again.
    """
    for _attempt in range(_READS):
        games = Game.objects.select_related("deal", "fixture__division__season__league")
        table = table_of(games.get(pk=game_id, started_at__isnull=False))
        if len(table.moves) == table.game.turn:
            break
    if not table.is_open_to(reader):
        raise HiddenTable(table.game)
    return table


def table_of(game: Game) -> Table:
    """Read the seats and standing moves of a game already at hand (perhaps locked)."""
    seats = tuple(Seat.objects.filter(game=game).select_related("player").order_by("index"))
    for seat in seats:
        seat.game = game
    return Table(game=game, seats=seats, moves=tuple(Move.objects.filter(game=game).standing()))


def dealer_of(game: Game) -> azul.SeededDealer:
    """Return who deals this game's rounds."""
    return azul.SeededDealer(bytes.fromhex(game.secret_seed()))


def position_after(game: Game, seats: Sequence[Seat], moves: Sequence[Move]) -> azul.Position:
    """Replay these moves of a game."""
    return azul.replay(
        players=len(seats),
        wall_kind=game.wall_kind,
        start_seat=game.start_seat,
        dealer=dealer_of(game),
        moves=_parsed(seats, moves),
    )


def _positions(game: Game, seats: Sequence[Seat], moves: Sequence[Move]) -> Iterator[azul.Position]:
    return azul.positions(
        players=len(seats),
        wall_kind=game.wall_kind,
        start_seat=game.start_seat,
        dealer=dealer_of(game),
        moves=_parsed(seats, moves),
    )


def _parsed(seats: Sequence[Seat], moves: Sequence[Move]) -> list[tuple[int, azul.Move]]:
    index = {seat.pk: seat.index for seat in seats}
    return [(index[move.seat_id], azul.parse_move(move.notation)) for move in moves]
