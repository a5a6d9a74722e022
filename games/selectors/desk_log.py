"""The public log of a league: what its directors did, when, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import DateTimeField, F, Q
from django.utils.dateparse import parse_datetime
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.models import DirectorAction, Division, Fixture, League, SeasonEntry, TieBreak
from games.selectors.moments import moment_words

__all__ = [
    "LogLine",
    "facts_of",
    "log_of",
    "result_before",
    "result_words",
    "tables_planned",
    "value_words",
]

PAGE_SIZE: Final = 30
LONGEST: Final = 60
"""So much of a text that was changed stands in the log."""
ABOUT_DIVISIONS: Final = ("move", "merge", "message")
"""Kinds of actions that name a division."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An action with the names of what it was about; nothing private is among them."""

    action: DirectorAction
    facts: dict[str, str]
    is_overtaken: bool = False
    """Whether tables have begun that undoing it would have to plan anew."""


def log_of(
    league: League, *, before: int | None = None, is_director: bool = False
) -> tuple[list[LogLine], int | None]:
    """Return some actions, the newest first, and the number to go on before; six queries.

    What directors did about proposed divisions stands there for everybody once these are published; what
    they did about a proposal that was taken back, never.
    """
    actions = league.actions.select_related("season", "by", "undone_by").order_by("-pk")
    if not is_director:
        actions = actions.exclude(
            Q(season__published_at=None) | Q(at__lt=F("season__drawn_at")), kind__in=ABOUT_DIVISIONS
        )
    if before is not None:
        actions = actions.filter(pk__lt=before)
    rows = list(actions[: PAGE_SIZE + 1])
    lines = facts_of(rows[:PAGE_SIZE])
    return lines, rows[PAGE_SIZE - 1].pk if len(rows) > PAGE_SIZE else None


def facts_of(actions: Iterable[DirectorAction]) -> list[LogLine]:
    """Return actions with names, in four queries for any number of them."""
    rows = list(actions)
    fixtures = {
        fixture.pk: fixture
        for fixture in Fixture.objects.filter(pk__in=_numbers(rows, "fixture"))
        .select_related("division")
        .prefetch_related("seats__entry__player")
    }
    entries = SeasonEntry.objects.filter(pk__in=_numbers(rows, "entry")).select_related("player")
    names = {entry.pk: entry.player.name for entry in entries}
    wanted = _numbers(rows, "division") | _numbers(rows, "to")
    divisions = dict(Division.objects.filter(pk__in=wanted).values_list("pk", "name"))
    begun = _begun([number for action in rows for number in tables_planned(action)])
    return [
        LogLine(
            action,
            _facts(action, fixtures, names, divisions),
            is_overtaken=not begun.isdisjoint(tables_planned(action)),
        )
        for action in rows
    ]


def tables_planned(action: DirectorAction) -> list[int]:
    """Return the tables that someone coming or leaving has changed before they began."""
    if action.kind not in {"add-player", "withdraw"}:
        return []
    return [int(number) for number in action.before.get("fixtures", ())]


def _begun(tables: Collection[int]) -> set[int]:
    if not tables:
        return set()
    begun = Fixture.objects.filter(pk__in=tables, game__isnull=False)
    return set(begun.values_list("pk", flat=True))


def _numbers(actions: Iterable[DirectorAction], key: str) -> set[int]:
    return {
        action.arguments[key] for action in actions if isinstance(action.arguments.get(key), int)
    }


def result_words(people: Sequence[str], places: Sequence[int], forfeits: Collection[int]) -> str:
    """Write a result by seat: "1 alice, 2 bob, forfeited: carol"."""
    ranked = sorted(
        (place, name)
        for seat, (place, name) in enumerate(zip(places, people, strict=False))
        if seat not in forfeits
    )
    words = [f"{place} {name}" for place, name in ranked]
    lost = [name for seat, name in enumerate(people) if seat in forfeits]
    return ", ".join([*words, *[_("forfeited: %(name)s") % {"name": name} for name in lost]])


def result_before(people: Sequence[str], was: Mapping[str, Any]) -> str:
    """Write the result that a decision put away, "" if there was none."""
    results, seats = was.get("results") or [], was.get("seats") or []
    if len(results) != len(people) or len(seats) != len(people):
        return ""
    lost = [
        index for index, seat in enumerate(seats) if seat["forfeited_at"] or seat["resigned_at"]
    ]
    return result_words(people, [result["place"] for result in results], lost)


def _facts(
    action: DirectorAction,
    fixtures: dict[int, Fixture],
    entries: dict[int, str],
    divisions: dict[int, str],
) -> dict[str, str]:
    arguments = action.arguments
    facts = {key: str(value) for key, value in arguments.items()}
    fixture = fixtures.get(arguments.get("fixture", 0))
    people: list[str] = []
    if fixture is not None:
        seats = sorted(fixture.seats.all(), key=lambda seat: seat.index)
        people = [seat.entry.player.name for seat in seats]
        # A table that was played again has another game since: the old one was meant.
        then = action.before.get("old") or action.before.get("game")
        game = then if isinstance(then, int) else fixture.game_id
        number = f" (#{game})" if game else ""
        facts["fixture"] = " – ".join(people) + number
    if "places" in arguments:
        facts["result"] = result_words(people, arguments["places"], arguments.get("forfeits", []))
        facts["was"] = result_before(people, action.before)
    seat = arguments.get("seat")
    if isinstance(seat, int) and seat < len(people):
        facts["player"] = people[seat]
    if "entry" in arguments:
        facts["player"] = entries.get(arguments["entry"], arguments.get("name", "?"))
    for key in ("division", "to"):
        if key in arguments:
            facts[key] = divisions.get(arguments[key], arguments.get(f"{key}_name", "?"))
    return facts


def value_words(field: Any, value: Any) -> str:
    """Write a value of a field as the log has it: plain, or a time as text."""
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(field, DateTimeField) and (at := parse_datetime(value)) is not None:
        return moment_words(at)
    if isinstance(value, list):
        return ", ".join(str(dict(TieBreak.choices).get(one, one)) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{size}: {'-'.join(map(str, each))}" for size, each in value.items())
    return Truncator(str(dict(field.flatchoices).get(value, value))).chars(LONGEST)
