"""The clock: examples by hand, and properties over random paces, breaks, nights, weekends and zones."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.competition.clock import (
    Calendar,
    PaceKind,
    Span,
    Turn,
    bank_after,
    deadline,
    granted,
    is_stopped,
    parse_pace,
    reminders,
    running_time,
    spent,
    time_left,
)

HOUR, DAY, NOTHING = timedelta(hours=1), timedelta(days=1), timedelta()
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)
TOKYO, BERLIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")
NEW_YORK, LORD_HOWE = ZoneInfo("America/New_York"), ZoneInfo("Australia/Lord_Howe")
ZONES = (TOKYO, BERLIN, NEW_YORK, LORD_HOWE, ZoneInfo("UTC"), ZoneInfo("America/Santiago"))
ROUNDS = settings(max_examples=60, deadline=None)


def a_turn(
    pace: str = "3d",
    asked_at: datetime = MONDAY,
    *,
    bank: timedelta | None = None,
    extra: timedelta = NOTHING,
    zone: ZoneInfo = TOKYO,
    night: int | None = None,
    weekends: bool = False,
    breaks: tuple[Span, ...] = (),
) -> Turn:
    calendar = Calendar(zone, night, has_weekends_off=weekends, breaks=breaks)
    return Turn(parse_pace(pace), asked_at, calendar, bank, extra)


def local(zone: ZoneInfo, *when: int) -> datetime:
    return datetime(*when, tzinfo=zone)  # type: ignore[arg-type,misc]


def span(start_hours: float, end_hours: float | None) -> Span:
    """Return a break by hours from the Monday of these tests."""
    end = None if end_hours is None else MONDAY + end_hours * HOUR
    return Span(MONDAY + start_hours * HOUR, end)


# --- by hand ------------------------------------------------------------------------------------


def test_a_time_for_each_move_runs_from_being_asked() -> None:
    assert deadline(a_turn("36h")) == MONDAY + 36 * HOUR


def test_a_bank_adds_its_grace_and_what_is_left() -> None:
    assert deadline(a_turn("5d+12h<=7d")) == MONDAY + 5 * DAY + 12 * HOUR
    assert deadline(a_turn("5d+12h<=7d", bank=DAY)) == MONDAY + DAY + 12 * HOUR


@pytest.mark.parametrize(
    ("bank_hours", "moved_after_hours", "left_hours"),
    [
        (120, 12, 132),  # within the grace: only the increment
        (120, 36, 108),  # 24 of 36 hours are charged, 12 come back
        (160, 1, 168),  # the cap is seven days
        (200, 1, 200),  # a gift over the cap is not taken away
        (10, 22, 12),  # the last minute: nothing left, then the increment
        (10, 90, 12),  # time-out: no bank falls below nothing
    ],
)
def test_a_bank_pays_beyond_the_grace_and_gets_the_increment(
    bank_hours: int, moved_after_hours: int, left_hours: int
) -> None:
    turn = a_turn("5d+12h<=7d", bank=bank_hours * HOUR)
    assert bank_after(turn, MONDAY + moved_after_hours * HOUR) == left_hours * HOUR


def test_a_time_for_all_moves_only_shrinks() -> None:
    turn = a_turn("total 20d")
    assert bank_after(turn, MONDAY + 60 * HOUR) == 18 * DAY
    assert bank_after(turn, MONDAY + 11 * HOUR) == 20 * DAY


def test_a_time_for_each_move_leaves_no_bank() -> None:
    assert bank_after(a_turn("3d"), MONDAY + DAY) is None


def test_time_given_to_one_turn_is_used_before_the_bank() -> None:
    turn = a_turn("5d+12h", bank=DAY, extra=DAY)
    assert deadline(turn) == MONDAY + 60 * HOUR
    assert bank_after(turn, MONDAY + 37 * HOUR) == 35 * HOUR


def test_the_clock_stands_in_pauses_vacations_and_outages_however_they_overlap() -> None:
    breaks = (span(10, 20), span(15, 30), span(12, 13), span(-5, 2))
    assert deadline(a_turn("3d", breaks=breaks)) == MONDAY + 72 * HOUR + 22 * HOUR


def test_a_deadline_that_would_fall_on_the_start_of_a_break_waits_for_its_end() -> None:
    assert deadline(a_turn("12h", breaks=(span(12, 20),))) == MONDAY + 20 * HOUR


def test_there_is_no_deadline_while_a_pause_has_no_end() -> None:
    turn = a_turn("3d", breaks=(span(10, None),))
    assert deadline(turn) is None
    assert reminders(turn) == ()
    assert spent(turn, MONDAY + 99 * DAY) == 10 * HOUR


def test_a_pause_that_begins_after_the_deadline_changes_nothing() -> None:
    assert deadline(a_turn("12h", breaks=(span(13, None),))) == MONDAY + 12 * HOUR


def test_a_deadline_at_night_moves_to_the_morning_and_the_clock_runs_on() -> None:
    asked = local(TOKYO, 2026, 6, 1, 23, 30)
    turn = a_turn("1d", asked, night=23)
    assert deadline(turn) == local(TOKYO, 2026, 6, 3, 8)
    assert spent(turn, asked + 10 * HOUR) == 10 * HOUR


def test_the_end_of_a_night_is_a_time_at_which_a_deadline_may_fall() -> None:
    turn = a_turn("1d", local(TOKYO, 2026, 6, 1, 8), night=23)
    assert deadline(turn) == local(TOKYO, 2026, 6, 2, 8)


def test_weekends_off_are_the_players_own_saturdays_and_sundays() -> None:
    asked = local(NEW_YORK, 2026, 6, 5, 18)  # a Friday
    turn = a_turn("1d", asked, zone=NEW_YORK, weekends=True)
    assert deadline(turn) == local(NEW_YORK, 2026, 6, 8, 18)
    assert is_stopped(turn, local(NEW_YORK, 2026, 6, 7, 23, 59))
    assert not is_stopped(turn, local(NEW_YORK, 2026, 6, 8, 0))


def test_a_night_that_begins_in_a_weekend_ends_on_monday_morning() -> None:
    turn = a_turn("6h", local(TOKYO, 2026, 6, 5, 18), night=22, weekends=True)
    assert deadline(turn) == local(TOKYO, 2026, 6, 8, 7)


@pytest.mark.parametrize(
    ("zone", "asked", "expected"),
    [
        # The hour lost on 8 March and won on 1 November is real time: 24 hours later is another hour.
        (NEW_YORK, (2026, 3, 7, 12), (2026, 3, 8, 13)),
        (NEW_YORK, (2026, 10, 31, 12), (2026, 11, 1, 11)),
        (BERLIN, (2026, 3, 28, 12), (2026, 3, 29, 13)),
        (BERLIN, (2026, 10, 24, 12), (2026, 10, 25, 11)),
        (LORD_HOWE, (2026, 4, 4, 12), (2026, 4, 5, 11, 30)),
        (LORD_HOWE, (2026, 10, 3, 12), (2026, 10, 4, 12, 30)),
        (TOKYO, (2026, 3, 28, 12), (2026, 3, 29, 12)),
    ],
)
def test_a_day_of_time_is_24_hours_whatever_the_wall_clock_does(
    zone: ZoneInfo, asked: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert deadline(a_turn("1d", local(zone, *asked), zone=zone)) == local(zone, *expected)


@pytest.mark.parametrize(
    ("zone", "at", "morning"),
    [
        # Nights go by the clock on the wall: 22:00 to 7:00 has eight, nine or ten hours.
        (NEW_YORK, (2026, 3, 7, 22), (2026, 3, 8, 7)),
        (NEW_YORK, (2026, 10, 31, 22), (2026, 11, 1, 7)),
        (BERLIN, (2026, 3, 28, 23), (2026, 3, 29, 7)),
        (BERLIN, (2026, 10, 25, 1), (2026, 10, 25, 7)),
        (LORD_HOWE, (2026, 4, 5, 1, 45), (2026, 4, 5, 7)),
        (LORD_HOWE, (2026, 10, 4, 1), (2026, 10, 4, 7)),
        (TOKYO, (2026, 10, 25, 1), (2026, 10, 25, 7)),
    ],
)
def test_a_night_ends_at_the_same_hour_on_the_wall_when_clocks_change(
    zone: ZoneInfo, at: tuple[int, ...], morning: tuple[int, ...]
) -> None:
    asked = local(zone, *at).astimezone(UTC) - 6 * HOUR
    assert deadline(a_turn("6h", asked, zone=zone, night=22)) == local(zone, *morning)


def test_a_weekend_in_which_clocks_change_ends_at_local_midnight() -> None:
    turn = a_turn("1d", local(BERLIN, 2026, 3, 27, 23), zone=BERLIN, weekends=True)
    assert deadline(turn) == local(BERLIN, 2026, 3, 30, 23)


def test_reminders_come_at_half_at_85_percent_and_before_the_end() -> None:
    times = [(at - MONDAY) / HOUR for at in reminders(a_turn("100h"))]
    assert times == [50, 85, 98]


def test_a_reminder_waits_for_the_morning_but_never_for_longer_than_the_last_call() -> None:
    asked = local(TOKYO, 2026, 6, 1, 12)
    turn = a_turn("1d", asked, night=22)  # half is midnight, 85 % is 8:24
    assert reminders(turn)[0] == local(TOKYO, 2026, 6, 2, 7)
    short = a_turn("12h", local(TOKYO, 2026, 6, 1, 18), night=22)  # ends at 7 instead of 6
    assert set(reminders(short)) == {local(TOKYO, 2026, 6, 2, 6, 24)}


# --- properties ---------------------------------------------------------------------------------

minutes = st.integers(0, 60 * 24 * 20).map(lambda count: timedelta(minutes=count))
# Days around the changes of clocks in spring and autumn, north and south, and any other.
starts = st.one_of(
    st.datetimes(datetime(2026, 3, 1), datetime(2026, 4, 10)),
    st.datetimes(datetime(2026, 9, 25), datetime(2026, 11, 5)),
    st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),
).map(lambda at: at.replace(tzinfo=UTC, second=0, microsecond=0))


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    hours = st.integers(1, 240)
    kind = draw(st.sampled_from(PaceKind))
    pace = {
        PaceKind.MOVE: lambda: f"{draw(hours)}h",
        PaceKind.BANK: lambda: f"{draw(hours)}h+{draw(hours)}h grace {draw(hours)}h",
        PaceKind.TOTAL: lambda: f"total {draw(hours)}h",
    }[kind]()
    asked_at = draw(starts)
    breaks = [
        Span(asked_at + start - 5 * DAY, asked_at + start - 5 * DAY + length)
        for start, length in draw(st.lists(st.tuples(minutes, minutes), max_size=5))
    ]
    calendar = Calendar(
        zone=draw(st.sampled_from(ZONES)),
        night=draw(st.none() | st.integers(0, 23)),
        has_weekends_off=draw(st.booleans()),
        breaks=tuple(breaks),
    )
    bank = None if kind is PaceKind.MOVE else draw(st.none() | minutes)
    return Turn(parse_pace(pace), asked_at, calendar, bank, draw(st.just(NOTHING) | minutes))


def ends(turn: Turn) -> datetime:
    end = deadline(turn)
    assert end is not None
    return end


def is_night(turn: Turn, at: datetime) -> bool:
    """Tell it by the hour on the wall alone."""
    night = turn.calendar.night
    if night is None:
        return False
    return (at.astimezone(turn.calendar.zone).hour - night) % 24 < 9


def stands(turn: Turn, at: datetime) -> bool:
    """Tell it minute by minute: no spans are laid side by side here."""
    calendar = turn.calendar
    if calendar.has_weekends_off and at.astimezone(calendar.zone).weekday() >= 5:
        return True
    return any(span.start <= at < (span.end or at + DAY) for span in calendar.breaks)


@ROUNDS
@given(turn=turns())
def test_no_deadline_falls_in_a_break_a_weekend_off_or_a_night(turn: Turn) -> None:
    end = ends(turn)
    assert end.tzinfo is UTC
    assert not stands(turn, end)
    assert not is_night(turn, end)


@settings(max_examples=25, deadline=None)
@given(turn=turns(), share=st.floats(0, 1))
def test_the_clock_agrees_with_counting_minutes(turn: Turn, share: float) -> None:
    end = ends(turn)
    assume(end - turn.asked_at < 40 * DAY)
    until = turn.asked_at + int((end - turn.asked_at) / timedelta(minutes=1) * share) * (HOUR / 60)
    ran, at = NOTHING, turn.asked_at
    while at < until:
        ran += NOTHING if stands(turn, at) else HOUR / 60
        at += HOUR / 60
    assert running_time(turn.calendar, turn.asked_at, until) == ran


@ROUNDS
@given(turn=turns())
def test_the_deadline_leaves_at_least_the_granted_time_and_ends_with_it_used(turn: Turn) -> None:
    end = ends(turn)
    assert end >= turn.asked_at + granted(turn)
    assert running_time(turn.calendar, turn.asked_at, end) >= granted(turn)
    assert time_left(turn, end) == NOTHING
    # Just before it, there is time left, or a break or a night has given the player until now.
    before = end - timedelta(microseconds=1)
    if end > turn.asked_at and not stands(turn, before) and not is_night(turn, before):
        assert time_left(turn, before) > NOTHING


@ROUNDS
@given(turn=turns(), start=minutes, length=minutes)
def test_one_more_break_never_moves_a_deadline_backwards(
    turn: Turn, start: timedelta, length: timedelta
) -> None:
    more = Span(turn.asked_at + start, turn.asked_at + start + length)
    calendar = replace(turn.calendar, breaks=(*turn.calendar.breaks, more))
    assert ends(replace(turn, calendar=calendar)) >= ends(turn)


@ROUNDS
@given(turn=turns(), gift=minutes)
def test_more_time_never_moves_a_deadline_backwards(turn: Turn, gift: timedelta) -> None:
    assert ends(replace(turn, extra=turn.extra + gift)) >= ends(turn)
    if turn.pace.kind is not PaceKind.MOVE:
        assert ends(replace(turn, bank=turn.bank_at_start + gift)) >= ends(turn)


@ROUNDS
@given(turn=turns(), length=minutes)
def test_an_outage_moves_a_running_deadline_by_its_whole_length(
    turn: Turn, length: timedelta
) -> None:
    plain = replace(turn, calendar=Calendar(turn.calendar.zone))
    down = Span(turn.asked_at, turn.asked_at + length)
    moved = replace(plain, calendar=Calendar(turn.calendar.zone, breaks=(down,)))
    assert ends(moved) - ends(plain) == length


@ROUNDS
@given(turn=turns(), order=st.randoms())
def test_the_order_in_which_breaks_became_known_changes_nothing(turn: Turn, order: object) -> None:
    breaks = list(turn.calendar.breaks)
    order.shuffle(breaks)  # type: ignore[attr-defined]
    # Told twice is told once.
    calendar = replace(turn.calendar, breaks=(*breaks, *turn.calendar.breaks))
    same = replace(turn, calendar=calendar)
    assert (ends(same), reminders(same)) == (ends(turn), reminders(turn))


@ROUNDS
@given(turn=turns(), moments=st.lists(minutes, min_size=2, max_size=5))
def test_time_spent_only_grows_and_never_exceeds_what_was_granted(
    turn: Turn, moments: list[timedelta]
) -> None:
    figures = [spent(turn, turn.asked_at + after) for after in sorted(moments)]
    assert figures == sorted(figures)
    assert figures[0] >= NOTHING
    assert figures[-1] <= granted(turn)


@ROUNDS
@given(turn=turns(), taken=st.lists(minutes, min_size=1, max_size=12))
def test_a_whole_game_never_charges_more_than_bank_increments_and_gifts(
    turn: Turn, taken: list[timedelta]
) -> None:
    assume(turn.pace.kind is not PaceKind.MOVE)
    first = turn.bank_at_start
    charged = NOTHING
    for after in taken:
        moved_at = min(turn.asked_at + after, ends(turn))
        free = turn.pace.grace + turn.extra
        charged += max(spent(turn, moved_at) - free, NOTHING)
        bank = bank_after(turn, moved_at)
        assert bank is not None
        assert bank >= NOTHING
        turn = replace(turn, asked_at=moved_at, bank=bank)
    assert charged <= first + len(taken) * turn.pace.increment


@ROUNDS
@given(turn=turns())
def test_reminders_come_in_order_after_being_asked_and_before_the_deadline(turn: Turn) -> None:
    half, most, last = reminders(turn)
    assert turn.asked_at <= half <= most <= last <= ends(turn)
    for at in (half, most):
        assert at == last or not is_night(turn, at)


@ROUNDS
@given(turn=turns(), zone=st.sampled_from(ZONES))
def test_the_zone_in_which_moments_are_given_changes_nothing(turn: Turn, zone: ZoneInfo) -> None:
    breaks = tuple(
        Span(each.start.astimezone(zone), each.end and each.end.astimezone(zone))
        for each in turn.calendar.breaks
    )
    same = replace(
        turn,
        asked_at=turn.asked_at.astimezone(zone),
        calendar=replace(turn.calendar, breaks=breaks),
    )
    assert ends(same) == ends(turn)
    assert bank_after(same, ends(same)) == bank_after(turn, ends(turn))
