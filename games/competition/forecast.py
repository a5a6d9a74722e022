"""When games in progress will end, if all go on as fast as so far."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

__all__ = ["MOST", "Forecast", "Pace", "forecast"]

USUAL_MOVES: Final = {2: 58, 3: 82, 4: 106}
"""What games of two, three and four players usually take."""
LEAST_PLAYED: Final = 0.05
"""Before so much of a game is played nobody can tell when it will end."""
NEARLY_OVER: Final = 0.98
"""A game that goes on for longer than usual is taken to be so far at most."""
MOST: Final = 0.8
"""So large a part of the games is what "most" means."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A game in progress: when it began, how many moves were played since, and how many people play."""

    began_at: datetime
    moves: int
    players: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """When most of the games are over, and the last of them; `unknown` ones have hardly begun."""

    most_by: datetime
    last_at: datetime
    unknown: int


def forecast(games: Iterable[Pace], now: datetime) -> Forecast | None:
    """Return when these games end, None while none of them can be told.

    One slow game moves only `last_at`: `most_by` is the time at which four of five are over.
    """
    every = list(games)
    ends = sorted(_end(game, now) for game in every if _part(game) >= LEAST_PLAYED)
    if not ends:
        return None
    return Forecast(ends[math.ceil(MOST * len(ends)) - 1], ends[-1], len(every) - len(ends))


def _part(game: Pace) -> float:
    return min(game.moves / USUAL_MOVES.get(game.players, 80), NEARLY_OVER)


def _end(game: Pace, now: datetime) -> datetime:
    return game.began_at + (now - game.began_at) / _part(game)
