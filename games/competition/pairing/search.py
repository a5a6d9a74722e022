"""A search for tables at which everybody meets everybody equally often: by swapping two players."""

from collections.abc import Sequence
from typing import Final

from games.competition.lots import Lots

Design = tuple[tuple[int, ...], ...]
"""Tables, each with the places of its players in rising order."""

LARGE: Final = 64
_LOOK: Final = 25
"""In fields larger than that the search looks, every so many steps, for tables that need a swap."""

_WORSE: Final = {1: 6, 2: 36, 3: 200}
"""A swap that makes matters this much worse is made once in so many times."""


def in_order(tables: Sequence[Sequence[int]]) -> Design:
    """Return tables as a design has them."""
    return tuple(sorted([tuple(sorted(table)) for table in tables]))


def meetings(tables: Design, players: int) -> list[list[int]]:
    """Return how often any two places share a table: players x players, symmetric, 0 on itself."""
    counts = [[0] * players for _ in range(players)]
    for table in tables:
        for one in table:
            for two in table:
                if one != two:
                    counts[one][two] += 1
    return counts


def balance_cost(tables: Design, players: int) -> int:
    """Return how far a design is from the best that counting allows; 0 cannot be improved.

    It is the sum over all pairs of squared meetings, less the sum when as many pairs as possible
    meet equally often and the others once more.
    """
    counts = meetings(tables, players)
    every = [counts[one][two] for one in range(players) for two in range(one)]
    low, more = divmod(sum(every), len(every))
    return sum(count * count for count in every) - low * low * len(every) - (2 * low + 1) * more


class Search:
    """Tables that are mended by swapping two players of different tables.

    `width` is how many of them, one after the other, make a round: swaps stay in it. `cost` is the
    balance cost; `lopsided` is, in the same manner, how far the numbers of games at the larger
    tables are from equal, where tables have two sizes.
    """

    def __init__(
        self, tables: list[list[int]], players: int, lots: Lots, *, width: int, least: int = 0
    ) -> None:
        self.tables = tables
        self.lots = lots
        self.width = width
        self.least = least
        self.met = meetings(in_order(tables), players)
        self.cost = balance_cost(in_order(tables), players)
        self.usual = sum([sum(row) for row in self.met]) // (players * (players - 1))
        self.large = large_games(tables, players)
        self.lopsided = _spread_cost(self.large)
        self.is_large = players > LARGE
        self.bad: list[int] = []

    @property
    def is_done(self) -> bool:
        """Whether no better design can exist."""
        return self.cost <= self.least and not self.lopsided

    def run(self, steps: int) -> None:
        """Try so many swaps, or fewer."""
        below, count = self.lots.below, len(self.tables)
        for step in range(steps):
            if self.is_done:
                break
            if self.is_large and not step % _LOOK:
                self.bad = self._bad_tables()
            one = self.bad[below(len(self.bad))] if self.bad else below(count)
            two = one - one % self.width + below(self.width)
            if one != two:
                here, there = self.tables[one], self.tables[two]
                self._try(here, there, below(len(here)), below(len(there)))

    def _bad_tables(self) -> list[int]:
        """Return the tables of pairs that meet more often than the best would have it."""
        most = self.usual + 1
        return [
            number
            for number, table in enumerate(self.tables)
            if any(self.met[one][two] > most for one in table for two in table)
        ]

    def _try(self, one: list[int], two: list[int], here: int, there: int) -> None:
        """Swap the players at two seats unless it makes matters much worse."""
        leaving, coming = one[here], two[there]
        if leaving in two or coming in one:
            return
        old, new = self.met[leaving], self.met[coming]
        left = [mate for mate in one if mate != leaving and mate not in two]
        joined = [mate for mate in two if mate != coming and mate not in one]
        worse = sum([new[mate] - old[mate] + 1 for mate in left])
        worse += sum([old[mate] - new[mate] + 1 for mate in joined])
        # Who goes to a larger table, who to a smaller one.
        down, up = (leaving, coming) if len(one) > len(two) else (coming, leaving)
        uneven = self.large[up] - self.large[down] + 1 if len(one) != len(two) else 0
        much = worse + uneven
        if much > 0 and (much not in _WORSE or self.lots.below(_WORSE[much])):
            return
        self.cost += 2 * worse
        for mates, less, more in ((left, leaving, coming), (joined, coming, leaving)):
            for mate in mates:
                self.met[less][mate] -= 1
                self.met[mate][less] -= 1
                self.met[more][mate] += 1
                self.met[mate][more] += 1
        if len(one) != len(two):
            self.lopsided += 2 * uneven
            self.large[down] -= 1
            self.large[up] += 1
        one[here], two[there] = coming, leaving


def large_games(tables: Sequence[Sequence[int]], players: int) -> list[int]:
    """Return how often each place sits at a table of the largest size."""
    widest = max(map(len, tables))
    counts = [0] * players
    for table in tables:
        for place in table:
            counts[place] += len(table) == widest
    return counts


def _spread_cost(counts: Sequence[int]) -> int:
    """Return the sum of squares, less the sum when they are as equal as can be."""
    low, more = divmod(sum(counts), len(counts))
    return sum(count * count for count in counts) - low * low * len(counts) - (2 * low + 1) * more
