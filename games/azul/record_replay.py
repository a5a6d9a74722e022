"""Replaying a record move by move, and saying where it breaks the rules if it does."""

from dataclasses import dataclass
from typing import NamedTuple

from .draws import BadDeal, Dealer
from .flow import apply, start
from .moves import IllegalMove, Move, Pick, Tile
from .position import Phase, Position
from .record import Record


class Step(NamedTuple):
    """One move of a record: its round's index, its number in the round from 1, and both positions."""

    round_index: int
    number: int
    seat: int
    move: Move
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class Replayed:
    """How far a record could be played: its steps, the last position, and what stopped it."""

    steps: tuple[Step, ...]
    position: Position | None
    fault: str | None


class _Stopped(ValueError):
    """The record can't be played on; ``str()`` names the place and the reason."""


def replay_record(record: Record, dealer: Dealer) -> Replayed:
    """Play a record through with the given draws, as far as the rules allow."""
    steps: list[Step] = []
    try:
        position = start(
            players=len(record.players),
            wall_kind=record.wall_kind,
            start_seat=record.start_seat,
            dealer=dealer,
        )
    except BadDeal as error:
        return Replayed((), None, f"round 1, deal: {error}")
    try:
        for index in range(len(record.rounds)):
            position = _play_round(record, dealer, index, position, steps)
    except _Stopped as stopped:
        return Replayed(tuple(steps), steps[-1].after if steps else position, str(stopped))
    return Replayed(tuple(steps), position, None)


def _play_round(
    record: Record, dealer: Dealer, index: int, position: Position, steps: list[Step]
) -> Position:
    """Play one round's moves, adding to the steps; return the position after it."""
    _check_begins(index, position)
    for number, (seat, move) in enumerate(record.rounds[index].moves, 1):
        try:
            if isinstance(move, Tile) and _is_done_already(position, index, seat, move):
                continue
            after = apply(position, seat, move, dealer)
        except IllegalMove as refused:
            raise _Stopped(f"{place_of(record, index, number, seat, move)}: {refused}") from None
        except BadDeal as error:
            raise _Stopped(f"round {position.round + 1}, deal: {error}") from None
        steps.append(Step(index, number, seat, move, position, after))
        position = after
    return position


def _check_begins(index: int, position: Position) -> None:
    """Stop unless the round with this index has just been dealt."""
    if position.phase is Phase.OVER:
        raise _Stopped(f"round {index + 1}: the game was over after round {position.round}")
    if position.round != index + 1:
        raise _Stopped(f"round {index}: moves are missing before round {index + 1}")


def _is_done_already(position: Position, index: int, seat: int, move: Tile) -> bool:
    """Tell whether a tiling only repeats what was tiled without a choice. Rule: R18."""
    tiled = position.tilings[index][seat]
    if tiled is None:
        return False
    columns = {placement.row: placement.column for placement in tiled.placements}
    return all(row in columns and columns[row] == column for row, column in move.places)


def place_of(record: Record, index: int, number: int, seat: int, move: Move) -> str:
    """Return where a move stands in a record, for fault lines."""
    name = record.players[seat] if 0 <= seat < len(record.players) else f"seat {seat + 1}"
    kind = f"move {number}" if isinstance(move, Pick) else "wall-tiling"
    return f"round {index + 1}, {kind} ({name})"
