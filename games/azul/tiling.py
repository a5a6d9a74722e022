"""Wall-tiling of one board: which tilings there are, and what each leads to."""

from .moves import Tile
from .position import Position


def complete_tile(position: Position, seat: int, tile: Tile) -> Tile:
    """Return a tiling with every forced line written out: the form that is stored.

    Raises `IllegalMove`. Rule: R18.
    """
    raise NotImplementedError
