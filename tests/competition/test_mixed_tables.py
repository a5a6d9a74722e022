"""Tables of three and four in every round: everybody plays, at either size and in each seat as often."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.pairing import (
    InvalidPairing,
    Schedule,
    balance,
    mixed_balance_table,
    mixed_sizes,
    mixed_tables,
)
from games.competition.pairing.seats import seat_spread, seats_of_sizes
from games.competition.standings import (
    PointRule,
    SeatResult,
    TableResult,
    level_points,
    standings,
)
from games.competition.standings.results import table_points

CELLS = [(players, rounds) for players in range(4, 17) for rounds in range(2, 9)]
# No three or four rounds of 7 players exist in which meetings differ by two at most.
WIDER = {(7, 3), (7, 4)}


def spread(counts: Counter[int], players: int) -> int:
    every = [counts[player] for player in range(players)]
    return max(every) - min(every)


def check(schedule: Schedule, players: int, rounds: int) -> None:
    """Everybody has one table in each round (of five one rests); sizes and seats come as equally often."""
    for number in range(1, rounds + 1):
        tables = [table.seats for table in schedule.tables if table.round == number]
        resting = [bye.entry for bye in schedule.byes if bye.round == number]
        assert sorted([*resting, *[entry for seats in tables for entry in seats]]) == list(
            range(players)
        )
        assert [len(seats) for seats in tables] == mixed_sizes(players)
        assert len(resting) == (players == 5)
    assert schedule.rounds == rounds
    for size in range(2, 5):
        seats = [table.seats for table in schedule.tables if len(table.seats) == size]
        assert spread(Counter([entry for each in seats for entry in each]), players) <= 1
        for player in range(players):
            own = Counter([each.index(player) for each in seats if player in each])
            assert spread(own, size) <= 1


@given(players=st.integers(2, 40), rounds=st.integers(1, 10), seed=st.binary(max_size=3))
@settings(max_examples=12, deadline=None)
def test_any_division_plays_whole_rounds_with_sizes_and_seats_as_equal_as_can_be(
    players: int, rounds: int, seed: bytes
) -> None:
    check(mixed_tables(range(players), seed, rounds=rounds), players, rounds)


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_everybody_meets_everybody_and_sits_everywhere_about_as_often(
    cell: tuple[int, int],
) -> None:
    players, rounds = cell
    schedule = mixed_tables(range(players), b"seed", rounds=rounds)
    check(schedule, players, rounds)
    fewest, most = balance(schedule, range(players)).meetings
    assert most - fewest <= (3 if cell in WIDER else 2)
    if players != 5:
        seats = [table.seats for table in schedule.tables]
        assert seat_spread(seats, players) <= 1


@given(players=st.integers(1, 60))
def test_sizes_are_three_and_four_wherever_that_comes_out(players: int) -> None:
    if players < 2:
        with pytest.raises(InvalidPairing):
            mixed_sizes(players)
        return
    sizes = mixed_sizes(players)
    assert sum(sizes) == players - (players == 5)
    assert set(sizes) <= ({2} if players == 2 else {3, 4})
    assert len(sizes) == -(-sum(sizes) // 4)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_seats_at_tables_of_any_sizes_differ_by_one_at_each(data: st.DataObject) -> None:
    sizes = st.integers(2, 4)
    table = sizes.flatmap(lambda size: st.permutations(range(6)).map(lambda order: order[:size]))
    tables = data.draw(st.lists(table, min_size=1, max_size=14))
    seated = seats_of_sizes(tables)
    assert [sorted(each) for each in seated] == [sorted(each) for each in tables]
    for size in range(2, 5):
        for player in range(6):
            own = [each.index(player) for each in seated if player in each and len(each) == size]
            assert spread(Counter(own), size) <= 1


def test_the_order_of_entering_does_not_matter_but_the_seed_does() -> None:
    first = mixed_tables([4, 9, 1, 3, 7, 2, 5], b"a", rounds=3)
    assert first == mixed_tables([1, 2, 3, 4, 5, 7, 9], b"a", rounds=3)
    assert first != mixed_tables([1, 2, 3, 4, 5, 7, 9], b"b", rounds=3)


@pytest.mark.parametrize(("entries", "rounds"), [([1], 3), ([1, 1, 2], 3), ([1, 2, 3], 0)])
def test_what_can_not_be_played_is_refused(entries: list[int], rounds: int) -> None:
    with pytest.raises(InvalidPairing):
        mixed_tables(entries, b"", rounds=rounds)


def test_the_documented_table_states_what_the_schedules_achieve() -> None:
    document = Path(__file__).parents[2] / "docs" / "leagues.md"
    assert mixed_balance_table() in document.read_text(encoding="utf-8")


@given(places=st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_points_of_mixed_tables_are_worth_as_much_at_any_size(places: list[int]) -> None:
    rule = PointRule({size: level_points(size) for size in (2, 3, 4)})
    seats = tuple([SeatResult(seat, place) for seat, place in enumerate(places)])
    points = table_points(TableResult(1, seats), rule)
    assert sum(points.values()) / len(places) == 3
    if places.count(min(places)) == 1:
        assert max(points.values()) == 6


def test_who_wins_at_three_stands_level_with_who_wins_at_four() -> None:
    def table(number: int, *order: int) -> TableResult:
        seats = [SeatResult(entry, place) for place, entry in enumerate(order, start=1)]
        return TableResult(number, tuple(seats))

    rule = PointRule({size: level_points(size) for size in (2, 3, 4)})
    lines = standings(range(7), [table(1, 0, 1, 2, 3), table(2, 4, 5, 6)], rule=rule, order=[])
    assert {line.entry: (line.place, line.tally.points) for line in lines} == {
        0: (1, 6), 4: (1, 6), 1: (3, 4), 5: (4, Fraction(3)), 2: (5, 2), 3: (6, 0), 6: (6, 0),
    }  # fmt: skip
