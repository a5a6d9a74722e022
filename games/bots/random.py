"""The simplest bot: any legal move that isn't thrown straight to the floor, if there is one."""

from __future__ import annotations

import hashlib

from games.azul import FLOOR, Move, Pick, Position, legal_moves


def choose(position: Position, seat: int, salt: bytes) -> Move:
    """Return a legal move drawn by `salt`, `turn` and `seat`; repeatable and without a generator.

    Raises ValueError if the seat isn't to move.
    """
    moves = legal_moves(position, seat)
    if not moves:
        raise ValueError("this seat is not to move")
    kept = [move for move in moves if not (isinstance(move, Pick) and move.line == FLOOR)]
    candidates = kept or moves
    digest = hashlib.sha256(b"azul-bot/1|%s|%d|%d" % (salt, position.turn, seat)).digest()
    return candidates[int.from_bytes(digest[:8], "big") % len(candidates)]
