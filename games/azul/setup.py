"""Positions set up by hand: for puzzles, tests and pictures, not for games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from .position import (
    EMPTY_BOARD,
    LINE_BITS,
    Phase,
    PlayerBoard,
    Position,
    RoundFacts,
    tile_counts,
)
from .tiles import (
    CENTER,
    DISPLAYS_FOR,
    EMPTY_DISPLAY,
    FILLED,
    TILES_PER_COLOR,
    Color,
    Counts,
    FloorTile,
    bits_of,
    pack,
)
from .tiling import open_lines, seats_with_choice
from .walls import EMPTY_WALL, WallKind

NOTHING: Counts = (0, 0, 0, 0, 0)


def set_up_board(
    *,
    score: int = 0,
    lines: Mapping[int, tuple[Color, int]] | None = None,
    wall: Iterable[tuple[int, int, Color]] = (),
    floor: Iterable[FloorTile] = (),
) -> PlayerBoard:
    """Return a board: `lines` by row as (color, tiles), `wall` as (row, column, color).

    The caller sees to it that the colors are where the wall takes them.
    """
    packed = 0
    for row, (color, count) in (lines or {}).items():
        if not 1 <= count <= row + 1:
            raise ValueError(f"line {row + 1} can't hold {count} tiles")
        packed |= (color << 3 | count) << LINE_BITS * row
    laid = EMPTY_WALL
    for row, column, color in wall:
        laid = laid.with_tile(row, column, color)
    return PlayerBoard(score, packed, tuple(floor), laid, open_lines(packed, laid))


def set_up_position(  # noqa: PLR0913 - every part of a table has a usual value
    *,
    boards: Sequence[PlayerBoard] = (EMPTY_BOARD, EMPTY_BOARD),
    wall_kind: WallKind = WallKind.COLORED,
    phase: Phase = Phase.OFFER,
    to_move: int = 0,
    displays: Sequence[Iterable[Color]] = (),
    center: Counts = NOTHING,
    marker_in_center: bool = True,
    next_start: int = 0,
    bag: Counts | None = None,
    lid: Counts | None = None,
    round_number: int = 1,
    turn: int = 0,
) -> Position:
    """Return a position in any phase. Without `bag` and `lid` the tiles not named are in the bag."""
    players = len(boards)
    filled = [FILLED[tuple(tiles)] for tiles in displays]
    seats: tuple[int, ...] = (to_move,) if phase is Phase.OFFER else ()
    if phase is Phase.TILING:
        seats = seats_with_choice(tuple(boards), wall_kind)
    facts = RoundFacts(
        players=players,
        wall_kind=wall_kind,
        round=round_number,
        start_seat=next_start,
        packed_bag=pack(bag or NOTHING),
        deals=(),
        tilings=((None,) * players,),
        end_reason=None,
    )
    filled += [EMPTY_DISPLAY] * (DISPLAYS_FOR[players] - len(filled))
    on_displays = sum(display.bits[index] for index, display in enumerate(filled))
    position = Position(
        facts=facts,
        phase=phase,
        turn=turn,
        to_move=seats,
        boards=tuple(boards),
        filled=tuple(filled),
        packed_center=pack(center),
        sources=on_displays + bits_of(CENTER, pack(center)),
        packed_lid=pack(lid or NOTHING),
        marker_holder=None if marker_in_center else next_start,
    )
    if bag is None and lid is None:
        rest = pack(TILES_PER_COLOR - count for count in tile_counts(position))
        position = replace(position, facts=facts._replace(packed_bag=rest))
    return position
