"""Results: what happened at the tables of a division, and what points it brings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

Entry = int
"""The number of an entry (a player in a season), as the database knows it."""

_SIZES: Final = range(2, 5)


class InvalidResult(ValueError):
    """A result or a rule that can't be: entries or tables twice, or players that don't belong."""


def usual_points(size: int) -> tuple[Fraction, ...]:
    """Return two points for each opponent beaten, by place, at a table of `size`.

    >>> [int(points) for points in usual_points(4)]
    [6, 4, 2, 0]
    """
    return tuple([Fraction(2 * (size - place)) for place in range(1, size + 1)])


def level_points(size: int) -> tuple[Fraction, ...]:
    """Return points by place that are worth as much at tables of any size: six, evenly down to none.

    The mean of a table is three, whether two, three or four sit at it.

    >>> [int(points) for points in level_points(3)], [int(points) for points in level_points(4)]
    ([6, 3, 0], [6, 4, 2, 0])
    """
    return tuple([Fraction(6 * (size - place), size - 1) for place in range(1, size + 1)])


def are_for_every_size(by_size: Mapping[int, Sequence[Fraction | int]]) -> bool:
    """Tell whether points can be compared at mixed tables: every size has some, or none has."""
    return not by_size or set(by_size) == set(_SIZES)


@dataclass(frozen=True, slots=True)
class PointRule:
    """A league's points: by table size, for each place; and for a bye.

    Who shares places gets the mean of what these places are worth. Who forfeits gets nothing.
    Raises InvalidResult unless each size has its places, with points that don't rise.
    """

    by_size: Mapping[int, Sequence[Fraction | int]] = field(
        default_factory=lambda: {size: usual_points(size) for size in _SIZES}
    )
    bye: Fraction | int = 0

    def __post_init__(self) -> None:
        for size, points in self.by_size.items():
            if len(points) != size or min(points) < 0 or list(points) != sorted(points)[::-1]:
                raise InvalidResult(f"{size} places need {size} points, the first the highest")

    def shared(self, size: int, first: int, count: int) -> Fraction:
        """Return what each gets of `count` who share the places from `first` on (1 is best).

        Raises InvalidResult if the rule knows no tables of that size.
        """
        if size not in self.by_size:
            raise InvalidResult(f"there are no points for tables of {size}")
        places = self.by_size[size][first - 1 : first - 1 + count]
        return Fraction(sum(places)) / count


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How an entry finished at a table: place (1 is best; equal is shared), score, full rows.

    `seat` counts from 0; it matters only at tables that share a deal.
    """

    entry: Entry
    place: int
    score: int = 0
    rows: int = 0
    is_forfeit: bool = False
    seat: int = 0


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table that is over: played or forfeited, or void, which counts for nothing.

    Tables of the same `deal` had the same tiles.
    """

    number: int
    seats: tuple[SeatResult, ...]
    is_void: bool = False
    deal: int | None = None

    @property
    def is_played_out(self) -> bool:
        """Whether everybody played to the end, so that scores can be compared."""
        return not self.is_void and not any(seat.is_forfeit for seat in self.seats)


def placed(seats: Sequence[SeatResult]) -> dict[Entry, int]:
    """Return everybody's place: those who played on by their places, then all who forfeited.

    Places are counted anew from 1; equal ones stay shared and the next ones are left out.
    """
    keys = {seat.entry: (seat.is_forfeit, 0 if seat.is_forfeit else seat.place) for seat in seats}
    return {entry: 1 + sum([other < key for other in keys.values()]) for entry, key in keys.items()}


def table_points(table: TableResult, rule: PointRule) -> dict[Entry, Fraction]:
    """Return what each entry gets from a table; nothing for anybody if it is void."""
    if table.is_void:
        return {seat.entry: Fraction(0) for seat in table.seats}
    places = placed(table.seats)
    counts = list(places.values())
    return {
        seat.entry: Fraction(0)
        if seat.is_forfeit
        else rule.shared(len(counts), places[seat.entry], counts.count(places[seat.entry]))
        for seat in table.seats
    }


def check_results(entries: Sequence[Entry], results: Sequence[TableResult]) -> None:
    """Raise InvalidResult for entries or tables that come twice, or seats of others."""
    if len(set(entries)) != len(entries):
        raise InvalidResult("an entry comes twice")
    if len({table.number for table in results}) != len(results):
        raise InvalidResult("a table comes twice")
    known = set(entries)
    for table in results:
        there = [seat.entry for seat in table.seats]
        if len(set(there)) != len(there) or not known.issuperset(there) or len(there) < 2:
            raise InvalidResult(
                f"table {table.number} must seat 2 or more of the division, once each"
            )
