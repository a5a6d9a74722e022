"""The course of a game: start, apply, replay; and the single steps they are made of."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from .dealing import deal_next
from .draws import Dealer
from .ending import end_after_round, with_bonuses
from .laying import tile_board
from .legal import refusal
from .moves import IllegalMove, Move, Pick, Reason, Tile
from .pick_codes import PICK_CODES
from .position import (
    EMPTY_BOARD,
    FLOOR_SPACES,
    Phase,
    PlayerBoard,
    Position,
    RoundFacts,
)
from .tiles import CENTER, DISPLAYS_FOR, EMPTY_DISPLAY, FULL_BAG, MARKER
from .tiling import full_tiling, seats_with_choice
from .walls import WallKind

_new = tuple.__new__
_make = object.__new__
_NEXT: Final = {
    players: tuple(((seat + 1) % players,) for seat in range(players)) for players in DISPLAYS_FOR
}
_ALL_COLORED: Final = {players: dict.fromkeys(range(players)) for players in DISPLAYS_FOR}
_NO_CHOICE: Final = Tile(())
_DRAW: Final = Phase.DRAW
_OFFER: Final = Phase.OFFER
_TILING: Final = Phase.TILING
_OVER: Final = Phase.OVER
_COLORED: Final = WallKind.COLORED


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
        facts=RoundFacts(players, WallKind(wall_kind), 0, start_seat, FULL_BAG, (), (), None),
        phase=_DRAW,
        turn=0,
        to_move=(),
        boards=(EMPTY_BOARD,) * players,
        filled=(EMPTY_DISPLAY,) * DISPLAYS_FOR[players],
        packed_center=0,
        sources=0,
        packed_lid=0,
        marker_holder=None,
    )


def apply(position: Position, seat: int, move: Move, dealer: Dealer) -> Position:
    """Return the position after a move, moved on to where the next choice is.

    After the last pick of a round everybody without a choice is tiled; once all are, the game ends or
    the next round is dealt. A `Tile` may leave out forced lines. Raises `IllegalMove`.
    """
    if isinstance(move, Pick):
        after = take(position, seat, move)
        return after if after.phase is _OFFER else _advance(after, dealer)
    if position.phase is _TILING and seat not in position.to_move:
        raise IllegalMove(Reason.ALREADY_TILED, "Your wall is already tiled this round.")
    after = tile(position, seat, move)
    after.turn += 1
    return _advance(after, dealer)


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

    Every move of every replay runs through here, so what it does is looked up in `pick_codes`.
    Rules: R5 to R10.
    """
    code = PICK_CODES.get(pick)
    sources, boards = position.sources, position.boards
    if code is None or position.phase is not _OFFER or position.to_move[0] != seat:
        raise _refused(position, seat, pick)
    source, color, shift, held, source_bits, open_bit, line_shift, steps = code
    board = boards[seat]
    lines, floor, opened = board.packed_lines, board.floor, board.open_lines
    if not sources & held or not opened & open_bit:
        raise _refused(position, seat, pick)
    center, lid, holder = position.packed_center, position.packed_lid, position.marker_holder
    if source != CENTER:
        count, rest, in_center = position.filled[source].taken[color]
        center += rest
        sources = sources ^ (sources & source_bits) | in_center
    else:
        count = center >> shift & 63
        center -= count << shift
        sources ^= held
        if holder is None:
            holder = seat
            if len(floor) < FLOOR_SPACES:
                floor = (*floor, MARKER)
    added, fallen, keep, own = steps[lines >> line_shift & 7][count]
    if fallen:
        floor += fallen
        if len(floor) > FLOOR_SPACES:
            lid += len(floor) - FLOOR_SPACES << shift
            floor = floor[:FLOOR_SPACES]
    new_board = _make(PlayerBoard)
    new_board.score, new_board.wall = board.score, board.wall
    new_board.packed_lines, new_board.open_lines = lines + added, opened & keep | own
    new_board.floor = floor
    after = _make(Position)
    after.facts, after.turn = position.facts, position.turn + 1
    new_boards = list(boards)
    new_boards[seat] = new_board
    after.boards = boards = tuple(new_boards)
    after.filled, after.sources = position.filled, sources
    after.packed_center, after.packed_lid = center, lid
    after.marker_holder = holder
    if sources:
        after.phase = _OFFER
        after.to_move = _NEXT[len(boards)][seat]
    else:
        after.phase = _TILING
        after.to_move = seats_with_choice(boards, position.facts.wall_kind)
    return after


def tile(position: Position, seat: int, move: Tile) -> Position:
    """Tile one player's wall; after the last one the phase is DRAW or OVER.

    Doesn't count as a turn by itself, and any seat not tiled yet may be named: `apply` is the stricter
    one. Raises `IllegalMove`. Rules: R11 to R22.
    """
    if position.phase is not _TILING or not 0 <= seat < position.players:
        raise _refused(position, seat, move)
    if position.tilings[-1][seat] is not None:
        raise _refused(position, seat, move)
    full = full_tiling(position.boards[seat], position.wall_kind, move)
    return _tiled(position, {seat: dict(full.places)})


def _tiled(position: Position, columns: Mapping[int, Mapping[int, int | None] | None]) -> Position:
    """Tile the seats named, each with its columns (None: the colored wall's); end the round.

    Rules: R11 to R22.
    """
    players, wall_kind, number, start_seat, bag, deals, tilings, reason = position.facts
    boards = position.boards
    new_boards = list(boards)
    row = list(tilings[-1])
    lid = position.packed_lid
    for seat, chosen in columns.items():
        new_boards[seat], row[seat], to_lid = tile_board(boards[seat], chosen)
        lid += to_lid
    boards = tuple(new_boards)
    tilings = (*tilings[:-1], tuple(row))
    phase = _TILING
    if None not in row:
        reason = end_after_round(boards, wall_kind)
        phase = _DRAW if reason is None else _OVER
        boards = boards if reason is None else with_bonuses(boards)
    new_facts = (players, wall_kind, number, start_seat, bag, deals, tilings, reason)
    after = _make(Position)
    after.facts = _new(RoundFacts, new_facts)
    after.phase = phase
    after.turn = position.turn
    after.to_move = tuple([seat for seat in position.to_move if seat not in columns])
    after.boards = boards
    after.filled = position.filled
    after.packed_center = position.packed_center
    after.sources = position.sources
    after.packed_lid = lid
    after.marker_holder = position.marker_holder
    return after


def _advance(position: Position, dealer: Dealer) -> Position:
    """Do what needs no choice: forced tilings, then the next deal."""
    if position.phase is _TILING:
        position = _tiled_forced(position)
    return deal_next(position, dealer) if position.phase is _DRAW else position


def _tiled_forced(position: Position) -> Position:
    """Tile every seat that has no choice and is not tiled yet. Rule: R18."""
    kind = position.wall_kind
    if kind is _COLORED:
        return _tiled(position, _ALL_COLORED[position.players])
    waiting, boards = position.to_move, position.boards
    columns = {
        seat: dict(full_tiling(boards[seat], kind, _NO_CHOICE).places)
        for seat, tiled in enumerate(position.tilings[-1])
        if tiled is None and seat not in waiting
    }
    return _tiled(position, columns) if columns else position


def _refused(position: Position, seat: int, move: Move) -> IllegalMove:
    """Return the refusal of a move known to be illegal."""
    refused = refusal(position, seat, move)
    if refused is None:
        raise AssertionError("a legal move was refused")
    return refused
