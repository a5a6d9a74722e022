"""The two walls: the printed pattern of the colored one, and what the gray one allows."""

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from .tiles import COLORS, Color


class WallKind(StrEnum):
    """Which side of the player boards a game is played on. Rule: R17."""

    COLORED = "colored"
    GRAY = "gray"


SIZE: Final = 5
ROW_MASK: Final = 0b11111
COLUMN_MASK: Final = 0x108421
"""The five cells of column 0 (cell = 5 * row + column)."""

WALL_COLORS: Final[tuple[tuple[Color, ...], ...]] = tuple(
    tuple(COLORS[(column - row) % SIZE] for column in range(SIZE)) for row in range(SIZE)
)
"""5 rows x 5 columns: the colored wall's printed color of each space. Rule: R17."""

COLUMN_OF: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple((row + color) % SIZE for color in range(SIZE)) for row in range(SIZE)
)
"""`COLUMN_OF[row][color]`: where the colored wall takes a color in that row."""

COLUMN_BITS: Final = {
    sum(1 << SIZE * row for row in range(SIZE) if mask >> row & 1): mask for mask in range(32)
}
"""A column's cells, shifted to column 0, as a five-bit mask with row 0 lowest."""

BIT_LISTS: Final = tuple(
    tuple(index for index in range(SIZE) if mask >> index & 1) for mask in range(32)
)
"""The indices of the bits set in each five-bit mask, lowest first."""


def _tile_bits(row: int, column: int, color: int) -> tuple[int, int, int, int]:
    """Return the bits that a tile sets in the four fields of `Wall`."""
    cell = SIZE * row + column
    return (
        1 << cell,
        1 << SIZE * color + row,
        1 << SIZE * color + column,
        color + 1 << 3 * cell,
    )


TILE_BITS: Final = tuple(
    tuple(tuple(_tile_bits(row, column, color) for color in range(SIZE)) for column in range(SIZE))
    for row in range(SIZE)
)
"""`TILE_BITS[row][column][color]`: what a tile there sets in each field of `Wall`."""


class Wall(NamedTuple):
    """The tiles on one player's wall, as bit masks. Build with `EMPTY_WALL.with_tile(...)`.

    `cells` has bit ``5 * row + column`` for every taken space; `row_colors` has bit
    ``5 * color + row`` for every color laid in a row, `column_colors` bit ``5 * color + column``;
    `colors` keeps three bits per space, the color plus one, 0 for a free space.
    """

    cells: int
    row_colors: int
    column_colors: int
    colors: int

    def color_at(self, row: int, column: int) -> Color | None:
        """Return the color laid on a space, or None when it is free."""
        code = self.colors >> 3 * (SIZE * row + column) & 7
        return COLORS[code - 1] if code else None

    def with_tile(self, row: int, column: int, color: int) -> "Wall":
        """Return the wall with one more tile; the space must be free."""
        cell, row_color, column_color, code = TILE_BITS[row][column][color]
        return Wall(
            self.cells | cell,
            self.row_colors | row_color,
            self.column_colors | column_color,
            self.colors | code,
        )

    def complete_rows(self) -> int:
        """Return the number of complete rows."""
        return sum(self.cells >> SIZE * row & ROW_MASK == ROW_MASK for row in range(SIZE))

    def complete_columns(self) -> int:
        """Return the number of complete columns."""
        return sum(self.cells >> column & COLUMN_MASK == COLUMN_MASK for column in range(SIZE))

    def complete_colors(self) -> int:
        """Return the number of colors with all five tiles on the wall."""
        return sum(self.row_colors >> SIZE * color & ROW_MASK == ROW_MASK for color in range(SIZE))


def has_complete_row(cells: int) -> bool:
    """Tell whether some row of `Wall.cells` is complete. Rule: R19."""
    across = cells & cells >> 1
    return bool(across & across >> 2 & cells >> 4 & COLUMN_MASK)


EMPTY_WALL: Final = Wall(0, 0, 0, 0)
_GRAY: Final = WallKind.GRAY
_COLORED: Final = WallKind.COLORED


def free_columns(wall: Wall, row: int, color: int, kind: WallKind) -> int:
    """Return the mask of columns where `row` may take `color` now; 0 if that row has the color.

    Rule: R17.
    """
    if wall.row_colors >> SIZE * color + row & 1:
        return 0
    if kind is _COLORED:
        return 1 << COLUMN_OF[row][color]
    taken = wall.cells >> SIZE * row & ROW_MASK
    return ROW_MASK & ~(taken | wall.column_colors >> SIZE * color)


def can_complete_a_row(wall: Wall) -> bool:
    """Tell whether the missing colors of some row of a gray wall can still all be laid.

    Rule: R22.
    """
    return any(_row_possible(wall, row) for row in range(SIZE))


def _row_possible(wall: Wall, row: int) -> bool:
    """Tell whether a row's missing colors fit its free columns, one each."""
    masks = [
        free_columns(wall, row, color, _GRAY)
        for color in COLORS
        if not wall.row_colors >> SIZE * color + row & 1
    ]
    return _matches(tuple(sorted(masks)))


@lru_cache(maxsize=4096)
def _matches(masks: tuple[int, ...]) -> bool:
    """Tell whether each mask can be given a bit of its own."""
    if not masks:
        return True
    first, rest = masks[0], masks[1:]
    return any(
        _matches(tuple(sorted(mask & ~(1 << column) for mask in rest)))
        for column in BIT_LISTS[first]
    )
