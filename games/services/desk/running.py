"""Trying an action, doing it, and undoing it: each in one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import DirectorAction, OutgoingMail, Player, Season
from games.selectors.desk_pictures import Comparison, compared, picture_of
from games.selectors.season_end import GRACE, is_played
from games.services import audit, desk_mail
from games.services.desk.fingerprints import fingerprint
from games.services.desk.impartial import check_no_judge_of_oneself
from games.services.desk.kinds import Desk, Kind
from games.services.desk.registry import KINDS
from games.services.desk.undoing import check_newest
from games.services.errors import BadText, NothingChosen, Refused, TooLate
from games.services.ratings import rate_waiting
from games.services.seasons import check_director

REASON_LENGTH: Final = 200
MOST_RATED: Final = 400
"""A dry run rates so many games at most; those that follow are rated by the worker."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What an action would change, a digest of what that was reckoned from, and what else matters."""

    comparison: Comparison
    seen: str
    notes: tuple[str, ...] = ()


class HasChanged(Refused):
    """Since the dry run what it was reckoned from has changed; nothing was done."""

    code = "has-changed"


@transaction.atomic(durable=True)
def preview(
    *, season_id: int, kind: str, arguments: dict[str, Any], by: Player, now: datetime
) -> Trial:
    """Do an action, look, and take everything back; return what it would change.

    Nothing is written and no mail leaves: the whole runs in a transaction that is rolled back. Raises
    Refused as the action itself would.
    """
    action = _kind(kind)
    with transaction.atomic():
        desk = check_desk(season_id=season_id, by=by, now=now, reason=_("dry run"))
        check_no_judge_of_oneself(action, desk, arguments)
        divisions = _shown(action, desk, arguments)
        seen = fingerprint(desk, arguments, divisions)
        before = picture_of(desk.season, divisions, arguments.get("fixture"))
        notes, was_played = action.notes(desk, arguments), is_played(desk.season)
        newest = OutgoingMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        done = action.perform(desk, arguments)
        notes += action.mails(desk, arguments, _mailed(desk, kind, arguments, done, newest))
        is_there = _is_there(desk.season)
        if is_there and not was_played and is_played(desk.season):
            notes.append(_last_result())
        if not action.can_be_undone:
            notes.append(action.never_undone())
        rate_waiting(limit=MOST_RATED)
        after = before
        if is_there:
            after = picture_of(desk.season, divisions, arguments.get("fixture"))
        transaction.set_rollback(True)
    return Trial(compared(before, after), seen, tuple(notes))


@transaction.atomic(durable=True)
def perform(
    *,
    season_id: int,
    kind: str,
    arguments: dict[str, Any],
    by: Player,
    reason: str,
    nonce: str,
    now: datetime,
    seen: str | None = None,
) -> DirectorAction:
    """Do an action and write it down for the public log; the same form sent twice does it once.

    `seen` is what the dry run saw, None without one. Raises HasChanged if that isn't so any more,
    NotAllowed, BadText without a reason, or what the action itself refuses.
    """
    action, reason = _kind(kind), _checked(reason)
    desk = check_desk(season_id=season_id, by=by, now=now, reason=reason)
    done = DirectorAction.objects.filter(nonce=nonce, by=by).first()
    if done is not None:
        return done
    if seen is not None:
        _check_seen(seen, action, desk, arguments)
    check_no_judge_of_oneself(action, desk, arguments)
    before = action.perform(desk, arguments)
    audit.record(
        "director", now=now, actor=by, reason=reason, league=desk.season.league.slug,
        season=desk.season.number, kind=kind, **arguments,
    )  # fmt: skip
    done = DirectorAction.objects.create(
        league=desk.season.league,
        season=desk.season if _is_there(desk.season) else None,
        kind=kind,
        arguments=arguments,
        before=before,
        reason=reason,
        by=by,
        at=now,
        nonce=nonce,
    )
    desk_mail.tell_people(done, desk_mail.people_of(done), now=now)
    return done


@transaction.atomic(durable=True)
def undo(*, action_id: int, by: Player, reason: str, now: datetime) -> DirectorAction:
    """Undo an action where the world has not moved on; undoing twice changes nothing.

    Raises NotAllowed, BadText, or TooLate with a sentence why it can't be.
    """
    found = DirectorAction.objects.get(pk=action_id)
    if found.season_id is None:
        raise TooLate(_("Change it once more instead: it concerns the league itself."))
    reason = _checked(reason)
    desk = check_desk(season_id=found.season_id, by=by, now=now, reason=reason)
    done = DirectorAction.objects.select_for_update().get(pk=action_id)
    if done.undone_at is not None:
        return done
    check_no_judge_of_oneself(_kind(done.kind), desk, done.arguments)
    check_newest(done)
    people = desk_mail.people_of(done)
    _kind(done.kind).undo(desk, done.arguments, done.before)
    done.undone_at, done.undone_by, done.undo_reason = now, by, reason
    done.save(update_fields=["undone_at", "undone_by", "undo_reason"])
    desk_mail.tell_people(done, people, now=now)
    audit.record(
        "director-undo", now=now, actor=by, reason=reason, league=desk.season.league.slug,
        season=desk.season.number, kind=done.kind, **done.arguments,
    )  # fmt: skip
    return done


def check_desk(*, season_id: int, by: Player, now: datetime, reason: str) -> Desk:
    """Lock a season for a director of its league. Raises NotAllowed."""
    # While it is held no step of the season's life and no other action comes between.
    seasons = Season.objects.select_for_update(of=("self",)).select_related("league")
    season = seasons.get(pk=season_id)
    check_director(by, season.league)
    return Desk(season=season, by=by, now=now, reason=reason)


def _mailed(
    desk: Desk, kind: str, arguments: dict[str, Any], before: dict[str, Any], newest: int
) -> list[str]:
    """Return the names of those for whom a dry run has queued mails, behind the mail of this number."""
    season = desk.season if _is_there(desk.season) else None
    done = DirectorAction(
        league=desk.season.league, season=season, kind=kind, arguments=arguments, before=before,
        by=desk.by, at=desk.now,
    )  # fmt: skip
    # By their time: what others queue meanwhile is none of its doing.
    queued = Q(mails__pk__gt=newest, mails__created_at=desk.now)
    found = Player.objects.filter(queued | Q(pk__in=desk_mail.people_of(done)))
    return list(found.order_by("name").values_list("name", flat=True).distinct())


def _is_there(season: Season) -> bool:
    """Tell whether a season is still stored: it may just have been called off."""
    key: int | None = season.pk
    return key is not None


def _last_result() -> str:
    hours = int(GRACE.total_seconds()) // 3600
    text = ngettext(
        "This is the season’s last result. %(hours)d hour after it the server writes down the final "
        "tables and tells everybody; then nothing can be changed any more.",
        "This is the season’s last result. %(hours)d hours after it the server writes down the final "
        "tables and tells everybody; then nothing can be changed any more.",
        hours,
    )
    return text % {"hours": hours}


def _shown(action: Kind, desk: Desk, arguments: dict[str, Any]) -> set[int]:
    """Return the divisions whose tables a dry run shows."""
    return action.division_ids(desk, arguments) if action.shows_standings else set()


def _check_seen(seen: str, action: Kind, desk: Desk, arguments: dict[str, Any]) -> None:
    if seen != fingerprint(desk, arguments, _shown(action, desk, arguments)):
        raise HasChanged(_("This has changed since you looked. Nothing was done; look again."))


def _kind(code: str) -> Kind:
    if code not in KINDS:
        raise NothingChosen(_("There is no such action."))
    return KINDS[code]


def _checked(reason: str) -> str:
    reason = " ".join(reason.split())
    if not reason:
        raise BadText(_("Give a reason: it stands in the league’s public log."))
    if len(reason) > REASON_LENGTH:
        raise BadText(_("A reason has at most %(most)d characters.") % {"most": REASON_LENGTH})
    return reason
