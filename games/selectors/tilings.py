"""Wall-tiling by choice (gray wall) as a form: one line at a time, or one whole tiling from a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games import azul
from games.azul import Color, Place, Position, Tile, Tiled, format_move
from games.render import words
from games.render.svg import Target

__all__ = ["Spot", "TilingRow", "TilingView", "WholeTiling", "tiling_of"]

LONGEST_WORDS = 60
"""Up to so many whole tilings are listed in sentences; more of them in figures."""
LONGEST_LIST = 900
"""Of more whole tilings only the best are listed, to keep the page small; docs/decisions has figures."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A wall space that may be chosen now for a line's tile.

    `value` is the whole tiling as a move if this choice settles it, else "" and `place` is what
    the next step's address carries.
    """

    column: int
    points: int
    label: str
    value: str
    place: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TilingRow:
    """A wall row: tiles that this tiling lays there, and the spaces to choose from."""

    index: int
    label: str
    targets: tuple[Target, ...]
    spots: tuple[Spot, ...]
    is_asked: bool

    @property
    def number(self) -> int:
        """The row's number on screen."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class WholeTiling:
    """One legal tiling with what it scores. `penalty` is what the floor line will cost."""

    value: str
    text: str
    points: int
    penalty: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TilingView:
    """The choice a seat has at wall-tiling. `line` is asked now; `steps` counts lines with a choice.

    `all` lists whole tilings, best first; of `total` it leaves out the last ones when there are many.
    `preview` is the one chosen in the address.
    """

    rows: tuple[TilingRow, ...]
    line: int
    color: Color
    step: int
    steps: int
    place: str
    all: tuple[WholeTiling, ...]
    total: int
    preview: WholeTiling | None

    @property
    def has_chosen_spot(self) -> bool:
        """Whether the tiling chosen in the address is marked on the wall."""
        return any(spot.is_chosen and spot.value for row in self.rows for spot in row.spots)

    @property
    def is_last_step(self) -> bool:
        """Whether the choice asked now settles the whole tiling."""
        return all(spot.value for row in self.rows for spot in row.spots)


def tiling_of(
    position: Position, seat: int, *, place: str = "", language: str = "en"
) -> TilingView | None:
    """Return the choice of a seat, None if it has none.

    `place` holds the placements chosen so far ("W13+W42"), of whichever lines; the first line still
    open is asked. What can't be read or played is ignored.
    """
    legal = [move for move in azul.legal_moves(position, seat) if isinstance(move, Tile)]
    if not legal:
        return None
    chosen = _readable(place, legal)
    left = [move for move in legal if set(chosen) <= set(move.places)]
    open_rows = _rows_with_choice(legal)
    asked = next(iter(_rows_with_choice(left)), open_rows[-1])
    return _view(position, seat, legal, chosen, open_rows, asked, language)


def _view(
    position: Position,
    seat: int,
    legal: Sequence[Tile],
    chosen: Sequence[Place],
    open_rows: Sequence[int],
    asked: int,
    language: str,
) -> TilingView:
    board = position.boards[seat]
    color = board.line(asked)[0]
    earlier = [spot for spot in chosen if spot.row != asked]
    options = [move for move in legal if set(earlier) <= set(move.places)]
    exact = chosen if len(chosen) > len(earlier) else ()
    spots = _spots(position, seat, options, asked, exact, language)
    whole = next((move for move in legal if exact and set(exact) == set(move.places)), None)
    known = _certain(options) - {asked}
    settled = _outcome(position, seat, whole or options[0])
    certain = _certain([whole] if whole else options)
    rows = tuple(
        TilingRow(
            index=row,
            label=words.line_state_sentence(board, row, language),
            targets=_targets(settled, certain, row, is_asked=row == asked),
            spots=spots if row == asked else (),
            is_asked=row == asked,
        )
        for row in range(azul.SIZE)
    )
    return TilingView(
        rows=rows,
        line=asked + 1,
        color=color if color is not None else Color.BLUE,
        step=sum(row in known for row in open_rows) + 1,
        steps=len(open_rows),
        place=_joined(earlier),
        all=_all(position, seat, legal, whole, language),
        total=len(legal),
        preview=_whole(position, seat, whole, language, is_chosen=True) if whole else None,
    )


def _readable(place: str, legal: Sequence[Tile]) -> tuple[Place, ...]:
    """Return the placements of an address that some legal tiling contains; () for anything else."""
    try:
        move = azul.parse_move(place) if place else None
    except azul.InvalidNotation:
        return ()
    if not isinstance(move, Tile):
        return ()
    fits = any(set(move.places) <= set(tiling.places) for tiling in legal)
    return move.places if fits else ()


def _rows_with_choice(tilings: Sequence[Tile]) -> list[int]:
    """Return the rows where these tilings differ, from the top."""
    rows = sorted({place.row for tiling in tilings for place in tiling.places})
    return [row for row in rows if len({_column(tiling, row) for tiling in tilings}) > 1]


def _column(tiling: Tile, row: int) -> int | None:
    return next((place.column for place in tiling.places if place.row == row), None)


def _certain(tilings: Sequence[Tile]) -> set[int]:
    """Return the rows where all these tilings agree."""
    rows = {place.row for tiling in tilings for place in tiling.places}
    return rows - set(_rows_with_choice(tilings))


def _outcome(position: Position, seat: int, tiling: Tile) -> Tiled:
    tiled = azul.tile(position, seat, tiling).tilings[position.round - 1][seat]
    assert tiled is not None  # noqa: S101 - tile() always writes it
    return tiled


def _targets(tiled: Tiled, certain: set[int], row: int, *, is_asked: bool) -> tuple[Target, ...]:
    if row not in certain:
        return ()
    return tuple(
        # In the row asked the spaces to choose from show the points.
        Target(placement.column, placement.color, None if is_asked else placement.points)
        for placement in tiled.placements
        if placement.row == row and placement.column is not None
    )


def _spots(
    position: Position,
    seat: int,
    options: Sequence[Tile],
    asked: int,
    exact: Sequence[Place],
    language: str,
) -> tuple[Spot, ...]:
    spots = []
    for column in sorted({c for c in (_column(move, asked) for move in options) if c is not None}):
        through = [move for move in options if _column(move, asked) == column]
        placement = next(
            p for p in _outcome(position, seat, through[0]).placements if p.row == asked
        )
        certain = _certain(through)
        known = [p for p in through[0].places if p.row in certain]
        spots.append(
            Spot(
                column=column,
                points=placement.points,
                label=words.placement_sentence(placement, language),
                value=format_move(through[0]) if len(through) == 1 else "",
                place=_joined(known),
                is_chosen=Place(asked, column) in exact,
            )
        )
    return tuple(spots)


def _joined(places: Sequence[Place]) -> str:
    return format_move(Tile(tuple(sorted(places)))) if places else ""


def _all(
    position: Position, seat: int, legal: Sequence[Tile], chosen: Tile | None, language: str
) -> tuple[WholeTiling, ...]:
    """Return the tilings to list: few in sentences, many in figures, best first."""
    in_words = language if len(legal) <= LONGEST_WORDS else ""
    tilings = [_whole(position, seat, move, in_words, is_chosen=move == chosen) for move in legal]
    return tuple(sorted(tilings, key=lambda tiling: -tiling.points)[:LONGEST_LIST])


def _whole(
    position: Position, seat: int, move: Tile, language: str, *, is_chosen: bool
) -> WholeTiling:
    """Return a tiling as a choice; without a language its text is in figures: "1→3, 4→2"."""
    tiled = _outcome(position, seat, move)
    if language:
        text = "; ".join(words.placement_sentence(p, language) for p in tiled.placements)
    else:
        text = ", ".join(
            f"{p.row + 1}→{'✕' if p.column is None else p.column + 1}" for p in move.places
        )
    return WholeTiling(format_move(move), text, tiled.gained, tiled.penalty, is_chosen)
