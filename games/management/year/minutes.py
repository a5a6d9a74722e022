"""A turn's time reckoned a minute at a time: slower than the clock, and made another way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from games.competition.clock import NIGHT_HOURS, PaceKind, parse_pace
from games.models import GamePause, Outage, Seat, Vacation
from games.selectors.clocks import known_zone

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Why no clock ran, and from when to when; no end: up to now."""

    why: str
    start: datetime
    end: datetime | None

    def holds(self, at: datetime) -> bool:
        """Whether a moment lies in it."""
        return self.start <= at and (self.end is None or at < self.end)


class Minutes:
    """The turn that a seat was on, as it was last seen; everything that stops it is read from the rows."""

    def __init__(self, seat: Seat) -> None:
        if seat.clock_from is None:
            raise ValueError(f"seat {seat.pk} was never asked")
        self.seat, self.asked_at = seat, seat.clock_from
        self.zone: tzinfo = known_zone(seat.clock_zone)
        self.stretches = [*self._pauses(), *self._vacations(), *self._outages()]

    def why_closed(self, at: datetime) -> str:
        """Return why no deadline may fall on this moment, "" if one may."""
        if self.is_night(at):
            return "a night"
        return self.why_standing(at)

    def why_standing(self, at: datetime) -> str:
        """Return why the clock stands at this moment, "" if it runs."""
        if self.seat.game.has_weekends_off and at.astimezone(self.zone).weekday() >= 5:
            return "a weekend off"
        return next((each.why for each in self.stretches if each.holds(at)), "")

    def ran(self, until: datetime) -> timedelta:
        """Return how long the clock ran, to the minute."""
        at, count = self.asked_at, 0
        while at < until:
            count += not self.why_standing(at)
            at += MINUTE
        return count * MINUTE

    def granted(self) -> timedelta:
        """Return for how long it may run."""
        pace = parse_pace(self.seat.game.pace)
        if pace.kind is PaceKind.MOVE:
            return pace.time + self.seat.extra
        bank = pace.time if self.seat.bank is None else self.seat.bank
        return pace.grace + bank + self.seat.extra

    def is_night(self, at: datetime) -> bool:
        """Whether a moment lies in the player's night."""
        night = self.seat.clock_night
        return night is not None and (at.astimezone(self.zone).hour - night) % 24 < NIGHT_HOURS

    def _pauses(self) -> list[Stretch]:
        pauses = GamePause.objects.filter(game=self.seat.game_id)
        return [Stretch("a pause", pause.from_at, pause.to_at) for pause in pauses]

    def _vacations(self) -> list[Stretch]:
        vacations = Vacation.objects.filter(player=self.seat.player_id)
        return [
            Stretch("a vacation", each.from_at, each.to_at)
            for each in vacations
            if each.cancelled_at is None or each.cancelled_at > self.asked_at
        ]

    def _outages(self) -> list[Stretch]:
        return [Stretch("an outage", each.from_at, each.to_at) for each in Outage.objects.all()]
