"""Tables and boards made up for explaining: the front page's letter, the pictures of the rules page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from games import azul
from games.azul import (
    COLOR_LETTERS,
    COLORS,
    MARKER,
    Color,
    Displays,
    FloorTile,
    PlayerBoard,
    Position,
    WallKind,
    set_up_board,
)
from games.render.svg import Target

__all__ = ["RulePictures", "landing_position", "rule_pictures"]

B, Y, R, K, C = COLORS

# A game of two that was really played, up to its fourth round; the next player is seat 0.
LANDING_DEALS = (
    "BKBR YRCB YCKY YKKC KCKR",
    "KCCR BYYC BCKR YBYC BKKC",
    "RYCY BKKR KCBK RBCB RYBR",
    "BYYR YCRB BRRK RBBR YRCY",
)
LANDING_MOVES = (
    "5K2 4K2 3C1 2Y1 CY3 CC3 CR4 1B4 CR4 CB4 CK5 3K1 5C1 1R4 CB2 CK5 4B4 CY2 "
    "CC5 CR3 2C5 CBF CY3 5Y3 CR2 1Y2 CR1 CB1 4R3 CC4 2R3 3C4 CB4 CK5 4B2 3R2"
)


@dataclass(frozen=True, slots=True)
class RulePictures:
    """Boards for the rules page, and what a line or a wall is marked with there.

    `before` and `after` show three red tiles laid on the second line; `scored` is a wall on which
    `targets` scores for its run across and its run down; `floor` is a floor line with the marker.
    """

    before: PlayerBoard
    after: PlayerBoard
    tiled: PlayerBoard
    scored: PlayerBoard
    targets: tuple[Target, ...]
    floor: PlayerBoard
    row: PlayerBoard
    column: PlayerBoard
    color: PlayerBoard
    gray: PlayerBoard
    gray_targets: tuple[Target, ...]
    display: tuple[Color, ...] = (R, R, R, K)
    colored: WallKind = WallKind.COLORED
    plain: WallKind = WallKind.GRAY


@cache
def landing_position() -> Position:
    """Return the table of the letter on the front page; the board to look at is seat 0's."""
    moves = [azul.parse_move(text) for text in LANDING_MOVES.split()]
    dealer = azul.RecordedDealer([_dealt(deal) for deal in LANDING_DEALS])
    position = azul.start(players=2, wall_kind=WallKind.COLORED, start_seat=0, dealer=dealer)
    for move in moves:
        position = azul.apply(position, position.to_move[0], move, dealer)
    return position


@cache
def rule_pictures() -> RulePictures:
    """Return the boards of the rules page."""
    laid = [(0, 1), (0, 2), (1, 1), (1, 4), (2, 3)]
    lines = {0: (K, 1), 2: (B, 2), 3: (Y, 4)}
    run = [(0, 2), (1, 2), (2, 0), (2, 1), (3, 4)]
    gray = [(0, 0, R), (0, 3, Y), (1, 1, B), (2, 2, Y), (3, 4, R)]
    return RulePictures(
        before=_board(laid, lines=lines),
        after=_board(laid, lines={**lines, 1: (R, 2)}, floor=[R]),
        tiled=_board([*laid, (0, 3), (1, 3), (3, 4)], lines={2: (B, 2)}),
        scored=_board(run, lines={2: (B, 3)}),
        targets=(Target(column=2, color=B, points=6),),
        floor=_board((), floor=[MARKER, R, Y, Y]),
        row=_board([(1, column) for column in range(5)]),
        column=_board([(row, 3) for row in range(5)]),
        color=_board([(row, azul.COLUMN_OF[row][B]) for row in range(5)]),
        gray=_board(gray, lines={1: (R, 2)}),
        gray_targets=tuple(Target(column=column, color=R) for column in (2, 3)),
    )


def _dealt(deal: str) -> Displays:
    """Return displays written in color letters, a word each."""
    return tuple(tuple(COLORS[COLOR_LETTERS.index(tile)] for tile in word) for word in deal.split())


def _board(
    laid: Iterable[tuple[int, int] | tuple[int, int, Color]],
    *,
    lines: dict[int, tuple[Color, int]] | None = None,
    floor: Iterable[FloorTile] = (),
) -> PlayerBoard:
    """Return a board with tiles on these (row, column) spaces; a third number is the color there."""
    wall = (
        (row, column, color[0] if color else azul.WALL_COLORS[row][column])
        for row, column, *color in laid
    )
    return set_up_board(lines=lines, wall=wall, floor=floor)
