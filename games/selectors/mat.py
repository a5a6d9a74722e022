"""One player's board as a form: which lines take what, and what a chosen pick would do."""

from __future__ import annotations

from dataclasses import dataclass

from games.azul import (
    CENTER,
    COLOR_LETTERS,
    COLORS,
    FLOOR,
    FLOOR_PENALTIES,
    MARKER,
    SIZE,
    Color,
    FloorTile,
    IllegalMove,
    Pick,
    PickResult,
    PlayerBoard,
    Position,
    pick_result,
)
from games.render import words
from games.render.refusals import refusal_sentence
from games.render.svg import Fresh, Target

__all__ = [
    "Mat",
    "MatFloor",
    "MatForm",
    "MatRow",
    "Preview",
    "Refusal",
    "Token",
    "mat_of",
    "preview_of",
]


@dataclass(frozen=True, slots=True)
class Preview:
    """What the chosen pick would do. `refusal` is the reason if the rules forbid it, else empty."""

    pick: Pick
    result: PickResult | None
    refusal: str = ""

    @property
    def color(self) -> Color:
        """The color taken."""
        return self.pick.color

    @property
    def display(self) -> int:
        """The display taken from, from 1; 0 is the center."""
        return 0 if self.pick.source == CENTER else self.pick.source + 1

    @property
    def floor_points(self) -> int:
        """What the pick adds to the floor line, as minus points."""
        return -self.result.floor_cost if self.result else 0

    @property
    def line(self) -> int:
        """The line, from 1; 0 is the floor line."""
        return 0 if self.pick.line == FLOOR else self.pick.line + 1


@dataclass(frozen=True, slots=True)
class Token:
    """What taking `count` tiles would mean for one line: `kept` stay, `fallen` go to the floor."""

    count: int
    kept: int
    fallen: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A color (its letter) that a line doesn't take, and why."""

    letter: str
    reason: str


@dataclass(frozen=True, slots=True)
class MatRow:
    """A pattern line with its wall row.

    `accepted` are the letters of the colors it takes. `is_closed` tells that it doesn't take the
    color chosen in the page's address, and isn't chosen itself.
    """

    index: int
    label: str
    accepted: str
    refusals: tuple[Refusal, ...]
    tokens: tuple[Token, ...]
    is_chosen: bool
    is_closed: bool
    ghost: tuple[Color, int] | None
    targets: tuple[Target, ...]
    fresh: int

    @property
    def number(self) -> int:
        """The line's number on screen."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class MatFloor:
    """The floor line and what a chosen pick would add to it."""

    label: str
    cost: int
    ghosts: tuple[FloorTile, ...]
    is_chosen: bool
    fresh: int


@dataclass(frozen=True, slots=True)
class MatForm:
    """What can be and what is chosen on a board that is a form.

    `counts`: the numbers of tiles that can be taken; `color` and `line`: what is chosen;
    `preview`: what the whole choice would do.
    """

    counts: tuple[int, ...] = ()
    color: Color | None = None
    line: int | None = None
    preview: Preview | None = None


@dataclass(frozen=True, slots=True)
class Mat:
    """A whole board, row by row."""

    board: PlayerBoard
    rows: tuple[MatRow, ...]
    floor: MatFloor


def preview_of(position: Position, seat: int, pick: Pick, language: str = "en") -> Preview:
    """Return what a pick of this seat would do, or why it can't be made."""
    try:
        return Preview(pick, pick_result(position, seat, pick))
    except IllegalMove as fault:
        return Preview(pick, None, refusal_sentence(fault, language))


def mat_of(
    position: Position,
    seat: int,
    *,
    form: MatForm | None = None,
    fresh: Fresh | None = None,
    language: str = "en",
) -> Mat:
    """Return the board of a seat; `form` says what is chosen, `fresh` what its last move laid."""
    board, form = position.boards[seat], form or MatForm()
    rows = tuple(_row(board, index, form, fresh, language) for index in range(SIZE))
    preview = form.preview
    result = preview.result if preview else None
    ghosts: tuple[FloorTile, ...] = ()
    if preview and result:
        ghosts = (MARKER,) * result.marker + (preview.color,) * result.fallen
    floor = MatFloor(
        label=words.floor_sentence(board, language),
        cost=-sum(FLOOR_PENALTIES[: len(board.floor)]),
        ghosts=ghosts,
        is_chosen=form.line == FLOOR,
        fresh=fresh.fallen if fresh else 0,
    )
    return Mat(board, rows, floor)


def _row(
    board: PlayerBoard,
    index: int,
    form: MatForm,
    fresh: Fresh | None,
    language: str,
) -> MatRow:
    free = index + 1 - board.line(index)[1]
    accepted = [color for color in COLORS if board.takes(index, color)]
    return MatRow(
        index=index,
        label=words.line_state_sentence(board, index, language),
        accepted="".join(COLOR_LETTERS[color] for color in accepted),
        refusals=tuple(
            Refusal(COLOR_LETTERS[color], words.refusal_words(board, index, color, language))
            for color in COLORS
            if color not in accepted
        ),
        tokens=tuple(Token(n, min(n, free), max(0, n - free)) for n in form.counts if accepted),
        is_chosen=form.line == index,
        is_closed=form.line != index and form.color is not None and form.color not in accepted,
        fresh=fresh.kept if fresh and fresh.line == index else 0,
        ghost=_ghost(index, form.preview),
        targets=_targets(index, form.preview),
    )


def _ghost(index: int, preview: Preview | None) -> tuple[Color, int] | None:
    """Return the tiles that a preview adds to this line."""
    if preview is None or preview.result is None or preview.pick.line != index:
        return None
    return preview.color, preview.result.kept


def _targets(index: int, preview: Preview | None) -> tuple[Target, ...]:
    """Return the wall space that a previewed pick, completing this line, would lead to."""
    result = preview.result if preview else None
    if preview is None or result is None or preview.pick.line != index:
        return ()
    if not (result.completes and result.target):
        return ()
    return (Target(result.target[1], preview.color, result.points),)
