"""Tiles, their five colors, and counts of tiles packed into one small integer.

Packed counts: color ``c`` has the six bits from ``6 * c``, so all five colors fit in thirty bits (one
machine digit of a Python integer) and two piles are put together by one addition. No pile holds
more than 36 tiles of a color, so a field never runs over into the next one.
"""

from collections.abc import Iterable
from enum import Enum, IntEnum
from itertools import product
from typing import Final, NamedTuple, TypeAlias


class Color(IntEnum):
    """The five tile colors, in the order of the wall's top row. Rule: R1."""

    BLUE = 0
    YELLOW = 1
    RED = 2
    BLACK = 3
    CYAN = 4


class Marker(Enum):
    """The type of the starting player marker, which lies in a floor line like a tile."""

    MARKER = "marker"

    # There is one marker, so its identity will do; the usual hash, of the name, runs in Python.
    __hash__ = object.__hash__


MARKER: Final = Marker.MARKER

FloorTile: TypeAlias = Color | Marker
Counts: TypeAlias = tuple[int, int, int, int, int]
"""Tiles of each color, in the order of `Color`."""
Displays: TypeAlias = tuple[tuple[Color, ...], ...]
"""Tiles of each display, in the order drawn."""

COLORS: Final[tuple[Color, ...]] = tuple(Color)
TILES_PER_COLOR: Final = 20
TILES: Final = 100
TILES_PER_DISPLAY: Final = 4
DISPLAYS_FOR: Final = {2: 5, 3: 7, 4: 9}
"""Number of displays for each number of players. Rule: R1."""

BITS: Final = 6
FIELD: Final = 63
SHIFTS: Final = (0, 6, 12, 18, 24)
UNITS: Final = tuple(1 << shift for shift in SHIFTS)
"""One tile of each color, packed."""
_UNIT_OF: Final[dict[int, int]] = dict(zip(COLORS, UNITS, strict=True))
FULL_BAG: Final = sum(TILES_PER_COLOR * unit for unit in UNITS)

_LOW_BITS: Final = 2 * BITS
_LOW_FIELDS: Final = (1 << _LOW_BITS) - 1
_GUARDS: Final = sum(unit << BITS - 1 for unit in UNITS)

COLOR_LETTERS: Final = "BYRKC"
"""The notation's letter of each color, in the order of `Color`."""


FALLEN: Final = tuple(
    tuple((color,) * count for count in range(TILES_PER_COLOR + 1)) for color in COLORS
)
"""`FALLEN[color][count]`: that many tiles of a color, as they lie in a floor line."""


CENTER: Final = 9
"""The source that is the center of the table; display i is source i, 0 to 8."""


def source_bit(source: int, color: int) -> int:
    """Return the bit of `Position.sources` that says that a source holds a color.

    Displays 0 to 4 and the center have the lower thirty bits, six for each color.
    """
    if source == CENTER:
        return 1 << 6 * color + 5
    return 1 << 6 * color + source if source < 5 else 1 << 30 + 4 * color + source - 5


SOURCE_BITS: Final = tuple(
    sum(source_bit(source, color) for color in COLORS) for source in range(CENTER + 1)
)
"""All bits of a source in `Position.sources`."""


def bits_of(source: int, packed: int) -> int:
    """Return the bits of `Position.sources` of a source that holds these packed counts."""
    return sum(source_bit(source, color) for color in COLORS if packed >> SHIFTS[color] & FIELD)


class Filled(NamedTuple):
    """What lies on a filled display, whatever the order: all that taking tiles there asks for.

    `taken` has for every color: how many tiles of it, the packed counts of the others, and their bits as
    they come to the center. `bits` has the display's bits of `Position.sources`, by the display.
    """

    packed: int
    taken: tuple[tuple[int, int, int], ...]
    bits: tuple[int, ...]


def _filled(packed: int) -> Filled:
    """Return what a display with these packed counts holds."""
    counts = [packed >> shift & FIELD for shift in SHIFTS]
    rests = [packed - (count << shift) for count, shift in zip(counts, SHIFTS, strict=True)]
    in_center = [bits_of(CENTER, rest) for rest in rests]
    return Filled(
        packed,
        tuple(zip(counts, rests, in_center, strict=True)),
        tuple(bits_of(display, packed) for display in range(CENTER)),
    )


def _by_tiles() -> dict[tuple[Color, ...], Filled]:
    """Return the display of every sequence of up to four tiles; one object for the same counts."""
    known: dict[int, Filled] = {}
    found: dict[tuple[Color, ...], Filled] = {}
    for length in range(TILES_PER_DISPLAY + 1):
        for tiles in product(COLORS, repeat=length):
            packed = sum(UNITS[tile] for tile in tiles)
            if packed not in known:
                known[packed] = _filled(packed)
            found[tiles] = known[packed]
    return found


FILLED: Final = _by_tiles()
"""`FILLED[tiles]`: a display with these tiles, in any order; KeyError for what can't lie on one."""
EMPTY_DISPLAY: Final = FILLED[()]


def pack(counts: Iterable[int]) -> int:
    """Return counts in the order of `Color` as one packed integer."""
    return sum(count << shift for count, shift in zip(counts, SHIFTS, strict=True))


def unpack(packed: int) -> Counts:
    """Return packed counts as a tuple in the order of `Color`.

    >>> unpack(pack((1, 0, 2, 0, 20)))
    (1, 0, 2, 0, 20)
    """
    return (
        packed & 63,
        packed >> 6 & 63,
        packed >> 12 & 63,
        packed >> 18 & 63,
        packed >> 24,
    )


def pack_tiles(tiles: Iterable[int]) -> int:
    """Return the packed counts of some tiles; KeyError for what is no color."""
    units = _UNIT_OF
    packed = 0
    for tile in tiles:
        packed += units[tile]
    return packed


def total(packed: int) -> int:
    """Return the number of tiles in packed counts.

    64 leaves the remainder 1 when divided by 63, so the remainder adds up the fields (to 62 tiles).
    """
    return (packed & _LOW_FIELDS) % 63 + (packed >> _LOW_BITS) % 63


def tiles_of(packed: int) -> tuple[Color, ...]:
    """Return the tiles of packed counts, sorted by color."""
    return tuple(
        color for color, count in zip(COLORS, unpack(packed), strict=True) for _ in range(count)
    )


def contains(packed: int, part: int) -> bool:
    """Tell whether packed counts hold at least `part` of every color.

    Every field of `packed` lends its unused top bit; it comes back where nothing had to be borrowed.
    """
    return not part & _GUARDS and (packed | _GUARDS) - part & _GUARDS == _GUARDS
