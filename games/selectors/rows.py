"""Games as lists show them: one row each, in a fixed number of queries whatever the list's length."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet

from games.azul import Phase
from games.models import Game, GameStatus, Player, Result, Seat, hidden
from games.selectors.hidden import finished_rounds
from games.selectors.places import is_lost_by_all

__all__ = ["LAST_FINISHED_FIRST", "GameRow", "SeatRow", "game_rows"]

# For one player's games. "Nulls last" keeps PostgreSQL from walking through everybody's finished games in
# the order of their index until enough of them are the player's; the player's own are few, and sorted fast.
LAST_FINISHED_FIRST = F("finished_at").desc(nulls_last=True)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One place at a table. `player` is the name of its player page, "" for a bot's own seat.

    `place` is the final place, None before the end and where all have forfeited; `is_awaited`: the table waits for this seat.
    """

    index: int
    name: str
    player: str
    score: int
    place: int | None
    is_awaited: bool
    is_bot: bool
    is_you: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a list. `awaited_at` is since when the table waits for the reader, if it does."""

    id: int
    title: str
    wall: str
    status: str
    status_name: str
    round: int
    turn: int
    seats: tuple[SeatRow, ...]
    you: SeatRow | None
    awaited_at: datetime | None
    deadline_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    places: int

    @property
    def is_open(self) -> bool:
        """Whether the table waits for players."""
        return self.status == GameStatus.OPEN

    @property
    def is_live(self) -> bool:
        """Whether the game is being played."""
        return self.status in {GameStatus.RUNNING, GameStatus.SCORING}

    @property
    def is_finished(self) -> bool:
        """Whether there is a result."""
        return self.status == GameStatus.FINISHED

    @property
    def opponents(self) -> tuple[SeatRow, ...]:
        """The seats but the reader's own."""
        return tuple(seat for seat in self.seats if not seat.is_you)

    @property
    def awaited_others(self) -> tuple[SeatRow, ...]:
        """Whom the table waits for, but the reader."""
        return tuple(seat for seat in self.seats if seat.is_awaited and not seat.is_you)

    @property
    def winners(self) -> tuple[SeatRow, ...]:
        """Who came first; several after a shared win."""
        return tuple(seat for seat in self.seats if seat.place == 1)

    @property
    def standing(self) -> tuple[SeatRow, ...]:
        """The seats from the best: by final place, or by the score so far."""
        return tuple(sorted(self.seats, key=lambda seat: (seat.place or 9, -seat.score)))


def game_rows(games: QuerySet[Game] | Iterable[Game], reader: Player | None) -> list[GameRow]:
    """Return these games as rows, in their order. Three queries; up to three more where tiles are shared."""
    listed = list(games)
    ids = [game.pk for game in listed]
    places = dict(Result.objects.filter(game__in=ids).values_list("seat_id", "place"))
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(game__in=ids).select_related("player").order_by("index"):
        seats.setdefault(seat.game_id, []).append(seat)
    _keep_to_finished_rounds(listed, seats)
    reader_id = reader.pk if reader is not None else None
    return [_row(game, seats.get(game.pk, []), places, reader_id) for game in listed]


def _keep_to_finished_rounds(games: list[Game], seats: dict[int, list[Seat]]) -> None:
    """Take back the scores of those who have tiled already at hidden tables where others still choose."""
    tiling = [
        game.pk for game in games if game.deal_id is not None and game.phase == Phase.TILING.value
    ]
    if not tiling:
        return
    ids = list(Game.objects.filter(hidden(), pk__in=tiling).values_list("pk", flat=True))
    scores = finished_rounds(ids)
    for game_id in ids:
        rounds = scores.get(game_id, {})
        last = rounds[max(rounds)] if rounds else {}
        for seat in seats[game_id]:
            seat.score = last.get(seat.pk, 0)


def _row(game: Game, seats: list[Seat], places: dict[int, int], reader_id: int | None) -> GameRow:
    if is_lost_by_all(seats):
        places = {}
    rows = tuple(_seat_row(game, seat, places.get(seat.pk), reader_id) for seat in seats)
    own = next((seat for seat in seats if reader_id and seat.player_id == reader_id), None)
    return GameRow(
        id=game.pk,
        title=game.title,
        wall=game.get_wall_display(),
        status=game.status,
        status_name=game.get_status_display(),
        round=game.round,
        turn=game.turn,
        seats=rows,
        you=next((row for row in rows if row.is_you), None),
        awaited_at=own.awaited_at if own is not None and not own.is_bot else None,
        deadline_at=_deadline(game, own),
        started_at=game.started_at,
        finished_at=game.finished_at,
        places=game.places,
    )


def _deadline(game: Game, own: Seat | None) -> datetime | None:
    """Return the reader's own deadline when it is their turn, else the first one of the game."""
    if own is not None and own.awaited_turn is not None and not own.is_bot:
        return own.deadline_at
    return game.deadline_at


def _seat_row(game: Game, seat: Seat, place: int | None, reader_id: int | None) -> SeatRow:
    return SeatRow(
        index=seat.index,
        name=seat.shown_name,
        player=seat.player.name if seat.player is not None else "",
        score=seat.score,
        place=place,
        is_awaited=seat.awaited_turn is not None and game.status == GameStatus.RUNNING,
        is_bot=seat.is_bot,
        is_you=reader_id is not None and seat.player_id == reader_id,
    )
