"""Starting, charging and reading the clocks of seats, inside the transaction of the service that calls.

Every deadline on a row was computed here, by the pure clock, and is never written by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.competition.clock import Turn, bank_after, deadline, parse_pace, reminders
from games.models import Game, OfferCause, OfferState, Seat
from games.selectors.clocks import turns_of
from games.services.seat_offers import close_offers

CLOCK_FIELDS = (
    "bank",
    "bank_before",
    "clock_from",
    "clock_zone",
    "clock_night",
    "extra",
    "deadline_at",
    "remind_at",
    "reminded",
    "is_overdue",
)


def start_clock(seat: Seat, *, now: datetime) -> None:
    """Put a seat that is asked now on a new clock, in memory. Zone and night are those of this moment."""
    if seat.bank is None:
        seat.bank = parse_pace(seat.game.pace).first_bank
    seat.bank_before = seat.bank
    seat.clock_from, seat.extra, seat.reminded, seat.is_overdue = now, timedelta(), 0, False
    if seat.player is not None:
        seat.clock_zone, seat.clock_night = seat.player.time_zone, seat.player.night


def charge(seat: Seat, *, moved_at: datetime) -> None:
    """Take from a seat's bank what its turn has cost and add the increment, in memory. Three queries or none."""
    seat.bank_before = seat.bank
    if seat.is_bot or parse_pace(seat.game.pace).first_bank is None:
        return
    turn = turns_of([seat]).get(seat.pk)
    if turn is not None:
        seat.bank = bank_after(turn, moved_at)


def resume_clock(seat: Seat) -> None:
    """Put a seat whose move was taken back on the clock it had, in memory."""
    seat.bank = seat.bank_before


def set_deadlines(seats: Sequence[Seat]) -> None:
    """Compute deadline and next reminder of these seats, in memory. Three queries."""
    people = [seat for seat in seats if not seat.is_bot]
    turns = turns_of(people)
    for seat in seats:
        turn = turns.get(seat.pk)
        seat.deadline_at = None if turn is None else deadline(turn)
        seat.remind_at = None if turn is None else next_reminder(turn, seat.reminded)


def next_reminder(turn: Turn, reminded: int) -> datetime | None:
    """Return when the next reminder of a turn is due, None when all have been sent."""
    return next(iter(reminders(turn)[reminded:]), None)


def recheck_deadlines(game: Game, seats: Sequence[Seat], *, now: datetime) -> int:
    """Compute the deadlines of a locked game's seats once more, and write them only if one has moved.

    For a turn that may have run out: mostly it has. Returns how many moved.
    """
    waiting = [seat for seat in seats if seat.awaited_turn is not None]
    before = [(seat.deadline_at, seat.remind_at) for seat in waiting]
    set_deadlines(waiting)
    found = [(seat.deadline_at, seat.remind_at) for seat in waiting]
    for seat, (deadline_at, remind_at) in zip(waiting, before, strict=True):
        seat.deadline_at, seat.remind_at = deadline_at, remind_at
    if [at for at, _remind in found] == [at for at, _remind in before]:
        return 0
    return refresh_deadlines(game, seats, now=now)


def refresh_deadlines(game: Game, seats: Sequence[Seat], *, now: datetime) -> int:
    """Compute and write anew the deadlines of a locked game's seats that are to move; return how many moved.

    A seat whose time was up is back on the clock if it has time again.
    """
    waiting = [seat for seat in seats if seat.awaited_turn is not None]
    before = {seat.pk: seat.deadline_at for seat in waiting}
    set_deadlines(waiting)
    moved = [seat for seat in waiting if seat.deadline_at != before[seat.pk]]
    back = [seat for seat in waiting if seat.is_overdue and _has_time(seat, now)]
    for seat in back:
        seat.is_overdue = False
    if back:
        # Who has time again needs no substitute.
        close_offers(
            seats=[seat.pk for seat in back],
            state=OfferState.WITHDRAWN,
            cause=OfferCause.TIME_OUT,
            now=now,
        )
    Seat.objects.bulk_update(waiting, ["deadline_at", "remind_at", "is_overdue", "extra", "bank"])
    game.deadline_at = first_deadline(seats)
    game.save(update_fields=["deadline_at"])
    return len(moved)


def _has_time(seat: Seat, now: datetime) -> bool:
    return seat.deadline_at is None or seat.deadline_at > now


def first_deadline(seats: Sequence[Seat]) -> datetime | None:
    """Return the earliest deadline of the seats that are to move."""
    waiting = [seat.deadline_at for seat in seats if seat.awaited_turn is not None]
    return min((at for at in waiting if at is not None), default=None)
