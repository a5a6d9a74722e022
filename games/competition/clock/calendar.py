"""When a clock stands and when a deadline may fall: breaks, weekends and nights, in a zone's rules at each date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge
from typing import Final

NIGHT_HOURS: Final = 9
_SATURDAY: Final = 5


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time from `start` up to but without `end`; None: nobody knows yet."""

    start: datetime
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Calendar:
    """When one player's clock stands, and when no deadline of theirs falls.

    `breaks` are pauses, vacations and outages, in any order; they may overlap. `night` is the local
    hour at which nine hours begin in which no deadline falls; the clock runs on through them. With
    `has_weekends_off` the clock stands on the player's Saturdays and Sundays.
    """

    zone: tzinfo = UTC
    night: int | None = None
    has_weekends_off: bool = False
    breaks: tuple[Span, ...] = ()


def running_time(calendar: Calendar, since: datetime, until: datetime) -> timedelta:
    """Return how long the clock ran between two moments."""
    cursor, ran = since.astimezone(UTC), timedelta()
    until = until.astimezone(UTC)
    for span in _standing(calendar, cursor):
        if span.start >= until:
            break
        ran += max(span.start - cursor, timedelta())
        if span.end is None:
            return ran
        cursor = max(cursor, span.end)
    return ran + max(until - cursor, timedelta())


def moment_after(calendar: Calendar, since: datetime, amount: timedelta) -> datetime | None:
    """Return when the clock has run for `amount`, in UTC; None while a break without end stops it."""
    cursor, left = since.astimezone(UTC), amount
    for span in _standing(calendar, cursor):
        if cursor + left <= span.start:
            break
        left -= max(span.start - cursor, timedelta())
        if span.end is None:
            return None
        cursor = max(cursor, span.end)
    return cursor + left


def next_open(calendar: Calendar, at: datetime) -> datetime | None:
    """Return the first moment from `at` on that lies in no break, weekend off or night, in UTC.

    None while a break without end stops the clock.
    """
    cursor = at.astimezone(UTC)
    while (span := _closing(calendar, cursor)) is not None:
        if span.end is None:
            return None
        cursor = span.end
    return cursor


def outside_night(calendar: Calendar, at: datetime) -> datetime:
    """Return `at`, or the end of the night it falls in."""
    span = _night_at(calendar, at)
    return at.astimezone(UTC) if span is None or span.end is None else span.end


def is_standing(calendar: Calendar, at: datetime) -> bool:
    """Tell whether the clock stands at this moment: a break, or a weekend off."""
    return _standing_at(calendar, at.astimezone(UTC)) is not None


def _closing(calendar: Calendar, at: datetime) -> Span | None:
    """Return a break, weekend or night that this moment lies in."""
    return _standing_at(calendar, at) or _night_at(calendar, at)


def _standing_at(calendar: Calendar, at: datetime) -> Span | None:
    for span in _standing(calendar, at):
        if span.start > at:
            return None
        if span.end is None or span.end > at:
            return span
    return None


def _standing(calendar: Calendar, since: datetime) -> Iterator[Span]:
    """Return the spans in which the clock stands and that end after `since`, by their start."""
    breaks = sorted(
        (Span(_utc(span.start), _end(span)) for span in calendar.breaks if _lasts(span, since)),
        key=_start,
    )
    if not calendar.has_weekends_off:
        return iter(breaks)
    return merge(breaks, _weekends(calendar.zone, since), key=_start)


def _lasts(span: Span, since: datetime) -> bool:
    return span.end is None or (span.end > since and span.end > span.start)


def _start(span: Span) -> datetime:
    return span.start


def _end(span: Span) -> datetime | None:
    return None if span.end is None else _utc(span.end)


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC)


def _weekends(zone: tzinfo, since: datetime) -> Iterator[Span]:
    """Return the weekends that end after `since`, one after the other."""
    day = since.astimezone(zone).date()
    saturday = day + timedelta(days=_SATURDAY - day.weekday())
    while True:
        monday = saturday + timedelta(days=2)
        span = Span(_earliest(saturday, 0, zone), _latest(monday, 0, zone))
        if span.end is not None and span.end > since:
            yield span
        saturday += timedelta(days=7)


def _night_at(calendar: Calendar, at: datetime) -> Span | None:
    if calendar.night is None:
        return None
    at = at.astimezone(UTC)
    today = at.astimezone(calendar.zone).date()
    for day in (today - timedelta(days=1), today):
        span = _night_of(day, calendar.night, calendar.zone)
        if span.end is not None and span.start <= at < span.end:
            return span
    return None


def _night_of(day: date, hour: int, zone: tzinfo) -> Span:
    """Return the night that begins on this day: nine hours by the clock on the wall."""
    days, end = divmod(hour + NIGHT_HOURS, 24)
    return Span(_earliest(day, hour, zone), _latest(day + timedelta(days=days), end, zone))


def _earliest(day: date, hour: int, zone: tzinfo) -> datetime:
    """Return a local hour in UTC: the first of two, the earlier reading of one that is skipped."""
    return min(_readings(day, hour, zone))


def _latest(day: date, hour: int, zone: tzinfo) -> datetime:
    """Return a local hour in UTC: the second of two, the later reading of one that is skipped."""
    return max(_readings(day, hour, zone))


def _readings(day: date, hour: int, zone: tzinfo) -> tuple[datetime, datetime]:
    local = datetime.combine(day, time(hour), tzinfo=zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
