"""Benchmark `engine`: random playouts, from the list of legal moves to the final score."""

import gc
import time
from typing import Final

from games.azul import WallKind
from games.management.bench.playout import random_game

SECONDS: Final = 0.3
REPEATS: Final = 15
"""Many short runs: the best of them is the one that other work on the machine disturbed least."""


def engine_figures() -> dict[str, float]:
    """Return moves per CPU second for each number of players and wall, the best of many short runs.

    What the program has loaded so far is kept out of garbage collection meanwhile: it is none of the
    engine's.
    """
    figures: dict[str, float] = {}
    gc.collect()
    gc.freeze()
    try:
        for wall_kind in WallKind:
            for players in (2, 3, 4):
                name = f"{players}_players_{wall_kind}_moves_per_cpu_second"
                figures[name] = max(moves_per_second(players, wall_kind) for _ in range(REPEATS))
    finally:
        gc.unfreeze()
    return figures


def moves_per_second(players: int, wall_kind: WallKind) -> int:
    """Play whole games for some CPU time; return the moves played per CPU second."""
    moves = number = 0
    begun = time.process_time()
    while (passed := time.process_time() - begun) < SECONDS:
        moves += random_game(players, wall_kind, number).turn
        number += 1
    return round(moves / passed)
