"""The shapes that drawings are made of: tiles, empty spaces, the marker, icons.

Everything is drawn in units of a 40 x 40 tile. A page carries ``symbols()`` once; every drawing on
it then only refers to these shapes, which keeps a page with four boards small. Dark colors come
from classes in ``table.css``; the values written here are those of a light page.
"""

from __future__ import annotations

from html import escape

from games.azul import FLOOR_PENALTIES, SIZE, WALL_COLORS, Color, WallKind
from games.render.theme import LETTERS, STYLES

__all__ = ["icon", "line_x", "marker_tile", "ring", "symbols", "tile", "use"]

FLOOR_SPACES = len(FLOOR_PENALTIES)
MINI_PITCH = 45
MINI_WALL = SIZE * MINI_PITCH + 16
MINI_FLOOR = SIZE * MINI_PITCH + 12


# The shapes, once per page


def symbols() -> str:
    """Return the hidden ``<svg>`` with every shape the drawings of a page refer to.

    ``tB`` a tile, ``gB`` the empty wall space of a color, ``mB`` the same without its shape for
    small boards, ``e`` an empty space, ``fp`` the starting player marker, ``mw`` and ``mg`` the
    whole empty small board with colored and with gray wall.
    """
    shapes = [_color_symbols(color) for color in Color]
    shapes.append(
        '<g id="e"><rect x="1.5" y="1.5" width="37" height="37" rx="5" class="ec"'
        ' fill="#f6f1e7" stroke="#8b7f6e" stroke-width="1.5"/></g>'
        '<g id="fp"><rect x="1" y="1" width="38" height="38" rx="6" fill="#fff" stroke="#5b5348"'
        ' stroke-width="2"/><path d="M22.6 29V11h-3.4l-5.4 4 2 2.9 3-2.2V29Z" fill="#3b342b"/></g>'
    )
    shapes.append(f'<g id="mw">{_empty_mini(WallKind.COLORED)}</g>')
    shapes.append(f'<g id="mg">{_empty_mini(WallKind.GRAY)}</g>')
    return (
        '<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        f"{''.join(shapes)}</defs></svg>"
    )


def _color_symbols(color: Color) -> str:
    style, letter = STYLES[color], LETTERS[color]
    return (
        f'<g id="t{letter}"><rect x="1" y="1" width="38" height="38" rx="6" fill="{style.fill}"'
        f' stroke="{style.edge}" stroke-width="2" class="x{letter}"/>'
        f'<path d="{style.shape}" fill="{style.glyph}" fill-rule="evenodd"/></g>'
        f'<g id="g{letter}" class="g{letter}" fill="{style.ghost_fill}" stroke="{style.ghost_edge}">'
        '<rect x="1.5" y="1.5" width="37" height="37" rx="5" stroke-width="1.5"'
        f' stroke-dasharray="4 3"/><path d="{style.shape}" fill="none" stroke-width="2.6"/></g>'
        f'<g id="m{letter}" class="g{letter}" fill="{style.ghost_fill}" stroke="{style.ghost_edge}">'
        '<rect x="1.5" y="1.5" width="37" height="37" rx="7" stroke-width="2.4"/></g>'
    )


def _empty_mini(wall_kind: WallKind) -> str:
    parts = []
    for row in range(SIZE):
        parts += [use("e", line_x(step, MINI_PITCH), row * MINI_PITCH) for step in range(row + 1)]
        for column in range(SIZE):
            shape = "e" if wall_kind is WallKind.GRAY else f"m{LETTERS[WALL_COLORS[row][column]]}"
            parts.append(use(shape, MINI_WALL + column * MINI_PITCH, row * MINI_PITCH))
    parts += [use("e", space * MINI_PITCH, MINI_FLOOR) for space in range(FLOOR_SPACES)]
    return "".join(parts)


# Single tiles


def tile(color: Color, *, class_name: str = "ti") -> str:
    """Return one tile as an inline picture; its meaning must stand in text beside it."""
    return _picture(f"t{LETTERS[color]}", class_name)


def marker_tile(*, class_name: str = "ti", label: str = "") -> str:
    """Return the starting player marker; ``label`` names it where no text stands beside it."""
    return _picture("fp", class_name, label)


def _picture(shape: str, class_name: str, label: str = "") -> str:
    return (
        f'<svg class="{class_name}" viewBox="0 0 40 40" {_name(label)}><use href="#{shape}"/></svg>'
    )


def _name(label: str) -> str:
    return f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'


def use(shape: str, x: int, y: int = 0) -> str:
    """Return a shape of ``symbols()`` at that place."""
    across = f' x="{x}"' if x else ""
    down = f' y="{y}"' if y else ""
    return f'<use href="#{shape}"{across}{down}/>'


def line_x(step: int, pitch: int) -> int:
    """Return the left edge of a line's space; step 0 is the rightmost, filled first."""
    return (SIZE - 1 - step) * pitch


def ring(x: int, y: int) -> str:
    """Return the mark of a tile that came with the last move: a dashed ring and a dot."""
    return (
        f'<rect x="{x - 2}" y="{y - 2}" width="44" height="44" rx="8" class="lm"/>'
        f'<circle cx="{x + 36}" cy="{y + 4}" r="5" class="ld"/>'
    )


# Icons of links and buttons

_ICONS = {
    "first": "M6 5v14M19 5 9 12l10 7Z",
    "previous": "M17 4 6 12l11 8Z",
    "next": "M7 4l11 8L7 20Z",
    "last": "M18 5v14M5 5l10 7-10 7Z",
    "undo": "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-4",
}


def icon(name: str) -> str:
    """Return a line icon (never an emoji, which some phones color); text must name it."""
    return (
        f'<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'
    )
