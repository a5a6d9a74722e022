"""A season's tables as lists of the director's desk show them: who sits there, whose turn it is, the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import F, Prefetch, Q

from games.models import Fixture, FixtureSeat, GameStatus, Season, Seat
from games.selectors.places import is_lost_by_all

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ["Outcome", "TableLine", "table_line", "table_lines"]

MOST_LINES: Final = 60


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a seat came out: its place, None where all have forfeited, and the score of the board."""

    place: int | None
    name: str
    score: int
    is_forfeit: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of a season: its people as they were drawn, and who sits there since its game began."""

    fixture: Fixture
    names: tuple[str, ...]
    seats: tuple[Seat, ...] = ()

    @property
    def title(self) -> str:
        """The people, as a table is called."""
        return " – ".join(self.names)

    @property
    def is_bye(self) -> bool:
        """Whether one player alone was drawn, who plays nobody."""
        return len(self.names) == 1

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The people whom the table waits for."""
        game = self.fixture.game
        if game is None or not game.is_running:
            return ()
        return tuple(
            [seat for seat in self.seats if seat.awaited_turn is not None and not seat.is_bot]
        )

    @property
    def outcome(self) -> tuple[Outcome, ...]:
        """The result from the best, () while there is none."""
        game = self.fixture.game
        if game is None or game.status != GameStatus.FINISHED:
            return ()
        nobody = is_lost_by_all(self.seats)
        lines = [
            Outcome(
                None if nobody else seat.result.place,
                seat.name,
                seat.result.score,
                is_forfeit=seat.resigned_at is not None or seat.forfeited_at is not None,
            )
            for seat in self.seats
        ]
        return tuple(sorted(lines, key=lambda line: line.place or 0))


def table_lines(
    season: Season, *, status: str = "", name: str = "", after: int = 0
) -> tuple[list[TableLine], int]:
    """Return some tables of a season by number, and the number to go on from, 0 at the end.

    `status` is "planned", "running" or "over", `name` the beginning of a player's name. Five queries.
    """
    found = Fixture.objects.tables().filter(division__season=season, pk__gt=after)
    over = Q(game__status__in=[GameStatus.FINISHED, GameStatus.VOID]) | Q(voided_at__isnull=False)
    match status:
        case "planned":
            found = found.filter(game=None, voided_at=None)
        case "running":
            found = found.filter(game__status__in=[GameStatus.RUNNING, GameStatus.SCORING])
        case "over":
            found = found.filter(over)
    if name:
        own = FixtureSeat.objects.filter(
            fixture=F("fixture"), entry__player__name__istartswith=name
        )
        found = found.filter(pk__in=own.filter(fixture__division__season=season).values("fixture"))
    rows = list(_with_people(found).order_by("pk")[: MOST_LINES + 1])
    return [table_line(row) for row in rows[:MOST_LINES]], (
        rows[MOST_LINES - 1].pk if len(rows) > MOST_LINES else 0
    )


def _with_people(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    seats = Seat.objects.select_related("player", "result").order_by("index")
    return fixtures.select_related("division", "game").prefetch_related(
        "seats__entry__player", Prefetch("game__seats", queryset=seats)
    )


def table_line(fixture: Fixture) -> TableLine:
    """Return a table with its people; reads them unless they were fetched with it."""
    seats = sorted(fixture.seats.all(), key=lambda seat: seat.index)
    at_table = fixture.game.seats.all() if fixture.game is not None else ()
    names = tuple(seat.entry.player.name for seat in seats)
    return TableLine(fixture, names, tuple(sorted(at_table, key=lambda seat: seat.index)))
