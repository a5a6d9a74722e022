"""A league itself: its rules, its directors, the dates of its seasons; all written down in its log."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import DirectorAction, League, Player, Season, Step
from games.selectors.people import NoSuchPlayer, person_named
from games.services import audit, desk_mail
from games.services.errors import Refused, TooLate
from games.services.ratings import rate_again
from games.services.seasons import SeasonRefused, add_season, check_director, check_may_begin

FIXED: Final = frozenset({"table_size", "wall", "pairing", "has_duplicate_deals"})
"""Rules that a season keeps from the draw to its end: its fixtures follow from them."""


class NobodyOfThisName(Refused):
    """The name is nobody's."""

    code = "no-such-player"


def season_ruled(league: League) -> Season | None:
    """Return the newest season whose tables the league's rules reckon now: drawn, and not over."""
    running = league.seasons.filter(drawn_at__isnull=False, finished_at=None)
    return running.order_by("-number").first()


@transaction.atomic(durable=True)
def change_rules(
    *, league_id: int, changes: Mapping[str, Any], by: Player, reason: str, now: datetime
) -> League:
    """Change rules of a league while no season is reckoned by them; the desk does it afterwards.

    `changes` are fields with their new values, checked by the form. Raises NotAllowed, or SeasonRefused.
    """
    league = League.objects.select_for_update().get(pk=league_id)
    check_director(by, league)
    if season_ruled(league) is not None:
        raise SeasonRefused(_("Divisions are drawn. Look first what other rules change."))
    changed = rules_changed(league, changes)
    if not changed:
        return league
    write_rules(league, changed)
    was = {name: pair[0] for name, pair in changed.items()}
    about = {"rules": sorted(changed), "changes": changed}
    note_in_log(league, "rules", about, by, now, before=was, reason=reason)
    return league


def rules_changed(league: League, changes: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return which of these new values differ from the league's: each as [was, new]."""
    pairs = {name: [getattr(league, name), new] for name, new in changes.items()}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def write_rules(league: League, changed: Mapping[str, Sequence[Any]]) -> None:
    """Write rules of a locked league, each as (was, new), inside the caller's transaction.

    Raises TooLate if one isn't what it was, SeasonRefused for rules that drawn fixtures follow from.
    """
    if FIXED & changed.keys() and season_ruled(league) is not None:
        raise SeasonRefused(
            _(
                "Players at a table, wall, pairing and duplicate deals stay as they are until the season is over."
            )
        )
    for name, (was, new) in changed.items():
        if getattr(league, name) != was:
            raise TooLate(_("Somebody has changed the rules since. Nothing was done; look again."))
        setattr(league, name, new)
    league.save(update_fields=[*changed])
    if "is_rated" in changed:
        rate_again()


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
def prepare_season(*, league_id: int, by: Player, now: datetime, reason: str = "") -> Season:
    """Write a league's next season without opening it: nobody is told before a director opens it.

    Raises NotAllowed, or SeasonRefused while another one is being prepared.
    """
    league = League.objects.select_for_update().get(pk=league_id)
    check_director(by, league)
    check_may_begin(league)
    season = add_season(league, by=by, now=now)
    note_in_log(league, "season-prepared", {}, by, now, season=season, reason=reason)
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
    reason: str = "",
) -> DirectorAction:
    """Write into a league's public log, in the caller's transaction, what changes the league itself."""
    done = DirectorAction.objects.create(
        league=league,
        season=season,
        kind=kind,
        arguments=arguments,
        before=before or {},
        reason=reason,
        by=by,
        at=now,
        nonce=secrets.token_hex(16),
    )
    audit.record(
        "director", now=now, actor=by, reason=reason, league=league.slug, kind=kind, **arguments
    )
    return done
