"""One turn of one player on the clock: by when to move, what it has cost, what is left after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from games.competition.clock.calendar import (
    Calendar,
    is_standing,
    moment_after,
    next_open,
    outside_night,
    running_time,
)
from games.competition.clock.paces import Pace, PaceKind

REMIND_AT: Final = (0.50, 0.85)
"""The shares of a turn's time after which its player is reminded, before the last call."""
LAST_CALL: Final = timedelta(hours=2)
LAST_CALL_SHARE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Turn:
    """Everything the clock needs to know of one turn of one player.

    `bank` is what the player had left when asked (None with a time for each move, or at the game's
    first turn); `extra` is what a director or an opponent has added to this turn.
    """

    pace: Pace
    asked_at: datetime
    calendar: Calendar
    bank: timedelta | None = None
    extra: timedelta = timedelta()

    @property
    def bank_at_start(self) -> timedelta:
        """What was in the bank when the player was asked; nothing with a time for each move."""
        bank = self.pace.first_bank if self.bank is None else self.bank
        return timedelta() if bank is None else bank


def granted(turn: Turn) -> timedelta:
    """Return for how long the clock may run in this turn."""
    if turn.pace.kind is PaceKind.MOVE:
        return turn.pace.time + turn.extra
    return turn.pace.grace + turn.bank_at_start + turn.extra


def deadline(turn: Turn) -> datetime | None:
    """Return by when the player is to move, in UTC; None while the clock stands without an end.

    The moment at which the granted time has run, moved on to the first one that lies in no break,
    weekend off or night. Whatever shows or enforces a deadline gets it here.
    """
    at = moment_after(turn.calendar, turn.asked_at, granted(turn))
    return None if at is None else next_open(turn.calendar, at)


def spent(turn: Turn, at: datetime) -> timedelta:
    """Return how much of the granted time has gone by at a moment; never more than all of it."""
    return min(granted(turn), running_time(turn.calendar, turn.asked_at, at))


def time_left(turn: Turn, at: datetime) -> timedelta:
    """Return for how long the clock may still run."""
    return granted(turn) - spent(turn, at)


def bank_after(turn: Turn, moved_at: datetime) -> timedelta | None:
    """Return what is in the player's bank after a move; None with a time for each move.

    Grace and extra time are used up before the bank. The increment doesn't lift it over the cap, and
    the cap takes nothing away that was there before.
    """
    if turn.pace.kind is PaceKind.MOVE:
        return None
    free = turn.pace.grace + turn.extra
    left = turn.bank_at_start - max(spent(turn, moved_at) - free, timedelta())
    topped = left + turn.pace.increment
    return topped if turn.pace.cap is None else max(left, min(turn.pace.cap, topped))


def is_stopped(turn: Turn, at: datetime) -> bool:
    """Tell whether the clock stands at this moment."""
    return is_standing(turn.calendar, at)


def reminders(turn: Turn) -> tuple[datetime, ...]:
    """Return when to remind the player: at 50 % and 85 % of the time, and the last call.

    In UTC, in order, none before the player was asked. The first two fall in no night; one that
    would come after the last call falls together with it. Empty while the clock stands without an end.
    """
    end, whole = deadline(turn), granted(turn)
    if end is None:
        return ()
    last = max(end - min(LAST_CALL, whole * LAST_CALL_SHARE), turn.asked_at.astimezone(UTC))
    times = []
    for share in REMIND_AT:
        at = moment_after(turn.calendar, turn.asked_at, whole * share)
        times.append(last if at is None else min(outside_night(turn.calendar, at), last))
    return (*times, last)
