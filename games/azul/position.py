"""The table at one moment: `Position`, a player's `PlayerBoard`, and what each round left behind.

Nothing here is changed once it is made. The fields named ``packed_*`` are integers made for speed (see
`tiles`); the properties beside them give the same in plain tuples. `PlayerBoard` and `Position` are made at
every move of every replay, in `flow`; they are not frozen because a frozen dataclass is filled many times
slower.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from .rounds import Deal, Tiled
from .tiles import (
    CENTER,
    COLORS,
    SOURCE_BITS,
    TILES_PER_COLOR,
    Color,
    Counts,
    Displays,
    Filled,
    FloorTile,
    pack_tiles,
    tiles_of,
    unpack,
)
from .walls import BIT_LISTS, EMPTY_WALL, SIZE, Wall, WallKind


class Phase(StrEnum):
    """What the table waits for. DRAW is only seen between the single steps of `flow`."""

    DRAW = "draw"
    OFFER = "offer"
    TILING = "tiling"
    OVER = "over"


class EndReason(StrEnum):
    """Why a game ended. Rules: R19, R4, R22."""

    ROW_COMPLETE = "row_complete"
    NO_TILES = "no_tiles"
    NO_ROW_POSSIBLE = "no_row_possible"


FLOOR_SPACES: Final = 7
LINE_BITS: Final = 6
ROW_OPEN: Final = tuple(sum(1 << SIZE * color + row for color in COLORS) for row in range(SIZE))
"""The bits of `PlayerBoard.open_lines` that belong to one row, whatever the color."""
ALL_LINES_OPEN: Final = (1 << SIZE * SIZE + 1) - 1
"""`PlayerBoard.open_lines` of an empty board."""


_COUNTS_MASK: Final = sum(7 << LINE_BITS * row for row in range(SIZE))
_UNTIL_FULL: Final = sum(7 - row << LINE_BITS * row for row in range(SIZE))
_FULL_MASK: Final = sum(8 << LINE_BITS * row for row in range(SIZE))
_FULL_ROWS: Final = {sum(8 << LINE_BITS * row for row in rows): rows for rows in BIT_LISTS}


def complete_rows(packed_lines: int) -> tuple[int, ...]:
    """Return the rows of full pattern lines, from the top.

    Each count is lifted so that a full line carries into the bit above it.
    """
    return _FULL_ROWS[(packed_lines & _COUNTS_MASK) + _UNTIL_FULL & _FULL_MASK]


@dataclass(slots=True, unsafe_hash=True)
class PlayerBoard:
    """One player's board.

    `packed_lines` has six bits per row: the count in the lower three, the color in the upper three
    (0 when the count is 0). `open_lines` has bit ``5 * color + row`` when that row's line takes that color
    now; bit 25, for the floor line, is always set.
    """

    score: int
    packed_lines: int
    floor: tuple[FloorTile, ...]
    wall: Wall
    open_lines: int

    def line(self, row: int) -> tuple[Color | None, int]:
        """Return the color and the number of tiles in a pattern line; (None, 0) when empty."""
        code = self.packed_lines >> LINE_BITS * row & 63
        count = code & 7
        return (COLORS[code >> 3], count) if count else (None, 0)

    @property
    def lines(self) -> tuple[tuple[Color | None, int], ...]:
        """The five pattern lines from the top, each as `line` gives it."""
        return tuple(self.line(row) for row in range(SIZE))

    def complete_lines(self) -> tuple[int, ...]:
        """Return the rows whose pattern line is full, from the top."""
        return complete_rows(self.packed_lines)

    def wall_color(self, row: int, column: int) -> Color | None:
        """Return the color on a wall space, or None when it is free."""
        return self.wall.color_at(row, column)

    def takes(self, row: int, color: Color) -> bool:
        """Tell whether a pattern line takes that color now. Rules: R5, R6."""
        return bool(self.open_lines >> SIZE * color + row & 1)

    @property
    def completed_rows(self) -> int:
        """The number of complete wall rows."""
        return self.wall.complete_rows()

    @property
    def completed_columns(self) -> int:
        """The number of complete wall columns."""
        return self.wall.complete_columns()

    @property
    def completed_colors(self) -> int:
        """The number of colors with all five tiles on the wall."""
        return self.wall.complete_colors()


EMPTY_BOARD: Final = PlayerBoard(0, 0, (), EMPTY_WALL, ALL_LINES_OPEN)


class RoundFacts(NamedTuple):
    """What stays the same from pick to pick."""

    players: int
    wall_kind: WallKind
    round: int
    start_seat: int
    packed_bag: int
    deals: tuple[Deal, ...]
    tilings: tuple[tuple[Tiled | None, ...], ...]
    end_reason: EndReason | None


@dataclass(slots=True, unsafe_hash=True)
class Position:
    """The whole table. Seats are 0-based, rounds count from 1.

    `to_move` names the seats the table waits for: one in the factory offer, every seat that has a
    choice in gray wall-tiling (in any order), none when the game is over. `marker_holder` is the seat
    that took the marker this round, None while it lies in the center. `turn` is the number of moves
    played in the whole game. `sources` has a bit for every color on every display and in the center
    (`tiles.source_bit`); `filled` are the displays as they were dealt: one without a bit has been taken.
    """

    facts: RoundFacts
    phase: Phase
    turn: int
    to_move: tuple[int, ...]
    boards: tuple[PlayerBoard, ...]
    filled: tuple[Filled, ...]
    packed_center: int
    sources: int
    packed_lid: int
    marker_holder: int | None

    @property
    def players(self) -> int:
        """The number of players."""
        return self.facts.players

    @property
    def wall_kind(self) -> WallKind:
        """The side of the boards this game is played on."""
        return self.facts.wall_kind

    @property
    def round(self) -> int:
        """The number of the round, from 1 (0 before the first deal)."""
        return self.facts.round

    @property
    def start_seat(self) -> int:
        """The seat that started this round."""
        return self.facts.start_seat

    @property
    def deals(self) -> tuple[Deal, ...]:
        """How each round so far was dealt."""
        return self.facts.deals

    @property
    def tilings(self) -> tuple[tuple[Tiled | None, ...], ...]:
        """For each round so far and each seat its wall-tiling; None: not tiled yet."""
        return self.facts.tilings

    @property
    def displays(self) -> Displays:
        """The tiles on each display, sorted by color; empty once taken."""
        return tuple(tiles_of(self.packed_at(index)) for index in range(len(self.filled)))

    def display(self, index: int) -> tuple[Color, ...]:
        """Return the tiles on one display, sorted by color; empty once taken."""
        return tiles_of(self.packed_at(index))

    def packed_at(self, source: int) -> int:
        """Return the packed counts on a display (0 once taken) or in the center, without the marker."""
        if source == CENTER:
            return self.packed_center
        return self.filled[source].packed if self.sources & SOURCE_BITS[source] else 0

    @property
    def center(self) -> Counts:
        """The colored tiles in the center, without the marker."""
        return unpack(self.packed_center)

    @property
    def bag(self) -> Counts:
        """The tiles in the bag."""
        return unpack(self.facts.packed_bag)

    @property
    def lid(self) -> Counts:
        """The tiles in the box lid."""
        return unpack(self.packed_lid)

    @property
    def marker_in_center(self) -> bool:
        """Whether nobody has taken the marker this round."""
        return self.marker_holder is None

    @property
    def next_start(self) -> int:
        """The seat that would start the next round. Rule: R8."""
        return self.facts.start_seat if self.marker_holder is None else self.marker_holder

    @property
    def end_reason(self) -> EndReason | None:
        """Why the game ended; None while it goes on."""
        return self.facts.end_reason


def tile_counts(position: Position) -> Counts:
    """Return how many tiles of each color are on the whole table: 20 of each, always.

    Rule: R1.
    """
    packed = position.facts.packed_bag + position.packed_lid + position.packed_center
    on_displays = sum(position.packed_at(index) for index in range(len(position.filled)))
    counts = list(unpack(packed + on_displays))
    for board in position.boards:
        for row in range(SIZE):
            color, held = board.line(row)
            if color is not None:
                counts[color] += held
            for column in range(SIZE):
                on_wall = board.wall_color(row, column)
                if on_wall is not None:
                    counts[on_wall] += 1
        fallen = unpack(pack_tiles(tile for tile in board.floor if isinstance(tile, Color)))
        counts = [count + more for count, more in zip(counts, fallen, strict=True)]
    return counts[0], counts[1], counts[2], counts[3], counts[4]


def has_all_tiles(position: Position) -> bool:
    """Tell whether no tile was lost or made: the invariant of every position of a game."""
    return tile_counts(position) == (TILES_PER_COLOR,) * len(COLORS)
