"""Lots: even, repeatable draws from a seed and a label, the same on every machine."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")

_LABEL: Final = b"azul-by-mail/lots/1"
_WORD: Final = 4
_RANGE: Final = 256**_WORD


class Lots:
    """A stream of draws. Equal seed and label give equal draws; another label gives unrelated ones.

    Block i of the stream is SHA-256 of a fixed label, the length and bytes of the seed, the
    label's UTF-8 bytes and i as four bytes, big end first; it is read as eight 32-bit words.
    """

    __slots__ = ("_words",)

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = _words(seed, label)

    def below(self, size: int) -> int:
        """Return an even draw from 0 to size - 1 (size 1 to 2**32)."""
        limit = _RANGE - _RANGE % size
        return next(word for word in self._words if word < limit) % size

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a drawn order, every order as likely as any other.

        >>> sorted(Lots(b"", "example").shuffled("azul"))
        ['a', 'l', 'u', 'z']
        """
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return pile


def _words(seed: bytes, label: str) -> Iterator[int]:
    """Return the generator's 32-bit words, without end."""
    prefix = _LABEL + len(seed).to_bytes(4, "big") + seed + label.encode()
    for block in count():
        digest = sha256(prefix + block.to_bytes(4, "big")).digest()
        for first in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[first : first + _WORD], "big")
