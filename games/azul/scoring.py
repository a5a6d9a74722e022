"""Points: of a tile laid on the wall, of the floor line, of the end of the game; and the places."""

from collections.abc import Sequence
from itertools import accumulate, groupby
from typing import Final, NamedTuple

from .position import PlayerBoard
from .walls import COLUMN_BITS, COLUMN_MASK, ROW_MASK, SIZE

FLOOR_PENALTIES: Final = (1, 1, 2, 2, 2, 3, 3)
"""Minus points of the floor line's spaces, left to right. Rule: R9."""
FLOOR_COSTS: Final = (0, *accumulate(FLOOR_PENALTIES))
"""Minus points of a floor line with that many tiles."""

ROW_POINTS: Final = 2
COLUMN_POINTS: Final = 7
COLOR_POINTS: Final = 10


def run_length(mask: int, index: int) -> int:
    """Return the length of the run of set bits through a bit, itself counted."""
    low = high = index
    while low > 0 and mask >> low - 1 & 1:
        low -= 1
    while mask >> high + 1 & 1:
        high += 1
    return high - low + 1


def _runs_through(row: int, column: int) -> tuple[int, int, dict[int, int], dict[int, int]]:
    """Return a space's masks of row and column, and the length of its run for each content of them."""
    row_mask, column_mask = ROW_MASK << SIZE * row, COLUMN_MASK << column
    across = {mask << SIZE * row: run_length(mask | 1 << column, column) for mask in range(32)}
    down = {
        cells << column: run_length(mask | 1 << row, row) for cells, mask in COLUMN_BITS.items()
    }
    return row_mask, column_mask, across, down


RUNS_THROUGH: Final = tuple(
    tuple(_runs_through(row, column) for column in range(SIZE)) for row in range(SIZE)
)
"""`RUNS_THROUGH[row][column]`: masks of its row and column, then the runs by the masked cells."""

TILE_POINTS: Final = tuple(
    tuple((across if across > 1 else 0) + (down if down > 1 else 0) or 1 for down in range(6))
    for across in range(6)
)
"""`TILE_POINTS[across][down]`: points of one tile by its two runs. Rule: R12."""


def runs_through(cells: int, row: int, column: int) -> tuple[int, int]:
    """Return the lengths (across, down) of the runs through a wall space, itself counted."""
    row_mask, column_mask, across, down = RUNS_THROUGH[row][column]
    return across[cells & row_mask], down[cells & column_mask]


class Bonus(NamedTuple):
    """The end bonus of a wall: how many rows, columns, colors are complete, and the points.

    Rule: R20.
    """

    rows: int
    columns: int
    colors: int
    points: int


def bonuses(board: PlayerBoard) -> Bonus:
    """Return the end bonus of a board. Rule: R20."""
    wall = board.wall
    rows, columns, colors = wall.complete_rows(), wall.complete_columns(), wall.complete_colors()
    points = ROW_POINTS * rows + COLUMN_POINTS * columns + COLOR_POINTS * colors
    return Bonus(rows, columns, colors, points)


def ranking(boards: Sequence[PlayerBoard]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return (place, seats) from the best, by score, then complete rows; places may be shared.

    A shared place leaves out the next ones: 1, 1, 3. Rule: R21.
    """
    keys = [(board.score, board.completed_rows) for board in boards]
    order = sorted(range(len(boards)), key=lambda seat: (-keys[seat][0], -keys[seat][1], seat))
    places: list[tuple[int, tuple[int, ...]]] = []
    place = 1
    for _, group in groupby(order, key=lambda seat: keys[seat]):
        seats = tuple(group)
        places.append((place, seats))
        place += len(seats)
    return tuple(places)
