"""What must hold in the simulated year, looked at after every event; a fault is a sentence with its place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.db.models import QuerySet

from games.competition.clock import deadline
from games.management.year.ledger import Ledger
from games.management.year.minutes import Minutes
from games.models import (
    MailKind,
    Move,
    Outage,
    Outcome,
    OutgoingMail,
    Seat,
    Service,
    TimeOut,
    TimeoutPolicy,
)
from games.selectors.clocks import turns_of
from games.services.outages import LONGEST_SILENCE

MOST_FAULTS: Final = 20
MOST_REMINDERS: Final = 3
SLACK: Final = timedelta(minutes=2)
"""How far a reckoning by minutes may be off."""
OUTCOMES: Final = {
    TimeoutPolicy.REMIND_ONLY.value: (Outcome.REMINDED.value,),
    TimeoutPolicy.SUBSTITUTE.value: (Outcome.SUBSTITUTE.value, Outcome.BOT_FOR_GOOD.value),
}
"""What may become of a turn whose time is up, where it isn't called like the policy."""

Whose: TypeAlias = tuple[int | None, int | None]
"""A turn of a seat, and who sits there: seats change hands."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A stretch in which a part of the site was dead."""

    part: str
    start: datetime
    end: datetime

    @property
    def is_silence(self) -> bool:
        """Whether no sweep came for so long that every clock must have stood."""
        return self.part != Service.MAIL and self.end - self.start > LONGEST_SILENCE


@dataclass
class Checks:
    """The faults found so far, and how every clock was last seen. `forced`: turns that a director timed out."""

    faults: list[str] = field(default_factory=list)
    figures: Counter[str] = field(default_factory=Counter)
    forced: set[tuple[int, int]] = field(default_factory=set)
    failures: list[Failure] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)
    _clocks: dict[int, Seat] = field(default_factory=dict)
    _latest: dict[int, tuple[Whose | None, datetime]] = field(default_factory=dict)
    _told: Counter[tuple[int, int, int | None]] = field(default_factory=Counter)
    _reminders: set[tuple[int, int, int | None, int]] = field(default_factory=set)
    _last_move: int = 0
    _last_time_out: int = 0
    _last_mail: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether so much is wrong that more would tell nothing."""
        return len(self.faults) >= MOST_FAULTS

    def fault(self, now: datetime, sentence: str) -> None:
        """Note that something is wrong."""
        self.faults.append(f"{now:%Y-%m-%d %H:%M:%S} UTC: {sentence}")

    def look_at_all(self, now: datetime) -> list[Seat]:
        """Look at everything that has changed; return the seats that have been asked since the last look."""
        self._look_at_moves(now)
        self._look_at_time_outs(now)
        self._look_at_reminders(now)
        return self._look_at_clocks(now, Seat.objects.awaited())

    def look_at_game(self, game_id: int, now: datetime) -> list[Seat]:
        """Look at one game after a move in it; return the seats that have been asked since the last look."""
        self._look_at_moves(now)
        return self._look_at_clocks(now, Seat.objects.awaited().filter(game=game_id))

    def recompute(self, now: datetime) -> None:
        """Compute every running deadline anew: what is shown must be what is enforced."""
        if Outage.objects.filter(moved=None).exists():
            return
        seats = {seat.pk: seat for seat in Seat.objects.on_clock().select_related("game", "player")}
        for pk, turn in turns_of(list(seats.values())).items():
            self.figures["deadlines_recomputed"] += 1
            shown, enforced = seats[pk].deadline_at, deadline(turn)
            if shown != enforced:
                self.fault(now, f"{_place(seats[pk])}: {shown} is shown, {enforced} enforced")

    def _look_at_clocks(self, now: datetime, seats: QuerySet[Seat]) -> list[Seat]:
        asked = []
        for seat in seats.filter(bot="").select_related("game"):
            known = self._clocks.get(seat.pk)
            if known is None or _whose(known) != _whose(seat):
                asked.append(seat)
            self._check_deadline(seat, now)
            self._clocks[seat.pk] = seat
        return asked

    def _check_deadline(self, seat: Seat, now: datetime) -> None:
        """Nothing moves a deadline to an earlier moment."""
        if seat.deadline_at is None:
            return
        whose, latest = self._latest.get(seat.pk, (None, seat.deadline_at))
        if whose == _whose(seat) and seat.deadline_at < latest:
            self.fault(now, f"{_place(seat)}: the deadline moved back to {seat.deadline_at}")
        self._latest[seat.pk] = _whose(seat), seat.deadline_at

    def _look_at_moves(self, now: datetime) -> None:
        """Keep the books of what the moves have cost."""
        new = Move.objects.filter(pk__gt=self._last_move, seat__bot="").order_by("pk")
        for move in new.select_related("seat__game"):
            self._last_move = move.pk
            asked = self._clocks.get(move.seat_id)
            if asked is not None and asked.awaited_turn != move.asked_turn:
                asked = None
            wrong = self.ledger.note(move, asked, move.seat)
            self.figures["moves_reckoned"] += 1
            if wrong:
                self.fault(now, f"{_place(move.seat)}: {wrong}")

    def _look_at_time_outs(self, now: datetime) -> None:
        for row in TimeOut.objects.filter(pk__gt=self._last_time_out).order_by("pk"):
            self._last_time_out = row.pk
            seat = self._clocks.get(row.seat_id)
            if (row.seat_id, row.turn) in self.forced:
                continue
            if seat is None or _whose(seat) != (row.turn, row.player_id):
                self.fault(now, f"{row}: nobody was asked for this turn")
                continue
            self.figures["time_outs_reckoned"] += 1
            for wrong in self._wrongs(row, seat):
                self.fault(now, f"{_place(seat)}: timed out for {row.deadline_at}, {wrong}")

    def _wrongs(self, row: TimeOut, seat: Seat) -> list[str]:
        """Return what was unfair about a time-out. `seat` is as it was before."""
        minutes, at = Minutes(seat), row.deadline_at
        wrongs = []
        if at > row.at:
            wrongs.append("before the deadline")
        if closed := minutes.why_closed(at):
            wrongs.append(f"in {closed}")
        if any(each.is_silence and each.start < at < each.end for each in self.failures):
            wrongs.append("while the site was down")
        if minutes.ran(at) < minutes.granted() - SLACK:
            wrongs.append(f"after {minutes.ran(at)} of {minutes.granted()}")
        policy = seat.game.timeout_policy
        is_excused = seat.timeouts < seat.game.excused
        due = (Outcome.EXCUSED.value,) if is_excused else OUTCOMES.get(policy, (policy,))
        if row.outcome not in due:
            wrongs.append(f"with the outcome {row.outcome} instead of {due[0]}")
        return wrongs

    def _look_at_reminders(self, now: datetime) -> None:
        """No reminder comes twice, and in a night only a last call."""
        new = OutgoingMail.objects.filter(kind=MailKind.REMINDER, pk__gt=self._last_mail)
        for pk, context in new.order_by("pk").values_list("pk", "context"):
            self._last_mail = pk
            turns = [(int(seat), int(turn)) for seat, turn in context["turns"]]
            seats = Seat.objects.select_related("game").in_bulk([seat for seat, _ in turns])
            numbers = [self._note_reminder(seats[seat], turn, now) for seat, turn in turns]
            nights = [Minutes(seats[seat]).is_night(now) for seat, _ in turns]
            if any(nights) and max(numbers) < MOST_REMINDERS:
                self.fault(now, f"mail {pk}: a reminder in a night that was no last call")

    def _note_reminder(self, seat: Seat, turn: int, now: datetime) -> int:
        """Return which reminder of a turn this is."""
        whose = (seat.pk, turn, seat.player_id)
        self._told[whose] += 1
        key = (*whose, seat.reminded)
        self.figures["reminders_of_turns"] += 1
        if key in self._reminders or self._told[whose] > MOST_REMINDERS:
            self.fault(now, f"{_place(seat)}: reminded twice of turn {turn + 1}")
        self._reminders.add(key)
        return seat.reminded


def _whose(seat: Seat) -> Whose:
    return seat.awaited_turn, seat.player_id


def _place(seat: Seat) -> str:
    asked = "" if seat.awaited_turn is None else f", turn {seat.awaited_turn + 1}"
    return f"game {seat.game_id} ({seat.game.pace}), seat {seat.index + 1}{asked}"
