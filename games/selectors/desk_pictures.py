"""What a director's action would change: a season before and after, side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext as _

from games.models import Fixture, GameStatus, Rating, Season, Seat
from games.selectors.divisions import Play, read_play

__all__ = ["Comparison", "DivisionChange", "Fact", "Line", "Row", "compared", "picture_of"]

Value = str | datetime | None


@dataclass(frozen=True, slots=True)
class Line:
    """Where an entry stands. `place` is 0 and `goes` "" before the first result; else "up", "down" or ""."""

    place: int
    points: Fraction
    games: int
    goes: str
    is_withdrawn: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A season as far as an action touches it: lines by division and name, ratings by name, facts."""

    tables: Mapping[str, Mapping[str, Line]]
    ratings: Mapping[str, int]
    facts: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table before and after; None where it isn't in the table."""

    name: str
    was: Line | None
    now: Line | None

    @property
    def is_changed(self) -> bool:
        """Whether anything differs."""
        return self.was != self.now


@dataclass(frozen=True, slots=True)
class DivisionChange:
    """A division's table, in the order it has afterwards."""

    name: str
    rows: tuple[Row, ...]

    @property
    def is_changed(self) -> bool:
        """Whether any line differs."""
        return any(row.is_changed for row in self.rows)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that differs, by its name."""

    name: str
    was: Value | int
    now: Value | int


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that an action would change. Divisions come whole, ratings and facts only where they differ."""

    divisions: tuple[DivisionChange, ...] = ()
    ratings: tuple[Fact, ...] = ()
    facts: tuple[Fact, ...] = field(default=())


def picture_of(season: Season, divisions: Collection[int], fixture_id: int | None) -> Picture:
    """Look at some divisions of a season, their players' ratings, and one of its tables."""
    found = list(season.divisions.filter(pk__in=divisions).order_by("level"))
    last = season.divisions.order_by("-level").values_list("level", flat=True).first() or 0
    plays = [read_play(season.league, division) for division in found]
    people = [entry.player_id for play in plays for entry in play.entries.values()]
    ratings = Rating.objects.filter(player__in=people).select_related("player")
    return Picture(
        {play.division.name: _lines(play, last) for play in plays},
        {rating.player.name: rating.shown for rating in ratings},
        {} if fixture_id is None else _facts(fixture_id),
    )


def compared(before: Picture, after: Picture) -> Comparison:
    """Put two pictures side by side. Of who newly comes into a table the rating isn't a change."""
    known = {name for lines in before.tables.values() for name in lines}
    ratings = {name: shown for name, shown in after.ratings.items() if name in known}
    return Comparison(
        tuple(
            DivisionChange(name, _rows(before.tables.get(name, {}), after.tables.get(name, {})))
            for name in _both(before.tables, after.tables)
        ),
        tuple(_differences(before.ratings, ratings)),
        tuple(_differences(before.facts, after.facts)),
    )


def _lines(play: Play, last: int) -> dict[str, Line]:
    table = play.table()
    up = play.league.promoted if play.division.level else 0
    down = play.league.relegated if play.division.level < last else 0
    has_begun = any(standing.tally.games for standing in table)
    lines = {}
    for standing in table:
        entry = play.entries[standing.entry]
        goes = "up" if has_begun and standing.place <= up else ""
        if has_begun and down and standing.place > len(table) - down:
            goes = "down"
        lines[entry.player.name] = Line(
            standing.place if has_begun else 0,
            standing.tally.points,
            standing.tally.games,
            goes,
            entry.withdrawn_at is not None,
        )
    return lines


def _facts(fixture_id: int) -> dict[str, Value]:
    """Return what a table is like, by words."""
    fixture = Fixture.objects.select_related("game").get(pk=fixture_id)
    game = fixture.game
    if game is None:
        void = _("void") if fixture.voided_at is not None else _("planned")
        return {_("Table"): void}
    facts: dict[str, Value] = {_("Table"): f"#{game.pk}: {game.get_status_display()}"}
    for seat in Seat.objects.filter(game=game).select_related("player").order_by("index"):
        facts[_("%(name)s plays") % {"name": seat.name}] = (
            _("a bot, in the player’s place") if seat.is_left else _("in person")
        )
        if game.status == GameStatus.RUNNING and seat.awaited_turn is not None:
            facts[_("%(name)s is to move until") % {"name": seat.name}] = seat.deadline_at
    return facts


def _rows(before: Mapping[str, Line], after: Mapping[str, Line]) -> tuple[Row, ...]:
    return tuple(Row(name, before.get(name), after.get(name)) for name in _both(after, before))


def _both(first: Iterable[str], second: Iterable[str]) -> list[str]:
    """Return the names of both, those of the first in their order before the rest."""
    return list(dict.fromkeys([*first, *second]))


def _differences(before: Mapping[str, Value | int], after: Mapping[str, Value | int]) -> list[Fact]:
    return [
        Fact(name, before.get(name), after.get(name))
        for name in _both(after, before)
        if before.get(name) != after.get(name)
    ]
