"""Tables of three and four at which everybody meets everybody and sits everywhere equally often."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.pairing import (
    InvalidPairing,
    balance,
    balance_table,
    balanced_tables,
    possible_games,
)
from games.competition.pairing.designs import design
from games.competition.pairing.search import meetings
from games.competition.pairing.seats import balanced_seats

CELLS = [
    (players, size, games)
    for size in (3, 4)
    for players in range(4, 17)
    for games in possible_games(players, size)
    if games > 1
]


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_everybody_plays_as_often_and_meets_as_equally_as_can_be(
    cell: tuple[int, int, int],
) -> None:
    players, size, games = cell
    schedule = balanced_tables(range(players), b"seed", size=size, games=games)
    found = balance(schedule, range(players))
    low, rest = divmod(games * (size - 1), players - 1)
    assert found.games == (games, games)
    if cell not in {(8, 4, 2), (8, 4, 3)}:  # where no design reaches what counting allows
        assert found.meetings == (low, low + (rest > 0))
    assert found.meetings[1] - found.meetings[0] <= 2
    assert found.seats == (games // size, -(-games // size))


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_nobody_plays_twice_in_a_round(cell: tuple[int, int, int]) -> None:
    players, size, games = cell
    schedule = balanced_tables(range(players), b"seed", size=size, games=games)
    seats = Counter((table.round, entry) for table in schedule.tables for entry in table.seats)
    assert set(seats.values()) == {1}


@pytest.mark.parametrize(
    ("players", "size", "games", "often"),
    [(7, 3, 3, 1), (9, 3, 4, 1), (13, 3, 6, 1), (15, 3, 7, 1), (13, 4, 4, 1), (16, 4, 5, 1)],
)
def test_where_a_steiner_system_exists_every_two_meet_once(
    players: int, size: int, games: int, often: int
) -> None:
    counts = meetings(design(players, size, games), players)
    assert {counts[a][b] for a in range(players) for b in range(a)} == {often}


@given(players=st.integers(4, 40), size=st.sampled_from([2, 3, 4]), seed=st.binary(max_size=3))
@settings(max_examples=15, deadline=None)
def test_any_division_is_balanced_in_games_and_seats(players: int, size: int, seed: bytes) -> None:
    found = balance(balanced_tables(range(players), seed, size=size, games=size), range(players))
    assert found.games == (size, size)
    assert found.seats == (1, 1)


@given(data=st.data(), size=st.integers(2, 5), players=st.integers(5, 9))
@settings(max_examples=80, deadline=None)
def test_seats_of_any_full_tables_differ_by_one_at_most(
    data: st.DataObject, size: int, players: int
) -> None:
    table = st.permutations(range(players)).map(lambda order: order[:size])
    tables = data.draw(st.lists(table, min_size=1, max_size=12))
    seated = balanced_seats(tables, size)
    assert [sorted(table) for table in seated] == [sorted(table) for table in tables]
    for player in range(players):
        counts = Counter(table.index(player) for table in seated if player in table)
        every = [counts[seat] for seat in range(size)]
        assert max(every) - min(every) <= 1


def test_a_thousand_players_in_one_division_meet_nobody_twice() -> None:
    found = balance(balanced_tables(range(1000), b"x", size=4, games=4), range(1000))
    assert (found.meetings, found.seats) == ((0, 1), (1, 1))


def test_the_order_of_entering_does_not_matter_but_the_seed_does() -> None:
    def tables(entries: list[int], seed: bytes) -> object:
        return balanced_tables(entries, seed, size=4, games=4)

    assert tables([4, 9, 1, 3, 7], b"a") == tables([1, 3, 4, 7, 9], b"a")
    assert tables([1, 3, 4, 7, 9], b"a") != tables([1, 3, 4, 7, 9], b"b")


@pytest.mark.parametrize(("players", "size", "games"), [(5, 4, 3), (3, 4, 4), (6, 3, 0), (0, 3, 3)])
def test_what_does_not_come_out_even_is_refused(players: int, size: int, games: int) -> None:
    with pytest.raises(InvalidPairing):
        balanced_tables(range(players), b"", size=size, games=games)


@pytest.mark.parametrize("size", [3, 4])
def test_the_documented_table_states_what_the_schedules_achieve(size: int) -> None:
    document = Path(__file__).parents[2] / "docs" / "leagues.md"
    assert balance_table(size) in document.read_text(encoding="utf-8")
