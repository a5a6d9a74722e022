"""Seasons: beginning one, and entering it."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.models import League, Player, Season, SeasonEntry
from games.services import audit, season_mail
from games.services.errors import NotAllowed, Refused


class SeasonRefused(Refused):
    """The season isn't where this step can be done."""

    code = "season-step"


def may_direct(player: Player, league: League) -> bool:
    """Tell whether a player runs this league: one of its directors, or a superuser."""
    if not player.is_active:
        return False
    return player.is_superuser or league.directors.filter(pk=player.pk).exists()


def check_director(by: Player | None, league: League) -> None:
    """Raise NotAllowed unless `by` runs this league, or is None: the server itself."""
    if by is not None and not may_direct(by, league):
        raise NotAllowed(_("Only a director of this league can do that."))


def check_may_begin(league: League) -> None:
    """Raise SeasonRefused while a season of a league is still being prepared: one at a time."""
    waiting = league.seasons.filter(started_at=None, finished_at=None).order_by("number").first()
    if waiting is not None:
        text = _("Season %(number)d hasn’t started yet. Begin the next one after that.")
        raise SeasonRefused(text % {"number": waiting.number})


@transaction.atomic(durable=True)
def create_season(
    *, league_id: int, by: Player, now: datetime, opens_at: datetime | None = None
) -> Season:
    """Write a league's next season, open for entries unless it is to open later. Raises NotAllowed."""
    # The lock keeps two from taking the same number.
    league = League.objects.select_for_update().get(pk=league_id)
    check_director(by, league)
    season = add_season(league, by=by, now=now)
    if opens_at is None or opens_at <= now:
        open_season(season, now=now)
    else:
        season.opens_at = opens_at
        season.save(update_fields=["opens_at"])
    return season


def add_season(league: League, *, by: Player | None, now: datetime) -> Season:
    """Write the next season of a league that the caller has locked; it isn't open yet."""
    newest = league.seasons.aggregate(newest=Max("number"))["newest"] or 0
    season = Season.objects.create(
        league=league, number=newest + 1, seed=secrets.token_hex(32), created_at=now
    )
    audit.record("season-created", now=now, actor=by, league=league.slug, season=season.number)
    return season


def open_season(season: Season, *, now: datetime) -> None:
    """Open a season that the caller has locked: its mails are queued with it."""
    season.opened_at = now
    season.save(update_fields=["opened_at"])
    season_mail.tell_opening(season, now=now)


@transaction.atomic(durable=True)
def enter_season(*, season_id: int, player_id: int, now: datetime) -> SeasonEntry:
    """Enter a player; who has entered stays so. Raises SeasonRefused once entries are closed."""
    season = Season.objects.select_for_update().get(pk=season_id)
    if not season.takes_entries:
        raise SeasonRefused(_("This season takes no entries now."))
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if player is None:
        raise SeasonRefused(_("This account takes no part in seasons."))
    entry, _is_new = SeasonEntry.objects.get_or_create(
        season=season, player=player, defaults={"entered_at": now}
    )
    if entry.withdrawn_at is not None:
        entry.withdrawn_at, entry.entered_at = None, now
        entry.save(update_fields=["withdrawn_at", "entered_at"])
    return entry


@transaction.atomic(durable=True)
def follow_league(*, league_id: int, player_id: int, is_following: bool) -> None:
    """Tell a player from now on, or no more, when a season of this league opens."""
    followers = League.objects.get(pk=league_id).followers
    if is_following:
        followers.add(player_id)
    else:
        followers.remove(player_id)
