"""Knockout: a seeded tree of tables in which one player of each goes on."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from games.competition.lots import Lots
from games.competition.pairing.seats import SeatCounts, fair_seats
from games.competition.pairing.tables import (
    Bye,
    Entry,
    InvalidPairing,
    Schedule,
    Table,
    check_entries,
)

Slots = tuple[Entry | None, ...]
"""The places of a round from the top of the tree to its foot; None: nobody came this far."""


def first_slots(ranked: Sequence[Entry], *, size: int = 2) -> Slots:
    """Return the places of the first round, for entries from the strongest to the weakest.

    There are as many as the next power of the table size. The strongest are kept apart as long
    as can be (for two: 1-8 4-5 | 2-7 3-6), and the places without an entry fall to the tables of
    the strongest: those get the byes, or at tables of three and four a game against fewer.
    Raises InvalidPairing for fewer than 2 entries or one that comes twice.
    """
    check_entries(ranked)
    if size < 2:
        raise InvalidPairing("a table has at least 2 seats")
    tree = [0]
    while len(tree) < len(ranked):
        tree = [seed for parent in tree for seed in _snake(parent, len(tree), size)]
    return tuple([ranked[seed] if seed < len(ranked) else None for seed in tree])


def knockout_round(
    slots: Slots, number: int, seed: bytes, *, size: int = 2, counts: SeatCounts | None = None
) -> Schedule:
    """Return the tables and byes of one round; who is alone at a table has a bye.

    `number` is the round's, from 1; `counts` how often each entry has sat in each seat: seats even
    out over the rounds and are drawn where they are even.
    """
    lots = Lots(seed, f"knockout {number}")
    tables, byes = [], []
    for group in _groups(slots, size):
        present = [entry for entry in group if entry is not None]
        if len(present) == 1:
            byes.append(Bye(number, present[0]))
        elif present:
            tables.append(Table(number, fair_seats(present, counts or {}, lots)))
    return Schedule(tuple(tables), tuple(byes))


def next_slots(
    slots: Slots,
    winners: AbstractSet[Entry],
    *,
    size: int = 2,
    gone: AbstractSet[Entry] = frozenset(),
) -> Slots:
    """Return the places of the next round: one for each table of this one, in the same order.

    Who had a bye goes on. `gone` are entries that have withdrawn, even if they won: their place
    stays empty, and the next opponents have a bye. Raises InvalidPairing if a table has no winner
    though somebody is left at it, or two.
    """
    return tuple([_winner(group, winners, gone) for group in _groups(slots, size)])


def _winner(group: Slots, winners: AbstractSet[Entry], gone: AbstractSet[Entry]) -> Entry | None:
    present = [entry for entry in group if entry is not None]
    won = present if len(present) == 1 else [entry for entry in present if entry in winners]
    if len(won) > 1 or (not won and any(entry not in gone for entry in present)):
        raise InvalidPairing(f"one of {present} must have won")
    return next((entry for entry in won if entry not in gone), None)


def better_seed(tied: Iterable[Entry], ranked: Sequence[Entry]) -> Entry:
    """Return who goes on of those who share the first place at a table: the strongest seed."""
    return min(tied, key=ranked.index)


def _groups(slots: Slots, size: int) -> list[Slots]:
    if len(slots) % size:
        raise InvalidPairing(f"{len(slots)} places are no whole tables of {size}")
    return [slots[first : first + size] for first in range(0, len(slots), size)]


def _snake(seed: int, width: int, size: int) -> list[int]:
    """Return the seeds below a place of a tree `width` wide: back and forth, so that sums agree."""
    return [width * lap + (width - 1 - seed if lap % 2 else seed) for lap in range(size)]
