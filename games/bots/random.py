"""The simplest bot: any legal move that isn't thrown straight to the floor, if there is one."""

from __future__ import annotations

from games.azul import FLOOR, Move, Pick, legal_moves
from games.bots.view import Budget, View


def choose(view: View, _budget: Budget) -> Move:
    """Return a legal move drawn by the view's lot; repeatable and without a generator.

    Raises ValueError if the seat isn't to move.
    """
    moves = legal_moves(view.position, view.seat)
    if not moves:
        raise ValueError("this seat is not to move")
    kept = [move for move in moves if not (isinstance(move, Pick) and move.line == FLOOR)]
    candidates = kept or moves
    return candidates[view.lot() % len(candidates)]
