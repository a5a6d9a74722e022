"""Paces as text."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.competition.clock import PRESETS, InvalidPace, Pace, PaceKind, format_pace, parse_pace

HOUR = timedelta(hours=1)
hours = st.integers(1, 60 * 24).filter(lambda count: count < 1000 or count % 24 == 0)


@st.composite
def paces(draw: st.DrawFn) -> Pace:
    kind = draw(st.sampled_from(PaceKind))
    time, grace = draw(hours) * HOUR, draw(hours | st.just(0)) * HOUR
    if kind is PaceKind.MOVE:
        return Pace(kind, time)
    if kind is PaceKind.TOTAL:
        return Pace(kind, time, grace=grace)
    cap = draw(st.none() | hours.map(lambda count: max(count * HOUR, time)))
    return Pace(kind, time, increment=draw(hours) * HOUR, cap=cap, grace=grace)


@given(pace=paces())
def test_what_is_written_reads_back_the_same_and_fits_the_column(pace: Pace) -> None:
    text = format_pace(pace)
    assert parse_pace(text) == pace
    assert len(text) <= 30


@pytest.mark.parametrize("text", PRESETS)
def test_presets_are_written_as_the_clock_writes_them(text: str) -> None:
    assert format_pace(parse_pace(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3D", "3d"),
        ("36h", "36h"),
        ("48h", "2d"),
        (" 5d + 12h <= 7d ", "5d+12h<=7d"),
        ("5d+12h<=7d grace 12h", "5d+12h<=7d"),
        ("5d+12h / 6h", "5d+12h grace 6h"),
        ("5d+1d<=7d grace 0h", "5d+1d<=7d grace 0h"),
        ("Total  20D", "total 20d"),
    ],
)
def test_case_and_spacing_do_not_matter(text: str, canonical: str) -> None:
    assert format_pace(parse_pace(text)) == canonical


def test_a_bank_has_twelve_hours_of_grace_unless_it_says_otherwise() -> None:
    assert parse_pace("5d+12h<=7d").grace == 12 * HOUR
    assert parse_pace("total 20d").grace == 12 * HOUR
    assert parse_pace("3d").grace == timedelta()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("soon", "“soon” is no pace"),
        ("", "is no pace"),
        ("3", "is no pace"),
        ("-3d", "is no pace"),
        ("3d+", "is no pace"),
        ("３d", "is no pace"),
        ("0d", "at least one hour"),
        ("5d+0h", "at least one hour"),
        ("61d", "at most 60 days per move"),
        ("61d+1d", "at most 60 days in the bank"),
        ("total 366d", "at most 365 days in all"),
        ("5d+12h<=4d", "cap can't be less"),
        ("5d+61d", "No part of a pace is longer than 60 days"),
        ("5d+1d<=99d", "No part of a pace is longer than 60 days"),
    ],
)
def test_what_no_game_can_be_played_at_is_refused_with_a_sentence(text: str, fault: str) -> None:
    with pytest.raises(InvalidPace, match=fault):
        parse_pace(text)
