"""Drawing tiles: from a seed, by a generator anybody can write again, or from a record.

The seeded draws are specified in docs/fairness.md, with test vectors; what is written there never
changes for a started game.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, count, repeat
from typing import Final, Protocol

from .tiles import (
    COLORS,
    DISPLAYS_FOR,
    FILLED,
    TILES_PER_COLOR,
    TILES_PER_DISPLAY,
    Color,
    Counts,
    Displays,
)

SEED_BYTES: Final = 32
_LABEL: Final = b"azul-by-mail/1"
"""What every hashed block starts with, so that no block is the commitment or another use's hash."""
_LIMITS: Final = (0, *(256 - 256 % size for size in range(1, 257)))
"""`_LIMITS[n]`: bytes from there on are thrown away, so that the rest falls evenly below n."""


_BLUE, _YELLOW, _RED, _BLACK, _CYAN = (
    tuple(bytes([color]) * count for count in range(TILES_PER_COLOR + 1)) for color in COLORS
)
_TILES: Final[dict[bytes, tuple[Color, ...]]] = {bytes(tiles): tiles for tiles in FILLED}


class Dealer(Protocol):
    """Says which tiles come out of the bag; `dealing.deal` checks them against the rules."""

    def deal(self, *, round_number: int, players: int, bag: Counts, lid: Counts) -> Displays:
        """Return one tuple of tiles per display, in the order drawn. Rules: R2, R3, R4."""
        ...


class BadDeal(ValueError):
    """Tiles that can't have come out of the bag, or a record without that round."""


class SeededDealer:
    """Draws from a 32-byte seed as docs/fairness.md describes; the same on every machine."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        self._seed = _checked_seed(seed)

    def deal(self, *, round_number: int, players: int, bag: Counts, lid: Counts) -> Displays:
        """Draw a round's displays. Rules: R2, R3, R4."""
        wanted = TILES_PER_DISPLAY * DISPLAYS_FOR[players]
        stream = _stream(self._seed, round_number)
        drawn = _drawn(bag, wanted, stream)
        if len(drawn) < wanted:
            drawn += _drawn(lid, wanted - len(drawn), stream)
        return tuple([_TILES[drawn[first : first + 4]] for first in range(0, wanted, 4)])


class RecordedDealer:
    """Gives the draws of a record again, the first round's first."""

    __slots__ = ("_rounds",)

    def __init__(self, rounds: Sequence[Displays]) -> None:
        self._rounds = tuple(rounds)

    def deal(self, *, round_number: int, players: int, bag: Counts, lid: Counts) -> Displays:
        """Return the recorded displays; raise `BadDeal` when the record has no such round."""
        if not 0 < round_number <= len(self._rounds):
            raise BadDeal(f"the record has no draws for round {round_number}")
        return self._rounds[round_number - 1]


def seed_hash(seed: bytes) -> str:
    """Return the commitment to a seed: its SHA-256 in hexadecimal."""
    return sha256(_checked_seed(seed)).hexdigest()


def drawn_start_seat(seed: bytes, players: int) -> int:
    """Return the seat that a seed draws to start the first round (round 0 of the generator)."""
    return _below(players, _stream(_checked_seed(seed), 0))


def _checked_seed(seed: bytes) -> bytes:
    """Return the seed, or raise ValueError if it hasn't 32 bytes."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return bytes(seed)


def _stream(seed: bytes, round_number: int) -> Iterator[int]:
    """Return the generator's bytes for one round, without end."""
    prefix = _LABEL + seed + round_number.to_bytes(4, "big")
    return chain.from_iterable(map(_digest, repeat(prefix), count()))


def _digest(prefix: bytes, block: int) -> bytes:
    """Return one block of the generator: 32 bytes."""
    return sha256(prefix + block.to_bytes(4, "big")).digest()


def _below(size: int, stream: Iterator[int]) -> int:
    """Return an even draw from 0 to size - 1 (size 1 to 256)."""
    limit = _LIMITS[size]
    return next(byte for byte in stream if byte < limit) % size


def _drawn(counts: Counts, wanted: int, stream: Iterator[int]) -> bytes:
    """Draw up to `wanted` tiles: each time the tile at a drawn place is taken out of the pile.

    The pile is written out by color, blue first. Here a tile is a byte, its color's number.
    """
    blue, yellow, red, black, cyan = counts
    pile = bytearray(_BLUE[blue] + _YELLOW[yellow] + _RED[red] + _BLACK[black] + _CYAN[cyan])
    tiles = bytearray()
    take_out, add = pile.pop, tiles.append
    size = len(pile)
    left = max(0, size - wanted)
    if size == left:
        return b""
    limit = _LIMITS[size]
    for byte in stream:
        if byte < limit:
            add(take_out(byte % size))
            size -= 1
            if size == left:
                break
            limit = _LIMITS[size]
    return bytes(tiles)
