"""What a score sheet draws: the run each tile made on a small wall, and scores round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple

from games.azul import SIZE, WALL_COLORS, Color, Placement, WallKind
from games.render.shapes import use
from games.render.theme import LETTERS

__all__ = ["Line", "WallTile", "run_wall", "score_chart", "series_key", "wall_symbol"]

PITCH: Final = 45
SIDE: Final = SIZE * PITCH - 5


class WallTile(NamedTuple):
    """One tile on a wall."""

    row: int
    column: int
    color: Color


@dataclass(frozen=True, slots=True)
class Line:
    """One player's scores at the chart's points, from the first; None: not known yet."""

    name: str
    scores: tuple[int | None, ...]


# The run of one tile


def wall_symbol(wall_kind: WallKind) -> str:
    """Return the hidden ``<svg>`` with the empty small wall ``sw``; once per page, after the shapes."""
    parts = []
    for row in range(SIZE):
        for column in range(SIZE):
            letter = LETTERS[WALL_COLORS[row][column]]
            shape = "e" if wall_kind is WallKind.GRAY else f"m{letter}"
            parts.append(use(shape, column * PITCH, row * PITCH))
    return (
        '<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        f'<g id="sw">{"".join(parts)}</g></defs></svg>'
    )


def run_wall(standing: Sequence[WallTile], placed: Placement) -> str:
    """Return a small wall with the tile just placed and the runs it scored for. Rule: R12.

    ``standing`` are the tiles that lay there before. What scored nothing is pale; a frame goes round
    each run. The text beside the drawing must say the same in words.
    """
    if placed.column is None:
        return ""
    on_wall = {(tile.row, tile.column): tile.color for tile in standing}
    on_wall[placed.row, placed.column] = placed.color
    across = _run(on_wall, placed.row, placed.column, down=0) if placed.across > 1 else []
    down = _run(on_wall, placed.row, placed.column, down=1) if placed.down > 1 else []
    scored = {(placed.row, placed.column), *across, *down}
    pale = "".join(_tile(space, on_wall[space]) for space in sorted(on_wall) if space not in scored)
    bright = "".join(_tile(space, on_wall[space]) for space in sorted(scored))
    frames = "".join(_frame(run) for run in (across, down) if run)
    x, y = placed.column * PITCH, placed.row * PITCH
    return (
        f'<svg class="rw" viewBox="-6 -6 {SIDE + 12} {SIDE + 12}" aria-hidden="true">'
        f'<use href="#sw" class="pale"/><g class="pale">{pale}</g>{bright}{frames}'
        f'<circle class="at" cx="{x + 34}" cy="{y + 6}" r="9"/></svg>'
    )


def _run(
    on_wall: dict[tuple[int, int], Color], row: int, column: int, *, down: int
) -> list[tuple[int, int]]:
    """Return the spaces of the unbroken run through a space, across or down."""
    step = (1, 0) if down else (0, 1)
    spaces = [(row, column)]
    for sign in (1, -1):
        there = (row + sign * step[0], column + sign * step[1])
        while there in on_wall:
            spaces.append(there)
            there = (there[0] + sign * step[0], there[1] + sign * step[1])
    return sorted(spaces)


def _tile(space: tuple[int, int], color: Color) -> str:
    return use(f"t{LETTERS[color]}", space[1] * PITCH, space[0] * PITCH)


def _frame(run: list[tuple[int, int]]) -> str:
    (top, left), (bottom, right) = run[0], run[-1]
    width, height = (right - left) * PITCH + 44, (bottom - top) * PITCH + 44
    return (
        f'<rect class="rf" x="{left * PITCH - 2}" y="{top * PITCH - 2}" width="{width}"'
        f' height="{height}" rx="9"/>'
    )


# Scores round by round

WIDTH: Final = 360
HEIGHT: Final = 210
LEFT, RIGHT, TOP, BOTTOM = 34, 346, 12, 178
MOST_TICKS: Final = 6
_DASHES: Final = ("", "9 5", "2 5", "12 4 2 4")
_MARKS: Final = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z",
    "M-4.5-4.5h9v9h-9Z",
    "M0-6 6 5H-6Z",
    "M0-6.5 6.5 0 0 6.5-6.5 0Z",
)
"""Every line has its own dashes and marks: color alone tells nothing."""


def score_chart(lines: Sequence[Line], points: Sequence[str], *, label: str) -> str:
    """Return scores as lines from 0; ``points`` name the places on the axis, ``label`` the whole.

    All lines have as many scores as there are points. A table beside it must hold the figures.
    """
    top = max((score or 0 for line in lines for score in line.scores), default=0)
    step = next(s for s in (2, 5, 10, 20, 25, 50, 100, 500) if top <= s * MOST_TICKS or s == 500)
    highest = max(step, -(-top // step) * step)
    parts = [_grid(value, highest) for value in range(0, highest + 1, step)]
    for place, name in enumerate(points, start=1):
        parts.append(f'<text x="{_x(place, len(points)):g}" y="200">{escape(name)}</text>')
    parts += [_line(number, line, highest) for number, line in enumerate(lines)]
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def series_key(number: int) -> str:
    """Return the sample of one line of the chart, for the list of names beside it."""
    path = f'<path d="M1 8h34" class="ln"{_dashes(number)}/>'
    return (
        f'<svg class="key c{number % 4}" viewBox="0 0 36 16" aria-hidden="true">{path}'
        f'<path d="{_MARKS[number % 4]}" class="mk" transform="translate(18 8)"/></svg>'
    )


def _grid(value: int, highest: int) -> str:
    y = f"{_y(value, highest):g}"
    return (
        f'<path d="M{LEFT} {y}H{RIGHT}" class="gr"/>'
        f'<text x="{LEFT - 6}" y="{float(y) + 4:g}" class="yl">{value}</text>'
    )


def _line(number: int, line: Line, highest: int) -> str:
    known = [(place, score) for place, score in enumerate(line.scores, 1) if score is not None]
    ends = [(_x(p, len(line.scores)), _y(score, highest)) for p, score in ((0, 0), *known)]
    path = "L".join(f"{x:g} {y:g}" for x, y in ends)
    marks = "".join(
        f'<path d="{_MARKS[number % 4]}" class="mk" transform="translate({x:g} {y:g})"/>'
        for x, y in ends[1:]
    )
    return f'<g class="c{number % 4}"><path d="M{path}" class="ln"{_dashes(number)}/>{marks}</g>'


def _dashes(number: int) -> str:
    dashes = _DASHES[number % 4]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _x(place: int, last: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * place / max(1, last), 1)


def _y(score: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * score / highest, 1)
