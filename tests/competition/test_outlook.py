"""Outlooks, against every way the remaining tables can end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.pairing import mixed_tables, round_robin
from games.competition.standings import (
    InvalidResult,
    Outlook,
    PointRule,
    Prospect,
    SeatResult,
    Standing,
    TableResult,
    Zones,
    level_points,
    prospects,
    standings,
)


def endings(number: int, entries: tuple[int, ...]) -> Iterator[TableResult]:
    """Every way a table can end, as far as places go: 0 stands for a forfeit."""
    yield TableResult(number, tuple(SeatResult(entry, 1) for entry in entries), is_void=True)
    for places in product(range(len(entries) + 1), repeat=len(entries)):
        yield TableResult(
            number,
            tuple(
                SeatResult(entry, place, score=10 - place + entry, is_forfeit=not place)
                for entry, place in zip(entries, places, strict=True)
            ),
        )


@dataclass(frozen=True)
class Halfway:
    """A division after some tables, with at most two of two or one of three still to play."""

    size: int
    done: list[TableResult]
    left: list[tuple[int, ...]]
    withdrawn: frozenset[int]
    byes: list[int]
    rule: PointRule


def mixed(size: int) -> list[tuple[int, ...]]:
    """Tables of a division at which three and four sit, those of three last."""
    seats = [table.seats for table in mixed_tables(range(size), b"x", rounds=2).tables]
    return sorted(seats, key=len, reverse=True)


@st.composite
def halfway(draw: st.DrawFn) -> Halfway:
    size, rule = draw(st.integers(3, 5)), PointRule(bye=draw(st.integers(0, 3)))
    kind = draw(st.sampled_from(["pairs", "threes", "mixed"]))
    if kind == "pairs":
        tables = [table.seats for table in round_robin(range(size), b"x").tables]
        left = draw(st.integers(1, min(2, len(tables))))
    elif kind == "mixed":
        size = draw(st.sampled_from([6, 7]))
        rule = PointRule({each: level_points(each) for each in (2, 3, 4)})
        tables, left = mixed(size), 1
    else:
        tables = [
            tuple(draw(st.permutations(range(size)))[:3]) for _ in range(draw(st.integers(1, 4)))
        ]
        left = 1
    order = list(draw(st.permutations(range(len(tables)))))
    if kind == "mixed":
        order = [len(tables) - 1, *range(len(tables) - 1)]
    done = [draw(st.sampled_from(list(endings(number, tables[number])))) for number in order[left:]]
    withdrawn = draw(st.frozensets(st.integers(0, size - 1), max_size=1))
    byes = draw(st.lists(st.integers(0, size - 1), max_size=2))
    return Halfway(size, done, [tables[number] for number in order[:left]], withdrawn, byes, rule)


def table_of(season: Halfway, rest: Sequence[TableResult] = ()) -> Sequence[Standing]:
    """The table of a division once some more tables are over."""
    return standings(
        range(season.size),
        [*season.done, *rest],
        withdrawn=season.withdrawn,
        byes=season.byes,
        rule=season.rule,
    )


def futures(season: Halfway) -> Iterator[Sequence[Standing]]:
    """The final table for every way the rest can end."""
    each = [list(endings(100 + number, table)) for number, table in enumerate(season.left)]
    for rest in product(*each):
        yield table_of(season, rest)


@pytest.mark.parametrize("limit", [0, 20_000])
@given(season=halfway(), up=st.integers(0, 2), down=st.integers(0, 2))
@settings(max_examples=20, deadline=None)
def test_certain_is_always_so_impossible_never_and_possible_sometimes(
    season: Halfway, up: int, down: int, limit: int
) -> None:
    size = season.size
    found = prospects(
        table_of(season),
        season.left,
        Zones(up, down),
        withdrawn=season.withdrawn,
        rule=season.rule,
        limit=limit,
    )
    rises: dict[int, set[bool]] = {entry: set() for entry in range(size)}
    falls: dict[int, set[bool]] = {entry: set() for entry in range(size)}
    for table in futures(season):
        for line in table:
            # Of a shared place at the edge nobody knows who takes it.
            rises[line.entry] |= {line.place <= up, line.last_place <= up}
            falls[line.entry] |= {line.place > size - down, line.last_place > size - down}
    for prospect in found:
        agrees(prospect.promotion, rises[prospect.entry])
        agrees(prospect.relegation, falls[prospect.entry])


def agrees(outlook: Outlook, seen: set[bool]) -> None:
    if outlook is Outlook.CERTAIN:
        assert seen == {True}
    elif outlook is Outlook.IMPOSSIBLE:
        assert seen == {False}
    elif outlook is Outlook.POSSIBLE:
        assert True in seen


def table_after(*wins: tuple[int, int], size: int = 4) -> tuple[Standing, ...]:
    results = [
        TableResult(number, (SeatResult(one, 1), SeatResult(two, 2)))
        for number, (one, two) in enumerate(wins)
    ]
    return standings(range(1, size + 1), results)


def test_a_lead_that_nobody_can_reach_is_certain() -> None:
    now = table_after((1, 2), (1, 3), (1, 4), (2, 3))
    found = prospects(now, [(2, 4), (3, 4)], Zones(up=1, down=1))
    by_entry = {one.entry: one for one in found}
    assert by_entry[1] == Prospect(1, Outlook.CERTAIN, Outlook.IMPOSSIBLE)
    assert by_entry[4].promotion is Outlook.IMPOSSIBLE
    assert by_entry[4].relegation is Outlook.POSSIBLE


def test_level_with_a_rival_is_not_certain_while_tie_breaks_can_turn() -> None:
    now = table_after((1, 2), (2, 3), size=3)
    found = {one.entry: one for one in prospects(now, [(1, 3)], Zones(up=1))}
    assert found[1].promotion is Outlook.POSSIBLE
    assert found[2].promotion is not Outlook.CERTAIN


def test_after_the_last_table_only_a_shared_place_at_the_edge_is_open() -> None:
    now = table_after((1, 3), (2, 4))
    found = {one.entry: one for one in prospects(now, [], Zones(up=1, down=2))}
    assert found[1].promotion is found[2].promotion is Outlook.UNKNOWN
    assert found[3].relegation is found[4].relegation is Outlook.CERTAIN
    assert found[3].promotion is Outlook.IMPOSSIBLE


def test_large_divisions_are_bounded_and_say_so_where_they_can_not_tell() -> None:
    schedule = round_robin(range(12), b"x")
    results = [
        TableResult(number, (SeatResult(min(table.seats), 1), SeatResult(max(table.seats), 2)))
        for number, table in enumerate(schedule.tables)
        if table.round <= 8
    ]
    left = [table.seats for table in schedule.tables if table.round > 8]
    found = prospects(standings(range(12), results), left, Zones(up=2, down=2))
    kinds = {one.promotion for one in found} | {one.relegation for one in found}
    assert {Outlook.POSSIBLE, Outlook.IMPOSSIBLE} <= kinds


def test_going_through_all_outcomes_tells_whatever_bounds_tell() -> None:
    now = table_after((1, 2), (1, 3), (2, 3), (4, 3))
    left = [(1, 4), (2, 4)]
    zones = Zones(up=2, down=1)
    for exact, bound in zip(
        prospects(now, left, zones), prospects(now, left, zones, limit=0), strict=True
    ):
        assert bound.promotion in {Outlook.UNKNOWN, exact.promotion}
        assert bound.relegation in {Outlook.UNKNOWN, exact.relegation}


def test_a_remaining_table_of_strangers_is_refused() -> None:
    with pytest.raises(InvalidResult):
        prospects(table_after((1, 2)), [(1, 9)], Zones(up=1))
