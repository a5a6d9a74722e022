"""Benchmark `bots`: matches of two, each bot against the next weaker one; how they end, how long moves take."""

import hashlib
import time
from statistics import mean, median
from typing import Final

from games import azul, bots
from games.azul import Position, WallKind
from games.bots import USUAL_NODES, Budget

GAMES: Final = 20
MATCHES: Final = (("greedy", "random"), ("search", "greedy"))
MOST_TURNS: Final = 1_000


def bots_figures(games: int = GAMES) -> dict[str, float]:
    """Return wins, draws and losses of each match's first bot, and CPU times per move.

    Every seed is played twice, each bot once in each seat; an odd number is rounded up. The games are the
    same on every run: the bots have the budget they have on the site, in positions, and no time limit.
    """
    pairs = (games + 1) // 2
    figures: dict[str, float] = {"positions_per_move": USUAL_NODES}
    for strong, weak in MATCHES:
        times: list[float] = []
        ends = []
        for number in range(pairs):
            ends.append((_play((strong, weak), number, times), 0))
            ends.append((_play((weak, strong), number, times), 1))
        figures |= _match_figures(f"{strong}_vs_{weak}", ends)
        if strong == "search":
            figures |= _time_figures(strong, times)
    return figures


def _match_figures(name: str, ends: list[tuple[Position, int]]) -> dict[str, float]:
    """Return how a match went for the bot whose seat goes with each end. Rule: R21."""
    results = [_result(position, seat) for position, seat in ends]
    return {
        f"{name}_games": len(ends),
        f"{name}_wins": results.count(1),
        f"{name}_draws": results.count(0),
        f"{name}_losses": results.count(-1),
        f"{name}_won_percent": round(100 * results.count(1) / len(ends), 1),
        f"{name}_mean_points": round(mean(end.boards[seat].score for end, seat in ends), 1),
        f"{name}_mean_points_of_other": round(
            mean(end.boards[1 - seat].score for end, seat in ends), 1
        ),
    }


def _time_figures(name: str, times: list[float]) -> dict[str, float]:
    return {
        f"{name}_moves": len(times),
        f"{name}_mean_ms": round(1000 * mean(times), 1),
        f"{name}_median_ms": round(1000 * median(times), 1),
        f"{name}_longest_ms": round(1000 * max(times), 1),
    }


def _result(position: Position, seat: int) -> int:
    """Return 1 if the seat won, 0 if the place is shared, -1 if it lost."""
    place, winners = azul.ranking(position.boards)[0]
    if place != 1 or position.phase is not azul.Phase.OVER:
        raise RuntimeError("the game did not end")
    return (seat in winners) - (1 - seat in winners)


def _play(names: tuple[str, str], number: int, times: list[float]) -> Position:
    """Play one game and return its end; the stronger bot's times are added to `times`."""
    seed = hashlib.sha256(f"azul bench bots {number}".encode()).digest()
    dealer = azul.SeededDealer(seed)
    position = azul.start(
        players=2, wall_kind=WallKind.COLORED, start_seat=number % 2, dealer=dealer
    )
    salt = azul.seed_hash(seed).encode()
    while position.to_move and position.turn < MOST_TURNS:
        seat = position.to_move[0]
        begun = time.process_time()
        move = bots.choose(names[seat], position, seat, salt, budget=Budget(USUAL_NODES))
        if names[seat] == "search":
            times.append(time.process_time() - begun)
        position = azul.apply(position, seat, move, dealer)
    return position
