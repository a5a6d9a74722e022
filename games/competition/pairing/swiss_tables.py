"""Swiss rounds at tables of three and four: players of near points meet, nobody twice."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.competition.lots import Lots
from games.competition.pairing.contenders import Contender, meeting_counts, whole_points
from games.competition.pairing.seats import fair_seats
from games.competition.pairing.tables import InvalidPairing, Schedule, Table, check_entries

_STEPS: Final = 4_000


def table_sizes(players: int, size: int) -> list[int]:
    """Return the sizes of as few tables as seat everybody, as equal as can be, larger ones first.

    >>> table_sizes(13, 4)
    [4, 3, 3, 3]
    """
    tables = -(-players // size)
    small, larger = divmod(players, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def swiss_tables(
    contenders: Sequence[Contender], number: int, seed: bytes, *, size: int
) -> Schedule:
    """Return one round between contenders in the order of the standings, the best first.

    Nobody has a bye: where the number doesn't come out even some tables, those at the foot, have
    a seat less. Tables are filled from the top with the next who have met nobody at them (within
    equal points drawn); then repeated meetings are swapped away. It finds no repeated meeting in
    fields that are large beside the rounds played; it doesn't prove that there is none when it
    leaves some, and then as few as its swaps come to. Raises InvalidPairing for too few
    contenders (5 can sit as 3 and 2, a lone one can't), a size below 2, or one that comes twice.
    """
    check_entries([contender.entry for contender in contenders])
    if size < 2:
        raise InvalidPairing("a table has at least 2 seats")
    lots = Lots(seed, f"swiss tables {number}")
    tables = _Tables(contenders, lots)
    tables.fill(table_sizes(len(contenders), size))
    tables.mend()
    tables.wander(lots)
    seats = {contender.entry: contender.seats for contender in contenders}
    return Schedule(
        tuple(
            [
                Table(number, fair_seats([contenders[rank].entry for rank in table], seats, lots))
                for table in tables.tables
            ]
        )
    )


class _Swap(NamedTuple):
    """Two seats to exchange, and how repeated meetings and spreads of points change by it."""

    gain: tuple[int, int]
    mine: int
    there: int
    other: int


class _Tables:
    """Tables of ranks, and how often ranks have met before."""

    def __init__(self, contenders: Sequence[Contender], lots: Lots) -> None:
        self.points = whole_points(contenders)
        self.met = meeting_counts(contenders)
        drawn = lots.shuffled(range(len(contenders)))
        self.order = sorted(drawn, key=lambda rank: -self.points[rank])
        self.tables: list[list[int]] = []

    def fill(self, sizes: list[int]) -> None:
        """Seat everybody, from the top."""
        left = list(self.order)
        for size in sizes:
            table = [left.pop(0)]
            while len(table) < size:
                table.append(left.pop(self._next(table, left)))
            self.tables.append(table)

    def mend(self) -> None:
        """Swap players between tables for as long as fewer repeated meetings come of it."""
        changed = True
        while changed:
            changed = False
            for here, table in enumerate(self.tables):
                if self._repeats(table) and self._mend(here):
                    changed = True

    def wander(self, lots: Lots) -> None:
        """Swap at random from tables with repeated meetings, never for the worse, until none is."""
        for _ in range(_STEPS):
            bad = [here for here, table in enumerate(self.tables) if self._repeats(table)]
            if not bad:
                return
            here, there = bad[lots.below(len(bad))], lots.below(len(self.tables))
            mine = lots.below(len(self.tables[here]))
            other = lots.below(len(self.tables[there]))
            if here != there and self._gain(here, mine, there, other)[0] <= 0:
                self._swap(here, mine, there, other)

    def _next(self, table: list[int], left: list[int]) -> int:
        """Return the index in `left` of the first who has met the table least often."""
        best, fewest = 0, None
        for index, rank in enumerate(left):
            repeats = sum([self.met[rank].get(mate, 0) for mate in table])
            if not repeats:
                return index
            if fewest is None or repeats < fewest:
                best, fewest = index, repeats
        return best

    def _repeats(self, table: list[int]) -> int:
        return sum(
            [self.met[one].get(two, 0) for place, one in enumerate(table) for two in table[:place]]
        )

    def _spread(self, table: list[int]) -> int:
        points = [self.points[rank] for rank in table]
        return max(points) - min(points)

    def _mend(self, here: int) -> bool:
        """Make the swap that helps one table most, if any does; near tables first."""
        repeats = self._repeats(self.tables[here])
        others = [there for there in range(len(self.tables)) if there != here]
        best: _Swap | None = None
        for there in sorted(others, key=lambda there: abs(there - here)):
            swap = self._best_swap(here, there)
            if swap.gain[0] < 0 and (best is None or swap.gain < best.gain):
                best = swap
            if best is not None and not repeats + best.gain[0]:
                break
        if best is None:
            return False
        self._swap(here, best.mine, best.there, best.other)
        return True

    def _best_swap(self, here: int, there: int) -> _Swap:
        return min(
            _Swap(self._gain(here, mine, there, other), mine, there, other)
            for mine in range(len(self.tables[here]))
            for other in range(len(self.tables[there]))
        )

    def _gain(self, here: int, mine: int, there: int, other: int) -> tuple[int, int]:
        """Return how repeated meetings and spreads of points change with a swap."""
        before = self._state(here, there)
        self._swap(here, mine, there, other)
        after = self._state(here, there)
        self._swap(here, mine, there, other)
        return after[0] - before[0], after[1] - before[1]

    def _state(self, here: int, there: int) -> tuple[int, int]:
        two = self.tables[here], self.tables[there]
        return sum(map(self._repeats, two)), sum(map(self._spread, two))

    def _swap(self, here: int, mine: int, there: int, other: int) -> None:
        one, two = self.tables[here], self.tables[there]
        one[mine], two[other] = two[other], one[mine]
