"""Seats without a person: each bot picks a move from what a player can see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.azul import Move, Position
from games.bots import greedy, random, search
from games.bots.view import Budget, View

__all__ = ["BOTS", "SIMPLEST", "USUAL_NODES", "Bot", "Budget", "View", "choose"]

Bot = Callable[[View, Budget], Move]

BOTS: Final[dict[str, Bot]] = {
    "random": random.choose,
    "greedy": greedy.choose,
    "search": search.choose,
}
"""All bots, the weakest first."""
SIMPLEST: Final = "random"
USUAL_NODES: Final = 6_000
"""Positions that a bot looks at in a game, if its time allows."""


def choose(
    bot: str, position: Position, seat: int, salt: bytes, *, budget: Budget | None = None
) -> Move:
    """Return the named bot's move for a seat that is to move.

    The same position, salt and budget in nodes give the same move. An unknown name (a bot of another
    release) plays as the simplest bot, so that no game stops. Raises ValueError if the seat isn't to move.
    """
    view = View(position, seat, salt)
    return BOTS.get(bot, BOTS[SIMPLEST])(view, budget or Budget(USUAL_NODES))
