"""Seats without a person: each bot picks a move from what a player can see."""

from __future__ import annotations

from collections.abc import Callable

from games.azul import Move, Position
from games.bots import random

Bot = Callable[[Position, int, bytes], Move]

BOTS: dict[str, Bot] = {"random": random.choose}
SIMPLEST = "random"


def choose(bot: str, position: Position, seat: int, salt: bytes) -> Move:
    """Return the named bot's move for a seat that is to move; the same salt gives the same move.

    An unknown name (a bot of an older release) plays as the simplest bot, so that no game stops.
    """
    return BOTS.get(bot, BOTS[SIMPLEST])(position, seat, salt)
