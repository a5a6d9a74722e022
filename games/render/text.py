"""The table in plain text, for text mails, screen readers and terminals; 78 columns at most.

A capital letter is a tile, a small one an empty wall space of that color, a dot an empty space.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from unicodedata import east_asian_width

from games.azul import (
    FLOOR_PENALTIES,
    SIZE,
    WALL_COLORS,
    Color,
    FloorTile,
    PlayerBoard,
    Position,
    WallKind,
)
from games.render.phrases import say
from games.render.theme import LETTERS, MARKER_LETTER
from games.render.words import signed

__all__ = ["COLUMNS", "board_text", "boards_text", "clip", "displays_text", "key", "width"]

COLUMNS = 78
BOARD_COLUMNS = 36


def width(text: str) -> int:
    """Return how many columns a text takes; a Japanese character takes two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def clip(text: str, columns: int) -> str:
    """Return a text cut to that many columns, with an ellipsis where something was cut."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text + "…"


def key(language: str = "en") -> str:
    """Return what the letters stand for, in two or three lines."""
    return say(language, "key")


def _pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def displays_text(position: Position, *, per_line: int = 5) -> str:
    """Return displays and center: lines such as "1: BBKR   2: YYRC", then "C: 1BYYR".

    Empty displays show a dash.
    """
    cells = [
        f"{index + 1}: {''.join(LETTERS[tile] for tile in tiles) or '-'}"
        for index, tiles in enumerate(position.displays)
    ]
    lines = [
        "   ".join(_pad(cell, 7) for cell in cells[first : first + per_line]).rstrip()
        for first in range(0, len(cells), per_line)
    ]
    marker = MARKER_LETTER if position.marker_in_center else ""
    center = "".join(
        LETTERS[color] * count for color, count in zip(Color, position.center, strict=True)
    )
    lines.append(f"C: {marker + center or '-'}")
    return "\n".join(lines)


def board_text(board: PlayerBoard, wall_kind: WallKind, name: str, language: str = "en") -> str:
    """Return one board in eight lines of at most 36 columns: name, five rows, floor line.

    >>> from games.azul.position import EMPTY_BOARD
    >>> print(board_text(EMPTY_BOARD, WallKind.COLORED, "alice"))
    alice: 0 points
      1          .  |  b y r k c
      2        . .  |  c b y r k
      3      . . .  |  k c b y r
      4    . . . .  |  r k c b y
      5  . . . . .  |  y r k c b
      F  . . . . . . .  0
    """
    points = say(language, "text.points", points=board.score)
    lines = [clip(name, BOARD_COLUMNS - width(points)) + points]
    lines += [
        f"  {row + 1}  {_line(board, row):>9}  |  {_wall(board, row, wall_kind)}"
        for row in range(SIZE)
    ]
    spaces = [_floor_letter(piece) for piece in board.floor]
    spaces += ["."] * (len(FLOOR_PENALTIES) - len(spaces))
    cost = signed(-sum(FLOOR_PENALTIES[: len(board.floor)]))
    lines.append(f"  F  {' '.join(spaces)}  {cost}")
    return "\n".join(lines)


def boards_text(
    position: Position,
    names: Sequence[str],
    *,
    first: int = 0,
    is_narrow: bool = False,
    language: str = "en",
) -> str:
    """Return all boards, clockwise from seat ``first``; two side by side unless narrow."""
    seats = [(first + step) % position.players for step in range(position.players)]
    drawn = [
        board_text(position.boards[seat], position.wall_kind, names[seat], language).splitlines()
        for seat in seats
    ]
    if is_narrow:
        return "\n\n".join("\n".join(lines) for lines in drawn)
    blocks = []
    for left, right in zip_longest(drawn[::2], drawn[1::2], fillvalue=[""] * len(drawn[0])):
        rows = zip(left, right, strict=True)
        blocks.append("\n".join(f"{_pad(a, BOARD_COLUMNS + 4)}{b}".rstrip() for a, b in rows))
    return "\n\n".join(blocks)


def _line(board: PlayerBoard, row: int) -> str:
    color, count = board.line(row)
    letter = "" if color is None else LETTERS[color]
    return " ".join(["."] * (row + 1 - count) + [letter] * count)


def _wall(board: PlayerBoard, row: int, wall_kind: WallKind) -> str:
    spaces = []
    for column in range(SIZE):
        color = board.wall_color(row, column)
        if color is not None:
            spaces.append(LETTERS[color])
        elif wall_kind is WallKind.GRAY:
            spaces.append(".")
        else:
            spaces.append(LETTERS[WALL_COLORS[row][column]].lower())
    return " ".join(spaces)


def _floor_letter(piece: FloorTile) -> str:
    return LETTERS[piece] if isinstance(piece, Color) else MARKER_LETTER
