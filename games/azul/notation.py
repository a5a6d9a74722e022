"""Moves as text: `3R2`, `CCF`, `W13+W42`; free spelling in English and Japanese on reading."""

from typing import Final

from .moves import FLOOR, PICKS, Move, Pick
from .spelling import Unreadable, read_move
from .tiles import COLOR_LETTERS

SOURCE_LETTERS: Final = "123456789C"
LINE_LETTERS: Final = "12345F"
PICK_TEXTS: Final = {
    pick: SOURCE_LETTERS[pick.source] + COLOR_LETTERS[pick.color] + LINE_LETTERS[pick.line]
    for pick in PICKS.values()
}
_PICK_OF: Final = {text: pick for pick, text in PICK_TEXTS.items()}
_HOW: Final = "Write a move like 3R2 (display 3, red, line 2) or CKF (center, black, floor)."


class InvalidNotation(ValueError):
    """Text that can't be read as a move; ``str()`` of it is English for people.

    `kind` and `facts` say the same for other languages: see `spelling.Unreadable`.
    """

    def __init__(self, unreadable: Unreadable) -> None:
        super().__init__(f"{unreadable} {_HOW}")
        self.kind = unreadable.kind
        self.facts = unreadable.facts


def format_move(move: Move) -> str:
    """Return a move in canonical notation."""
    if isinstance(move, Pick):
        return PICK_TEXTS[move]
    return "+".join(
        f"W{row + 1}{LINE_LETTERS[FLOOR if column is None else column]}"
        for row, column in move.places
    )


def parse_move(text: str) -> Move:
    """Read a move in canonical or free spelling. Raises `InvalidNotation`.

    >>> parse_move("display 3, red, line 2") == parse_move("3 赤 2") == parse_move("3R2")
    True
    """
    pick = _PICK_OF.get(text)
    if pick is not None:
        return pick
    try:
        return read_move(text)
    except Unreadable as unreadable:
        raise InvalidNotation(unreadable) from None
