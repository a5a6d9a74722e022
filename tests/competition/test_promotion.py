"""Promotion and relegation."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.promotion import (
    Assignment,
    Finisher,
    Formula,
    InvalidProposal,
    Proposal,
    Reason,
    Returning,
    Shift,
    proposal,
)

FORMULA = Formula(up=2, down=2, smallest=4, largest=8)


def division(first: int, size: int, *, gone: tuple[int, ...] = ()) -> list[Finisher]:
    """Players numbered on from `first`, placed in this order."""
    return [
        Finisher(player, place, player not in gone)
        for place, player in enumerate(range(first, first + size), start=1)
    ]


def levels(found: Proposal) -> list[list[int]]:
    return [[line.player for line in each] for each in found.divisions]


def of(found: Proposal, player: int) -> Assignment:
    return next(line for each in found.divisions for line in each if line.player == player)


Case = tuple[list[list[Finisher]], Formula, list[Returning], list[int]]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    last: list[list[Finisher]] = []
    player = 0
    for _ in range(draw(st.integers(0, 4))):
        table: list[Finisher] = []
        for index in range(draw(st.integers(1, 10))):
            is_level = bool(table) and draw(st.integers(0, 3)) == 0
            place = table[-1].place if is_level else index + 1
            table.append(Finisher(player, place, draw(st.integers(0, 5)) > 0))
            player += 1
        last.append(table)
    back = [Returning(1000 + n, draw(st.integers(0, 5))) for n in range(draw(st.integers(0, 4)))]
    new = list(range(2000, 2000 + draw(st.integers(0, 6))))
    smallest = draw(st.integers(1, 6))
    formula = Formula(
        draw(st.integers(0, 3)),
        draw(st.integers(0, 3)),
        smallest,
        smallest + draw(st.integers(0, 8)),
    )
    return last, formula, back, new


@given(case=cases(), seed=st.binary(max_size=3))
@settings(max_examples=150, deadline=None)
def test_everybody_who_enters_plays_exactly_once_and_nobody_else(case: Case, seed: bytes) -> None:
    last, formula, back, new = case
    found = proposal(last, formula, seed, returning=back, new=new)
    expected = [line.player for table in last for line in table if line.is_back]
    expected += [one.player for one in back] + new
    assert Counter(player for each in levels(found) for player in each) == Counter(expected)
    assert all(line.level == at for at, each in enumerate(found.divisions) for line in each)


@given(case=cases())
@settings(max_examples=150, deadline=None)
def test_sizes_keep_the_limits_whenever_any_number_of_divisions_can(case: Case) -> None:
    last, formula, back, new = case
    found = proposal(last, formula, b"x", returning=back, new=new)
    sizes = [len(each) for each in found.divisions]
    total = sum(sizes)
    possible = any(
        count * formula.smallest <= total <= count * formula.largest for count in range(total + 1)
    )
    assert found.is_within_limits == possible
    assert all(size <= formula.largest for size in sizes)
    assert not possible or all(size >= formula.smallest for size in sizes)
    assert not sizes or max(sizes) - min(sizes) <= 1


@given(case=cases(), seed=st.binary(max_size=3))
@settings(max_examples=150, deadline=None)
def test_who_was_placed_better_never_ends_below_the_others_of_the_division(
    case: Case, seed: bytes
) -> None:
    last, formula, back, new = case
    found = proposal(last, formula, seed, returning=back, new=new)
    now = {line.player: line.level for each in found.divisions for line in each}
    for table in last:
        there = [line for line in table if line.is_back]
        for one in there:
            assert all(now[one.player] <= now[two.player] for two in there if one.place < two.place)


@given(case=cases(), data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_order_of_lines_does_not_matter(case: Case, data: st.DataObject) -> None:
    last, formula, back, new = case
    other = [data.draw(st.permutations(table)) for table in last]
    assert proposal(last, formula, b"x", returning=back, new=new) == proposal(
        other, formula, b"x", returning=back, new=new
    )


@given(case=cases())
@settings(max_examples=60, deadline=None)
def test_a_reason_and_a_shift_say_what_happened(case: Case) -> None:
    last, formula, back, new = case
    found = proposal(last, formula, b"x", returning=back, new=new).divisions
    for each in found:
        for line in each:
            was = line.level if line.was_level is None else line.was_level
            step = {Reason.PROMOTED: -1, Reason.STAYED: 0, Reason.RELEGATED: 1}
            if line.reason in step:
                assert line.claim == was + step[line.reason]
            assert (line.shift is Shift.NONE) == (line.level == line.claim)
            assert (line.shift is Shift.FILLED) == (line.level < line.claim)
            if line.reason is Reason.PROMOTED and line.level > was:
                assert len(found[was]) < formula.up  # only where not even they have room


def test_two_go_up_and_two_go_down_between_full_divisions() -> None:
    found = proposal([division(1, 6), division(11, 6)], FORMULA, b"x")
    assert levels(found) == [[1, 2, 3, 4, 11, 12], [13, 14, 15, 16, 5, 6]]
    assert (of(found, 11).reason, of(found, 11).was_place) == (Reason.PROMOTED, 1)
    assert of(found, 6).reason is Reason.RELEGATED
    assert {line.shift for each in found.divisions for line in each} == {Shift.NONE}


def test_when_somebody_leaves_the_next_of_the_division_below_fills_the_place() -> None:
    found = proposal([division(1, 6, gone=(2, 3)), division(11, 6)], FORMULA, b"x")
    assert levels(found) == [[1, 4, 11, 12, 13], [14, 15, 16, 5, 6]]
    assert (of(found, 13).reason, of(found, 13).shift) == (Reason.STAYED, Shift.FILLED)


def test_who_goes_down_is_kept_before_the_division_below_that_is_empty() -> None:
    found = proposal([division(1, 6), division(11, 2, gone=(11, 12))], FORMULA, b"x")
    assert levels(found) == [[1, 2, 3, 4, 5, 6]]
    assert of(found, 5).shift is Shift.FILLED


def test_the_weakest_claims_give_way_where_there_is_no_room() -> None:
    found = proposal(
        [division(1, 8), division(11, 8)], FORMULA, b"x", returning=[Returning(90, 0)], new=[91]
    )
    assert [len(each) for each in found.divisions] == [6, 6, 6]
    assert of(found, 90).reason is Reason.RETURNING
    assert (of(found, 90).claim, of(found, 90).level) == (0, 1)
    assert of(found, 90).shift is Shift.NO_ROOM
    assert (of(found, 91).reason, of(found, 91).level) == (Reason.NEW, 2)


def test_who_was_promoted_never_goes_down_where_a_division_above_had_grown_too_large() -> None:
    last = [division(1, 6), division(11, 4), division(21, 3)]
    found = proposal(last, Formula(up=2, down=1, smallest=3, largest=4), b"x")
    assert [len(each) for each in found.divisions] == [3, 3, 3, 4]
    assert [of(found, player).level for player in (21, 22)] == [2, 2]
    assert of(found, 21).reason is Reason.PROMOTED


def test_new_players_fill_the_first_season_in_their_order() -> None:
    found = proposal([], FORMULA, b"x", new=range(1, 13))
    assert levels(found) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]


def test_in_a_first_season_nobody_is_moved_and_only_those_without_a_rating_come_by_lot() -> None:
    found = proposal([], FORMULA, b"x", new=range(1, 13), unrated={11, 12})
    lines = [line for each in found.divisions for line in each]
    assert all(line.shift is Shift.NONE and line.claim == line.level for line in lines)
    assert [line.player for line in lines if line.is_by_lot] == [11, 12]


def test_a_shared_place_across_the_edge_is_parted_by_lot() -> None:
    table = [Finisher(1, 1), Finisher(2, 2), Finisher(3, 2), Finisher(4, 4)]
    above = division(11, 4)
    formula = Formula(up=2, down=2, smallest=4, largest=4)
    seen: set[int] = set()
    for number in range(12):
        found = proposal([above, table], formula, bytes([number]))
        seen.update(line.player for line in found.divisions[0] if line.player in {2, 3})
        assert [of(found, player).is_by_lot for player in (1, 2, 3, 4)] == [
            False,
            True,
            True,
            False,
        ]
    assert seen == {2, 3}


def test_too_few_players_for_the_limits_still_get_a_division_and_it_says_so() -> None:
    found = proposal([], FORMULA, b"x", new=[1, 2, 3])
    assert levels(found) == [[1, 2, 3]]
    assert not found.is_within_limits


def test_nobody_enters_twice() -> None:
    with pytest.raises(InvalidProposal):
        proposal([division(1, 4)], FORMULA, b"x", new=[1])
    with pytest.raises(InvalidProposal):
        proposal([division(1, 4, gone=(1,))], FORMULA, b"x", returning=[Returning(1, 0)])


@pytest.mark.parametrize("numbers", [(-1, 0, 4, 8), (0, -1, 4, 8), (0, 0, 0, 8), (0, 0, 9, 8)])
def test_formulas_that_can_not_be_are_refused(numbers: tuple[int, int, int, int]) -> None:
    with pytest.raises(InvalidProposal):
        Formula(*numbers)
