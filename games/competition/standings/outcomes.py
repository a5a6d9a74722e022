"""Outcomes: what places the entries of a division can still reach."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

from games.competition.standings.results import (
    Entry,
    PointRule,
    SeatResult,
    TableResult,
    table_points,
)

Remaining = tuple[Entry, ...]
"""The entries of a table that isn't over, in any order."""

_Sums = tuple[int, ...]
"""Everybody's points, by number of entry, multiplied by what makes all whole."""


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """An entry's final places over all outcomes; in each, ties on points leave a span of them.

    No outcome has a place before `best` or behind `worst`. There is an outcome in which the whole
    span is no worse than `least_worst`, and one in which it is no better than `greatest_best`.
    """

    best: int
    worst: int
    least_worst: int
    greatest_best: int

    @classmethod
    def of(cls, spans: Iterable[tuple[int, int]]) -> "PlaceRange":
        """Return the range of these spans, one for each outcome."""
        starts, ends = zip(*spans, strict=True)
        return cls(min(starts), max(ends), min(ends), max(starts))


class Outcomes:
    """A division's points so far, and all that its remaining tables can add to them.

    A table adds points for places, shared or not, with any of its entries forfeiting, or nothing
    because it is void.
    """

    def __init__(
        self,
        points: Mapping[Entry, Fraction],
        tables: Sequence[Remaining],
        rule: PointRule,
        withdrawn: Collection[Entry],
    ) -> None:
        self.entries = sorted(points)
        self.rows = {entry: row for row, entry in enumerate(self.entries)}
        self.tables = [[self.rows[entry] for entry in table] for table in tables]
        self.has_left = [entry in withdrawn for entry in self.entries]
        gains = {size: _gains(size, rule) for size in {len(table) for table in tables}}
        numbers = [*points.values(), *[n for each in gains.values() for gain in each for n in gain]]
        scale = lcm(*[number.denominator for number in numbers])
        self.now: _Sums = tuple([int(points[entry] * scale) for entry in self.entries])
        self.gains = {
            size: sorted({tuple([int(number * scale) for number in gain]) for gain in each})
            for size, each in gains.items()
        }

    def exact(self, limit: int) -> dict[Entry, PlaceRange] | None:
        """Return all ranges from all outcomes, or None if these have more than `limit` sums."""
        sums = {self.now}
        for table in self.tables:
            gains = self.gains[len(table)]
            after: set[_Sums] = set()
            for before in sums:
                after.update([_added(before, table, gain) for gain in gains])
                if len(after) > limit:
                    return None
            sums = after
        spans: list[list[tuple[int, int]]] = [[] for _ in self.entries]
        for found in sums:
            for row, span in enumerate(self._spans(found)):
                spans[row].append(span)
        return {entry: PlaceRange.of(spans[row]) for row, entry in enumerate(self.entries)}

    def bounds(self) -> dict[Entry, PlaceRange]:
        """Return ranges that hold for certain, though they may be wider than all outcomes are."""
        return {entry: self._bound(row) for row, entry in enumerate(self.entries)}

    def _bound(self, row: int) -> PlaceRange:
        """Compare what one can reach with what each other can, each by himself.

        At the best one wins all and nobody else gains anything, which can happen. At the worst
        one gains nothing and each other all he can, which can't always happen together; so an
        outcome is tried beside it in which those behind win, as far as they sit apart.
        """
        most = self.now
        for table in self.tables:
            most = _added(most, table, [self._most(len(table))] * len(table))
        best = self._spans(_put(self.now, row, most[row]))[row]
        worst = self._spans(_put(most, row, self.now[row]))[row]
        tried = self._spans(self._passing(row))[row]
        return PlaceRange(best[0], worst[1], best[1], tried[0])

    def _passing(self, row: int) -> _Sums:
        """Return the sums of an outcome in which many pass one who gains nothing."""
        sums = self.now
        for table in self.tables:
            behind = [other for other in table if other != row and sums[other] <= self.now[row]]
            if behind:
                winner = max(behind, key=lambda other: (sums[other], -other))
                sums = _put(sums, winner, sums[winner] + self._most(len(table)))
        return sums

    def _most(self, size: int) -> int:
        return max([max(gain) for gain in self.gains[size]])

    def _spans(self, sums: _Sums) -> list[tuple[int, int]]:
        """Return everybody's first and last possible place if these are the final points."""
        playing = sorted([n for n, left in zip(sums, self.has_left, strict=True) if not left])
        gone = sorted([n for n, left in zip(sums, self.has_left, strict=True) if left])
        spans = []
        for number, has_left in zip(sums, self.has_left, strict=True):
            group = gone if has_left else playing
            before = len(playing) if has_left else 0
            first = before + len(group) - bisect_right(group, number) + 1
            spans.append((first, before + len(group) - bisect_left(group, number)))
        return spans


def _gains(size: int, rule: PointRule) -> set[tuple[Fraction, ...]]:
    """Return everything that a table can bring its seats."""
    found = set()
    for places in product(range(size + 1), repeat=size):
        seats = [SeatResult(seat, place, is_forfeit=not place) for seat, place in enumerate(places)]
        points = table_points(TableResult(0, tuple(seats)), rule)
        found.add(tuple([points[seat] for seat in range(size)]))
    return found


def _added(sums: _Sums, table: Sequence[int], gain: Sequence[int]) -> _Sums:
    after = list(sums)
    for row, number in zip(table, gain, strict=True):
        after[row] += number
    return tuple(after)


def _put(sums: _Sums, row: int, number: int) -> _Sums:
    return (*sums[:row], number, *sums[row + 1 :])
