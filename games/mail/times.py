"""Deadlines as a player reads them: in their own time zone, named, and with the time left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.competition.clock import Pace, PaceKind


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of this name; UTC for a name this machine doesn't know (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


@dataclass(frozen=True, slots=True)
class Deadline:
    """By when to move: "Wed 2 Dec, 21:00 JST", and "1 day 17 h left"."""

    text: str
    left: str


def deadline_of(at: datetime, *, now: datetime) -> Deadline:
    """Return a deadline in the current time zone."""
    local = timezone.localtime(at)
    written = date_format(local, _("D j M, H:i"))
    return Deadline(text=f"{written} {zone_name(local)}", left=time_left(at - now))


def zone_name(local: datetime) -> str:
    """Return the short name of a moment's zone; zones without one are named by their offset.

    >>> from zoneinfo import ZoneInfo
    >>> zone_name(datetime(2026, 12, 2, tzinfo=ZoneInfo("Asia/Tokyo")))
    'JST'
    >>> zone_name(datetime(2026, 12, 2, tzinfo=ZoneInfo("America/Sao_Paulo")))
    'UTC-03'
    """
    name = local.tzname() or "UTC"
    if name in {"GMT", "UCT", "Zulu"} and not local.utcoffset():
        name = "UTC"
    return f"UTC{name}" if name[0] in "+-" else name


def time_left(left: timedelta) -> str:
    """Return how long something still takes, in its two largest units."""
    minutes = int(left.total_seconds()) // 60
    if minutes < 0:
        return _("the time is up")
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        day_words = ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
        return _("%(days)s %(hours)d h left") % {"days": day_words, "hours": hours}
    if hours:
        return _("%(hours)d h %(minutes)d min left") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)d min left") % {"minutes": minutes}


def pace_words(pace: Pace) -> str:
    """Return the time that players have, as part of a sentence: "3 days for each move"."""
    words = {"time": span_words(pace.time), "increment": span_words(pace.increment)}
    match pace.kind:
        case PaceKind.MOVE:
            return _("%(time)s for each move") % words
        case PaceKind.TOTAL:
            return _("%(time)s for all moves of a player") % words
        case PaceKind.BANK if pace.cap is None:
            return _("a bank of %(time)s and %(increment)s more with each move") % words
    words["cap"] = span_words(pace.cap or pace.time)
    text = _("a bank of %(time)s and %(increment)s more with each move, up to %(cap)s")
    return text % words


def span_words(time: timedelta) -> str:
    """Return a length of time in days or hours: "3 days", "36 hours"."""
    days, hours = time.days, time.seconds // 3600
    if hours or not days:
        hours += 24 * days
        return ngettext("%(hours)d hour", "%(hours)d hours", hours) % {"hours": hours}
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


def day_words(at: datetime) -> str:
    """Return the day of a moment in the current time zone: "Wed 2 Dec"."""
    return date_format(timezone.localtime(at), _("D j M"))
