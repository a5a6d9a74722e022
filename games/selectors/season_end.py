"""When a season ends: all its tables over, and a day for its directors to look at the results."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max

from games.models import Fixture, Season

__all__ = ["GRACE", "ends_at", "has_rounds_left", "is_played"]

GRACE: Final = timedelta(hours=24)
"""So long after the last result the server waits before it writes the final tables by itself."""
_DECISIONS: Final = ("set-result", "void", "restart")


def is_played(season: Season) -> bool:
    """Tell whether all tables of a season that has started are over and no round is to come."""
    is_open = Fixture.objects.unfinished().filter(division__season=season).exists()
    return season.started_at is not None and not is_open and not has_rounds_left(season)


def has_rounds_left(season: Season) -> bool:
    """Tell whether a division has rounds that haven't been let start."""
    return any(
        released < rounds for released, rounds in season.divisions.values_list("released", "rounds")
    )


def ends_at(season: Season) -> datetime | None:
    """Return from when the server writes the final tables, None while games or rounds are left.

    A day after the last result, or after the last decision of a director about one.
    """
    if not is_played(season):
        return None
    tables = Fixture.objects.filter(division__season=season)
    over = tables.aggregate(game=Max("game__finished_at"), void=Max("voided_at"))
    decisions = season.actions.filter(kind__in=_DECISIONS)
    decided = decisions.aggregate(done=Max("at"), undone=Max("undone_at"))
    times: list[datetime | None] = [season.started_at, *over.values(), *decided.values()]
    return max(at for at in times if at is not None) + GRACE
