"""Round robins for two, and what becomes of schedules when people leave."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.pairing import (
    Bye,
    InvalidPairing,
    Schedule,
    Table,
    balance,
    balanced_tables,
    round_robin,
    with_substitute,
    without,
)

seeds = st.binary(max_size=4)


def busy(schedule: Schedule) -> list[tuple[int, int]]:
    """Everybody's rounds, as (round, entry), with games and byes."""
    tables = [(table.round, entry) for table in schedule.tables for entry in table.seats]
    return tables + [(bye.round, bye.entry) for bye in schedule.byes]


@given(size=st.integers(2, 24), seed=seeds, is_double=st.booleans())
@settings(max_examples=60, deadline=None)
def test_everybody_meets_everybody_and_starts_half_the_games(
    size: int, seed: bytes, is_double: bool
) -> None:
    entries = range(100, 100 + size)
    schedule = round_robin(entries, seed, is_double=is_double)
    found = balance(schedule, entries)
    legs = 2 if is_double else 1
    assert found.meetings == (legs, legs)
    assert found.seats[1] - found.seats[0] <= (0 if is_double else 1)
    rounds = legs * (size - 1 if size % 2 == 0 else size)
    assert sorted(busy(schedule)) == [(n, e) for n in range(1, rounds + 1) for e in entries]


@given(size=st.integers(2, 15), seed=seeds)
@settings(max_examples=30, deadline=None)
def test_an_odd_field_gives_everybody_one_bye_and_an_even_one_nobody(
    size: int, seed: bytes
) -> None:
    byes = [bye.entry for bye in round_robin(range(size), seed).byes]
    assert sorted(byes) == (list(range(size)) if size % 2 else [])


def test_the_order_of_entering_does_not_matter_but_the_seed_does() -> None:
    assert round_robin([3, 1, 2, 4], b"a") == round_robin([1, 2, 3, 4], b"a")
    assert len({round_robin(range(8), bytes([seed])) for seed in range(10)}) > 1


@pytest.mark.parametrize("entries", [[], [1], [1, 2, 1]])
def test_too_few_or_double_entries_are_refused(entries: list[int]) -> None:
    with pytest.raises(InvalidPairing):
        round_robin(entries, b"")


@given(size=st.integers(3, 12), seed=seeds, since=st.integers(1, 12), data=st.data())
@settings(max_examples=40, deadline=None)
def test_who_withdraws_has_no_more_games_and_nobody_else_loses_a_round(
    size: int, seed: bytes, since: int, data: st.DataObject
) -> None:
    before = round_robin(range(size), seed)
    leaver = data.draw(st.integers(0, size - 1))
    after = without(before, leaver, since=since)
    expected = [(n, e) for n, e in busy(before) if e != leaver or n < since]
    assert Counter(busy(after)) == Counter(expected)
    assert [t for t in before.tables if t.round < since] == [
        t for t in after.tables if t.round < since
    ]


def test_a_table_of_four_goes_on_with_three_in_the_same_order() -> None:
    schedule = Schedule((Table(1, (1, 2, 3, 4)), Table(2, (4, 3, 2, 1))))
    assert without(schedule, 2, since=2) == Schedule((Table(1, (1, 2, 3, 4)), Table(2, (4, 3, 1))))


def test_a_late_withdrawal_keeps_the_rest_of_a_division_playing() -> None:
    schedule = balanced_tables(range(7), b"x", size=3, games=3)
    after = without(without(schedule, 0, since=1), 1, since=1)
    met = {frozenset((a, b)) for t in after.tables for a in t.seats for b in t.seats if a != b}
    assert met == {frozenset((a, b)) for a in range(2, 7) for b in range(2, 7) if a != b}


def test_a_substitute_takes_seats_and_byes_from_a_round_on() -> None:
    schedule = Schedule((Table(1, (1, 2)), Table(2, (2, 3)), Table(3, (3, 1))), (Bye(2, 1),))
    after = with_substitute(schedule, 1, 9, since=2)
    assert after == Schedule((Table(1, (1, 2)), Table(2, (2, 3)), Table(3, (3, 9))), (Bye(2, 9),))


def test_nobody_substitutes_in_a_round_in_which_they_play() -> None:
    schedule = Schedule((Table(1, (1, 2)), Table(1, (3, 4))))
    with pytest.raises(InvalidPairing):
        with_substitute(schedule, 1, 3, since=1)
