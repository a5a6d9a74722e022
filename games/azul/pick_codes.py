"""What playing a pick changes, worked out beforehand: the tables behind `flow.take`.

`Position.sources` has one bit for every color on every source. Displays 0 to 4 and the center come first,
six bits a color with the center's last; displays 5 to 8, which only larger tables have, follow from bit 30,
four bits a color. So a table for two fits in the lower thirty bits.
"""

from typing import Final, TypeAlias

from .moves import FLOOR, PICKS, Pick
from .position import ALL_LINES_OPEN, LINE_BITS, ROW_OPEN
from .tiles import BITS, COLORS, FALLEN, SOURCE_BITS, TILES_PER_COLOR, Color, source_bit
from .walls import SIZE

Step: TypeAlias = tuple[int, tuple[Color, ...], int, int]
"""What some tiles do to a line that holds some already; a plain tuple. In order:

- what is added to `packed_lines`, and the tiles that fall;
- what stays of `open_lines`, and what is open besides.
"""

PickCode: TypeAlias = tuple[int, int, int, int, int, int, int, tuple[tuple[Step, ...], ...]]
"""One pick in numbers; a plain tuple, which is taken apart fastest. In order:

- the source, the color, and the shift of the color's count in packed counts;
- the source's bit for the color, and all its bits, in `Position.sources`;
- the line's bit in `PlayerBoard.open_lines`, and the shift of its count in `packed_lines`;
- the steps, by the number of tiles in the line, then by the number taken.
"""


def _step(color: int, line: int, before: int, count: int) -> Step:
    """Return what `count` tiles do to a line that holds `before` of their color. Rule: R5."""
    if line == FLOOR:
        return 0, FALLEN[color][count], ALL_LINES_OPEN, 0
    kept = min(count, line + 1 - before)
    added = (kept if before else color << 3 | kept) << LINE_BITS * line
    own = 1 << SIZE * color + line if before + kept <= line else 0
    return added, FALLEN[color][count - kept], ALL_LINES_OPEN & ~ROW_OPEN[line], own


def _steps(color: int, line: int) -> tuple[tuple[Step, ...], ...]:
    """Return the steps of a line and color, by the tiles in the line, then by the tiles taken."""
    return tuple(
        tuple(_step(color, line, before, count) for count in range(TILES_PER_COLOR + 1))
        for before in range(1 if line == FLOOR else line + 1)
    )


_STEPS: Final = {
    (color, line): _steps(color, line) for color in COLORS for line in range(FLOOR + 1)
}


def _pick_code(pick: Pick) -> PickCode:
    """Return one pick in numbers."""
    source, color, line = pick
    is_floor = line == FLOOR
    return (
        source,
        color,
        BITS * color,
        source_bit(source, color),
        SOURCE_BITS[source],
        1 << SIZE * SIZE if is_floor else 1 << SIZE * color + line,
        LINE_BITS * line,
        _STEPS[color, line],
    )


PICK_CODES: Final = {pick: _pick_code(pick) for pick in PICKS.values()}
