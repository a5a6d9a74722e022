"""The public log of a league: what its directors did, when, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.models import DirectorAction, Division, Fixture, League, SeasonEntry

__all__ = ["LogLine", "facts_of", "log_of", "result_before", "result_words"]

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
    return [LogLine(action, _facts(action, fixtures, names, divisions)) for action in rows]


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
        number = f" (#{fixture.game_id})" if fixture.game_id else ""
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
