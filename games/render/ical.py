"""A calendar as text that calendar programs read (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

__all__ = ["Event", "calendar"]

LONGEST: Final = 75
"""Octets in a line; longer ones are folded."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something at a moment, in UTC. `key` is the same for the same thing each time it is told."""

    key: str
    at: datetime
    title: str
    text: str
    address: str


def calendar(events: Iterable[Event], *, name: str, host: str, made_at: datetime) -> str:
    """Return a calendar with these events, lines ended by CR LF."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Azul by mail//deadlines//EN",
        "CALSCALE:GREGORIAN", f"X-WR-CALNAME:{_escaped(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]  # fmt: skip
    for event in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{event.key}@{host}",
            f"DTSTAMP:{_moment(made_at)}",
            f"DTSTART:{_moment(event.at)}",
            f"DTEND:{_moment(event.at)}",
            f"SUMMARY:{_escaped(event.title)}",
            f"DESCRIPTION:{_escaped(event.text)}",
            f"URL:{event.address}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _moment(at: datetime) -> str:
    return f"{at:%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    r"""Return a text in which nothing ends the line or the value.

    >>> _escaped("Tiles, again;\nhere")
    'Tiles\\, again\\;\\nhere'
    """
    for special in ("\\", ";", ","):
        text = text.replace(special, f"\\{special}")
    return "\\n".join(text.splitlines())


def _folded(line: str) -> list[str]:
    """Return a line in pieces of at most 75 octets, no letter cut; all but the first begin with a blank."""
    pieces, piece, size = [], "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LONGEST:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    return [*pieces, piece]
