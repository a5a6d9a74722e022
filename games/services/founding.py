"""Founding leagues, and naming directors from outside their desk: by the site's staff."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import League, Player
from games.services import desk_mail
from games.services.errors import NotAllowed
from games.services.leagues import note_in_log

__all__ = ["found_league", "may_found", "note_directors"]


def may_found(player: Player) -> bool:
    """Tell whether a player founds leagues: staff with the right to, and superusers."""
    return player.is_active and player.is_staff and player.has_perm("games.add_league")


@transaction.atomic(durable=True)
def found_league(
    *, name: str, slug: str, directors: Sequence[Player], by: Player, now: datetime
) -> League:
    """Write a league with the usual rules and its directors, who get a mail. Raises NotAllowed."""
    if not may_found(by):
        raise NotAllowed(_("Only the site’s staff founds leagues."))
    league = League.objects.create(name=name, slug=slug, created_at=now)
    league.directors.set(directors)
    note_directors(league, added=directors, dropped=(), by=by, now=now)
    return league


def note_directors(
    league: League,
    *,
    added: Collection[Player],
    dropped: Collection[Player],
    by: Player,
    now: datetime,
) -> None:
    """Write into a league's log, in the caller's transaction, who directs it now; the new ones get a mail."""
    for kind, people in (("director-added", added), ("director-dropped", dropped)):
        for player in people:
            action = note_in_log(league, kind, {"player": player.name}, by, now)
            desk_mail.tell_people(action, desk_mail.people_of(action), now=now)
