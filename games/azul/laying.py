"""Moving a board's complete lines to the wall, and the points: tables worked out beforehand.

The choices of a gray wall are made in `tiling`; here they are carried out.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from .position import FLOOR_SPACES, LINE_BITS, ROW_OPEN, PlayerBoard, complete_rows
from .rounds import Placement, Tiled
from .scoring import FLOOR_COSTS, RUNS_THROUGH, TILE_POINTS
from .tiles import BITS, COLORS, FALLEN, MARKER, UNITS, FloorTile
from .walls import COLUMN_OF, SIZE, TILE_BITS, Wall

_new = tuple.__new__
_LID_UNITS: Final[dict[FloorTile, int]] = {MARKER: 0, **dict(zip(COLORS, UNITS, strict=True))}


Laying: TypeAlias = tuple[
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    int,
    dict[int, int],
    dict[int, int],
    tuple[tuple[Placement, ...], ...],
]
"""What moving a complete line of a row and color to a column changes; a plain tuple. In order:

- what comes off `packed_lines`, and what goes to the lid;
- what is set in the four fields of `Wall`;
- the masks of the space's row and of its column in `Wall.cells`;
- the runs across and down, by the masked cells;
- the placement, by the two runs.
"""


def _laying(row: int, column: int, color: int) -> Laying:
    """Return what one line laid on one space changes. Rules: R11, R12, R13."""
    placed = tuple(
        tuple(
            Placement(row, COLORS[color], column, across, down, TILE_POINTS[across][down])
            for down in range(SIZE + 1)
        )
        for across in range(SIZE + 1)
    )
    return (
        _full_line(row, color),
        row << BITS * color,
        *TILE_BITS[row][column][color],
        *RUNS_THROUGH[row][column],
        placed,
    )


def _full_line(row: int, color: int) -> int:
    """Return a complete line's part of `packed_lines`."""
    return (color << 3 | row + 1) << LINE_BITS * row


_LAYINGS: Final = tuple(
    tuple(tuple(_laying(row, column, color) for column in range(SIZE)) for color in range(SIZE))
    for row in range(SIZE)
)
"""`_LAYINGS[row][color][column]`."""
_COLORED: Final = tuple(
    tuple(_LAYINGS[row][color][COLUMN_OF[row][color]] for color in range(SIZE))
    for row in range(SIZE)
)
"""`_COLORED[row][color]`: the same for the one space that the colored wall has."""


def tile_board(
    board: PlayerBoard, columns: Mapping[int, int | None] | None
) -> tuple[PlayerBoard, Tiled, int]:
    """Tile a board: return the new board, what it scored, and the packed tiles for the lid.

    `columns` has every complete row's column on the gray wall; None: the colored wall's own.
    Rules: R11 to R15, R18.
    """
    lines, floor, wall, opened = board.packed_lines, board.floor, board.wall, board.open_lines
    to_lid = gained = penalty = 0
    placements: list[Placement] = []
    rows = complete_rows(lines)
    if rows:
        cells, row_colors, column_colors, codes = wall
        for row in rows:
            color = lines >> LINE_BITS * row + 3 & 7
            opened |= ROW_OPEN[row]
            if columns is None:
                laying = _COLORED[row][color]
            elif (column := columns[row]) is not None:
                laying = _LAYINGS[row][color][column]
            else:
                lines -= _full_line(row, color)
                floor, overflow = fallen_floor(floor, color, row + 1)
                to_lid += overflow << BITS * color
                placements.append(Placement(row, COLORS[color], None, 0, 0, 0))
                continue
            line, rest, cell, in_row, in_column, code, across, down, across_of, down_of, placed = (
                laying
            )
            lines -= line
            to_lid += rest
            cells |= cell
            row_colors |= in_row
            column_colors |= in_column
            codes |= code
            placement = placed[across_of[cells & across]][down_of[cells & down]]
            gained += placement[5]
            placements.append(placement)
        wall = _new(Wall, (cells, row_colors, column_colors, codes))
        opened &= ~row_colors
    after = board.score + gained
    if floor:
        penalty = FLOOR_COSTS[len(floor)]
        after = max(after - penalty, 0)
        for fallen in floor:
            to_lid += _LID_UNITS[fallen]
    tiled = _new(Tiled, (tuple(placements), floor, gained, penalty, board.score, after))
    return PlayerBoard(after, lines, (), wall, opened), tiled, to_lid


def fallen_floor(
    floor: tuple[FloorTile, ...], color: int, count: int
) -> tuple[tuple[FloorTile, ...], int]:
    """Add tiles to a floor line; return it and how many found no space. Rule: R9."""
    longer = floor + FALLEN[color][count]
    return longer[:FLOOR_SPACES], max(0, len(longer) - FLOOR_SPACES)
