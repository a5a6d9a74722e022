"""Benchmark `engine`: random playouts, from the list of legal moves to the final score."""

import time
from typing import Final

from games.azul import WallKind
from games.management.bench.playout import random_game

SECONDS: Final = 1.0
REPEATS: Final = 5


def engine_figures() -> dict[str, float]:
    """Return moves per CPU second for each number of players and wall, the best of a few runs."""
    figures: dict[str, float] = {}
    for wall_kind in WallKind:
        for players in (2, 3, 4):
            name = f"{players}_players_{wall_kind}_moves_per_cpu_second"
            figures[name] = max(moves_per_second(players, wall_kind) for _ in range(REPEATS))
    return figures


def moves_per_second(players: int, wall_kind: WallKind) -> int:
    """Play whole games for some CPU time; return the moves played per CPU second."""
    moves = number = 0
    begun = time.process_time()
    while (passed := time.process_time() - begun) < SECONDS:
        moves += random_game(players, wall_kind, number).turn
        number += 1
    return round(moves / passed)
