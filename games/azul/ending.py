"""Whether the game ends after a round, and what the end adds to the scores."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from .position import EndReason, PlayerBoard
from .scoring import bonuses
from .walls import WallKind, can_complete_a_row, has_complete_row

_GRAY: Final = WallKind.GRAY
_ROW_COMPLETE: Final = EndReason.ROW_COMPLETE
_NO_ROW_POSSIBLE: Final = EndReason.NO_ROW_POSSIBLE


def end_after_round(boards: Iterable[PlayerBoard], wall_kind: WallKind) -> EndReason | None:
    """Return why the game ends once everybody has tiled; None when it goes on. Rules: R19, R22."""
    stuck = wall_kind is _GRAY
    for board in boards:
        if has_complete_row(board.wall.cells):
            return _ROW_COMPLETE
        stuck = stuck and not can_complete_a_row(board.wall)
    return _NO_ROW_POSSIBLE if stuck else None


def with_bonuses(boards: Iterable[PlayerBoard]) -> tuple[PlayerBoard, ...]:
    """Return the boards of a finished game, end bonuses added to the scores. Rule: R20."""
    return tuple(replace(board, score=board.score + bonuses(board).points) for board in boards)
