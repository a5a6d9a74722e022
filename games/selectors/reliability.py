"""How reliably a player answers in time: recent turns weigh more than old ones."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Count, F, Q
from django.db.models.functions import TruncDate

from games.models import Move, Outcome, TimeOut, Via

__all__ = ["FEWEST_TURNS", "Reliability", "reliability_of"]

HALF_LIFE: Final = timedelta(days=180)
"""After this time a turn counts half as much."""
MEMORY: Final = timedelta(days=3 * 365)
FEWEST_TURNS: Final = 20
"""With fewer turns a player is new, and no figure is shown."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Turns answered in time and not, of the last three years; weights are by age.

    `percent` is None for a player with fewer than 20 turns.
    """

    turns: int
    missed: int
    percent: int | None


def reliability_of(players: Collection[int], *, now: datetime) -> dict[int, Reliability]:
    """Return the reliability of these players, by id. Three queries for any number of them.

    A turn counts that the player was asked for and played, or let run out (excused, ended by a
    director before its time, or not asked any more: no), in a seat that is theirs or was before another one took it over. What a bot played for a
    player who has left doesn't count.
    """
    moves = Move.objects.standing().filter(played_at__gt=now - MEMORY).exclude(via=Via.BOT)
    by_day = moves.annotate(day=TruncDate("played_at")).order_by()
    played = [
        row
        for moves, player in (
            (by_day.of_holders(players), "seat__player"),
            (by_day.of_leavers(players), "seat__changes__from_player"),
        )
        for row in moves.values_list(player, "day").annotate(count=Count("pk"))
    ]
    missed = (
        TimeOut.objects.filter(player__in=players, at__gt=now - MEMORY)
        .exclude(Q(outcome=Outcome.EXCUSED) | Q(deadline_at__gt=F("at")))
        .annotate(day=TruncDate("at"))
        .values_list("player", "day")
        .annotate(count=Count("pk"))
    )
    return {
        player: _figure(
            [(day, count) for pk, day, count in played if pk == player],
            [(day, count) for pk, day, count in missed if pk == player],
            now,
        )
        for player in players
    }


def _figure(
    played: list[tuple[date, int]], missed: list[tuple[date, int]], now: datetime
) -> Reliability:
    turns = sum(count for _day, count in [*played, *missed])
    good, bad = _weight(played, now), _weight(missed, now)
    percent = round(100 * good / (good + bad)) if turns >= FEWEST_TURNS else None
    return Reliability(turns, sum(count for _day, count in missed), percent)


def _weight(days: list[tuple[date, int]], now: datetime) -> float:
    today = now.date()
    return sum(
        count * math.pow(0.5, max((today - day).days, 0) / HALF_LIFE.days) for day, count in days
    )
