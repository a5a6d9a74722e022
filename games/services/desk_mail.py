"""Mails about what directors do: one to each person concerned, queued with the action itself."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import Q

from games.models import DirectorAction, MailKind, Notices, OutgoingMail, Player, SeasonEntry, Seat
from games.services import outbox

# Time, reminders and messages have mails of their own.
_ABOUT_A_TABLE: Final = frozenset({"set-result", "void", "restart"})
RECKONED: Final = frozenset({"points", "bye_points", "tie_breaks", "promoted", "relegated"})
"""Rules from which standings follow, those of a season in progress, too."""
# What is proposed is for directors alone: nobody is told before it is published.
_PROPOSED: Final = frozenset({"move", "merge"})


def people_of(action: DirectorAction) -> list[int]:
    """Return the players whom an action concerns, without who did it; one query.

    Ask before it is undone: entries that it made are gone afterwards.
    """
    people = _concerned(action)
    if people is None:
        return []
    reached = Player.objects.filter(people, is_active=True, mail_failing_at=None)
    reached = reached.exclude(notices=Notices.NEVER).exclude(pk=action.by_id)
    return list(reached.distinct().order_by("pk").values_list("pk", flat=True))


def tell_people(action: DirectorAction, people: Collection[int], *, now: datetime) -> None:
    """Queue one mail to each of these players: what was done or undone, by whom and why.

    Runs inside the caller's transaction.
    """
    deed = "done" if action.undone_at is None else "undone"
    outbox.queue_mails(
        [
            OutgoingMail(
                key=f"{MailKind.SEASON_NEWS}:desk:{action.pk}:{deed}:{player_id}",
                kind=MailKind.SEASON_NEWS,
                player_id=player_id,
                context={"news": "desk", "action": action.pk, "deed": deed},
            )
            for player_id in people
        ],
        now=now,
    )


def _concerned(action: DirectorAction) -> Q | None:
    """Return which players an action concerns, None for nobody."""
    if action.kind == "director-added":
        return Q(name=action.arguments["player"])
    if action.kind == "left":
        return Q(leagues_directed=action.league_id)
    if action.kind in _ABOUT_A_TABLE:
        fixture = action.arguments["fixture"]
        drawn = SeasonEntry.objects.filter(fixture_seats__fixture=fixture).values("player")
        seated = Seat.objects.filter(game__fixture=fixture, player__isnull=False).values("player")
        return Q(pk__in=drawn) | Q(pk__in=seated)
    if action.kind == "call-off":
        return Q(pk__in=action.before["players"])
    if action.kind == "rules":
        return _reckoned(action)
    entries = _entries(action)
    return Q(season_entries__in=entries) if entries else None


def _reckoned(action: DirectorAction) -> Q | None:
    """Return who plays in a season whose standings other rules have changed; a proposed one is no news."""
    season, rules = action.season, action.arguments["rules"]
    if season is None or season.published_at is None or not RECKONED.intersection(rules):
        return None
    playing = season.entries.filter(division__isnull=False, withdrawn_at=None)
    return Q(season_entries__in=playing)


def _entries(action: DirectorAction) -> list[int]:
    """Return the entries that an action is about."""
    season = action.season
    if season is None or (action.kind in _PROPOSED and season.published_at is None):
        return []
    match action.kind:
        case "add-player":
            return [int(action.before["entry"])]
        case "import" | "merge":
            return [int(pk) for pk in action.before["entries"]]
        case "withdraw" | "move":
            return [int(action.arguments["entry"])]
    return []
