"""The course of a game: start, apply, replay; and the single steps they are made of."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from .dealing import deal_next
from .draws import Dealer
from .ending import finish_round
from .legal import refusal
from .moves import CENTER, FLOOR, PICKS, IllegalMove, Move, Pick, Reason, Tile
from .position import (
    EMPTY_BOARD,
    FLOOR_SPACES,
    Phase,
    PlayerBoard,
    Position,
    RoundFacts,
)
from .tiles import COLORS, DISPLAYS_FOR, FULL_BAG, MARKER, SHIFTS
from .tiling import ROW_OPEN, full_tiling, seats_with_choice, tile_board
from .walls import WallKind

_new = tuple.__new__
_PICK_CODES: Final = {
    pick: (pick.source, int(pick.color), pick.line, SHIFTS[pick.color], 6 * pick.line)
    for pick in PICKS.values()
}
"""Each pick's parts as plain integers, with the shifts of its color and of its line."""
_CLOSED_ROW: Final = tuple(~bits for bits in ROW_OPEN)
_NEXT: Final = {
    players: tuple(((seat + 1) % players,) for seat in range(players)) for players in DISPLAYS_FOR
}
_OFFER: Final = Phase.OFFER
_EMPTY_DISPLAY: Final = (0,)
_NO_CHOICE: Final = Tile(())


def start(*, players: int, wall_kind: WallKind, start_seat: int, dealer: Dealer) -> Position:
    """Return the first round, dealt, waiting for `start_seat`. Rules: R1, R2."""
    return deal_next(before_first_round(players, wall_kind, start_seat), dealer)


def before_first_round(players: int, wall_kind: WallKind, start_seat: int) -> Position:
    """Return the table before the first deal, all tiles in the bag. Rule: R1."""
    if players not in DISPLAYS_FOR:
        raise ValueError("Azul is for 2 to 4 players")
    if not 0 <= start_seat < players:
        raise ValueError("the start seat is not at this table")
    return Position(
        facts=RoundFacts(players, WallKind(wall_kind), 0, start_seat, FULL_BAG, (), ()),
        phase=Phase.DRAW,
        turn=0,
        to_move=(),
        boards=(EMPTY_BOARD,) * players,
        packed_displays=(0,) * DISPLAYS_FOR[players],
        packed_center=0,
        packed_lid=0,
        marker_in_center=True,
        next_start=start_seat,
        end_reason=None,
    )


def apply(position: Position, seat: int, move: Move, dealer: Dealer) -> Position:
    """Return the position after a move, moved on to where the next choice is.

    After the last pick of a round everybody without a choice is tiled; once all are, the game ends or
    the next round is dealt. A `Tile` may leave out forced lines. Raises `IllegalMove`.
    """
    if isinstance(move, Pick):
        after = take(position, seat, move)
        return after if after.phase is _OFFER else _advance(after, dealer)
    if position.phase is Phase.TILING and seat not in position.to_move:
        raise IllegalMove(Reason.ALREADY_TILED, "Your wall is already tiled this round.")
    after = tile(position, seat, move)
    return _advance(after._replace(turn=position.turn + 1), dealer)


def replay(
    *,
    players: int,
    wall_kind: WallKind,
    start_seat: int,
    dealer: Dealer,
    moves: Iterable[tuple[int, Move]],
) -> Position:
    """Return the position after a list of (seat, move). Raises `IllegalMove`."""
    position = start(players=players, wall_kind=wall_kind, start_seat=start_seat, dealer=dealer)
    for seat, move in moves:
        position = apply(position, seat, move, dealer)
    return position


def positions(
    *,
    players: int,
    wall_kind: WallKind,
    start_seat: int,
    dealer: Dealer,
    moves: Iterable[tuple[int, Move]],
) -> Iterator[Position]:
    """Yield the position before the first move, then the one after each."""
    position = start(players=players, wall_kind=wall_kind, start_seat=start_seat, dealer=dealer)
    yield position
    for seat, move in moves:
        position = apply(position, seat, move, dealer)
        yield position


def take(position: Position, seat: int, pick: Pick) -> Position:
    """Play one pick; the phase is TILING after the last one. Raises `IllegalMove`.

    One long function on plain integers, because every move of every replay runs through it.
    Rules: R5 to R10.
    """
    (facts, phase, turn, to_move, boards, displays, center, lid, in_center, next_start, _) = (
        position
    )
    code = _PICK_CODES.get(pick)
    if code is None or phase is not _OFFER or to_move[0] != seat:
        raise _refused(position, seat, pick)
    source, color, line, shift, line_shift = code
    score, lines, floor, wall, opened = boards[seat]
    if source == CENTER:
        count = center >> shift & 63
        center -= count << shift
        if in_center and count:
            in_center = False
            next_start = seat
            if len(floor) < FLOOR_SPACES:
                floor = (*floor, MARKER)
    elif source < len(displays):
        display = displays[source]
        count = display >> shift & 63
        center += display - (count << shift)
        displays = displays[:source] + _EMPTY_DISPLAY + displays[source + 1 :]
    else:
        count = 0
    fallen = count
    if line != FLOOR:
        open_bit = 1 << 5 * color + line
        if not opened & open_bit:
            raise _refused(position, seat, pick)
        held = lines >> line_shift & 7
        fallen += held - line - 1
        if fallen < 0:
            lines += count << line_shift
            if not held:
                lines |= color << line_shift + 3
                opened = opened & _CLOSED_ROW[line] | open_bit
        else:
            lines = lines & ~(63 << line_shift) | (color << 3 | line + 1) << line_shift
            opened &= _CLOSED_ROW[line]
    if not count:
        raise _refused(position, seat, pick)
    if fallen > 0:
        floor += (COLORS[color],) * fallen
        if len(floor) > FLOOR_SPACES:
            lid += len(floor) - FLOOR_SPACES << shift
            floor = floor[:FLOOR_SPACES]
    board = _new(PlayerBoard, (score, lines, floor, wall, opened))
    boards = (*boards[:seat], board, *boards[seat + 1 :])
    if center or any(displays):
        to_move = _NEXT[facts[0]][seat]
    else:
        phase = Phase.TILING
        to_move = seats_with_choice(boards, facts.wall_kind)
    return _new(
        Position,
        (
            facts,
            phase,
            turn + 1,
            to_move,
            boards,
            displays,
            center,
            lid,
            in_center,
            next_start,
            None,
        ),
    )


def tile(position: Position, seat: int, move: Tile) -> Position:
    """Tile one player's wall; after the last one the phase is DRAW or OVER.

    Doesn't count as a turn by itself, and any seat not tiled yet may be named: `apply` is the stricter
    one. Raises `IllegalMove`. Rules: R11 to R22.
    """
    if position.phase is not Phase.TILING or not 0 <= seat < position.players:
        raise _refused(position, seat, move)
    if position.tilings[-1][seat] is not None:
        raise _refused(position, seat, move)
    full = full_tiling(position.boards[seat], position.wall_kind, move)
    return _tiled(position, {seat: dict(full.places)})


def _tiled(position: Position, columns: Mapping[int, Mapping[int, int | None] | None]) -> Position:
    """Tile the seats named, each with its columns (None: the colored wall's); end the round.

    Rules: R11 to R22.
    """
    facts, phase, turn, to_move, boards, displays, center, lid, in_center, next_start, _ = position
    new_boards = list(boards)
    row = list(facts.tilings[-1])
    for seat, chosen in columns.items():
        new_boards[seat], row[seat], to_lid = tile_board(boards[seat], chosen)
        lid += to_lid
    facts = facts._replace(tilings=(*facts.tilings[:-1], tuple(row)))
    to_move = tuple([seat for seat in to_move if seat not in columns])
    after = Position(
        facts,
        phase,
        turn,
        to_move,
        tuple(new_boards),
        displays,
        center,
        lid,
        in_center,
        next_start,
        None,
    )
    return after if None in row else finish_round(after)


def _advance(position: Position, dealer: Dealer) -> Position:
    """Do what needs no choice: forced tilings, then the next deal."""
    if position.phase is Phase.TILING:
        position = _tiled_forced(position)
    return deal_next(position, dealer) if position.phase is Phase.DRAW else position


def _tiled_forced(position: Position) -> Position:
    """Tile every seat that has no choice and is not tiled yet. Rule: R18."""
    waiting = position.to_move
    forced = [
        seat
        for seat, tiled in enumerate(position.tilings[-1])
        if tiled is None and seat not in waiting
    ]
    if not forced:
        return position
    kind = position.wall_kind
    if kind is WallKind.COLORED:
        return _tiled(position, dict.fromkeys(forced))
    boards = position.boards
    columns = {seat: dict(full_tiling(boards[seat], kind, _NO_CHOICE).places) for seat in forced}
    return _tiled(position, columns)


def _refused(position: Position, seat: int, move: Move) -> IllegalMove:
    """Return the refusal of a move known to be illegal."""
    refused = refusal(position, seat, move)
    if refused is None:
        raise AssertionError("a legal move was refused")
    return refused
