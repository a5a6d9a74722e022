"""Wall-tiling of one board: which tilings there are, and what each leads to."""

from collections.abc import Mapping
from typing import Final

from .moves import IllegalMove, Place, Reason, Tile
from .position import (
    ALL_LINES_OPEN,
    FLOOR_SPACES,
    LINE_BITS,
    Placement,
    PlayerBoard,
    Position,
    Tiled,
    complete_rows,
)
from .scoring import COLUMN_RUNS, FLOOR_COSTS, RUNS, TILE_POINTS
from .tiles import BITS, COLORS, FALLEN, MARKER, UNITS, FloorTile
from .walls import (
    BIT_LISTS,
    COLUMN_MASK,
    COLUMN_OF,
    SIZE,
    TILE_BITS,
    Wall,
    WallKind,
    free_columns,
)

_new = tuple.__new__
_LID_UNITS: Final[dict[FloorTile, int]] = {MARKER: 0, **dict(zip(COLORS, UNITS, strict=True))}

ROW_OPEN: Final = tuple(
    sum(1 << SIZE * color + row for color in range(SIZE)) for row in range(SIZE)
)
"""The bits of `PlayerBoard.open_lines` that belong to one row, whatever the color."""


def _line_leaves_open(row: int, code: int) -> int:
    """Return which bits of `open_lines` a pattern line with this content leaves."""
    color, count = code >> 3, code & 7
    if not count:
        return ALL_LINES_OPEN
    own = 1 << SIZE * color + row if count <= row else 0
    return ALL_LINES_OPEN & ~ROW_OPEN[row] | own


_LEFT_OPEN: Final = tuple(
    tuple(_line_leaves_open(row, code) for code in range(64)) for row in range(SIZE)
)


def open_lines(packed_lines: int, wall: Wall) -> int:
    """Return `PlayerBoard.open_lines` for these pattern lines and this wall. Rules: R5, R6."""
    first, second, third, fourth, fifth = _LEFT_OPEN
    return (
        ~wall.row_colors
        & first[packed_lines & 63]
        & second[packed_lines >> 6 & 63]
        & third[packed_lines >> 12 & 63]
        & fourth[packed_lines >> 18 & 63]
        & fifth[packed_lines >> 24]
    )


def has_choice(board: PlayerBoard, kind: WallKind) -> bool:
    """Tell whether some complete line, forced ones above it laid, has several open columns.

    Rule: R18.
    """
    if kind is WallKind.COLORED:
        return False
    wall = board.wall
    for row in board.complete_lines():
        color = board.packed_lines >> LINE_BITS * row + 3 & 7
        columns = BIT_LISTS[free_columns(wall, row, color, kind)]
        if len(columns) > 1:
            return True
        if columns:
            wall = wall.with_tile(row, columns[0], color)
    return False


def seats_with_choice(boards: tuple[PlayerBoard, ...], kind: WallKind) -> tuple[int, ...]:
    """Return the seats that wall-tiling has to wait for. Rule: R18."""
    if kind is WallKind.COLORED:
        return ()
    return tuple([seat for seat, board in enumerate(boards) if has_choice(board, kind)])


def tilings(board: PlayerBoard, kind: WallKind) -> list[Tile]:
    """Return every different full tiling of a board, by line and column. Rule: R18."""
    rows = board.complete_lines()
    found: list[Tile] = []

    def extend(index: int, wall: Wall, places: tuple[Place, ...]) -> None:
        if index == len(rows):
            found.append(Tile(places))
            return
        row = rows[index]
        color = board.packed_lines >> LINE_BITS * row + 3 & 7
        columns = BIT_LISTS[free_columns(wall, row, color, kind)]
        for column in columns:
            extend(index + 1, wall.with_tile(row, column, color), (*places, Place(row, column)))
        if not columns:
            extend(index + 1, wall, (*places, Place(row, None)))

    extend(0, board.wall, ())
    return found


def complete_tile(position: Position, seat: int, tile: Tile) -> Tile:
    """Return a tiling with every forced line written out: the form that is stored.

    Raises `IllegalMove`. Rule: R18.
    """
    return full_tiling(position.boards[seat], position.wall_kind, tile)


def tile_refusal(board: PlayerBoard, kind: WallKind, tile: Tile) -> IllegalMove | None:
    """Return why a tiling is not legal for this board; None when it is."""
    try:
        full_tiling(board, kind, tile)
    except IllegalMove as refused:
        return refused
    return None


def full_tiling(board: PlayerBoard, kind: WallKind, tile: Tile) -> Tile:
    """Return the tiling with forced lines added, in line order. Raises `IllegalMove`."""
    chosen = dict(tile.places)
    if len(chosen) < len(tile.places):
        raise IllegalMove(Reason.LINE_TWICE, "A line is placed twice.")
    wall = board.wall
    places: list[Place] = []
    for row in board.complete_lines():
        color = board.packed_lines >> LINE_BITS * row + 3 & 7
        mask = free_columns(wall, row, color, kind)
        if row in chosen:
            column = chosen.pop(row)
            _check_column(wall, row, column, mask)
        elif mask & mask - 1:
            raise IllegalMove(Reason.CHOICE_MISSING, f"Choose a column for line {row + 1}.")
        else:
            column = mask.bit_length() - 1 if mask else None
        if column is not None:
            wall = wall.with_tile(row, column, color)
        places.append(Place(row, column))
    if chosen:
        row = min(chosen)
        raise IllegalMove(Reason.LINE_NOT_COMPLETE, f"Line {row + 1} is not complete.")
    return Tile(tuple(places))


def _check_column(wall: Wall, row: int, column: int | None, mask: int) -> None:
    """Raise `IllegalMove` unless the column is in the mask, or None where the mask is empty."""
    if column is None:
        if mask:
            sentence = f"Line {row + 1} has a free column: it can't go to the floor."
            raise IllegalMove(Reason.COLUMN_OPEN, sentence)
        return
    if not 0 <= column < SIZE:
        raise IllegalMove(Reason.NO_SUCH_COLUMN, "The wall has columns 1 to 5.")
    if mask >> column & 1:
        return
    if wall.cells >> SIZE * row + column & 1:
        sentence = f"Column {column + 1} of row {row + 1} is already taken."
        raise IllegalMove(Reason.COLUMN_TAKEN, sentence)
    sentence = f"Column {column + 1} can't take that color in row {row + 1}."
    raise IllegalMove(Reason.COLOR_IN_COLUMN, sentence)


def tile_board(
    board: PlayerBoard, columns: Mapping[int, int | None] | None
) -> tuple[PlayerBoard, Tiled, int]:
    """Tile a board: return the new board, what it scored, and the packed tiles for the lid.

    `columns` has every complete row's column on the gray wall; None: the colored wall's own.
    Rules: R11 to R15, R18.
    """
    score, lines, floor, wall, opened = board
    to_lid = gained = penalty = 0
    placements: list[Placement] = []
    rows = complete_rows(lines)
    if rows:
        cells, row_colors, column_colors, colors = wall
        for row in rows:
            line_shift = LINE_BITS * row
            code = lines >> line_shift & 63
            color = code >> 3
            lines -= code << line_shift
            column = COLUMN_OF[row][color] if columns is None else columns[row]
            if column is None:
                floor, overflow = fallen_floor(floor, color, row + 1)
                to_lid += overflow << BITS * color
                placements.append(Placement(row, COLORS[color], None, 0, 0, 0))
                continue
            cell, row_color, column_color, color_code = TILE_BITS[row][column][color]
            cells |= cell
            row_colors |= row_color
            column_colors |= column_color
            colors |= color_code
            across = RUNS[cells >> SIZE * row & 31][column]
            down = COLUMN_RUNS[cells >> column & COLUMN_MASK][row]
            points = TILE_POINTS[across][down]
            gained += points
            to_lid += row << BITS * color
            placements.append(_new(Placement, (row, COLORS[color], column, across, down, points)))
        wall = _new(Wall, (cells, row_colors, column_colors, colors))
        opened = open_lines(lines, wall)
    after = score + gained
    if floor:
        penalty = FLOOR_COSTS[len(floor)]
        after = max(after - penalty, 0)
        for fallen in floor:
            to_lid += _LID_UNITS[fallen]
    tiled = _new(Tiled, (tuple(placements), floor, gained, penalty, score, after))
    return _new(PlayerBoard, (after, lines, (), wall, opened)), tiled, to_lid


def fallen_floor(
    floor: tuple[FloorTile, ...], color: int, count: int
) -> tuple[tuple[FloorTile, ...], int]:
    """Add tiles to a floor line; return it and how many found no space. Rule: R9."""
    longer = floor + FALLEN[color][count]
    return longer[:FLOOR_SPACES], max(0, len(longer) - FLOOR_SPACES)
