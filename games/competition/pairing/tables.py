"""What pairing gives back: tables and byes, and the faults it finds in what it was asked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.competition.lots import Lots

Entry = int
"""The number of an entry (a player in a season), as the database knows it."""


class InvalidPairing(ValueError):
    """The question can't be answered: players twice, too few, or numbers that don't come out even."""


@dataclass(frozen=True, slots=True)
class Table:
    """A planned game: entries in the order of their seats; seat 0 starts the first round.

    `round` counts from 1. In one round nobody sits at two tables.
    """

    round: int
    seats: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which an entry has no game."""

    round: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Schedule:
    """Tables and byes, both by round."""

    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()

    @property
    def rounds(self) -> int:
        """The number of the last round, 0 if there is none."""
        numbers = [table.round for table in self.tables] + [bye.round for bye in self.byes]
        return max(numbers, default=0)


def drawn_order(entries: Iterable[Entry], lots: Lots, *, fewest: int = 2) -> list[Entry]:
    """Return the entries in an order that depends on the lots only, not on the order given.

    Raises InvalidPairing if one comes twice or they are fewer than `fewest`.
    """
    ordered = sorted(entries)
    check_entries(ordered, fewest=fewest)
    return lots.shuffled(ordered)


def check_entries(entries: Sequence[Entry], *, fewest: int = 2) -> None:
    """Raise InvalidPairing if an entry comes twice or there are fewer than `fewest`."""
    if len(set(entries)) != len(entries):
        raise InvalidPairing("an entry comes twice")
    if len(entries) < fewest:
        raise InvalidPairing(f"{len(entries)} entries are too few: at least {fewest} are needed")
