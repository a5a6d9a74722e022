"""What a choice would lead to, for pages and bots: nothing here changes a position."""

from dataclasses import dataclass

from .laying import tile_board
from .legal import refusal
from .moves import FLOOR, Pick, Place
from .position import FLOOR_SPACES, LINE_BITS, PlayerBoard, Position
from .rounds import Tiled
from .scoring import FLOOR_COSTS, TILE_POINTS, runs_through
from .tiles import BITS, CENTER, FIELD
from .walls import BIT_LISTS, COLUMN_OF, WallKind, free_columns


@dataclass(frozen=True, slots=True)
class PickResult:
    """What a pick does to its player's board.

    `count` tiles taken, `kept` in the line, `fallen` to the floor line or past it; `marker`: the marker
    comes too; `floor_cost`: minus points it adds to the floor line; `target`: the (row, column) of the
    colored wall the line leads to; `points`: what that wall tile would score if the round ended now
    (None when the line stays incomplete, and on the gray wall).
    """

    count: int
    kept: int
    fallen: int
    marker: bool
    completes: bool
    floor_cost: int
    target: tuple[int, int] | None
    points: int | None


def pick_result(position: Position, seat: int, pick: Pick) -> PickResult:
    """Return what a legal pick would do. Raises `IllegalMove`. Rules: R5, R8, R9, R12."""
    refused = refusal(position, seat, pick)
    if refused is not None:
        raise refused
    source, color, line = pick
    board = position.boards[seat]
    count = position.packed_at(source) >> BITS * color & FIELD
    kept = 0 if line == FLOOR else min(count, line + 1 - board.line(line)[1])
    marker = source == CENTER and position.marker_in_center
    on_floor = min(FLOOR_SPACES, len(board.floor) + marker + count - kept)
    completes = line != FLOOR and board.line(line)[1] + kept == line + 1
    colored = position.wall_kind is WallKind.COLORED
    return PickResult(
        count=count,
        kept=kept,
        fallen=count - kept,
        marker=marker,
        completes=completes,
        floor_cost=FLOOR_COSTS[on_floor] - FLOOR_COSTS[len(board.floor)],
        target=(line, COLUMN_OF[line][color]) if colored and line != FLOOR else None,
        points=_wall_points(board, color, line) if colored and completes else None,
    )


def board_if_round_ended(board: PlayerBoard, wall_kind: WallKind) -> Tiled:
    """Return the wall-tiling this board would get now.

    An estimate on the gray wall: a line with several open columns goes where it scores most.
    """
    wall = board.wall
    places: list[Place] = []
    for row in board.complete_lines():
        color = board.packed_lines >> LINE_BITS * row + 3 & 7
        columns = BIT_LISTS[free_columns(wall, row, color, wall_kind)]
        best = max(columns, key=lambda column: tile_points(wall.cells, row, column), default=None)
        places.append(Place(row, best))
        if best is not None:
            wall = wall.with_tile(row, best, color)
    return tile_board(board, dict(places))[1]


def open_columns(board: PlayerBoard, row: int, color: int, wall_kind: WallKind) -> tuple[int, ...]:
    """Return the columns where a row of the wall may take a color now. Rule: R17."""
    return BIT_LISTS[free_columns(board.wall, row, color, wall_kind)]


def tile_points(cells: int, row: int, column: int) -> int:
    """Return what a tile laid on that wall space scores. Rule: R12."""
    across, down = runs_through(cells, row, column)
    return TILE_POINTS[across][down]


def _wall_points(board: PlayerBoard, color: int, line: int) -> int:
    """Return the points of the tile of `line`, the complete lines above it laid before.

    Rules: R11, R12.
    """
    wall = board.wall
    for row in board.complete_lines():
        if row < line:
            above = board.packed_lines >> LINE_BITS * row + 3 & 7
            wall = wall.with_tile(row, COLUMN_OF[row][above], above)
    return tile_points(wall.cells, line, COLUMN_OF[line][color])
