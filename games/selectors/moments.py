"""Moments in words: in the zone of whoever reads, which is named with them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

__all__ = ["moment_words", "zone_name"]


def moment_words(at: datetime) -> str:
    """Write a moment that may be in another year: "2 Dec 2026, 21:00 JST"."""
    local = timezone.localtime(at)
    written = date_format(local, _("j M Y, H:i"))
    return f"{written} {zone_name(local)}"


def zone_name(local: datetime) -> str:
    """Return the short name of a local time's zone: "JST"; "UTC−03" for zones without a name."""
    name = local.tzname() or "UTC"
    if name in {"GMT", "UCT", "Zulu"} and not local.utcoffset():
        name = "UTC"
    return f"UTC{name.replace('-', '−')}" if name[0] in "+-" else name
