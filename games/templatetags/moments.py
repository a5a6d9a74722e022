"""Tags that write times for people: in the reader's zone with its name, and exact for machines."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.selectors.moments import moment_words, zone_name

register = template.Library()

_BEFORE_UNIT = re.compile(r"(?<=\d) (?=[^\W\d])")


@register.simple_tag
def moment(value: datetime) -> SafeString:
    """Write a moment: "Wed 2 Dec, 21:00 JST"."""
    local = timezone.localtime(value)
    written = date_format(local, _("D j M, H:i"))
    return _time(value, f"{written} {zone_name(local)}")


@register.simple_tag
def full_moment(value: datetime) -> SafeString:
    """Write a moment that may be in another year: "2 Dec 2026, 21:00 JST"."""
    return _time(value, moment_words(value))


@register.simple_tag
def day(value: datetime) -> SafeString:
    """Write the date of a moment: "2 Dec 2026"."""
    return _time(value, date_format(timezone.localtime(value), _("j M Y")))


@register.simple_tag
def time_left(deadline: datetime, now: datetime) -> str:
    """Write how long there is until a deadline: "1 d 17 h left"."""
    if deadline <= now:
        return _("time is up")
    return _("%(duration)s left") % {"duration": duration_words(deadline - now)}


@register.simple_tag
def time_since(value: datetime, now: datetime) -> str:
    """Write how long ago something was: "for 3 h 5 min"."""
    return _("for %(duration)s") % {"duration": duration_words(max(now - value, timedelta()))}


@register.filter
def duration(value: timedelta) -> str:
    """Write how long something took: "1 d 17 h"."""
    return duration_words(value)


@register.filter
def unbroken(words: str) -> str:
    """Keep some words on one line: "2 days 16 h left"."""
    return words.replace(" ", "\N{NO-BREAK SPACE}")


@register.filter
def is_soon(deadline: datetime | None, now: datetime) -> bool:
    """Tell whether a deadline has passed or comes within a day."""
    return deadline is not None and deadline - now < timedelta(days=1)


def duration_words(duration: timedelta) -> str:
    """Return a duration in its two largest units: "1 d 17 h", "5 h 20 min", "3 min".

    No line breaks between a number and its unit.
    """
    return _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", _duration_words(duration))


def _duration_words(duration: timedelta) -> str:
    minutes = int(duration.total_seconds()) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return _("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    if minutes:
        return _("%(minutes)d min") % {"minutes": minutes}
    return _("less than a minute")


def _time(value: datetime, text: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), text)
