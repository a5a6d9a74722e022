"""The players' boards in a mail: the reader's own large, the others small."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.mail import tables
from games.render import words
from games.selectors.table import SeatView, TableView


@dataclass(frozen=True, slots=True)
class BoardCells:
    """One player's board as table cells."""

    name: str
    score: int
    html: SafeString


def boards_of(view: TableView, language: str) -> dict[str, Any]:
    """Return the template values `own_board` and `other_boards`."""
    return {
        "own_board": _large(view.main, view, language),
        "other_boards": [_small(other, view, language) for other in view.others],
    }


def _large(seat: SeatView, view: TableView, language: str) -> BoardCells:
    label = words.board_sentence(seat.board, seat.name, language)
    cells = tables.large_board(seat.board, view.wall_kind, label)
    return BoardCells(seat.name, seat.score, cells + tables.large_floor(seat.board))


def _small(seat: SeatView, view: TableView, language: str) -> BoardCells:
    label = words.board_sentence(seat.board, seat.name, language)
    return BoardCells(seat.name, seat.score, tables.small_board(seat.board, view.wall_kind, label))
