"""Leagues to read about: the list, one league, and a season with its tables and crosstables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, F, Max, Prefetch, Q

from games.competition.standings import (
    Criterion,
    Outlook,
    Prospect,
    Standing,
    Zones,
    prospects,
)
from games.models import Division, Fixture, League, Player, Season, SeasonEntry, Step
from games.selectors.crosstable import Cell, crosstable
from games.selectors.divisions import Play, plays_of
from games.selectors.duplicates import DuplicateLine, duplicate_lines

if TYPE_CHECKING:
    from django.db.models import QuerySet


FEW = 4
"""So many divisions are shown on one page; of more, one."""
WIDEST = 40
"""The largest division whose crosstable is shown."""


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
    """A division: its lines from the first place, and how many of its tables are over.

    `duplicates` compare who had the same tiles in the same seat.
    """

    division: Division
    lines: tuple[TableLine, ...]
    over: int
    tables: int
    is_top: bool
    duplicates: tuple[DuplicateLine, ...] = ()

    @property
    def has_crosstable(self) -> bool:
        """Whether the division is small enough to show everybody against everybody."""
        return len(self.lines) <= WIDEST


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step of a season: when it was done, or is planned."""

    step: Step
    done_at: datetime | None
    due_at: datetime | None


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A season; without divisions until these are published.

    If they are many, `divisions` has one of them and `others` names all. Of `to_begin` tables whose
    round may start, `begun` have their game.
    """

    season: Season
    divisions: tuple[DivisionTable, ...]
    entered: tuple[str, ...]
    own: SeasonEntry | None = None
    others: tuple[Division, ...] = ()
    begun: int = 0
    to_begin: int = 0

    @property
    def is_playing(self) -> bool:
        """Whether the reader takes part."""
        return self.own is not None and self.own.withdrawn_at is None

    @property
    def own_division(self) -> Division | None:
        """The division the reader plays in; none while it is a proposal, which directors alone see."""
        is_told = self.own is not None and self.season.published_at is not None
        return self.own.division if self.own is not None and is_told else None

    @property
    def steps(self) -> tuple[StepLine, ...]:
        """What players want to know of the season's dates: done, or planned."""
        shown = (Step.OPEN, Step.CLOSE, Step.PUBLISH, Step.START, Step.FINISH)
        lines = [
            StepLine(step, self.season.done_at(step), self.season.due_at(step)) for step in shown
        ]
        return tuple([line for line in lines if line.done_at or line.due_at])


def leagues() -> QuerySet[League]:
    """Return all leagues by name, each with the numbers of its newest season and of one that takes entries.

    A season that is still being prepared isn't there for the public.
    """
    is_open = Q(seasons__opened_at__isnull=False)
    return League.objects.annotate(
        newest=Max("seasons__number", filter=is_open),
        entering=Max("seasons__number", filter=is_open & Q(seasons__closed_at=None)),
        entries=Count("seasons__entries", filter=Q(seasons__entries__withdrawn_at=None)),
    ).order_by("name")


def league_of(slug: str) -> League:
    """Return a league with its directors and open or later seasons, the newest first. Raises NoSuchSeason."""
    seasons = (
        Season.objects.filter(opened_at__isnull=False)
        .annotate(count=Count("entries", filter=Q(entries__withdrawn_at=None)))
        .order_by("-number")
    )
    found = League.objects.filter(slug=slug).prefetch_related(
        "directors", Prefetch("seasons", queryset=seasons)
    )
    league = found.first()
    if league is None:
        raise NoSuchSeason(slug)
    return league


def season_page(
    slug: str, number: int, reader: Player | None = None, *, level: int | None = None
) -> SeasonPage:
    """Return a season's page as a reader sees it, in a fixed number of queries. Raises NoSuchSeason.

    `level` is the division to show if there are many.
    """
    season = (
        Season.objects.select_related("league").filter(league__slug=slug, number=number).first()
    )
    if season is None:
        raise NoSuchSeason(slug)
    entries = list(season.entries.select_related("player").order_by("player__name"))
    own = next((entry for entry in entries if reader and entry.player_id == reader.pk), None)
    if season.opened_at is None and own is None and not _directs(reader, season.league):
        raise NoSuchSeason(slug)
    entered = [entry.player.name for entry in entries if entry.withdrawn_at is None]
    if season.published_at is None:
        return SeasonPage(season, (), tuple(entered), own)
    divisions = list(season.divisions.order_by("level"))
    shown = _shown(divisions, level, own)
    tables = _tables(season, shown, len(divisions), {entry.pk: entry for entry in entries})
    others = tuple(divisions) if len(shown) < len(divisions) else ()
    begun, to_begin = _progress(season) if season.is_running else (0, 0)
    return SeasonPage(season, tables, tuple(entered), own, others, begun, to_begin)


def _directs(reader: Player | None, league: League) -> bool:
    """Tell whether a reader runs this league and so sees what is being prepared."""
    if reader is None or reader.is_superuser:
        return reader is not None
    return league.directors.filter(pk=reader.pk).exists()


def _shown(
    divisions: Sequence[Division], level: int | None, own: SeasonEntry | None
) -> list[Division]:
    """Return the divisions to show: all if they are few, else the one asked for, the reader's, the top."""
    if len(divisions) <= FEW:
        return list(divisions)
    by_level = {division.level: division for division in divisions}
    by_number = {division.pk: division for division in divisions}
    found = by_level.get(-1 if level is None else level)
    if found is None and own is not None and own.division_id is not None:
        found = by_number.get(own.division_id)
    return [found or divisions[0]]


def _progress(season: Season) -> tuple[int, int]:
    tables = Fixture.objects.tables().filter(
        division__season=season, voided_at=None, round__lte=F("division__released")
    )
    counts = tables.aggregate(begun=Count("game"), tables=Count("pk"))
    return counts["begun"], counts["tables"]


def is_following(league: League, reader: Player | None) -> bool:
    """Tell whether a reader is told when a season of this league opens."""
    return reader is not None and league.followers.filter(pk=reader.pk).exists()


def _tables(
    season: Season, shown: Sequence[Division], count: int, entries: Mapping[int, SeasonEntry]
) -> tuple[DivisionTable, ...]:
    plays = plays_of(season.league, shown, entries)
    return tuple([_table(play, is_last=play.division.level == count - 1) for play in plays])


def _table(play: Play, *, is_last: bool) -> DivisionTable:
    table, tables = play.table(), play.tables
    is_top = play.division.level == 0
    order = [line.entry for line in table]
    cells = crosstable(order, tables, play.results) if len(order) <= WIDEST else [()] * len(order)
    lines = [
        TableLine(play.entries[line.entry], line, outlook, row)
        for line, outlook, row in zip(
            table, _outlooks(play, table, is_last=is_last), cells, strict=True
        )
    ]
    return DivisionTable(
        play.division,
        tuple(lines),
        len(play.results),
        len(tables),
        is_top,
        duplicate_lines(play),
    )


def _outlooks(play: Play, table: Sequence[Standing], *, is_last: bool) -> Sequence[Prospect]:
    """Return everybody's prospects; unknown while tables will come that aren't drawn yet."""
    if play.has_rounds_to_draw:
        return [Prospect(line.entry, Outlook.UNKNOWN, Outlook.UNKNOWN) for line in table]
    league, is_top = play.league, play.division.level == 0
    return prospects(
        table,
        [seats for fixture, seats in play.tables if fixture.pk not in play.results],
        Zones(1 if is_top else league.promoted, 0 if is_last else league.relegated),
        rule=play.rule,
        withdrawn=play.withdrawn,
    )
