"""Moves as text: `3R2`, `CCF`, `W13+W42`; free spelling in English and Japanese on reading."""

import re
from typing import Final

from .moves import FLOOR, PICKS, Move, Pick, Place, Tile
from .tiles import COLOR_LETTERS

SOURCE_LETTERS: Final = "123456789C"
LINE_LETTERS: Final = "12345F"
PICK_TEXTS: Final = {
    pick: SOURCE_LETTERS[pick.source] + COLOR_LETTERS[pick.color] + LINE_LETTERS[pick.line]
    for pick in PICKS.values()
}
_PICK_OF: Final = {text: pick for pick, text in PICK_TEXTS.items()}
_TILE: Final = re.compile(r"W[1-5][1-5F](?:\+W[1-5][1-5F]){0,4}", re.ASCII)


class InvalidNotation(ValueError):
    """Text that can't be read as a move; ``str()`` of it is one English sentence."""


def format_move(move: Move) -> str:
    """Return a move in canonical notation."""
    if isinstance(move, Pick):
        return PICK_TEXTS[move]
    return "+".join(
        f"W{row + 1}{LINE_LETTERS[FLOOR if column is None else column]}"
        for row, column in move.places
    )


def parse_move(text: str) -> Move:
    """Read a move in canonical or free spelling. Raises `InvalidNotation`."""
    pick = _PICK_OF.get(text)
    if pick is not None:
        return pick
    if _TILE.fullmatch(text):
        return Tile(
            tuple(
                Place(int(part[1]) - 1, None if part[2] == "F" else int(part[2]) - 1)
                for part in text.split("+")
            )
        )
    raise InvalidNotation("unreadable")
