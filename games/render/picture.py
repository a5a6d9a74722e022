"""The whole table as one SVG file that stands by itself: for sharing, without the style sheet of a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from games.azul import COLORS, SIZE, Position
from games.render.shapes import symbols, use
from games.render.svg import FULL_FLOOR, FULL_WALL, PITCH, full_board
from games.render.theme import LETTERS
from games.render.words import board_sentence

__all__ = ["table_picture"]

WIDTH = 1000
MARGIN = 24
INK, MUTED, PAGE, CARD, WELL, LINE = (
    "#221d17",
    "#5f564a",
    "#f4efe6",
    "#fffdf8",
    "#e7dfd1",
    "#8b7f6e",
)
FONT = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans JP,Hiragino Sans,sans-serif"
# What the classes of a page's drawings mean, for a reader that has no style sheet.
STYLES = {
    "pn": f'fill="{MUTED}" font-size="13" font-weight="600" text-anchor="middle"',
    "ar": f'fill="none" stroke="{LINE}" stroke-width="2.5" stroke-linecap="round"',
}
BOARD_WIDTH, BOARD_HEIGHT = FULL_WALL + SIZE * PITCH + 3, FULL_FLOOR + 63
WELL_SIZE, WELL_STEP = 92, 104
CARD_WIDTH = (WIDTH - 3 * MARGIN) // 2
CARD_HEIGHT = round((CARD_WIDTH - 32) * BOARD_HEIGHT / BOARD_WIDTH) + 66


def table_picture(
    position: Position, names: Sequence[str], title: str, *, language: str = "en"
) -> str:
    """Return an SVG document, 1000 wide: title, displays and center, a card for each player."""
    market, market_height = _market(position)
    top = 88 + market_height
    cards = [
        _card(position, seat, name, top + seat // 2 * (CARD_HEIGHT + MARGIN), language)
        for seat, name in enumerate(names)
    ]
    height = top + (len(names) + 1) // 2 * (CARD_HEIGHT + MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" font-family="{FONT}"><title>{escape(title)}</title>{symbols()}'
        f'<rect width="{WIDTH}" height="{height}" fill="{PAGE}"/>'
        f"{_text(MARGIN, 46, title, size=26, weight=750)}{market}{''.join(cards)}</svg>"
    )


def _market(position: Position) -> tuple[str, int]:
    """Return displays and center in rows of nine places, and how high they are; nothing when empty."""
    filled = [(number, tiles) for number, tiles in enumerate(position.displays, 1) if tiles]
    wells = [_well(place, *display) for place, display in enumerate(filled)]
    center = "".join(
        use(f"t{LETTERS[color]}", 12 + 74 * step, 12)
        + _text(58 + 74 * step, 39, str(position.center[color]), size=18, weight=700)
        for step, color in enumerate(color for color in COLORS if position.center[color])
    )
    count = sum(1 for color in COLORS if position.center[color])
    if position.marker_in_center:
        center += use("fp", 12 + 74 * count, 12)
        count += 1
    height = (WELL_SIZE + 12) if wells else 0
    if count:
        center = (
            f'<svg x="{MARGIN}" y="{80 + height}"><rect width="{74 * count + 12}" height="64"'
            f' rx="18" fill="{WELL}"/>{center}</svg>'
        )
        height += 76
    return "".join(wells) + (center if count else ""), height + (12 if height else 0)


def _well(place: int, number: int, tiles: Sequence[int]) -> str:
    drawn = "".join(
        use(f"t{LETTERS[COLORS[tile]]}", 4 + 44 * (step % 2), 4 + 44 * (step // 2))
        for step, tile in enumerate(tiles)
    )
    return (
        f'<svg x="{MARGIN + place * WELL_STEP}" y="80"><rect width="{WELL_SIZE}"'
        f' height="{WELL_SIZE}" rx="18" fill="{WELL}"/>{drawn}</svg>'
        f"{_text(MARGIN + place * WELL_STEP + 46, 72, str(number), size=14, weight=600, anchor='middle')}"
    )


def _card(position: Position, seat: int, name: str, y: int, language: str) -> str:
    board = position.boards[seat]
    label = board_sentence(board, name, language)
    drawing = full_board(board, position.wall_kind, label=label)
    for name_of_class, attributes in STYLES.items():
        drawing = drawing.replace(f'class="{name_of_class}"', attributes)
    width = CARD_WIDTH - 32
    place = f'x="16" y="52" width="{width}" height="{CARD_HEIGHT - 66}"'
    drawing = drawing.replace('class="full"', place)
    x = MARGIN + seat % 2 * (CARD_WIDTH + MARGIN)
    to_move = f'<path d="M16 20l10 7-10 7Z" fill="{INK}"/>' if seat in position.to_move else ""
    return (
        f'<svg x="{x}" y="{y}"><rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="14"'
        f' fill="{CARD}"/>{to_move}{_text(34 if to_move else 16, 34, name, size=19, weight=700)}'
        f"{_text(CARD_WIDTH - 16, 34, str(board.score), size=19, weight=700, anchor='end')}"
        f"{drawing}</svg>"
    )


def _text(x: int, y: int, text: str, *, size: int, weight: int, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{INK}"'
        f' text-anchor="{anchor}">{escape(text)}</text>'
    )
