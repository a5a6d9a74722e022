"""Standings and their tie-breaks."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.standings import (
    Criterion,
    InvalidResult,
    PointRule,
    SeatResult,
    Standing,
    TableResult,
    standings,
    usual_points,
)

ALICE, BOB, CAROL, DAVE, ERIN = 1, 2, 3, 4, 5
EVERY = (
    Criterion.POINTS_SHARE,
    Criterion.HEAD_TO_HEAD,
    Criterion.SONNEBORN_BERGER,
    Criterion.SCORE_RATIO,
    Criterion.DUPLICATE,
    Criterion.ROWS,
)


def played(
    number: int, *order: int, scores: Sequence[int] = (), rows: Sequence[int] = ()
) -> TableResult:
    """A table whose entries finished in this order."""
    return TableResult(
        number,
        tuple(
            SeatResult(
                entry, place, scores[place - 1] if scores else 0, rows[place - 1] if rows else 0
            )
            for place, entry in enumerate(order, start=1)
        ),
    )


def drawn(number: int, *entries: int) -> TableResult:
    return TableResult(number, tuple(SeatResult(entry, 1) for entry in entries))


def places(table: Sequence[Standing]) -> dict[int, int]:
    return {line.entry: line.place for line in table}


def deciders(table: Sequence[Standing]) -> dict[int, Criterion | None]:
    return {line.entry: line.decided_by for line in table}


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[int], list[TableResult], list[int], frozenset[int]]:
    entries = list(range(draw(st.integers(2, 7))))
    results = []
    for number in range(draw(st.integers(0, 9))):
        size = draw(st.integers(2, min(4, len(entries))))
        seats = tuple(
            SeatResult(
                entry, draw(st.integers(1, 3)), draw(st.integers(0, 5)), draw(st.integers(0, 2)),
                draw(st.integers(0, 8)) == 0, seat,
            )
            for seat, entry in enumerate(draw(st.permutations(entries))[:size])
        )  # fmt: skip
        deal = draw(st.sampled_from([None, 1, 2]))
        results.append(TableResult(number, seats, draw(st.integers(0, 9)) == 0, deal))
    byes = draw(st.lists(st.sampled_from(entries), max_size=2))
    withdrawn = draw(st.frozensets(st.sampled_from(entries), max_size=2))
    return entries, results, byes, withdrawn


orders = st.permutations(EVERY).flatmap(
    lambda order: st.integers(0, len(order)).map(lambda size: tuple(order[:size]))
)


@given(season=seasons(), order=orders, data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_order_of_results_seats_and_entries_does_not_matter(
    season: tuple[list[int], list[TableResult], list[int], frozenset[int]],
    order: tuple[Criterion, ...],
    data: st.DataObject,
) -> None:
    entries, results, byes, withdrawn = season
    shuffled = [
        TableResult(table.number, tuple(data.draw(st.permutations(table.seats))), table.is_void)
        for table in data.draw(st.permutations(results))
    ]
    one = standings(entries, results, order=order, byes=byes, withdrawn=withdrawn)
    two = standings(
        data.draw(st.permutations(entries)),
        shuffled,
        order=order,
        byes=byes[::-1],
        withdrawn=withdrawn,
    )
    assert one == two


def naive_points(entry: int, results: Sequence[TableResult]) -> Fraction:
    """Two points for each opponent behind, one for each level, written another way."""
    total = Fraction(0)
    for table in results:
        mine = next((seat for seat in table.seats if seat.entry == entry), None)
        if mine is None or mine.is_forfeit or table.is_void:
            continue
        for other in table.seats:
            if other.is_forfeit or other.place > mine.place:
                total += 2
            elif other.entry != entry and other.place == mine.place:
                total += 1
    return total


@given(season=seasons(), order=orders)
@settings(max_examples=60, deadline=None)
def test_places_follow_points_and_are_counted_as_in_sports(
    season: tuple[list[int], list[TableResult], list[int], frozenset[int]],
    order: tuple[Criterion, ...],
) -> None:
    entries, results, _, withdrawn = season
    table = standings(entries, results, order=order, withdrawn=withdrawn)
    assert sorted(line.entry for line in table) == entries
    assert {line.entry: line.tally.points for line in table} == {
        entry: naive_points(entry, results) for entry in entries
    }
    keys = [(line.entry not in withdrawn, line.tally.points) for line in table]
    assert keys == sorted(keys, reverse=True)
    for position, line in enumerate(table, start=1):
        assert line.place <= position <= line.last_place
        assert line.place == 1 + sum(other.place < line.place for other in table)


@given(season=seasons(), order=orders)
@settings(max_examples=60, deadline=None)
def test_the_steps_alone_reproduce_the_order(
    season: tuple[list[int], list[TableResult], list[int], frozenset[int]],
    order: tuple[Criterion, ...],
) -> None:
    entries, results, byes, withdrawn = season
    table = standings(entries, results, order=order, byes=byes, withdrawn=withdrawn)
    for one, two in pairwise(table):
        parted = [
            (mine, other)
            for mine, other in zip(one.steps, two.steps, strict=False)
            if mine.value != other.value
        ]
        if one.place == two.place:
            assert one.steps == two.steps
        else:
            mine, other = parted[0]
            assert (mine.criterion, mine.among) == (other.criterion, other.among)
            assert mine.value > other.value
    for line in table:
        assert all(line.entry in step.among for step in line.steps)


def test_points_decide_before_any_tie_break() -> None:
    results = [played(1, ALICE, BOB), drawn(2, BOB, CAROL)]
    table = standings([ALICE, BOB, CAROL], results, order=[])
    assert places(table) == {ALICE: 1, BOB: 2, CAROL: 2}
    assert set(deciders(table).values()) == {Criterion.POINTS}


def test_head_to_head_decides_between_two_level_on_points() -> None:
    results = [
        played(1, BOB, ALICE), played(2, ALICE, CAROL), played(3, CAROL, BOB),
        played(4, ALICE, DAVE), played(5, BOB, DAVE), played(6, DAVE, CAROL),
    ]  # fmt: skip
    table = standings([ALICE, BOB, CAROL, DAVE], results, order=[Criterion.HEAD_TO_HEAD])
    assert [line.entry for line in table] == [BOB, ALICE, DAVE, CAROL]
    assert [(step.criterion, int(step.value), step.among) for step in table[0].steps] == [
        (Criterion.POINTS, 4, (ALICE, BOB, CAROL, DAVE)),
        (Criterion.HEAD_TO_HEAD, 1, (ALICE, BOB)),
    ]
    assert table[2].decided_by is Criterion.HEAD_TO_HEAD


def test_head_to_head_says_nothing_unless_every_two_have_met() -> None:
    results = [played(1, ALICE, BOB), played(2, CAROL, DAVE)]
    table = standings([ALICE, BOB, CAROL, DAVE], results, order=[Criterion.HEAD_TO_HEAD])
    assert places(table) == {ALICE: 1, CAROL: 1, BOB: 3, DAVE: 3}
    assert table[0].shared_with == (CAROL,)


def test_who_stays_level_is_looked_at_again_by_the_same_tie_break() -> None:
    frank = 6
    among = [
        played(1, ALICE, BOB), played(2, ALICE, CAROL), drawn(3, ALICE, DAVE),
        played(4, DAVE, BOB), played(5, CAROL, DAVE), played(6, BOB, CAROL),
    ]  # fmt: skip
    others = [
        played(7, ERIN, ALICE), played(8, DAVE, ERIN), played(9, BOB, ERIN),
        drawn(10, BOB, frank), played(11, CAROL, ERIN), drawn(12, CAROL, frank),
    ]  # fmt: skip
    table = standings(range(1, 7), [*among, *others], order=[Criterion.HEAD_TO_HEAD])
    steps = {line.entry: [step.criterion for step in line.steps] for line in table}
    assert [line.entry for line in table][:4] == [ALICE, DAVE, BOB, CAROL]
    assert steps[ALICE] == [Criterion.POINTS, Criterion.HEAD_TO_HEAD]
    assert steps[BOB] == [Criterion.POINTS, Criterion.HEAD_TO_HEAD, Criterion.HEAD_TO_HEAD]
    assert table[2].steps[-1].among == (BOB, CAROL)


def test_sonneborn_berger_prefers_who_beat_the_stronger() -> None:
    results = [played(1, ALICE, CAROL), played(2, BOB, DAVE), played(3, CAROL, ERIN)]
    table = standings(range(1, 6), results, order=[Criterion.SONNEBORN_BERGER])
    assert places(table) == {ALICE: 1, BOB: 2, CAROL: 2, DAVE: 4, ERIN: 4}
    assert table[0].tally.berger == 2
    assert table[0].decided_by is Criterion.SONNEBORN_BERGER


def test_points_share_prefers_who_needed_fewer_games() -> None:
    results = [played(1, ALICE, CAROL), played(2, BOB, CAROL), played(3, DAVE, BOB)]
    table = standings([ALICE, BOB, CAROL, DAVE], results, order=[Criterion.POINTS_SHARE])
    assert places(table) == {ALICE: 1, DAVE: 1, BOB: 3, CAROL: 4}


def test_score_ratio_compares_with_the_mean_of_the_own_tables() -> None:
    results = [
        played(1, ALICE, BOB, CAROL, scores=(50, 30, 10)),
        played(2, DAVE, BOB, CAROL, scores=(90, 80, 70)),
    ]
    table = standings([ALICE, BOB, CAROL, DAVE], results, order=[Criterion.SCORE_RATIO])
    assert places(table)[ALICE] == 1
    assert table[0].steps[-1].value == Fraction(50, 30)


def test_rows_decide_last() -> None:
    results = [
        played(1, ALICE, BOB, scores=(50, 30), rows=(0, 1)),
        played(2, CAROL, DAVE, scores=(50, 30), rows=(2, 0)),
    ]
    table = standings([ALICE, BOB, CAROL, DAVE], results)
    assert [line.entry for line in table] == [CAROL, ALICE, BOB, DAVE]
    assert {line.decided_by for line in table} == {Criterion.ROWS}


def test_scores_of_a_table_that_somebody_forfeited_are_not_compared() -> None:
    seats = (SeatResult(ALICE, 1, 60, 3), SeatResult(BOB, 2, 2, 0, is_forfeit=True))
    line = standings([ALICE, BOB], [TableResult(1, seats)])[0]
    assert (int(line.tally.points), line.tally.score, line.tally.rows) == (2, 0, 0)


def test_who_forfeits_gets_nothing_and_the_others_move_up() -> None:
    seats = (
        SeatResult(ALICE, 1, is_forfeit=True), SeatResult(BOB, 2),
        SeatResult(CAROL, 3), SeatResult(DAVE, 4, is_forfeit=True),
    )  # fmt: skip
    table = standings([ALICE, BOB, CAROL, DAVE], [TableResult(1, seats)])
    points = {line.entry: line.tally.points for line in table}
    assert points == {BOB: 6, CAROL: 4, ALICE: 0, DAVE: 0}
    assert places(table) == {BOB: 1, CAROL: 2, ALICE: 3, DAVE: 3}


def test_a_void_table_counts_for_nothing() -> None:
    void = TableResult(1, played(1, ALICE, BOB).seats, is_void=True)
    table = standings([ALICE, BOB], [void])
    assert places(table) == {ALICE: 1, BOB: 1}
    assert [line.tally.games for line in table] == [0, 0]
    assert table[0].decided_by is None


def test_a_bye_brings_what_the_league_says_and_no_game() -> None:
    line = standings([ALICE, BOB], [], rule=PointRule(bye=2), byes=[BOB])[0]
    tally = line.tally
    assert (line.entry, int(tally.points), tally.games, tally.byes) == (BOB, 2, 0, 1)


def test_who_withdrew_stands_behind_all_who_stayed_and_keeps_the_results() -> None:
    results = [played(1, ALICE, BOB), played(2, ALICE, CAROL), drawn(3, BOB, CAROL)]
    table = standings([ALICE, BOB, CAROL], results, withdrawn={ALICE})
    assert places(table) == {BOB: 1, CAROL: 1, ALICE: 3}
    assert deciders(table)[ALICE] is Criterion.STAYED
    assert table[-1].tally.points == 4


def test_shared_places_share_the_points_of_their_places() -> None:
    rule = PointRule({4: (5, 3, 1, 0)})
    seats = tuple(SeatResult(entry, place) for entry, place in ((1, 1), (2, 2), (3, 2), (4, 2)))
    table = standings([1, 2, 3, 4], [TableResult(1, seats)], rule=rule)
    assert [line.tally.points for line in table] == [5, *[Fraction(4, 3)] * 3]


def test_usual_points_are_two_for_each_beaten_opponent() -> None:
    assert [list(map(int, usual_points(size))) for size in (2, 3, 4)] == [
        [2, 0], [4, 2, 0], [6, 4, 2, 0],
    ]  # fmt: skip


@pytest.mark.parametrize("points", [(1,), (0, 1), (1, -1)])
def test_points_that_rise_or_do_not_fit_are_refused(points: tuple[int, ...]) -> None:
    with pytest.raises(InvalidResult):
        PointRule({2: points})


@pytest.mark.parametrize(
    ("entries", "results"),
    [
        ([1, 1], []),
        ([1, 2], [played(1, 1, 3)]),
        ([1, 2], [played(1, 1, 2), played(1, 2, 1)]),
        ([1, 2], [played(1, 1, 1)]),
        ([1, 2], [played(1, 1)]),
        ([1, 2, 3, 4, 5], [played(1, 1, 2, 3, 4, 5)]),
    ],
)
def test_results_that_do_not_belong_are_refused(
    entries: list[int], results: list[TableResult]
) -> None:
    with pytest.raises(InvalidResult):
        standings(entries, results)


def test_the_first_criteria_can_not_be_chosen_again() -> None:
    with pytest.raises(InvalidResult):
        standings([1, 2], [], order=[Criterion.POINTS])
    with pytest.raises(InvalidResult):
        standings([1, 2], [], order=[Criterion.ROWS, Criterion.ROWS])
    with pytest.raises(InvalidResult):
        standings([1, 2], [], byes=[3])
