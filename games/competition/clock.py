"""From a pace to a deadline; everything that shows or sets a deadline calls this."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_PACE = re.compile(r"(?P<count>[1-9]\d{0,2})(?P<unit>[dh])")
_LONGEST = timedelta(days=60)


class InvalidPace(ValueError):
    """The pace can't be read; str() is the sentence for the person."""


def parse_pace(text: str) -> timedelta:
    """Return the time a player has for each move: "3d" is three days, "12h" twelve hours.

    Raises InvalidPace for anything else and for more than 60 days.

    >>> parse_pace("3d")
    datetime.timedelta(days=3)
    """
    match = _PACE.fullmatch(text.strip().lower())
    if match is None:
        raise InvalidPace(
            f"“{text[:20]}” is no pace: write days or hours per move, like 3d or 12h."
        )
    count = int(match["count"])
    time = timedelta(days=count) if match["unit"] == "d" else timedelta(hours=count)
    if time > _LONGEST:
        raise InvalidPace("A pace is at most 60 days per move.")
    return time


def deadline(pace: str, asked_at: datetime) -> datetime:
    """Return by when a player asked at `asked_at` is to move."""
    return asked_at + parse_pace(pace)
