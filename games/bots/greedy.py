"""A bot that takes what brings it most in this round, and looks no further."""

from __future__ import annotations

from games.azul import FLOOR, Move, Pick, PlayerBoard, WallKind, board_if_round_ended, take, tile
from games.bots.view import Budget, View


def choose(view: View, _budget: Budget) -> Move:
    """Return the move after which its own board would be worth most if the round ended now.

    Raises ValueError if the seat isn't to move.
    """
    return max(view.moves(), key=lambda move: _gain(view, move))


def _gain(view: View, move: Move) -> float:
    """Return the points of this round after a move, tiles that wait in lines counted in part."""
    position, seat = view.position, view.seat
    if not isinstance(move, Pick):
        return float(tile(position, seat, move).boards[seat].score)
    board = take(position, seat, move).boards[seat]
    return _worth(board, position.wall_kind) - (move.line == FLOOR)


def _worth(board: PlayerBoard, kind: WallKind) -> float:
    tiled = board_if_round_ended(board, kind)
    waiting = sum(count / (row + 1) for row, (_, count) in enumerate(board.lines) if count <= row)
    return tiled.gained - tiled.penalty + waiting
