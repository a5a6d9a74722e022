"""What playing a pick changes, worked out beforehand: the tables behind `flow.take`.

`Position.sources` has one bit for every color on every source. Displays 0 to 4 and the center come first,
six bits a color with the center's last; displays 5 to 8, which only larger tables have, follow from bit 30,
four bits a color. So a table for two fits in the lower thirty bits.
"""

from typing import Final, NamedTuple, TypeAlias

from .moves import FLOOR, PICKS, Pick
from .position import ALL_LINES_OPEN, LINE_BITS, ROW_OPEN
from .tiles import BITS, CENTER, COLORS, FALLEN, TILES_PER_COLOR, Color, source_bit
from .walls import SIZE

Step: TypeAlias = tuple[int, int, int, int]


class PickCode(NamedTuple):
    """One pick in numbers.

    `pile` is its place in `Position.packed_piles` and `shift` that of its color's count there. `held` is the
    source's bit for the color, `stay` keeps the bits of the other sources, `to_center` has the center's bits
    of the other colors. `open_bit` is the line's in `PlayerBoard.open_lines`, `line_shift` its place in
    `packed_lines`; ``steps[tiles in the line][tiles taken]`` says what happens to it, and `fallen` has the
    tiles that fall, by their number.
    """

    pile: int
    shift: int
    held: int
    stay: int
    to_center: int
    open_bit: int
    line_shift: int
    steps: tuple[tuple[Step, ...], ...]
    fallen: tuple[tuple[Color, ...], ...]


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


def _steps(color: int, line: int) -> tuple[tuple[Step, ...], ...]:
    """Return the steps of a line and color, by tiles in the line, then tiles taken."""
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
    held = source_bit(source, color)
    taken = held if source == CENTER else sum(source_bit(source, other) for other in COLORS)
    return PickCode(
        pile=-1 if source == CENTER else source,
        shift=BITS * color,
        held=held,
        stay=~taken,
        to_center=sum(source_bit(CENTER, other) for other in COLORS if other != color),
        open_bit=1 << SIZE * SIZE if line == FLOOR else 1 << SIZE * color + line,
        line_shift=LINE_BITS * line,
        steps=_STEPS[color, line],
        fallen=FALLEN[color],
    )


PICK_CODES: Final = {pick: _pick_code(pick) for pick in PICKS.values()}
