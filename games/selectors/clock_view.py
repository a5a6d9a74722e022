"""What a game's page says about its clocks: who is away, what stands still, what the reader may do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.models import (
    GamePause,
    OfferCause,
    OfferState,
    Outage,
    PauseKind,
    Seat,
    SeatOffer,
    Vacation,
)
from games.selectors.positions import Table

__all__ = ["Away", "ClockView", "Gift", "Offered", "clock_view"]


@dataclass(frozen=True, slots=True)
class Gift:
    """A seat that may be given time, as it was when its giver looked: the turn, and the time added so far."""

    name: str
    seat: int
    turn: int
    before: timedelta

    @property
    def value(self) -> str:
        """All of it for a form: "1.17.86400"; see parsed."""
        return f"{self.seat}.{self.turn}.{self.before // timedelta(seconds=1)}"

    @classmethod
    def parsed(cls, value: str) -> Gift | None:
        """Return the gift that a form named, without the name; None for anything else."""
        if not re.fullmatch(r"[0-3]\.[0-9]{1,6}\.[0-9]{1,8}", value):
            return None
        seat, turn, seconds = map(int, value.split("."))
        return cls("", seat, turn, timedelta(seconds=seconds))


@dataclass(frozen=True, slots=True)
class Away:
    """A player who has announced a vacation, present or coming."""

    name: str
    from_at: datetime
    to_at: datetime
    is_now: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat that is offered to players who stand in. `is_absent`: its player's time is up, and the game waits."""

    name: str
    seat: int
    is_absent: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clocks of a running game as one reader sees them.

    `own_deadline` is when the reader's turn ends, None if it isn't theirs or the clock stands; `overdue` are
    names whose time is up. `askers` have agreed to a pause; `gifts` are the seats, with names, to which the
    reader may give a day. `offered` seats are not among the `overdue`.
    """

    own_deadline: datetime | None
    pause: GamePause | None
    outages: tuple[Outage, ...]
    away: tuple[Away, ...]
    overdue: tuple[str, ...]
    offered: tuple[Offered, ...]
    askers: tuple[str, ...]
    is_player: bool
    has_asked: bool
    gifts: tuple[Gift, ...]
    own_seat: int | None = None

    @property
    def can_end_pause(self) -> bool:
        """Whether the reader may let the clock run again."""
        pause = self.pause
        is_open = pause is not None and pause.to_at is None
        return self.is_player and is_open and pause is not None and pause.kind == PauseKind.AGREED

    @property
    def has_news(self) -> bool:
        """Whether there is anything to say."""
        return bool(
            self.pause or self.outages or self.away or self.overdue or self.offered or self.askers
        )

    @property
    def is_offered(self) -> bool:
        """Whether the reader's own seat is offered."""
        return any(each.seat == self.own_seat for each in self.offered)


def clock_view(table: Table, own: Seat | None, *, now: datetime) -> ClockView | None:
    """Return the clocks of a running game for the holder of a seat, or for anybody. Four queries.

    None for a game that isn't running.
    """
    if not table.game.is_running:
        return None
    waiting = [s for s in table.seats if s.awaited_turn is not None and not s.is_bot]
    is_player = own is not None and not own.is_bot
    offered = _offered(table)
    absent = {each.seat for each in offered if each.is_absent}
    own_id = own.pk if own is not None and is_player else None
    return ClockView(
        own_deadline=next((s.deadline_at for s in waiting if s.pk == own_id), None),
        pause=_pause(table, now),
        outages=_outages(waiting),
        away=_away(table, now),
        overdue=tuple(
            seat.shown_name for seat in waiting if seat.is_overdue and seat.index not in absent
        ),
        offered=offered,
        askers=tuple(seat.shown_name for seat in table.seats if seat.wants_pause),
        is_player=is_player,
        has_asked=own is not None and own.wants_pause,
        gifts=tuple(_gift(seat) for seat in waiting if is_player and seat.pk != own_id),
        own_seat=own.index if own is not None and is_player else None,
    )


def _offered(table: Table) -> tuple[Offered, ...]:
    offers = SeatOffer.objects.filter(game=table.game, state=OfferState.OPEN)
    causes = dict(offers.values_list("seat_id", "cause"))
    return tuple(
        Offered(seat.shown_name, seat.index, causes[seat.pk] == OfferCause.TIME_OUT)
        for seat in table.seats
        if seat.pk in causes
    )


def _gift(seat: Seat) -> Gift:
    return Gift(seat.shown_name, seat.index, seat.awaited_turn or 0, seat.extra)


def _pause(table: Table, now: datetime) -> GamePause | None:
    lasting = GamePause.objects.filter(Q(to_at__isnull=True) | Q(to_at__gt=now), game=table.game)
    return min(lasting, key=lambda pause: pause.to_at is not None, default=None)


def _outages(waiting: list[Seat]) -> tuple[Outage, ...]:
    """Return the outages by which the deadlines that wait were moved."""
    since = min((seat.clock_from for seat in waiting if seat.clock_from), default=None)
    if since is None:
        return ()
    return tuple(Outage.objects.filter(to_at__gt=since).order_by("from_at")[:3])


def _away(table: Table, now: datetime) -> tuple[Away, ...]:
    names = {seat.player_id: seat.name for seat in table.seats if not seat.is_bot}
    coming = Vacation.objects.filter(player__in=names, to_at__gt=now, cancelled_at=None)
    return tuple(
        Away(names[each.player_id], each.from_at, each.to_at, is_now=each.from_at <= now)
        for each in coming.order_by("from_at")
    )
