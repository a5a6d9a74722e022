"""Tags that put the drawings and words of ``games.render`` into templates.

A page that draws anything carries ``{% board_symbols %}`` once, before the first drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.azul import Color, FloorTile, PlayerBoard, Position, WallKind
from games.render import shapes, svg, text, words
from games.selectors.market import Market, market_of

register = template.Library()


def _drawing(fragment: str) -> SafeString:
    # Safe: games.render writes numbers and its own names only, and escapes every label.
    return mark_safe(fragment)  # noqa: S308


@register.simple_tag
def board_symbols() -> SafeString:
    """Write the shapes that every drawing of the page refers to; once per page."""
    return _drawing(shapes.symbols())


@register.simple_tag
def tile(color: Color, class_name: str = "ti") -> SafeString:
    """Draw one tile; the text beside it must name the color."""
    return _drawing(shapes.tile(color, class_name=class_name))


@register.simple_tag
def marker(label: str = "", class_name: str = "ti") -> SafeString:
    """Draw the starting player marker, with a text alternative if ``label`` is given."""
    return _drawing(shapes.marker_tile(label=label, class_name=class_name))


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw a line icon: first, previous, next, last, undo."""
    return _drawing(shapes.icon(name))


@register.simple_tag
def mini_board(
    board: PlayerBoard, wall_kind: WallKind, name: str, fresh: svg.Fresh | None = None
) -> SafeString:
    """Draw a whole board small; ``name`` is whose it is, for the text alternative."""
    label = words.board_sentence(board, name, get_language() or "en")
    return _drawing(svg.mini_board(board, WallKind(wall_kind), label=label, fresh=fresh))


@register.simple_tag
def full_board(
    board: PlayerBoard, wall_kind: WallKind, name: str, fresh: svg.Fresh | None = None
) -> SafeString:
    """Draw a whole board large; ``name`` is whose it is, for the text alternative."""
    label = words.board_sentence(board, name, get_language() or "en")
    return _drawing(svg.full_board(board, WallKind(wall_kind), label=label, fresh=fresh))


@register.simple_tag
def pattern_line(
    board: PlayerBoard, row: int, ghost: tuple[Color, int] | None = None, fresh: int = 0
) -> SafeString:
    """Draw one pattern line; its text stands beside it."""
    return _drawing(svg.pattern_line(board, row, ghost=ghost, fresh=fresh))


@register.simple_tag
def wall_row(
    board: PlayerBoard, row: int, wall_kind: WallKind, targets: tuple[svg.Target, ...] = ()
) -> SafeString:
    """Draw one row of a wall; its text stands beside it."""
    return _drawing(svg.wall_row(board, row, WallKind(wall_kind), targets=targets))


@register.simple_tag
def floor_strip(
    board: PlayerBoard, ghosts: tuple[FloorTile, ...] = (), fresh: int = 0
) -> SafeString:
    """Draw a floor line; its text stands beside it."""
    return _drawing(svg.floor_strip(board.floor, ghosts=ghosts, fresh=fresh))


@register.simple_tag
def text_table(position: Position, names: Sequence[str], first: int = 0) -> str:
    """Write displays, center and all boards in letters, for a ``pre``."""
    boards = text.boards_text(
        position, names, first=first, is_narrow=True, language=get_language() or "en"
    )
    return f"{text.displays_text(position, per_line=3)}\n\n{boards}"


@register.simple_tag
def text_key() -> str:
    """Write what the letters of ``text_table`` mean."""
    return text.key(get_language() or "en")


@register.inclusion_tag("_market.html")
def market(position: Position) -> dict[str, Market]:
    """Show displays and center, to look at only."""
    return {"market": market_of(position, language=get_language() or "en")}


@register.filter
def signed(points: int) -> str:
    """Write points with their sign and a real minus: +3, −2, 0."""
    return words.signed(points)


@register.filter
def color_name(color: Color) -> str:
    """Write a color's name."""
    return words.color_name(color, get_language() or "en")
