"""A league itself: its rules, its directors, the dates of its seasons; all written down in its log."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import DirectorAction, League, Player, Season, Step
from games.selectors.people import NoSuchPlayer, person_named
from games.services import audit, desk_mail
from games.services.errors import Refused
from games.services.ratings import rate_again
from games.services.seasons import SeasonRefused, add_season, check_director, check_may_begin

FIXED: Final = frozenset({"table_size", "wall", "pairing", "has_duplicate_deals"})
"""Rules that a season keeps from the draw to its end: its fixtures follow from them."""


class NobodyOfThisName(Refused):
    """The name is nobody's."""

    code = "no-such-player"


@transaction.atomic(durable=True)
def change_rules(
    *, league_id: int, changes: Mapping[str, Any], by: Player, now: datetime
) -> League:
    """Change rules of a league; `changes` are fields with their new values, checked by the form.

    Raises NotAllowed, or SeasonRefused for rules that the running season's fixtures follow from.
    """
    league = League.objects.select_for_update().get(pk=league_id)
    check_director(by, league)
    new = {name: value for name, value in changes.items() if getattr(league, name) != value}
    running = league.seasons.filter(drawn_at__isnull=False, finished_at=None)
    if FIXED & new.keys() and running.exists():
        raise SeasonRefused(
            _(
                "Players at a table, wall, pairing and duplicate deals stay as they are until the season is over."
            )
        )
    if not new:
        return league
    was = {name: getattr(league, name) for name in new}
    changed = {name: [was[name], new[name]] for name in new}
    for name, value in new.items():
        setattr(league, name, value)
    league.save(update_fields=[*new])
    if "is_rated" in new:
        rate_again()
    note_in_log(league, "rules", {"rules": sorted(new), "changes": changed}, by, now, before=was)
    return league


@transaction.atomic(durable=True)
def change_director(
    *, league_id: int, name: str, is_director: bool, by: Player, now: datetime
) -> None:
    """Make somebody a director of a league, or no longer; the last one stays. Raises Refused."""
    league = League.objects.select_for_update().get(pk=league_id)
    check_director(by, league)
    try:
        player = person_named(name.strip())
    except NoSuchPlayer:
        raise NobodyOfThisName(_("Nobody of this name plays here.")) from None
    if league.directors.filter(pk=player.pk).exists() == is_director:
        return
    if is_director:
        league.directors.add(player)
    elif league.directors.count() == 1:
        raise SeasonRefused(_("A league needs a director. Name another one first."))
    else:
        league.directors.remove(player)
    kind = "director-added" if is_director else "director-dropped"
    action = note_in_log(league, kind, {"player": player.name}, by, now)
    desk_mail.tell_people(action, desk_mail.people_of(action), now=now)


@transaction.atomic(durable=True)
def prepare_season(*, league_id: int, by: Player, now: datetime) -> Season:
    """Write a league's next season without opening it: nobody is told before a director opens it.

    Raises NotAllowed, or SeasonRefused while another one is being prepared.
    """
    league = League.objects.select_for_update().get(pk=league_id)
    check_director(by, league)
    check_may_begin(league)
    season = add_season(league, by=by, now=now)
    note_in_log(league, "season-prepared", {}, by, now, season=season)
    return season


def note_refusal(season: Season, step: Step) -> None:
    """Write to the newest request for a step, in the caller's transaction, that it came to nothing."""
    asked = season.actions.filter(kind="step", arguments__step=step.value).order_by("-pk").first()
    if asked is not None:
        asked.arguments |= {"refused": True}
        asked.save(update_fields=["arguments"])


def note_in_log(
    league: League,
    kind: str,
    arguments: dict[str, Any],
    by: Player,
    now: datetime,
    *,
    season: Season | None = None,
    before: dict[str, Any] | None = None,
) -> DirectorAction:
    """Write into a league's public log, in the caller's transaction, what changes the league itself."""
    done = DirectorAction.objects.create(
        league=league,
        season=season,
        kind=kind,
        arguments=arguments,
        before=before or {},
        by=by,
        at=now,
        nonce=secrets.token_hex(16),
    )
    audit.record("director", now=now, actor=by, league=league.slug, kind=kind, **arguments)
    return done
