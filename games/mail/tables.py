"""The table of a turn mail, drawn with table cells: readable with images off and in forced dark mode.

Every tile carries its letter, a capital; a small letter is an empty wall space of that color. Cells
name their background in `bgcolor`, everything else comes from templates/mail/style.css, which is
inlined. Everything written here is made of numbers, letters and our own links.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.azul import FLOOR_PENALTIES, SIZE, WALL_COLORS, Color, FloorTile, PlayerBoard, WallKind
from games.render.shapes import FLOOR_SPACES
from games.render.theme import LETTERS, MARKER_LETTER, STYLES
from games.render.words import signed
from games.selectors.market import Choice, Market, Source

EMPTY = "#f6f1e7"
SMALL_EMPTY = "#ebe4d7"
WELL = "#e7dfd1"
WHITE = "#ffffff"
ACCENT = "#0f5c4d"

_TABLE = '<table role="presentation" cellpadding="0"'


def displays(market: Market, link: str) -> SafeString:
    """Return the displays that hold tiles; each tile links to the page with its pick chosen.

    Displays float, so a phone shows three in a row and a wide window five.
    """
    return _safe("\n".join(_display(source, link) for source in market.displays))


def center(market: Market, link: str) -> SafeString:
    """Return the center: the marker and, for each color, a tile with its number, as links."""
    chips = []
    if market.has_marker:
        chips.append(
            f'{_TABLE} cellspacing="0" align="left" class="chip"><tr align="center">'
            f'<td class="k" bgcolor="{WHITE}"><span class="t1 kk">{MARKER_LETTER}</span></td>'
            "</tr></table>"
        )
    for choice in market.center.choices:
        cell = _linked_tile(choice, link, is_first=True)
        chips.append(
            f'{_TABLE} cellspacing="0" align="left" class="chip"><tr align="center">{cell}'
            f'<td class="x"><a href="{_take(link, choice)}" aria-hidden="true" tabindex="-1">'
            f"×{choice.count}</a></td></tr></table>"
        )
    return _safe("\n".join(chips))


def _display(source: Source, link: str) -> str:
    tiles = [
        _linked_tile(choice, link, is_first=number == 0)
        for choice in source.choices
        for number in range(choice.count)
    ]
    rows = "".join(
        f'<tr align="center">{"".join(tiles[i : i + 2])}</tr>\n' for i in range(0, len(tiles), 2)
    )
    return (
        f'{_TABLE} cellspacing="4" align="left" class="d" bgcolor="{WELL}">'
        f'<tr align="center"><td colspan="2" class="n">{source.number}</td></tr>\n{rows}</table>'
    )


def _linked_tile(choice: Choice, link: str, *, is_first: bool) -> str:
    """Return a tile as a link of 44 x 44 pixels; a screen reader hears each group of tiles once."""
    letter = LETTERS[choice.color]
    name = (
        f'aria-label="{escape(choice.label)}"' if is_first else 'aria-hidden="true" tabindex="-1"'
    )
    return (
        f'<td class="k" bgcolor="{STYLES[choice.color].fill}">'
        f'<a class="t{letter} kk" href="{_take(link, choice)}" {name}>{letter}</a></td>'
    )


def _take(link: str, choice: Choice) -> str:
    return f"{escape(link)}?take={choice.value}#place"


def columns(values: Sequence[tuple[int, str]], link: str) -> SafeString:
    """Return buttons for the columns of a line to place; each is (number shown, form value)."""
    cells = [
        f'{_TABLE} cellspacing="0" align="left" class="z" bgcolor="{ACCENT}"><tr><td>'
        f'<a href="{escape(link)}?place={value}#place">{number}</a></td></tr></table>'
        for number, value in values
    ]
    return _safe("\n".join(cells))


def chip(color: Color | None) -> SafeString:
    """Return a small tile to stand before a sentence, nothing for None."""
    if color is None:
        return _safe("")
    letter = LETTERS[color]
    return _safe(
        f'{_TABLE} cellspacing="0" width="18"><tr align="center">'
        f'<td class="s{letter} ch" bgcolor="{STYLES[color].fill}">{letter}</td></tr></table>'
    )


# Boards


def large_board(board: PlayerBoard, wall_kind: WallKind, label: str) -> SafeString:
    """Return pattern lines and wall; `label` says the same in words, for screen readers."""
    rows = []
    for row in range(SIZE):
        cells = [f'<td class="r" width="16" height="32">{row + 1}</td>']
        cells += ["<td></td>"] * (SIZE - 1 - row)
        cells += _large_line(board, row)
        cells.append('\n<td class="a" width="14">›</td>')
        cells += [_large_space(board, row, column, wall_kind) for column in range(SIZE)]
        rows.append(f'<tr align="center">{"".join(cells)}</tr>')
    return _safe(
        f'<table role="img" aria-label="{_label(label)}" cellpadding="0" cellspacing="2"'
        f' width="390" class="b">\n{chr(10).join(rows)}\n</table>'
    )


def large_floor(board: PlayerBoard) -> SafeString:
    """Return the floor line with what each space costs below it; part of the large board."""
    tiles = [_large_tile(piece) for piece in board.floor]
    tiles += [_EMPTY_CELL] * (FLOOR_SPACES - len(tiles))
    costs = [
        f'<td class="{"pu" if space < len(board.floor) else "p"}">−{cost}</td>'
        for space, cost in enumerate(FLOOR_PENALTIES)
    ]
    return _safe(
        '<table aria-hidden="true" cellpadding="0" cellspacing="2" width="275" class="b f">\n'
        f'<tr align="center"><td class="r" width="16" height="32">F</td>{"".join(tiles)}</tr>\n'
        f'<tr align="center"><td></td>{"".join(costs)}</tr></table>'
    )


def small_board(board: PlayerBoard, wall_kind: WallKind, label: str) -> SafeString:
    """Return a whole board small; empty wall spaces show their color without a letter."""
    rows = []
    for row in range(SIZE):
        cells = ["<td></td>"] * (SIZE - 1 - row) + _small_line(board, row)
        cells.append('\n<td width="6" height="14"></td>')
        cells += [_small_space(board, row, column, wall_kind) for column in range(SIZE)]
        rows.append(f'<tr align="center">{"".join(cells)}</tr>')
    rows.append(f'<tr><td colspan="{2 * SIZE + 1}" height="4"></td></tr>')
    floor = [_small_tile(piece) for piece in board.floor]
    floor += [_SMALL_EMPTY] * (FLOOR_SPACES - len(floor))
    floor.insert(SIZE, '<td height="14"></td>\n')
    cost = signed(-sum(FLOOR_PENALTIES[: len(board.floor)])) if board.floor else ""
    rows.append(f'<tr align="center">{"".join(floor)}<td colspan="3" class="c">{cost}</td></tr>')
    return _safe(
        f'<table role="img" aria-label="{_label(label)}" cellpadding="0" cellspacing="1"'
        f' width="152" class="s">\n{chr(10).join(rows)}\n</table>'
    )


_EMPTY_CELL = f'<td class="e" bgcolor="{EMPTY}"></td>'
_SMALL_EMPTY = f'<td class="me" bgcolor="{SMALL_EMPTY}"></td>'


def _large_line(board: PlayerBoard, row: int) -> list[str]:
    color, count = board.line(row)
    tile = "" if color is None else _large_tile(color)
    return [_EMPTY_CELL] * (row + 1 - count) + [tile] * count


def _small_line(board: PlayerBoard, row: int) -> list[str]:
    color, count = board.line(row)
    tile = "" if color is None else _small_tile(color)
    return [_SMALL_EMPTY] * (row + 1 - count) + [tile] * count


def _large_tile(piece: FloorTile) -> str:
    letter, fill = _look(piece)
    return f'<td class="t{letter}" bgcolor="{fill}">{letter}</td>'


def _small_tile(piece: FloorTile) -> str:
    letter, fill = _look(piece)
    return f'<td class="s{letter}" bgcolor="{fill}">{letter}</td>'


def _look(piece: FloorTile) -> tuple[str, str]:
    if isinstance(piece, Color):
        return LETTERS[piece], STYLES[piece].fill
    return MARKER_LETTER, WHITE


def _large_space(board: PlayerBoard, row: int, column: int, wall_kind: WallKind) -> str:
    color = board.wall_color(row, column)
    if color is not None:
        return _large_tile(color)
    if wall_kind is WallKind.GRAY:
        return _EMPTY_CELL
    waiting = WALL_COLORS[row][column]
    letter = LETTERS[waiting]
    return f'<td class="g{letter}" bgcolor="{STYLES[waiting].ghost_fill}">{letter.lower()}</td>'


def _small_space(board: PlayerBoard, row: int, column: int, wall_kind: WallKind) -> str:
    color = board.wall_color(row, column)
    if color is not None:
        return _small_tile(color)
    if wall_kind is WallKind.GRAY:
        return _SMALL_EMPTY
    waiting = WALL_COLORS[row][column]
    return f'<td class="m{LETTERS[waiting]}" bgcolor="{STYLES[waiting].ghost_fill}"></td>'


def _label(text: str) -> str:
    """Return a text for an attribute, without < and >.

    The inliner writes them there as they are, and careless mail programs take them for tags.
    """
    return escape(text.replace("<", "‹").replace(">", "›"))


def _safe(fragment: str) -> SafeString:
    # Safe: only numbers, letters and links of our own; labels and links are escaped above.
    return mark_safe(fragment)  # noqa: S308
