"""What a choice would lead to, for pages and bots: nothing here changes a position."""

from dataclasses import dataclass

from .moves import Pick
from .position import PlayerBoard, Position, Tiled
from .walls import WallKind


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
    """Return what a legal pick would do. Raises `IllegalMove`."""
    raise NotImplementedError


def board_if_round_ended(board: PlayerBoard, wall_kind: WallKind) -> Tiled:
    """Return the wall-tiling this board would get now.

    An estimate on the gray wall: a line with several open columns goes where it scores most.
    """
    raise NotImplementedError


def open_columns(board: PlayerBoard, row: int, color: int, wall_kind: WallKind) -> tuple[int, ...]:
    """Return the columns where a row of the wall may take a color now. Rule: R17."""
    raise NotImplementedError
