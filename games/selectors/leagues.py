"""Leagues to read about: the list, one league, and a season with its tables and crosstables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count, Max, Prefetch

from games.competition.standings import (
    Criterion,
    PointRule,
    Prospect,
    SeatResult,
    Standing,
    TableResult,
    Zones,
    prospects,
    standings,
)
from games.models import Division, Fixture, GameStatus, League, Season, SeasonEntry
from games.selectors.crosstable import Cell, crosstable

if TYPE_CHECKING:
    from django.db.models import QuerySet


class NoSuchSeason(LookupError):
    """There is no such league or season."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of a division's table. `cells` are the games against each line, in the same order."""

    entry: SeasonEntry
    standing: Standing
    prospect: Prospect
    cells: tuple[tuple[Cell, ...], ...]

    @property
    def decided_by(self) -> str:
        """The tie-break that decided the place; "" for points and for nothing."""
        by = self.standing.decided_by
        return "" if by in {None, Criterion.POINTS, Criterion.STAYED} else str(by)


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division: its lines from the first place, and how many of its tables are over."""

    division: Division
    lines: tuple[TableLine, ...]
    over: int
    tables: int
    is_top: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A season; without divisions until these are published."""

    season: Season
    divisions: tuple[DivisionTable, ...]
    entered: tuple[str, ...]


def leagues() -> QuerySet[League]:
    """Return all leagues by name, each with the number of its newest season and its entries."""
    return League.objects.annotate(
        newest=Max("seasons__number"), entries=Count("seasons__entries")
    ).order_by("name")


def league_of(slug: str) -> League:
    """Return a league with its directors and seasons, the newest first. Raises NoSuchSeason."""
    seasons = Season.objects.annotate(count=Count("entries")).order_by("-number")
    found = League.objects.filter(slug=slug).prefetch_related(
        "directors", Prefetch("seasons", queryset=seasons)
    )
    league = found.first()
    if league is None:
        raise NoSuchSeason(slug)
    return league


def season_page(slug: str, number: int) -> SeasonPage:
    """Return a season's page, in a fixed number of queries. Raises NoSuchSeason."""
    season = (
        Season.objects.select_related("league").filter(league__slug=slug, number=number).first()
    )
    if season is None:
        raise NoSuchSeason(slug)
    entries = list(season.entries.select_related("player").order_by("player__name"))
    tables: tuple[DivisionTable, ...] = ()
    if season.published_at is not None:
        tables = _tables(season, {entry.pk: entry for entry in entries})
    return SeasonPage(season, tables, tuple([entry.player.name for entry in entries]))


def _tables(season: Season, entries: Mapping[int, SeasonEntry]) -> tuple[DivisionTable, ...]:
    fixtures = (
        Fixture.objects.select_related("game")
        .prefetch_related("seats", "game__seats__result")
        .order_by("round", "number")
    )
    divisions = list(
        season.divisions.order_by("level").prefetch_related(Prefetch("fixtures", queryset=fixtures))
    )
    return tuple(
        [
            _table(season.league, division, entries, is_last=division is divisions[-1])
            for division in divisions
        ]
    )


def _table(
    league: League, division: Division, entries: Mapping[int, SeasonEntry], *, is_last: bool
) -> DivisionTable:
    members = [entry.pk for entry in entries.values() if entry.division_id == division.pk]
    withdrawn = {pk for pk in members if entries[pk].withdrawn_at is not None}
    planned = [(fixture, seated(fixture)) for fixture in division.fixtures.all()]
    tables = [(fixture, seats) for fixture, seats in planned if len(seats) > 1]
    results = {fixture.pk: found for fixture, _ in tables if (found := result_of(fixture))}
    rule = rule_of(league)
    table = standings(
        members,
        results.values(),
        rule=rule,
        order=[Criterion(value) for value in league.tie_breaks],
        byes=[seats[0] for _, seats in planned if len(seats) == 1],
        withdrawn=withdrawn,
    )
    is_top = division.level == 0
    outlooks = prospects(
        table,
        [seats for fixture, seats in tables if fixture.pk not in results],
        Zones(1 if is_top else league.promoted, 0 if is_last else league.relegated),
        rule=rule,
        withdrawn=withdrawn,
    )
    cells = crosstable([line.entry for line in table], tables, results)
    lines = [
        TableLine(entries[line.entry], line, outlook, row)
        for line, outlook, row in zip(table, outlooks, cells, strict=True)
    ]
    return DivisionTable(division, tuple(lines), len(results), len(tables), is_top)


def rule_of(league: League) -> PointRule:
    """Return a league's points; the usual ones for table sizes that it doesn't name."""
    usual = dict(PointRule().by_size)
    own = {int(size): points for size, points in league.points.items()}
    return PointRule({**usual, **own}, bye=league.bye_points)


def seated(fixture: Fixture) -> tuple[int, ...]:
    """Return a fixture's entries by seat; only one has a bye."""
    seats = sorted(fixture.seats.all(), key=lambda seat: seat.index)
    return tuple([seat.entry_id for seat in seats])


def result_of(fixture: Fixture) -> TableResult | None:
    """Return how a fixture's game ended, None while it is open.

    Who resigned or ran out of time has forfeited, whatever a bot made of the seat.
    """
    game = fixture.game
    if game is None or game.status not in {GameStatus.FINISHED, GameStatus.VOID}:
        return None
    entries = dict(enumerate(seated(fixture)))
    if game.status == GameStatus.VOID:
        empty = tuple([SeatResult(entry, 1) for entry in entries.values()])
        return TableResult(fixture.pk, empty, is_void=True)
    return TableResult(
        fixture.pk,
        tuple(
            [
                SeatResult(
                    entries[seat.index],
                    seat.result.place,
                    seat.result.score,
                    seat.result.rows,
                    is_forfeit=seat.resigned_at is not None or seat.forfeited_at is not None,
                )
                for seat in game.seats.all()
            ]
        ),
    )
