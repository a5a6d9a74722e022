"""Duplicate deals: scores beside those of the same seat at tables with the same tiles."""

from fractions import Fraction

from games.competition.standings import (
    Comparison,
    Criterion,
    SeatResult,
    TableResult,
    comparisons,
    mean_ahead,
    standings,
)

ALICE, BOB, CAROL, DAVE, ERIN, FRANK = range(1, 7)
DEAL = 7


def a_table(
    number: int, *scores: tuple[int, int], deal: int | None = DEAL, forfeits: tuple[int, ...] = ()
) -> TableResult:
    """A table with (entry, score) by seat."""
    best = sorted([score for _, score in scores], reverse=True)
    seats = [
        SeatResult(entry, best.index(score) + 1, score, is_forfeit=entry in forfeits, seat=seat)
        for seat, (entry, score) in enumerate(scores)
    ]
    return TableResult(number, tuple(seats), deal=deal)


ONE = a_table(1, (ALICE, 61), (BOB, 40))
TWO = a_table(2, (CAROL, 54), (DAVE, 40))
THREE = a_table(3, (ERIN, 48), (FRANK, 52))


def test_each_score_stands_beside_those_of_the_same_seat() -> None:
    found = comparisons([THREE, ONE, TWO])
    assert found[ALICE] == (Comparison(table=1, seat=0, score=61, others=(54, 48)),)
    assert found[BOB][0].others == (52, 40)
    assert (found[ALICE][0].ahead, found[ALICE][0].share) == (Fraction(10), Fraction(1))
    assert (found[BOB][0].ahead, found[BOB][0].share) == (Fraction(-6), Fraction(1, 4))
    assert found[CAROL][0].share == Fraction(1, 2)


def test_what_one_seat_is_ahead_another_is_behind() -> None:
    found = comparisons([ONE, TWO, THREE])
    for seat in ((ALICE, CAROL, ERIN), (BOB, DAVE, FRANK)):
        assert sum(mean_ahead(found[entry]) for entry in seat) == 0


def test_only_tables_played_to_the_end_with_the_same_tiles_are_compared() -> None:
    given_up = a_table(4, (ERIN, 10), (FRANK, 12), forfeits=(FRANK,))
    void = TableResult(5, THREE.seats, is_void=True, deal=DEAL)
    other = a_table(6, (ERIN, 48), (FRANK, 52), deal=8)
    plain = a_table(7, (ERIN, 48), (FRANK, 52), deal=None)
    larger = a_table(8, (ERIN, 48), (FRANK, 52), (DAVE, 20))
    for table in (given_up, void, other, plain, larger):
        assert comparisons([ONE, table]) == {}
        assert comparisons([ONE, TWO, table]) == comparisons([ONE, TWO])


def test_the_same_seat_parts_those_who_are_level() -> None:
    results = [ONE, TWO]
    plain = standings(range(1, 5), results, order=[])
    parted = standings(range(1, 5), results, order=[Criterion.DUPLICATE])
    assert [line.place for line in plain] == [1, 1, 3, 3]
    # Alice and carol have both won; alice made more of the same seat. Bob and dave made as much of theirs.
    assert [(line.place, line.entry) for line in parted] == [
        (1, ALICE),
        (2, CAROL),
        (3, BOB),
        (3, DAVE),
    ]
    assert parted[0].decided_by is Criterion.DUPLICATE
