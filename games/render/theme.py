"""Colors and shapes of the tiles, color-blind safe: every color has its own shape and lightness.

The same numbers stand as classes in ``static/games/table.css`` for dark pages; here are the values
that go into the drawing itself and into mails, which have no style sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.azul import Color

__all__ = ["LETTERS", "MARKER_LETTER", "STYLES", "TILE_SIZE", "TileStyle"]

TILE_SIZE = 40
"""Side of the square every tile is drawn in; shapes stay inside 7..33."""

MARKER_LETTER = "1"


@dataclass(frozen=True, slots=True)
class TileStyle:
    """How one color looks on a light page.

    ``shape`` is SVG path data on the 40 x 40 grid. ``ghost_*`` is the empty wall space that waits
    for this color.
    """

    letter: str
    fill: str
    glyph: str
    edge: str
    shape: str
    ghost_fill: str
    ghost_edge: str


STYLES: dict[Color, TileStyle] = {
    Color.BLUE: TileStyle(
        letter="B",
        fill="#1f458f",
        glyph="#ffffff",
        edge="#122a58",
        shape="M20 7 33 20 20 33 7 20Z",
        ghost_fill="#d5deef",
        ghost_edge="#1f458f",
    ),
    Color.YELLOW: TileStyle(
        letter="Y",
        fill="#e0b514",
        glyph="#332600",
        edge="#7d6300",
        shape="M20 8.5a11.5 11.5 0 1 1 0 23a11.5 11.5 0 1 1 0-23Z",
        ghost_fill="#f6ecc4",
        ghost_edge="#7d6300",
    ),
    Color.RED: TileStyle(
        letter="R",
        fill="#b83a2a",
        glyph="#ffffff",
        edge="#74231a",
        shape="M20 7.5 33.5 31H6.5Z",
        ghost_fill="#f3dad5",
        ghost_edge="#a53224",
    ),
    Color.BLACK: TileStyle(
        letter="K",
        fill="#17181c",
        glyph="#f2efe6",
        edge="#000000",
        shape="M8 8h24v24H8Zm6 6v12h12V14Z",
        ghost_fill="#dedcd6",
        ghost_edge="#2a2b30",
    ),
    Color.CYAN: TileStyle(
        letter="C",
        fill="#bdeff3",
        glyph="#0b4a55",
        edge="#2f7f89",
        shape="M7 10h26v6H7Zm0 14h26v6H7Z",
        ghost_fill="#e4f7f8",
        ghost_edge="#1e7480",
    ),
}

LETTERS: dict[Color, str] = {color: style.letter for color, style in STYLES.items()}
