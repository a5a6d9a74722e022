"""Round robin for two: everybody against everybody, once or twice."""

from collections.abc import Iterable

from games.competition.lots import Lots
from games.competition.pairing.seats import balanced_seats
from games.competition.pairing.tables import Bye, Entry, Schedule, Table, drawn_order


def round_robin(entries: Iterable[Entry], seed: bytes, *, is_double: bool = False) -> Schedule:
    """Return a round robin by the circle method, places drawn.

    An even field plays one round less than it has entries and nobody has a bye; in an odd field
    everybody has one. Everybody starts as many games as not, or one more or less; in a double
    round robin exactly as many, for the second half repeats the first with seats exchanged.
    Raises InvalidPairing for fewer than 2 entries or one that comes twice.
    """
    order = drawn_order(entries, Lots(seed, "round robin"))
    once = _once(order)
    if not is_double:
        return once
    return Schedule(
        once.tables + tuple([_again(table, once.rounds) for table in once.tables]),
        once.byes + tuple([Bye(bye.round + once.rounds, bye.entry) for bye in once.byes]),
    )


def _again(table: Table, later: int) -> Table:
    return Table(table.round + later, table.seats[::-1])


def _once(order: list[Entry]) -> Schedule:
    circle: list[Entry | None] = [*order, None] if len(order) % 2 else [*order]
    half = len(circle) // 2
    pairs: list[tuple[int, tuple[Entry, ...]]] = []
    byes = []
    for number in range(1, len(circle)):
        for one, two in zip(circle[:half], reversed(circle[half:]), strict=True):
            present = tuple([entry for entry in (one, two) if entry is not None])
            if len(present) == 1:
                byes.append(Bye(number, present[0]))
            else:
                pairs.append((number, present))
        circle.insert(1, circle.pop())
    seated = balanced_seats([pair for _, pair in pairs], 2)
    tables = [Table(number, seats) for (number, _), seats in zip(pairs, seated, strict=True)]
    return Schedule(tuple(tables), tuple(byes))
