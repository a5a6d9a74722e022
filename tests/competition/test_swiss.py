"""Swiss rounds, and the matching beneath them."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.lots import Lots
from games.competition.pairing import Contender, InvalidPairing, Schedule, swiss_round, swiss_tables
from games.competition.pairing.matching import ALONE, matched
from games.competition.pairing.swiss_tables import table_sizes


class Season:
    """Rounds played one after the other, the stronger (lower) number mostly winning."""

    def __init__(self, players: int, seed: bytes) -> None:
        self.lots = Lots(seed, "results")
        self.seed = seed
        self.field = {entry: Contender(entry) for entry in range(1, players + 1)}
        self.number = 0

    @property
    def contenders(self) -> list[Contender]:
        return sorted(self.field.values(), key=lambda one: (-one.points, one.entry))

    def play(self, size: int = 2) -> Schedule:
        self.number += 1
        if size == 2:
            schedule = swiss_round(self.contenders, self.number, self.seed)
        else:
            schedule = swiss_tables(self.contenders, self.number, self.seed, size=size)
        for bye in schedule.byes:
            self._add(bye.entry, points=2, byes=1)
        for table in schedule.tables:
            order = sorted(table.seats, key=lambda entry: entry + 10 * self.lots.below(3))
            for place, entry in enumerate(order):
                others = tuple(other for other in table.seats if other != entry)
                points = 2 * (len(order) - 1 - place)
                self._add(entry, points=points, met=others, seat=table.seats.index(entry))
        return schedule

    def _add(
        self, entry: int, *, points: int, met: tuple[int, ...] = (), seat: int = -1, byes: int = 0
    ) -> None:
        old = self.field[entry]
        seats = list(old.seats) + [0] * (4 - len(old.seats))
        if seat >= 0:
            seats[seat] += 1
        self.field[entry] = Contender(
            entry, old.points + points, old.met + met, tuple(seats), old.byes + byes
        )


def most_meetings(contenders: Sequence[Contender]) -> int:
    return max(max(Counter(one.met).values(), default=0) for one in contenders)


@given(players=st.integers(2, 21), seed=st.binary(max_size=3))
@settings(max_examples=30, deadline=None)
def test_everybody_plays_or_has_a_bye_and_starts_evenly(players: int, seed: bytes) -> None:
    season = Season(players, seed)
    for _ in range(5):
        schedule = season.play()
        there = [entry for table in schedule.tables for entry in table.seats]
        assert sorted(there + [bye.entry for bye in schedule.byes]) == list(range(1, players + 1))
        assert len(schedule.byes) == players % 2
    assert all(abs(one.seats[0] - one.seats[1]) <= 3 for one in season.contenders)


@given(players=st.integers(6, 15), seed=st.binary(max_size=3), data=st.data())
@settings(max_examples=40, deadline=None)
def test_there_is_a_rematch_or_a_second_bye_only_if_every_pairing_has_one(
    players: int, seed: bytes, data: st.DataObject
) -> None:
    season = Season(players, seed)
    for _ in range(data.draw(st.integers(1, players - 1))):
        before = season.contenders
        schedule = season.play()
        byes = {one.entry: one.byes for one in before}
        met = {one.entry: one.met for one in before}
        repeats = sum(two in met[one] for one, two in (table.seats for table in schedule.tables))
        repeats += sum(byes[bye.entry] > 0 for bye in schedule.byes)
        assert (repeats == 0) == can_pair_fresh(before)
        if repeats:
            break


def can_pair_fresh(contenders: Sequence[Contender]) -> bool:
    """Look at every pairing of a small field."""
    met = {one.entry: frozenset(one.met) for one in contenders}
    rested = {one.entry for one in contenders if one.byes}

    @cache
    def possible(left: frozenset[int]) -> bool:
        if not left:
            return True
        first = min(left)
        rest = left - {first}
        if len(left) % 2 and first not in rested and possible(rest):
            return True
        return any(two not in met[first] and possible(rest - {two}) for two in rest)

    return possible(frozenset(met))


def test_a_field_plays_as_many_rounds_as_a_round_robin_has_before_impossible_is_met() -> None:
    season = Season(200, b"x")
    for _ in range(12):
        season.play()
    assert most_meetings(season.contenders) == 1


def test_when_everybody_has_met_the_rematches_are_the_least_frequent() -> None:
    season = Season(4, b"x")
    for _ in range(9):
        season.play()
    counts = Counter(
        frozenset((one.entry, other)) for one in season.contenders for other in one.met
    )
    assert set(counts.values()) <= {4, 6, 8}
    assert sum(counts.values()) == 9 * 2 * 2


def test_equal_points_meet_in_the_first_rounds_and_halves_are_folded() -> None:
    first = swiss_round([Contender(entry) for entry in range(1, 9)], 1, b"x")
    assert {frozenset(t.seats) for t in first.tables} == {
        frozenset((n, n + 4)) for n in range(1, 5)
    }
    points = [2, 2, 2, 2, 0, 0, 0, 0]
    second = swiss_round(
        [Contender(e, Fraction(p)) for e, p in zip(range(1, 9), points, strict=True)], 2, b"x"
    )
    assert all(len({entry <= 4 for entry in table.seats}) == 1 for table in second.tables)


def test_the_last_without_a_bye_gets_it() -> None:
    contenders = [Contender(1), Contender(2), Contender(3), Contender(4), Contender(5, byes=1)]
    assert [bye.entry for bye in swiss_round(contenders, 2, b"").byes] == [4]


@given(players=st.integers(24, 60), size=st.sampled_from([3, 4]), seed=st.binary(max_size=3))
@settings(max_examples=15, deadline=None)
def test_tables_of_three_and_four_have_no_rematch_and_no_bye(
    players: int, size: int, seed: bytes
) -> None:
    season = Season(players, seed)
    for _ in range(4):
        schedule = season.play(size)
        assert sorted(e for t in schedule.tables for e in t.seats) == list(range(1, players + 1))
    assert most_meetings(season.contenders) == 1


def test_small_fields_at_tables_of_four_have_few_rematches() -> None:
    season = Season(16, b"x")
    for _ in range(5):
        season.play(4)
    assert most_meetings(season.contenders) <= 3


@given(players=st.integers(2, 60), size=st.integers(2, 6))
def test_table_sizes_seat_everybody_at_few_tables_of_near_equal_size(
    players: int, size: int
) -> None:
    sizes = table_sizes(players, size)
    assert sum(sizes) == players
    assert max(sizes) <= size
    assert max(sizes) - min(sizes) <= 1
    assert (len(sizes) - 1) * size < players


@given(
    size=st.integers(2, 9),
    data=st.data(),
)
@settings(max_examples=150, deadline=None)
def test_a_matching_is_as_large_as_any(size: int, data: st.DataObject) -> None:
    every = list(combinations(range(size), 2))
    edges = data.draw(st.lists(st.sampled_from(every), unique=True))
    near = {one: [a + b - one for a, b in edges if one in (a, b)] for one in range(size)}
    mates = matched([ALONE] * size, near.__getitem__)
    assert all(
        mate == ALONE or (mates[mate] == one and mate in near[one])
        for one, mate in enumerate(mates)
    )
    assert sum(mate != ALONE for mate in mates) == 2 * largest(frozenset(range(size)), near)


def largest(left: frozenset[int], near: dict[int, list[int]]) -> int:
    if len(left) < 2:
        return 0
    first = min(left)
    rest = left - {first}
    return max(
        [largest(rest, near)]
        + [1 + largest(rest - {two}, near) for two in near[first] if two in rest]
    )


def test_equal_questions_get_equal_answers() -> None:
    one, two = Season(33, b"x"), Season(33, b"x")
    assert [one.play() for _ in range(4)] == [two.play() for _ in range(4)]


@pytest.mark.parametrize("entries", [[], [1], [1, 1]])
def test_too_few_or_double_contenders_are_refused(entries: list[int]) -> None:
    with pytest.raises(InvalidPairing):
        swiss_round([Contender(entry) for entry in entries], 1, b"")
    with pytest.raises(InvalidPairing):
        swiss_tables([Contender(entry) for entry in entries], 1, b"", size=4)
