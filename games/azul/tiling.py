"""Wall-tiling of one board: which tilings there are, and what each leads to."""

from typing import Final

from .moves import FALLS, PLACES, IllegalMove, Place, Reason, Tile
from .position import (
    ALL_LINES_OPEN,
    LINE_BITS,
    ROW_OPEN,
    PlayerBoard,
    Position,
)
from .walls import (
    BIT_LISTS,
    SIZE,
    Wall,
    WallKind,
    free_columns,
)


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
_COLORED: Final = WallKind.COLORED


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
    if kind is _COLORED:
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
    if kind is _COLORED:
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
            extend(index + 1, wall.with_tile(row, column, color), (*places, PLACES[row][column]))
        if not columns:
            extend(index + 1, wall, (*places, FALLS[row]))

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
            sentence = f"Choose a column for line {row + 1}."
            raise IllegalMove(Reason.CHOICE_MISSING, sentence, line=row)
        else:
            column = mask.bit_length() - 1 if mask else None
        if column is not None:
            wall = wall.with_tile(row, column, color)
        places.append(FALLS[row] if column is None else PLACES[row][column])
    if chosen:
        row = min(chosen)
        sentence = f"Line {row + 1} is not complete."
        raise IllegalMove(Reason.LINE_NOT_COMPLETE, sentence, line=row)
    return Tile(tuple(places))


def _check_column(wall: Wall, row: int, column: int | None, mask: int) -> None:
    """Raise `IllegalMove` unless the column is in the mask, or None where the mask is empty."""
    if column is None:
        if mask:
            sentence = f"Line {row + 1} has a free column: it can't go to the floor."
            raise IllegalMove(Reason.COLUMN_OPEN, sentence, line=row)
        return
    if not 0 <= column < SIZE:
        raise IllegalMove(Reason.NO_SUCH_COLUMN, "The wall has columns 1 to 5.")
    if mask >> column & 1:
        return
    if wall.cells >> SIZE * row + column & 1:
        sentence = f"Column {column + 1} of row {row + 1} is already taken."
        raise IllegalMove(Reason.COLUMN_TAKEN, sentence, line=row, column=column)
    sentence = f"Column {column + 1} can't take that color in row {row + 1}."
    raise IllegalMove(Reason.COLOR_IN_COLUMN, sentence, line=row, column=column)
