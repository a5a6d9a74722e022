"""The one board drawing: pattern lines, walls and floor lines as SVG, for pages and history.

Drawings refer to the shapes of ``shapes.symbols()``, which a page carries once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from games.azul import (
    FLOOR_PENALTIES,
    SIZE,
    WALL_COLORS,
    Color,
    FloorTile,
    PlayerBoard,
    WallKind,
)
from games.render.shapes import (
    FLOOR_SPACES,
    MINI_FLOOR,
    MINI_PITCH,
    MINI_WALL,
    line_x,
    ring,
    use,
)
from games.render.theme import LETTERS

__all__ = [
    "Fresh",
    "Target",
    "floor_strip",
    "full_board",
    "mini_board",
    "mini_shapes",
    "pattern_line",
    "wall_row",
]

PITCH = 43
FULL_WALL = SIZE * PITCH + 20
FULL_FLOOR = SIZE * PITCH + 14


@dataclass(frozen=True, slots=True)
class Target:
    """Where a previewed tile would go on the wall, and what it would score (None: unknown)."""

    column: int
    color: Color
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Fresh:
    """What the last move laid on a board: ``kept`` tiles in ``line``, ``fallen`` on the floor."""

    line: int
    kept: int
    fallen: int


# The parts of a board that a form is built around


def pattern_line(
    board: PlayerBoard,
    row: int,
    *,
    ghost: tuple[Color, int] | None = None,
    fresh: int = 0,
) -> str:
    """Return one pattern line, right-aligned as on the board.

    ``ghost`` adds that many half-transparent tiles (a preview); ``fresh`` rings the last tiles.
    """
    color, count = board.line(row)
    parts = []
    for step in range(row + 1):
        x = line_x(step, PITCH)
        if color is not None and step < count:
            parts.append(use(f"t{LETTERS[color]}", x))
            if step >= count - fresh:
                parts.append(ring(x, 0))
            continue
        parts.append(use("e", x))
        if ghost and step < count + ghost[1]:
            parts.append(f'<g class="pv">{use(f"t{LETTERS[ghost[0]]}", x)}</g>')
    return f'<svg class="pl" viewBox="-3 -3 218 46" aria-hidden="true">{"".join(parts)}</svg>'


def wall_row(
    board: PlayerBoard, row: int, wall_kind: WallKind, *, targets: Iterable[Target] = ()
) -> str:
    """Return one row of a wall; each target shows a half-transparent tile, a ring and "+n"."""
    parts = [_wall_space(board, row, column, wall_kind) for column in range(SIZE)]
    parts += [_target(target) for target in targets]
    return f'<svg class="wl" viewBox="-3 -3 218 46" aria-hidden="true">{"".join(parts)}</svg>'


def _wall_space(board: PlayerBoard, row: int, column: int, wall_kind: WallKind) -> str:
    color = board.wall_color(row, column)
    if color is not None:
        return use(f"t{LETTERS[color]}", column * PITCH)
    if wall_kind is WallKind.GRAY:
        return use("e", column * PITCH)
    return use(f"g{LETTERS[WALL_COLORS[row][column]]}", column * PITCH)


def _target(target: Target) -> str:
    x = target.column * PITCH
    badge = ""
    if target.points is not None:
        width = 25 if target.points < 10 else 33
        left = x + 42 - width
        badge = (
            f'<rect x="{left}" y="21" width="{width}" height="21" rx="6" class="bdg"/>'
            f'<text x="{left + width / 2}" y="36.5" class="pts">+{target.points}</text>'
        )
    return (
        f'<g class="pv"><use href="#t{LETTERS[target.color]}" x="{x}"/></g>'
        f'<g class="tg"><rect x="{x - 1}" y="-1" width="42" height="42" rx="7" class="tgt"/>'
        f"{badge}</g>"
    )


def floor_strip(
    floor: Sequence[FloorTile], *, ghosts: Sequence[FloorTile] = (), fresh: int = 0
) -> str:
    """Return the floor line with what each space costs below it. Rule: R9.

    ``ghosts`` are tiles a previewed move would add; those beyond the seventh space are left out.
    """
    parts = []
    for space, penalty in enumerate(FLOOR_PENALTIES):
        x = space * PITCH
        if space < len(floor):
            parts.append(use(_floor_shape(floor[space]), x))
            if len(floor) - fresh <= space:
                parts.append(ring(x, 0))
        else:
            parts.append(use("e", x))
            if space < len(floor) + len(ghosts):
                ghost = _floor_shape(ghosts[space - len(floor)])
                parts.append(f'<g class="pv">{use(ghost, x)}</g>')
        parts.append(f'<text x="{x + 20}" y="56" class="pn">−{penalty}</text>')
    return f'<svg class="fls" viewBox="-3 -3 304 63" aria-hidden="true">{"".join(parts)}</svg>'


def _floor_shape(piece: FloorTile) -> str:
    return f"t{LETTERS[piece]}" if isinstance(piece, Color) else "fp"


# Whole boards


def mini_board(
    board: PlayerBoard, wall_kind: WallKind, *, label: str, fresh: Fresh | None = None
) -> str:
    """Return a whole board as one small picture; ``label`` is its text alternative."""
    penalty = sum(FLOOR_PENALTIES[: len(board.floor)])
    text, none = (f"−{penalty}", "") if penalty else ("0", " none")
    return (
        f'<svg class="mini" viewBox="-3 -3 470 286" role="img" aria-label="{escape(label)}">'
        f"{mini_shapes(board, wall_kind, fresh=fresh)}"
        f'<text x="{FLOOR_SPACES * MINI_PITCH + 12}" y="{MINI_FLOOR + 31}" class="mp{none}">{text}</text>'
        "</svg>"
    )


def mini_shapes(board: PlayerBoard, wall_kind: WallKind, *, fresh: Fresh | None = None) -> str:
    """Return what a small board is drawn of, 464 x 280 without any text."""
    empty = "mw" if wall_kind is WallKind.COLORED else "mg"
    parts = [f'<use href="#{empty}"/>']
    parts += _tiles(board, MINI_PITCH, MINI_WALL, MINI_FLOOR)
    if fresh:
        parts += _fresh_rings(board, fresh, MINI_PITCH, MINI_FLOOR)
    return "".join(parts)


def full_board(
    board: PlayerBoard, wall_kind: WallKind, *, label: str, fresh: Fresh | None = None
) -> str:
    """Return a whole board as one large picture; ``label`` is its text alternative."""
    parts = []
    for row in range(SIZE):
        y = row * PITCH
        parts += [use("e", line_x(step, PITCH), y) for step in range(row + 1)]
        spaces = (_wall_space(board, row, column, wall_kind) for column in range(SIZE))
        parts.append(f'<g transform="translate({FULL_WALL} {y})">{"".join(spaces)}</g>')
        parts.append(f'<path class="ar" d="M{FULL_WALL - 15} {y + 14}l6 6-6 6"/>')
    for space, penalty in enumerate(FLOOR_PENALTIES):
        x = space * PITCH
        parts.append(use("e", x, FULL_FLOOR))
        parts.append(f'<text x="{x + 20}" y="{FULL_FLOOR + 56}" class="pn">−{penalty}</text>')
    parts += _tiles(board, PITCH, None, FULL_FLOOR)
    if fresh:
        parts += _fresh_rings(board, fresh, PITCH, FULL_FLOOR)
    return (
        f'<svg class="full" viewBox="-3 -3 {FULL_WALL + SIZE * PITCH + 3} {FULL_FLOOR + 63}"'
        f' role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _tiles(board: PlayerBoard, pitch: int, wall_x: int | None, floor_y: int) -> list[str]:
    """Return the tiles of a board: lines, wall (unless ``wall_x`` is None) and floor."""
    parts = []
    for row in range(SIZE):
        color, count = board.line(row)
        if color is not None:
            shape = f"t{LETTERS[color]}"
            parts += [use(shape, line_x(step, pitch), row * pitch) for step in range(count)]
        for column in range(SIZE) if wall_x is not None else ():
            placed = board.wall_color(row, column)
            if placed is not None and wall_x is not None:
                parts.append(use(f"t{LETTERS[placed]}", wall_x + column * pitch, row * pitch))
    for space, piece in enumerate(board.floor):
        parts.append(use(_floor_shape(piece), space * pitch, floor_y))
    return parts


def _fresh_rings(board: PlayerBoard, fresh: Fresh, pitch: int, floor_y: int) -> list[str]:
    parts = []
    if 0 <= fresh.line < SIZE:
        count = board.line(fresh.line)[1]
        steps = range(max(0, count - fresh.kept), count)
        parts += [ring(line_x(step, pitch), fresh.line * pitch) for step in steps]
    spaces = range(max(0, len(board.floor) - fresh.fallen), len(board.floor))
    return parts + [ring(space * pitch, floor_y) for space in spaces]
