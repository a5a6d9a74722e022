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
from .tiles import CENTER, DISPLAYS_FOR, FULL_BAG, MARKER, SOURCE_BITS
from .tiling import full_tiling, seats_with_choice
from .walls import WallKind

_new = tuple.__new__
_OFFER: Final = Phase.OFFER
_NEXT: Final = {
    players: tuple(((seat + 1) % players,) for seat in range(players)) for players in DISPLAYS_FOR
}
_ALL_COLORED: Final = {players: dict.fromkeys(range(players)) for players in DISPLAYS_FOR}
_IN_CENTER: Final = SOURCE_BITS[CENTER]
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
        facts=RoundFacts(players, WallKind(wall_kind), 0, start_seat, FULL_BAG, (), (), None),
        phase=Phase.DRAW,
        turn=0,
        to_move=(),
        boards=(EMPTY_BOARD,) * players,
        packed_piles=(0,) * (DISPLAYS_FOR[players] + 1),
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

    Every move of every replay runs through here, so what it does is looked up in `pick_codes`.
    Rules: R5 to R10.
    """
    facts, phase, turn, mover, boards, piles, sources, lid, holder = position
    code = PICK_CODES.get(pick)
    if code is None or phase is not _OFFER or mover[0] != seat:
        raise _refused(position, seat, pick)
    pile, shift, held, display_bits, open_bit, line_count, steps, fallen_tiles = code
    score, lines, floor, wall, opened = boards[seat]
    if not sources & held or not opened & open_bit:
        raise _refused(position, seat, pick)
    new_piles = list(piles)
    content = new_piles[pile]
    count = content >> shift & 63
    rest = content - (count << shift)
    new_piles[pile] = 0
    new_piles[-1] += rest
    if pile >= 0:
        sources = sources ^ display_bits[content] | _IN_CENTER[rest]
    else:
        sources ^= held
        if holder is None:
            holder = seat
            if len(floor) < FLOOR_SPACES:
                floor = (*floor, MARKER)
    added, fallen, keep, own = steps[lines & line_count][count]
    opened = opened & keep | own
    if fallen:
        floor += fallen_tiles[fallen]
        if len(floor) > FLOOR_SPACES:
            lid += len(floor) - FLOOR_SPACES << shift
            floor = floor[:FLOOR_SPACES]
    new_boards = list(boards)
    new_boards[seat] = _new(PlayerBoard, (score, lines + added, floor, wall, opened))
    boards = tuple(new_boards)
    if sources:
        mover = _NEXT[len(boards)][seat]
    else:
        phase = Phase.TILING
        mover = seats_with_choice(boards, facts.wall_kind)
    after = (facts, phase, turn + 1, mover, boards, tuple(new_piles), sources, lid, holder)
    return _new(Position, after)


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
    facts, _, turn, waiting, boards, piles, sources, lid, holder = position
    players, wall_kind, number, start_seat, bag, deals, tilings, reason = facts
    new_boards = list(boards)
    row = list(tilings[-1])
    for seat, chosen in columns.items():
        new_boards[seat], row[seat], to_lid = tile_board(boards[seat], chosen)
        lid += to_lid
    boards = tuple(new_boards)
    tilings = (*tilings[:-1], tuple(row))
    phase = Phase.TILING
    if waiting:
        waiting = tuple([seat for seat in waiting if seat not in columns])
    if None not in row:
        reason = end_after_round(boards, wall_kind)
        phase = Phase.DRAW if reason is None else Phase.OVER
        boards = boards if reason is None else with_bonuses(boards)
    new_facts = (players, wall_kind, number, start_seat, bag, deals, tilings, reason)
    facts = _new(RoundFacts, new_facts)
    return _new(Position, (facts, phase, turn, waiting, boards, piles, sources, lid, holder))


def _advance(position: Position, dealer: Dealer) -> Position:
    """Do what needs no choice: forced tilings, then the next deal."""
    if position.phase is Phase.TILING:
        position = _tiled_forced(position)
    return deal_next(position, dealer) if position.phase is Phase.DRAW else position


def _tiled_forced(position: Position) -> Position:
    """Tile every seat that has no choice and is not tiled yet. Rule: R18."""
    kind = position.wall_kind
    if kind is WallKind.COLORED:
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
