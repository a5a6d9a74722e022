"""Duplicate deals: how each did compared with those who had the same seat and the same tiles at other tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.competition.standings.results import Entry, TableResult

_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A score at one table beside those of the same seat at the others with the same tiles.

    `seat` counts from 0. `others` come from the best down, one at least.
    """

    table: int
    seat: int
    score: int
    others: tuple[int, ...]

    @property
    def ahead(self) -> Fraction:
        """The points by which the score is above the mean of the others; below 0 if it is under it."""
        return self.score - Fraction(sum(self.others), len(self.others))

    @property
    def share(self) -> Fraction:
        """The share of the others that the score beats, from 0 to 1; equal scores count half.

        >>> Comparison(table=1, seat=0, score=50, others=(54, 50, 48)).share
        Fraction(1, 2)
        """
        beaten = sum([Fraction(self.score > other) for other in self.others], Fraction(0))
        level = sum([_HALF for other in self.others if other == self.score], Fraction(0))
        return (beaten + level) / len(self.others)


def comparisons(results: Sequence[TableResult]) -> Mapping[Entry, tuple[Comparison, ...]]:
    """Return each entry's comparisons, by number of table; entries without any are left out.

    Tables count that share a deal, have as many seats and were played to the end by everybody: only their
    scores can be compared. One alone is compared with nothing.
    """
    deals: dict[tuple[int, int], list[TableResult]] = {}
    for table in sorted(results, key=lambda table: table.number):
        if table.deal is not None and table.is_played_out:
            deals.setdefault((table.deal, len(table.seats)), []).append(table)
    found: dict[Entry, list[Comparison]] = {}
    for tables in deals.values():
        for table in tables if len(tables) > 1 else ():
            for mine in table.seats:
                others = [
                    theirs.score
                    for other in tables
                    for theirs in other.seats
                    if other is not table and theirs.seat == mine.seat
                ]
                compared = Comparison(
                    table.number, mine.seat, mine.score, tuple(sorted(others, reverse=True))
                )
                found.setdefault(mine.entry, []).append(compared)
    ordered = {entry: sorted(found[entry], key=lambda each: each.table) for entry in sorted(found)}
    return {entry: tuple(each) for entry, each in ordered.items()}


def mean_ahead(compared: Sequence[Comparison]) -> Fraction:
    """Return by how many points a game the scores were above the same seats; 0 while nothing compares."""
    if not compared:
        return Fraction(0)
    return sum([each.ahead for each in compared], Fraction(0)) / len(compared)
