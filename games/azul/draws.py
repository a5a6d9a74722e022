"""Drawing tiles: from a seed, by a generator anybody can write again, or from a record."""

from collections.abc import Sequence
from typing import Final, Protocol

from .tiles import Counts, Displays

SEED_BYTES: Final = 32


class Dealer(Protocol):
    """Says which tiles come out of the bag; `flow.deal` checks them against the rules."""

    def deal(self, *, round_number: int, players: int, bag: Counts, lid: Counts) -> Displays:
        """Return one tuple of tiles per display, in the order drawn. Rules: R2, R3, R4."""
        ...


class BadDeal(ValueError):
    """Tiles that can't have come out of the bag, or a record without that round."""


class SeededDealer:
    """Draws from a 32-byte seed as docs/fairness.md describes; the same on every machine."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError("a seed has 32 bytes")
        self._seed = seed

    def deal(self, *, round_number: int, players: int, bag: Counts, lid: Counts) -> Displays:
        """Draw a round's displays. Rules: R2, R3, R4."""
        raise NotImplementedError


class RecordedDealer:
    """Gives the draws of a record again, the first round's first."""

    __slots__ = ("_rounds",)

    def __init__(self, rounds: Sequence[Displays]) -> None:
        self._rounds = tuple(rounds)

    def deal(self, *, round_number: int, players: int, bag: Counts, lid: Counts) -> Displays:
        """Return the recorded displays; raise `BadDeal` when the record has no such round."""
        raise NotImplementedError


def seed_hash(seed: bytes) -> str:
    """Return the commitment to a seed: its SHA-256 in hexadecimal."""
    raise NotImplementedError


def drawn_start_seat(seed: bytes, players: int) -> int:
    """Return the seat that a seed draws to start the first round."""
    raise NotImplementedError
