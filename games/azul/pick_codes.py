"""What playing a pick changes, worked out beforehand: the tables behind `flow.take`.

`Position.sources` has one bit for every color on every source. Displays 0 to 4 and the center come first,
six bits a color with the center's last; displays 5 to 8, which only larger tables have, follow from bit 30,
four bits a color. So a table for two fits in the lower thirty bits.
"""

from typing import Final, TypeAlias

from .moves import FLOOR, PICKS, Pick
from .position import ALL_LINES_OPEN, LINE_BITS, ROW_OPEN
from .tiles import BITS, CENTER, COLORS, FALLEN, SOURCE_BITS, TILES_PER_COLOR, Color, source_bit
from .walls import SIZE

Step: TypeAlias = tuple[int, int, int, int]


PickCode: TypeAlias = tuple[
    int,
    int,
    int,
    dict[int, int],
    int,
    int,
    dict[int, tuple[Step, ...]],
    tuple[tuple[Color, ...], ...],
]
"""One pick in numbers; a plain tuple, which is taken apart fastest. In order:

- its pile's place in `Position.packed_piles`, and the shift of its color's count there;
- the source's bit for the color, and all bits of the display by its content;
- the line's bit in `PlayerBoard.open_lines`, and the mask of its count in `packed_lines`;
- what happens to the line, by the masked count, then by the number of tiles taken;
- the tiles that fall, by their number.
"""


def _step(color: int, line: int, before: int, count: int) -> Step:
    """Return what `count` tiles do to a line that holds `before` of their color.

    The four numbers: what is added to `packed_lines`; how many tiles fall; what stays of `open_lines` and
    what is open besides. Rule: R5.
    """
    if line == FLOOR:
        return 0, count, ALL_LINES_OPEN, 0
    kept = min(count, line + 1 - before)
    added = (kept if before else color << 3 | kept) << LINE_BITS * line
    own = 1 << SIZE * color + line if before + kept <= line else 0
    return added, count - kept, ALL_LINES_OPEN & ~ROW_OPEN[line], own


def _steps(color: int, line: int) -> dict[int, tuple[Step, ...]]:
    """Return the steps of a line and color, by the masked count in the line, then by tiles taken."""
    return {
        before << LINE_BITS * line: tuple(
            _step(color, line, before, count) for count in range(TILES_PER_COLOR + 1)
        )
        for before in range(1 if line == FLOOR else line + 1)
    }


_STEPS: Final = {
    (color, line): _steps(color, line) for color in COLORS for line in range(FLOOR + 1)
}


def _pick_code(pick: Pick) -> PickCode:
    """Return one pick in numbers."""
    source, color, line = pick
    is_floor = line == FLOOR
    return (
        -1 if source == CENTER else source,
        BITS * color,
        source_bit(source, color),
        SOURCE_BITS[source],
        1 << SIZE * SIZE if is_floor else 1 << SIZE * color + line,
        0 if is_floor else 7 << LINE_BITS * line,
        _STEPS[color, line],
        FALLEN[color],
    )


PICK_CODES: Final = {pick: _pick_code(pick) for pick in PICKS.values()}
