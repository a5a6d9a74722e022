"""Final places: what the boards say, and behind them whoever has lost by forfeit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from games import azul
from games.models import Game, Seat

__all__ = ["FORFEIT", "is_forfeited", "ranking_of"]

FORFEIT: Final = "forfeit"
"""The end reason of a game that ended because nobody was left to play against."""


def is_forfeited(game: Game) -> bool:
    """Whether a forfeit ended the game before its last round: no bonuses, the boards as they were left."""
    return game.is_over and game.end_reason == FORFEIT


def ranking_of(
    seats: Sequence[Seat], boards: Sequence[azul.PlayerBoard]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return (place, seats) from the best; seats that forfeited come last, among themselves by board.

    A shared place leaves out the next ones: 1, 1, 3. Rule: R21.
    """
    ranks = {seat: place for place, members in azul.ranking(boards) for seat in members}
    keys = {seat.index: (seat.forfeited_at is not None, ranks[seat.index]) for seat in seats}
    places, place = [], 1
    for _key, group in groupby(sorted(keys, key=lambda index: (keys[index], index)), key=keys.get):
        members = tuple(group)
        places.append((place, members))
        place += len(members)
    return tuple(places)
