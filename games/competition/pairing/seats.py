"""Seats: everybody sits in each seat equally often, as far as the numbers allow."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise, permutations

from games.competition.lots import Lots
from games.competition.pairing.tables import Entry

SeatCounts = Mapping[Entry, Sequence[int]]
"""How often each entry has sat in each seat, seat 0 first; entries and seats left out count 0."""


def balanced_seats(tables: Sequence[Sequence[Entry]], size: int) -> list[tuple[Entry, ...]]:
    """Return the same tables in the same order, each with its entries ordered by seat.

    At tables of one size the counts of any entry's seats then differ by at most one, and are equal
    if it plays a multiple of `size` games. Such an order always exists: an entry's games are cut
    into bundles of at most `size`, and the seats are the colors of an edge coloring between
    tables and bundles (König's theorem), found by alternating paths. With smaller tables among
    them the counts differ little, without a guarantee.
    """
    coloring = _Coloring(size)
    played: dict[Entry, int] = {}
    for number, table in enumerate(tables):
        for entry in table:
            games = played.get(entry, 0)
            played[entry] = games + 1
            coloring.add(number, (entry, games // size))
    return [tuple(coloring.seats_at(number)) for number in range(len(tables))]


def seats_of_sizes(tables: Sequence[Sequence[Entry]]) -> list[tuple[Entry, ...]]:
    """Return tables of several sizes in the same order, each with its entries ordered by seat.

    At the tables of each size the counts of any entry's seats differ by at most one. Over all
    tables they are evened out by exchanging seats at a table as far as that goes.
    """
    seated: list[list[Entry]] = [[] for _ in tables]
    for size in {len(table) for table in tables}:
        own = [index for index, table in enumerate(tables) if len(table) == size]
        for index, table in zip(
            own, balanced_seats([tables[index] for index in own], size), strict=True
        ):
            seated[index] = list(table)
    _even_out(seated)
    return [tuple(table) for table in seated]


def seat_spread(tables: Sequence[Sequence[Entry]], players: int) -> int:
    """Return by how much the counts of an entry's seats differ at most, of seats that all tables have.

    The entries are 0 to players - 1.
    """
    counts = Counter([(entry, seat) for table in tables for seat, entry in enumerate(table)])
    seats = range(min(map(len, tables)))
    each = [[counts[entry, seat] for seat in seats] for entry in range(players)]
    return max(max(own) - min(own) for own in each)


def _even_out(seated: list[list[Entry]]) -> None:
    """Exchange seats of two entries where that evens out all their games, and each size stays even."""
    places = [(table, seat) for table in seated for seat in range(len(table))]
    own = Counter([(len(table), seat, table[seat]) for table, seat in places])
    every = Counter([(seat, table[seat]) for table, seat in places])

    def gain(table: list[Entry], here: int, there: int) -> int:
        """Return how much the sum of squared counts sinks if one goes from here to there."""
        size, entry = len(table), table[here]
        if own[size, here, entry] <= own[size, there, entry]:
            return -len(seated)
        return every[here, entry] - every[there, entry] - 1

    changed = True
    while changed:
        changed = False
        for table in seated:
            for one, two in combinations(range(len(table)), 2):
                if gain(table, one, two) + gain(table, two, one) <= 0:
                    continue
                for old, new in ((one, two), (two, one)):
                    own[len(table), old, table[old]] -= 1
                    own[len(table), new, table[old]] += 1
                    every[old, table[old]] -= 1
                    every[new, table[old]] += 1
                table[one], table[two] = table[two], table[one]
                changed = True


def fair_seats(table: Sequence[Entry], counts: SeatCounts, lots: Lots) -> tuple[Entry, ...]:
    """Return a table's entries in the order of seats that best evens out what they had before.

    Of all orders it takes one in which the sum of squared seat counts grows least, drawn among
    equals.
    """
    drawn = lots.shuffled(sorted(table))

    def cost(order: tuple[Entry, ...]) -> int:
        return sum([_count(counts, entry, seat) for seat, entry in enumerate(order)])

    return min(permutations(drawn), key=cost)


def _count(counts: SeatCounts, entry: Entry, seat: int) -> int:
    had = counts.get(entry, ())
    return had[seat] if seat < len(had) else 0


_Node = tuple[Entry, int]
"""One side of an edge: (table, _TABLE) or (entry, bundle)."""

_TABLE = -1


class _Coloring:
    """A proper edge coloring of a bipartite graph, kept proper while edges are added."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._at: dict[_Node, dict[int, _Node]] = {}

    def add(self, table: int, bundle: _Node) -> None:
        """Color the edge between a table and a bundle of an entry's games."""
        here, there = (table, _TABLE), bundle
        mine, other = self._free(here), self._free(there)
        if mine not in self._at.setdefault(there, {}):
            other = mine
        elif other in self._at[here]:
            # The two colors alternate on a path from here, which can't reach there: the sides of
            # the graph would have to agree. Exchanging them on it frees `other` here.
            self._exchange(here, other, mine)
        self._at[here][other] = there
        self._at[there][other] = here

    def seats_at(self, table: int) -> list[Entry]:
        """Return the entries of a table by rising color."""
        colors = self._at.get((table, _TABLE), {})
        return [colors[color][0] for color in sorted(colors)]

    def _free(self, node: _Node) -> int:
        used = self._at.setdefault(node, {})
        return next(color for color in range(self._size) if color not in used)

    def _exchange(self, start: _Node, first: int, second: int) -> None:
        """Swap two colors along the path that leaves `start` by `first`."""
        path = [start]
        color = first
        while color in self._at[path[-1]]:
            path.append(self._at[path[-1]][color])
            color = second if color == first else first
        edges = list(pairwise(path))
        for number, (one, two) in enumerate(edges):
            old = second if number % 2 else first
            del self._at[one][old], self._at[two][old]
        for number, (one, two) in enumerate(edges):
            new = first if number % 2 else second
            self._at[one][new], self._at[two][new] = two, one
