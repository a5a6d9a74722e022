"""What a director decided about a game, for the pages that show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q

from games.models import DirectorAction, Fixture, Game, League, Player
from games.selectors.places import DIRECTOR

__all__ = ["Decision", "decision_about"]

_ENDING: Final = ("set-result", "void")


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decided about a game, when and why. `other_game` is played, or stands, in place of this one."""

    kind: str
    league: League
    by: Player
    at: datetime
    reason: str
    other_game: int | None


def decision_about(game: Game) -> Decision | None:
    """Return the decision of a director that ended a game, None for other games; one query at most."""
    if not game.is_over or game.end_reason != DIRECTOR:
        return None
    fixture: Fixture | None = getattr(game, "fixture", None)
    # A game that is a table's no more was given up for another one: a restart, or the undoing of one.
    about = Q(kind="restart") & (Q(before__old=game.pk) | Q(before__new=game.pk))
    if fixture is not None:
        season = fixture.division.season_id
        about = Q(season=season, kind__in=_ENDING, arguments__fixture=fixture.pk, undone_at=None)
    found = DirectorAction.objects.select_related("league", "by", "undone_by").filter(about)
    action = found.order_by("-pk").first()
    if action is None:
        return None
    if fixture is None and action.before["new"] == game.pk and action.undone_by is not None:
        at, old = action.undone_at or action.at, action.before["old"]
        return Decision("undone", action.league, action.undone_by, at, action.undo_reason, old)
    other = action.before.get("new")
    return Decision(action.kind, action.league, action.by, action.at, action.reason, other)
