"""What a dry run has seen of the world, in a few characters: a promise made about another one is void."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from games.models import Fixture, Game, GamePause, Result, Season, SeasonEntry, Seat, Step
from games.services.desk.kinds import Arguments, Desk

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ["fingerprint"]

_FIXTURE = ("pk", "game", "voided_at")
_GAME = ("status", "turn", "end_reason", "finished_at")
_SEAT = ("index", "player", "bot", "awaited_turn", "deadline_at", "resigned_at", "forfeited_at")
_RESULT = ("seat", "place", "reason", "seat__forfeited_at", "seat__resigned_at")
_ENTRY = ("pk", "division", "seeding", "withdrawn_at")


def fingerprint(desk: Desk, arguments: Arguments, divisions: Collection[int]) -> str:
    """Return a digest of the rows that an action about these things builds on. At most seven queries.

    `divisions` are those whose tables the dry run shows: their people and results count, too.
    """
    rows: list[Any] = [_steps(desk.season)]
    if "step" in arguments or "changes" in arguments:
        rows += _plan(desk.season)
    if "fixture" in arguments:
        rows += _table(arguments["fixture"])
    if "entry" in arguments:
        rows += _rows(SeasonEntry.objects.filter(pk=arguments["entry"]), _ENTRY)
        rows += _rows(_games_of(arguments["entry"]), ("pk", "status"))
    if divisions:
        rows += _rows(SeasonEntry.objects.filter(division__in=divisions), _ENTRY)
        rows += _rows(Fixture.objects.filter(division__in=divisions), _FIXTURE)
        results = Result.objects.filter(game__fixture__division__in=divisions)
        rows += _rows(results, _RESULT)
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:40]


def _steps(season: Season) -> list[Any]:
    return [season.done_at(step) for step in Step]


def _plan(season: Season) -> list[Any]:
    """Return what the next steps of a season follow from: dates, entries, divisions, other seasons."""
    league = season.league
    rules = (league.table_size, league.pairing, league.games_each, league.proposal_days)
    return [
        [season.due_at(step) for step in Step],
        [season.asked_step, *rules, league.largest_division, league.carries_over],
        *_rows(season.entries.all(), _ENTRY),
        *_rows(season.divisions.all(), ("pk", "level")),
        *_rows(Season.objects.filter(league=league), ("pk", "started_at")),
    ]


def _table(fixture_id: int) -> list[Any]:
    game = {"game__fixture": fixture_id}
    return [
        *_rows(Fixture.objects.filter(pk=fixture_id), _FIXTURE),
        *_rows(Game.objects.filter(fixture=fixture_id), _GAME),
        *_rows(Seat.objects.filter(**game), _SEAT),
        *_rows(Result.objects.filter(**game), _RESULT),
        *_rows(GamePause.objects.filter(**game), ("pk", "to_at")),
    ]


def _games_of(entry_id: int) -> QuerySet[Game]:
    return Game.objects.filter(fixture__seats__entry=entry_id)


def _rows(found: QuerySet[Any], names: Collection[str]) -> list[Any]:
    return list(found.order_by("pk").values_list(*names))
