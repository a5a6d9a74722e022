"""Points: of a tile laid on the wall, of the floor line, of the end of the game; and the places."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from .position import PlayerBoard

FLOOR_PENALTIES: Final = (1, 1, 2, 2, 2, 3, 3)
"""Minus points of the floor line's spaces, left to right. Rule: R9."""


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
    raise NotImplementedError


def ranking(boards: Sequence[PlayerBoard]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return (place, seats) from the best, by score, then complete rows; places may be shared.

    Rule: R21.
    """
    raise NotImplementedError
