"""Paces: how much time players have, in the few characters that games store: 3d, 5d+12h<=7d, total 20d."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)
LONGEST: Final = 60 * DAY
LONGEST_TOTAL: Final = 365 * DAY
USUAL_GRACE: Final = 12 * HOUR
"""How long a turn may take before the bank is touched, unless the pace says otherwise."""

_TIME = r"(?:0|[1-9]\d{0,3})[dh]"
_GRACE = rf"(?: ?(?:grace|/) ?(?P<grace>{_TIME}))?"
_MOVE = re.compile(rf"(?P<time>{_TIME})")
_BANK = re.compile(
    rf"(?P<time>{_TIME}) ?\+ ?(?P<increment>{_TIME})(?: ?<= ?(?P<cap>{_TIME}))?{_GRACE}"
)
_TOTAL = re.compile(rf"total (?P<time>{_TIME}){_GRACE}")


class PaceFault(StrEnum):
    """What is wrong with a pace."""

    UNREADABLE = "unreadable"
    MOVE_TOO_LONG = "move_too_long"
    BANK_TOO_LONG = "bank_too_long"
    TOTAL_TOO_LONG = "total_too_long"
    NO_TIME = "no_time"
    PART_TOO_LONG = "part_too_long"
    CAP_TOO_LOW = "cap_too_low"


class InvalidPace(ValueError):
    """The pace can't be read or played; str() is the English sentence for the person.

    `fault` and `facts` (`text`, or `days`: the most there may be) say the same for other languages.
    """

    def __init__(self, fault: PaceFault, sentence: str, **facts: int | str) -> None:
        super().__init__(sentence)
        self.fault = fault
        self.facts = facts


class PaceKind(StrEnum):
    """What the time of a pace is for."""

    MOVE = "move"
    BANK = "bank"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Pace:
    """The time of a game.

    `time` is for each move (MOVE), in each player's bank at the start (BANK), or for all of a
    player's moves (TOTAL). BANK adds `increment` after each move, up to `cap` (None: no cap). With
    BANK and TOTAL the first `grace` of each turn costs nothing.
    """

    kind: PaceKind
    time: timedelta
    increment: timedelta = timedelta()
    cap: timedelta | None = None
    grace: timedelta = timedelta()

    @property
    def first_bank(self) -> timedelta | None:
        """What is in a player's bank when the game begins; None for a time for each move."""
        return None if self.kind is PaceKind.MOVE else self.time


PRESETS: Final = ("12h", "1d", "2d", "3d", "5d", "7d", "5d+12h<=7d", "10d+1d<=14d", "total 20d")
"""The paces that pages offer, the quickest of each kind first."""


def parse_pace(text: str) -> Pace:
    """Read a pace in any case and spacing. Raises InvalidPace.

    >>> parse_pace("3d").time
    datetime.timedelta(days=3)
    >>> parse_pace("5d+12h<=7d").cap
    datetime.timedelta(days=7)
    >>> parse_pace("total 20d").kind
    <PaceKind.TOTAL: 'total'>
    """
    words = " ".join(text.lower().split())
    for kind, shape in _SHAPES.items():
        match = shape.fullmatch(words)
        if match is not None:
            pace = _pace(kind, match.groupdict())
            _check(pace)
            return pace
    sentence = (
        f"“{text[:20]}” is no pace: write days or hours per move, like 3d or 12h; "
        "a bank with what each move adds and a cap, like 5d+12h<=7d; or total 20d."
    )
    raise InvalidPace(PaceFault.UNREADABLE, sentence, text=text[:20])


def format_pace(pace: Pace) -> str:
    """Write a pace in its one canonical form; `parse_pace` reads it back exactly.

    >>> format_pace(parse_pace("120H + 12h <= 7D"))
    '5d+12h<=7d'
    """
    grace = "" if pace.grace == _usual_grace(pace.kind) else f" grace {_short(pace.grace)}"
    match pace.kind:
        case PaceKind.MOVE:
            return _short(pace.time)
        case PaceKind.BANK:
            cap = "" if pace.cap is None else f"<={_short(pace.cap)}"
            return f"{_short(pace.time)}+{_short(pace.increment)}{cap}{grace}"
        case PaceKind.TOTAL:
            return f"total {_short(pace.time)}{grace}"


_SHAPES: Final = {PaceKind.MOVE: _MOVE, PaceKind.BANK: _BANK, PaceKind.TOTAL: _TOTAL}


def _usual_grace(kind: PaceKind) -> timedelta:
    return timedelta() if kind is PaceKind.MOVE else USUAL_GRACE


def _pace(kind: PaceKind, parts: dict[str, str | None]) -> Pace:
    times = {name: _time(text) for name, text in parts.items() if text is not None}
    times.setdefault("grace", _usual_grace(kind))
    return Pace(kind, **times)


def _check(pace: Pace) -> None:
    """Refuse what no game can be played at. Raises InvalidPace."""
    longest = LONGEST_TOTAL if pace.kind is PaceKind.TOTAL else LONGEST
    if pace.time > longest:
        fault, what = {
            PaceKind.MOVE: (PaceFault.MOVE_TOO_LONG, " per move"),
            PaceKind.BANK: (PaceFault.BANK_TOO_LONG, " in the bank"),
            PaceKind.TOTAL: (PaceFault.TOTAL_TOO_LONG, " in all"),
        }[pace.kind]
        sentence = f"A pace is at most {longest.days} days{what}."
        raise InvalidPace(fault, sentence, days=longest.days)
    if not pace.time or (pace.kind is PaceKind.BANK and not pace.increment):
        raise InvalidPace(PaceFault.NO_TIME, "A pace needs some time: at least one hour.")
    if max(pace.increment, pace.cap or pace.time, pace.grace) > longest:
        sentence = f"No part of a pace is longer than {longest.days} days."
        raise InvalidPace(PaceFault.PART_TOO_LONG, sentence, days=longest.days)
    if pace.cap is not None and pace.cap < pace.time:
        sentence = "The cap can't be less than what is in the bank at the start."
        raise InvalidPace(PaceFault.CAP_TOO_LOW, sentence)


def _time(text: str) -> timedelta:
    return int(text[:-1]) * (DAY if text[-1] == "d" else HOUR)


def _short(time: timedelta) -> str:
    hours = time // HOUR
    return f"{hours // 24}d" if hours and hours % 24 == 0 else f"{hours}h"
