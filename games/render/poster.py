"""The whole table as one picture, 1200 x 630, for link previews: no text but digits, no style sheet.

It shows what lies on the table and nothing else, so it can't give away what comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO

from PIL import Image
from resvg_py import svg_to_bytes

from games.azul import COLORS, FLOOR_PENALTIES, Color, Phase, Position, ranking
from games.render.digits import number, number_width
from games.render.shapes import MINI_FLOOR, MINI_PITCH, symbols, use
from games.render.svg import Fresh, mini_shapes
from games.render.theme import LETTERS
from games.render.words import board_sentence

__all__ = ["HEIGHT", "WIDTH", "png", "poster"]

WIDTH, HEIGHT = 1200, 630
MARGIN = 36
PAGE, CARD, WELL, INK, MUTED, ACCENT, WARN = (
    "#f4efe6", "#fffdf8", "#e7dfd1", "#221d17", "#5f564a", "#0f5c4d", "#9c2f12",
)  # fmt: skip
DISPLAY, GAP, TILE = 124, 20, 52
MARKET_WIDTH = 3 * DISPLAY + 2 * GAP
CENTER_HEIGHT = 72
BOARD_WIDTH, BOARD_HEIGHT, BOARD_HEAD = 492, 352, 58
PALETTE_COLORS = 64


def poster(
    position: Position,
    names: Sequence[str],
    *,
    title: str = "",
    fresh: Mapping[int, Fresh] | None = None,
    language: str = "en",
) -> str:
    """Return the table as an SVG document; ``fresh`` marks what each seat laid last.

    ``names`` and ``title`` are not drawn: they are the text alternatives of boards and picture.
    """
    is_over = position.phase is Phase.OVER
    left = MARGIN if is_over else MARGIN + MARKET_WIDTH + MARGIN
    heading = f"<title>{escape(title)}</title>" if title else ""
    market = "" if is_over else _market(position)
    labels = [
        board_sentence(board, name, language)
        for board, name in zip(position.boards, names, strict=True)
    ]
    boards = _boards(position, labels, left, fresh or {})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}">{heading}{symbols()}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAGE}"/>'
        f"{market}{boards}</svg>"
    )


def png(drawing: str) -> bytes:
    """Return an SVG drawing as a PNG with a small palette. About 50 ms; reads no file and no font."""
    image = Image.open(BytesIO(svg_to_bytes(svg_string=drawing, skip_system_fonts=True)))
    small = image.convert("RGB").quantize(PALETTE_COLORS, dither=Image.Dither.NONE)
    buffer = BytesIO()
    small.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _market(position: Position) -> str:
    rows = -(-len(position.displays) // 3)
    height = rows * (DISPLAY + GAP) + CENTER_HEIGHT
    top = (HEIGHT - height) // 2
    displays = [
        _display(
            index, tiles, MARGIN + index % 3 * (DISPLAY + GAP), top + index // 3 * (DISPLAY + GAP)
        )
        for index, tiles in enumerate(position.displays)
    ]
    return "".join(displays) + _center(position, top + rows * (DISPLAY + GAP))


def _display(index: int, tiles: tuple[Color, ...], x: int, y: int) -> str:
    inset = (DISPLAY - 2 * TILE - 4) // 2
    drawn = "".join(
        _scaled(
            f"t{LETTERS[tile]}",
            x + inset + step % 2 * (TILE + 4),
            y + inset + step // 2 * (TILE + 4),
            TILE,
        )
        for step, tile in enumerate(tiles)
    )
    empty = number(index + 1, x + DISPLAY / 2 - 8, y + DISPLAY / 2 - 13, height=26, ink=MUTED)
    return (
        f'<rect x="{x}" y="{y}" width="{DISPLAY}" height="{DISPLAY}" rx="26" fill="{WELL}"'
        f' opacity="{1 if tiles else 0.55}"/>{drawn or empty}'
    )


def _center(position: Position, y: int) -> str:
    """Return the center of the table: the marker, and each color with its count."""
    size = f'width="{MARKET_WIDTH}" height="{CENTER_HEIGHT}"'
    parts = [f'<rect x="{MARGIN}" y="{y}" {size} rx="26" fill="{WELL}"/>']
    x = MARGIN + 14
    if position.marker_in_center:
        parts.append(_scaled("fp", x, y + 16, 40))
        x += 50
    for color in COLORS:
        count = position.center[color]
        if count:
            parts.append(_scaled(f"t{LETTERS[color]}", x, y + 16, 40))
            parts.append(number(count, x + 45, y + 25, height=22, ink=INK))
            x += 68
    return "".join(parts)


def _boards(
    position: Position, labels: Sequence[str], left: int, fresh: Mapping[int, Fresh]
) -> str:
    """Return all boards, in two columns or, for two players beside a market, one above the other."""
    count = position.players
    columns = 1 if count == 2 and left > MARGIN else 2
    rows = -(-count // columns)
    width, height = WIDTH - MARGIN - left, HEIGHT - 2 * MARGIN
    scale = min(
        (width - (columns - 1) * GAP) / columns / BOARD_WIDTH,
        (height - (rows - 1) * GAP) / rows / BOARD_HEIGHT,
    )
    across, down = BOARD_WIDTH * scale + GAP, BOARD_HEIGHT * scale + GAP
    x0 = left + (width - across * columns + GAP) / 2
    y0 = MARGIN + (height - down * rows + GAP) / 2
    return "".join(
        f'<g transform="translate({x0 + seat % columns * across:.1f} {y0 + seat // columns * down:.1f})'
        f' scale({scale:.4f})" role="img" aria-label="{escape(labels[seat])}">{_board(position, seat, fresh.get(seat))}</g>'
        for seat in range(count)
    )


def _board(position: Position, seat: int, fresh: Fresh | None) -> str:
    """Return one board on its card, with the score and what the floor line costs."""
    board = position.boards[seat]
    shapes = mini_shapes(board, position.wall_kind, fresh=fresh)
    shapes = shapes.replace(
        'class="lm"', f'fill="none" stroke="{ACCENT}" stroke-width="3.5" stroke-dasharray="7 4"'
    ).replace('class="ld"', f'fill="{ACCENT}" stroke="{CARD}" stroke-width="2"')
    is_marked = seat in _marked(position)
    edge = f' stroke="{ACCENT}" stroke-width="5"' if is_marked else ""
    arrow = f'<path d="M16 16l16 12-16 12Z" fill="{ACCENT}"/>' if is_marked else ""
    penalty = sum(FLOOR_PENALTIES[: len(board.floor)])
    floor = number(-penalty, 7 * MINI_PITCH + 14, MINI_FLOOR + 9, height=22, ink=WARN)
    score_x = BOARD_WIDTH - 16 - number_width(board.score, height=34)
    return (
        f'<rect x="1" y="1" width="{BOARD_WIDTH - 2}" height="{BOARD_HEIGHT - 2}" rx="16"'
        f' fill="{CARD}"{edge}/>{arrow}'
        f"{number(board.score, score_x, 12, height=34, ink=INK, weight=2.6)}"
        f'<g transform="translate(14 {BOARD_HEAD})">{shapes}{floor if penalty else ""}</g>'
    )


def _marked(position: Position) -> tuple[int, ...]:
    """Return who is to move or, at the end, who has won."""
    if position.phase is Phase.OVER:
        return tuple(ranking(position.boards)[0][1])
    return tuple(position.to_move)


def _scaled(shape: str, x: float, y: float, size: float) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({size / 40:g})">{use(shape, 0)}</g>'
