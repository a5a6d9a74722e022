"""Knockout trees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.pairing import (
    InvalidPairing,
    Slots,
    better_seed,
    first_slots,
    knockout_round,
    next_slots,
)


def strongest(slots: Slots, size: int) -> set[int]:
    """Winners if the better seed (the lower number) always wins."""
    groups = [slots[first : first + size] for first in range(0, len(slots), size)]
    return {min(e for e in group if e is not None) for group in groups if any(group)}


def test_eight_are_seeded_as_everywhere() -> None:
    slots = first_slots(range(1, 9))
    first, second = slots[:4], slots[4:]
    assert {frozenset(slots[at : at + 2]) for at in range(0, 8, 2)} == {
        frozenset({seed, 9 - seed}) for seed in range(1, 5)
    }
    assert {frozenset(first), frozenset(second)} == {
        frozenset({1, 8, 4, 5}),
        frozenset({2, 7, 3, 6}),
    }


@given(count=st.integers(2, 70), size=st.sampled_from([2, 3, 4]))
@settings(max_examples=60, deadline=None)
def test_if_the_better_seed_always_wins_the_best_stay_to_the_end(count: int, size: int) -> None:
    slots = first_slots(range(1, count + 1), size=size)
    assert sorted(e for e in slots if e is not None) == list(range(1, count + 1))
    number = 1
    while len(slots) > 1:
        schedule = knockout_round(slots, number, b"x", size=size)
        present = sorted(e for e in slots if e is not None)
        assert present == list(range(1, len(present) + 1))
        slots = next_slots(slots, strongest(slots, size), size=size)
        number += 1
        assert schedule.rounds in {0, number - 1}
    assert slots == (1,)


@given(count=st.integers(2, 70), size=st.sampled_from([2, 3, 4]))
@settings(max_examples=60, deadline=None)
def test_byes_come_in_the_first_round_only_and_to_the_best_only(count: int, size: int) -> None:
    slots = first_slots(range(1, count + 1), size=size)
    byes = sorted(bye.entry for bye in knockout_round(slots, 1, b"x", size=size).byes)
    assert byes == list(range(1, len(byes) + 1))
    second = next_slots(slots, strongest(slots, size), size=size)
    if len(second) > 1:
        assert knockout_round(second, 2, b"x", size=size).byes == ()


def test_who_withdraws_leaves_a_bye_to_the_next_opponent() -> None:
    slots = first_slots([1, 2, 3, 4])
    second = next_slots(slots, {1, 2}, gone={2})
    assert [bye.entry for bye in knockout_round(second, 2, b"x").byes] == [1]
    assert next_slots(second, set()) == (1,)


def test_a_table_that_everybody_left_sends_nobody_on() -> None:
    slots = first_slots([1, 2, 3, 4])
    assert sorted(map(bool, next_slots(slots, {1}, gone={2, 3}))) == [False, True]


def test_a_table_without_a_winner_or_with_two_is_refused() -> None:
    slots = first_slots([1, 2, 3, 4])
    with pytest.raises(InvalidPairing):
        next_slots(slots, {1})
    with pytest.raises(InvalidPairing):
        next_slots(slots, {1, 2, 4})


def test_of_those_who_share_the_first_place_the_better_seed_goes_on() -> None:
    assert better_seed({7, 3}, [5, 3, 7]) == 3


def test_seats_even_out_over_the_rounds() -> None:
    counts = {1: (1, 0), 2: (0, 1)}
    final = knockout_round((1, 2), 2, b"x", counts=counts)
    assert final.tables[0].seats == (2, 1)
