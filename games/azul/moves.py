"""What a player may do: `Pick`, `Tile` of `Place`s, the list of legal moves, and refusals."""

from enum import StrEnum
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from .tiles import CENTER, COLORS, Color
from .walls import BIT_LISTS, SIZE

FLOOR: Final = 5
"""The line that is the floor line; pattern lines are 0 to 4 from the top."""


class Pick(NamedTuple):
    """Take all tiles of `color` from `source` and add them to `line`. Rule: R5."""

    source: int
    color: Color
    line: int


class Place(NamedTuple):
    """Move the tile of pattern line `row` to `column`; None: the line falls to the floor.

    Rule: R18.
    """

    row: int
    column: int | None


class Tile(NamedTuple):
    """A player's whole tiling of a round on the gray wall, in line order. Rule: R18."""

    places: tuple[Place, ...]


Move: TypeAlias = Pick | Tile


class Reason(StrEnum):
    """Why a move was refused. Rule: R23."""

    WRONG_PHASE = "wrong_phase"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_SOURCE = "no_such_source"
    NO_SUCH_COLOR = "no_such_color"
    NONE_OF_THAT_COLOR = "none_of_that_color"
    NO_SUCH_LINE = "no_such_line"
    LINE_FULL = "line_full"
    OTHER_COLOR_IN_LINE = "other_color_in_line"
    COLOR_ON_WALL = "color_on_wall"
    NO_SUCH_COLUMN = "no_such_column"
    COLUMN_TAKEN = "column_taken"
    COLOR_IN_COLUMN = "color_in_column"
    COLUMN_OPEN = "column_open"
    CHOICE_MISSING = "choice_missing"
    LINE_NOT_COMPLETE = "line_not_complete"
    LINE_TWICE = "line_twice"
    ALREADY_TILED = "already_tiled"


class IllegalMove(ValueError):
    """A move the rules don't allow; the position is untouched. Rule: R23.

    `reason` is for programs, ``str()`` of it is one English sentence for people. `facts` are what the
    sentence names, so that another language can say it too: `source`, `color`, `line` or `row`, `column`
    (0-based), `phase`.
    """

    def __init__(self, reason: Reason, sentence: str, **facts: int | str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.facts = facts


PLACES: Final = tuple(tuple(Place(row, column) for column in range(SIZE)) for row in range(SIZE))
"""`PLACES[row][column]`: one object for each choice there is."""
FALLS: Final = tuple(Place(row, None) for row in range(SIZE))
"""`FALLS[row]`: a line that falls to the floor."""
PICKS: Final[dict[tuple[int, int, int], Pick]] = {
    (source, color, line): Pick(source, color, line)
    for source in range(CENTER + 1)
    for color in COLORS
    for line in range(FLOOR + 1)
}
"""Every pick there is, one object each."""


def _picks_of(color: Color, sources: tuple[int, ...]) -> tuple[tuple[tuple[Pick, ...], ...], ...]:
    """Return the picks of a color, by a mask of these sources (the first lowest), then of the lines."""
    by_lines = {
        source: [
            tuple(PICKS[source, color, line] for line in (*BIT_LISTS[lines], FLOOR))
            for lines in range(1 << SIZE)
        ]
        for source in sources
    }
    held = [
        [source for index, source in enumerate(sources) if mask >> index & 1]
        for mask in range(1 << len(sources))
    ]
    return tuple(
        tuple(
            tuple(chain.from_iterable(by_lines[source][lines] for source in some))
            for lines in range(1 << SIZE)
        )
        for some in held
    )


NEAR_PICKS: Final = tuple(_picks_of(color, (0, 1, 2, 3, 4, CENTER)) for color in COLORS)
"""`NEAR_PICKS[color][sources][lines]`: the picks from displays 0 to 4 and the center, by source and line.

The indices are the color's bits of `Position.sources` and of `PlayerBoard.open_lines`.
"""
FAR_PICKS: Final = tuple(_picks_of(color, (5, 6, 7, 8)) for color in COLORS)
"""The same for displays 5 to 8."""
