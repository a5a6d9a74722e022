"""What every seat was given and has spent: the banks of the simulated year, kept a second time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, NamedTuple, TypeAlias

from games.competition.clock import Pace, parse_pace, running_time
from games.models import Move, Seat
from games.selectors.clocks import turns_of

NOTHING: Final = timedelta()
Owner: TypeAlias = tuple[int, int | None]
"""A seat and its player: who takes over has a bank of their own."""


class Entry(NamedTuple):
    """What a turn took from the bank, and what its move put in."""

    spent: timedelta
    added: timedelta


@dataclass
class Ledger:
    """The entries of every player's seat, by the turn it was asked at: a move that was taken back counts once."""

    _entries: dict[Owner, dict[int, Entry]] = field(default_factory=dict)
    _paces: dict[Owner, Pace] = field(default_factory=dict)

    def note(self, move: Move, asked: Seat | None, now: Seat) -> str:
        """Enter a move; return what is wrong with the bank, "" if nothing.

        `asked` is the seat as it was seen on the clock of this turn, None if it was asked and answered
        at once; `now` is the seat as it is.
        """
        pace = parse_pace(now.game.pace)
        first = pace.first_bank
        if first is None or now.bank is None:
            return ""
        owner = (now.pk, now.player_id)
        self._paces[owner] = pace
        if asked is None or asked.bank is None:
            # Answered by itself, in no time: whatever it was, only the increment was added.
            self._enter(owner, move, Entry(NOTHING, pace.increment))
            return ""
        turn = turns_of([asked])[asked.pk]
        ran = running_time(turn.calendar, turn.asked_at, move.played_at)
        over = max(ran - pace.grace - asked.extra, NOTHING)
        left = max(asked.bank - over, NOTHING)
        full = left + pace.increment
        expected = full if pace.cap is None else max(left, min(pace.cap, full))
        self._enter(owner, move, Entry(asked.bank - left, expected - left))
        if now.bank != expected and now.bank_before == asked.bank:
            return f"its bank is {now.bank} after turn {move.turn + 1}, and should be {expected}"
        return ""

    def overdrawn(self) -> list[str]:
        """Return who has spent more than was granted, a sentence each."""
        found = []
        for owner, entries in self._entries.items():
            granted = self._paces[owner].time + sum(
                (each.added for each in entries.values()), NOTHING
            )
            spent = sum((each.spent for each in entries.values()), NOTHING)
            if spent > granted:
                found.append(f"seat {owner[0]}: spent {spent}, granted {granted}")
        return found

    def __len__(self) -> int:
        return len(self._entries)

    def _enter(self, owner: Owner, move: Move, entry: Entry) -> None:
        self._entries.setdefault(owner, {})[move.asked_turn] = entry
