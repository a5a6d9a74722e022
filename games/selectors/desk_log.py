"""The public log of a league: what its directors did, when, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from games.models import DirectorAction, Division, Fixture, League, SeasonEntry

__all__ = ["LogLine", "facts_of", "log_of"]

PAGE_SIZE: Final = 30


@dataclass(frozen=True, slots=True)
class LogLine:
    """An action with the names of what it was about; nothing private is among them."""

    action: DirectorAction
    facts: dict[str, str]


def log_of(league: League, *, before: int | None = None) -> tuple[list[LogLine], int | None]:
    """Return some actions, the newest first, and the number to go on before; five queries."""
    actions = league.actions.select_related("season", "by", "undone_by").order_by("-pk")
    if before is not None:
        actions = actions.filter(pk__lt=before)
    rows = list(actions[: PAGE_SIZE + 1])
    lines = facts_of(rows[:PAGE_SIZE])
    return lines, rows[PAGE_SIZE - 1].pk if len(rows) > PAGE_SIZE else None


def facts_of(actions: Iterable[DirectorAction]) -> list[LogLine]:
    """Return actions with names, in three queries for any number of them."""
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
    return [
        LogLine(action, _facts(action.arguments, fixtures, names, divisions)) for action in rows
    ]


def _numbers(actions: Iterable[DirectorAction], key: str) -> set[int]:
    return {
        action.arguments[key] for action in actions if isinstance(action.arguments.get(key), int)
    }


def _facts(
    arguments: dict[str, Any],
    fixtures: dict[int, Fixture],
    entries: dict[int, str],
    divisions: dict[int, str],
) -> dict[str, str]:
    facts = {key: str(value) for key, value in arguments.items()}
    fixture = fixtures.get(arguments.get("fixture", 0))
    people: list[str] = []
    if fixture is not None:
        seats = sorted(fixture.seats.all(), key=lambda seat: seat.index)
        people = [seat.entry.player.name for seat in seats]
        number = f" (#{fixture.game_id})" if fixture.game_id else ""
        facts["fixture"] = " – ".join(people) + number
    seat = arguments.get("seat")
    if isinstance(seat, int) and seat < len(people):
        facts["player"] = people[seat]
    if "entry" in arguments:
        facts["player"] = entries.get(arguments["entry"], arguments.get("name", "?"))
    for key in ("division", "to"):
        if key in arguments:
            facts[key] = divisions.get(arguments[key], arguments.get(f"{key}_name", "?"))
    return facts
