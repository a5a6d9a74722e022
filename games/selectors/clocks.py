"""The clocks of seats as the pure clock knows them: what the rows say, put together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db.models import Q

from games.competition.clock import Calendar, Span, Turn, parse_pace
from games.models import GamePause, Outage, Seat, Vacation

__all__ = ["Breaks", "breaks_of", "known_zone", "turn_of", "turns_of"]


@dataclass(frozen=True, slots=True)
class Breaks:
    """What stops the clocks of some seats: pauses by game, vacations by player, outages for all."""

    pauses: dict[int, list[Span]]
    vacations: dict[int, list[Vacation]]
    outages: tuple[Span, ...]


def turns_of(seats: Sequence[Seat]) -> dict[int, Turn]:
    """Return the present or last turn of these seats on the clock, by seat id. Three queries for any number.

    Seats that were never asked are left out. Each seat's `game` must be at hand.
    """
    asked = [seat for seat in seats if seat.clock_from is not None]
    if not asked:
        return {}
    breaks = breaks_of(asked)
    return {seat.pk: turn_of(seat, breaks) for seat in asked}


def breaks_of(seats: Collection[Seat]) -> Breaks:
    """Return what stops the clocks of these seats since they were asked. Three queries."""
    since = min(seat.clock_from for seat in seats if seat.clock_from is not None)
    pauses: dict[int, list[Span]] = {}
    lasting = GamePause.objects.filter(game_id__in={seat.game_id for seat in seats})
    for pause in lasting.filter(Q(to_at__isnull=True) | Q(to_at__gt=since)):
        pauses.setdefault(pause.game_id, []).append(Span(pause.from_at, pause.to_at))
    vacations: dict[int, list[Vacation]] = {}
    players = {seat.player_id for seat in seats if seat.player_id is not None}
    for vacation in Vacation.objects.filter(player_id__in=players, to_at__gt=since):
        vacations.setdefault(vacation.player_id, []).append(vacation)
    outages = Outage.objects.filter(to_at__gt=since).values_list("from_at", "to_at")
    return Breaks(pauses, vacations, tuple(Span(start, end) for start, end in outages))


def turn_of(seat: Seat, breaks: Breaks) -> Turn:
    """Return a seat's present or last turn. Raises ValueError for a seat that was never asked."""
    if seat.clock_from is None:
        raise ValueError(f"seat {seat.pk} was never asked")
    away = _counting(breaks.vacations.get(seat.player_id or 0, ()), seat.clock_from)
    calendar = Calendar(
        zone=known_zone(seat.clock_zone),
        night=seat.clock_night,
        has_weekends_off=seat.game.has_weekends_off,
        breaks=(*breaks.pauses.get(seat.game_id, ()), *away, *breaks.outages),
    )
    bank = seat.bank if seat.awaited_turn is not None else seat.bank_before
    return Turn(parse_pace(seat.game.pace), seat.clock_from, calendar, bank, seat.extra)


def _counting(vacations: Iterable[Vacation], asked_at: datetime) -> list[Span]:
    """Return the vacations that count for a turn: all but those called off before it was asked."""
    return [
        Span(each.from_at, each.to_at)
        for each in vacations
        if each.cancelled_at is None or each.cancelled_at > asked_at
    ]


@cache
def known_zone(name: str) -> ZoneInfo:
    """Return the zone of this name; UTC for a name this machine doesn't know (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
