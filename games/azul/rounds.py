"""What each round leaves behind: how it was dealt, how everybody tiled and scored."""

from typing import NamedTuple

from .tiles import Color, Counts, Displays, FloorTile, unpack


class Placement(NamedTuple):
    """One complete pattern line at wall-tiling.

    `across` and `down` are the lengths of the runs through the new tile, itself counted; `column` is
    None and all numbers are 0 when the line fell to the floor (Rule: R18).
    """

    row: int
    color: Color
    column: int | None
    across: int
    down: int
    points: int


class Tiled(NamedTuple):
    """One player's whole wall-tiling of a round: placements from the top, then the floor.

    `floor` is the floor line as it was scored; `penalty` is its cost as a positive number.
    """

    placements: tuple[Placement, ...]
    floor: tuple[FloorTile, ...]
    gained: int
    penalty: int
    score_before: int
    score_after: int


class Deal(NamedTuple):
    """How a round was dealt.

    `displays` has the tiles in the order drawn. `refill_after` is the number of tiles drawn when the
    lid went into the bag (None: it didn't) and `refill_lid` what went in. Rules: R2, R3, R4.
    """

    round: int
    start_seat: int
    displays: Displays
    refill_after: int | None
    refill_lid: Counts | None
    packed_bag_after: int
    packed_lid_after: int

    @property
    def bag_after(self) -> Counts:
        """The tiles left in the bag."""
        return unpack(self.packed_bag_after)

    @property
    def lid_after(self) -> Counts:
        """The tiles left in the box lid."""
        return unpack(self.packed_lid_after)
