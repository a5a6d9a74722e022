"""Benchmark `replay`: whole 4-player games from their move lists, as every page does it."""

import time
from statistics import median
from typing import Final

from games import azul
from games.management.bench.playout import random_game

GAMES: Final = 100
REPEATS: Final = 5


def replay_figures() -> dict[str, float]:
    """Return the median CPU time of one replay, drawn from the seed and from the recorded draws."""
    figures: dict[str, float] = {}
    for wall_kind in azul.WallKind:
        seeded, recorded, moves = [], [], []
        for number in range(GAMES):
            played: list[tuple[int, azul.Move]] = []
            position = random_game(4, wall_kind, number, played)
            dealer = azul.SeededDealer(number.to_bytes(32, "big"))
            displays = azul.RecordedDealer([deal.displays for deal in position.deals])
            seeded.append(replay_seconds(position, played, dealer))
            recorded.append(replay_seconds(position, played, displays))
            moves.append(len(played))
        figures[f"4_players_{wall_kind}_median_ms"] = round(1000 * median(seeded), 3)
        figures[f"4_players_{wall_kind}_recorded_draws_median_ms"] = round(
            1000 * median(recorded), 3
        )
        figures[f"4_players_{wall_kind}_median_moves"] = median(moves)
    return figures


def replay_seconds(
    position: azul.Position, played: list[tuple[int, azul.Move]], dealer: azul.Dealer
) -> float:
    """Return the CPU time of one replay, the best of a few runs."""
    times = []
    for _ in range(REPEATS):
        begun = time.process_time()
        azul.replay(
            players=position.players,
            wall_kind=position.wall_kind,
            start_seat=position.deals[0].start_seat,
            dealer=dealer,
            moves=played,
        )
        times.append(time.process_time() - begun)
    return min(times)
