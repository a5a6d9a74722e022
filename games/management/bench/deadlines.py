"""Benchmark `deadlines`: games whose deadlines fall in the same minute, carried out by one sweep.

It makes a database of its own and takes it away again.
"""

from __future__ import annotations

import resource
import time
import tracemalloc
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction

from games import azul
from games.management.bench.database import own_database
from games.models import Game, Move, OutgoingMail, Player, Seat, TimeOut, TimeoutPolicy
from games.models.lookalikes import name_key
from games.selectors.positions import table_of
from games.services.progress import write_progress
from games.services.watch import BATCH, watch_clocks

GAMES: Final = 10_000
PLAYERS: Final = 400
START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
DEADLINE: Final = START + timedelta(hours=12)
CHUNK: Final = 500


def deadlines_figures(games: int = GAMES) -> dict[str, float]:
    """Return how long one sweep takes over so many time-outs, and what memory it needs.

    All games have two people, twelve hours for a move, deadlines in one minute, and a bot that plays the
    turn. `memory_growth` is the peak of Python's memory in the second half of the sweep by that in
    the first: 1 is flat.
    """
    with own_database():
        begun = time.perf_counter()
        _fill(games)
        filled = time.perf_counter() - begun
        # A site that has been up: no outage to credit.
        watch_clocks(clock=lambda: DEADLINE - timedelta(minutes=10))
        OutgoingMail.objects.all().delete()
        peaks = _Peaks(games)
        begun = time.perf_counter()
        counts = watch_clocks(clock=peaks.clock)
        taken = time.perf_counter() - begun
        peaks.stop()
        return {
            "games": games,
            "filled_s": round(filled, 1),
            "timed_out": counts["timed_out"],
            "left": Seat.objects.on_clock().filter(deadline_at__lte=peaks.now).count(),
            "moves_by_bots": Move.objects.filter(via="bot").count(),
            "rows_of_time_outs": TimeOut.objects.count(),
            "batch": BATCH,
            "sweep_s": round(taken, 1),
            "each_ms": round(1000 * taken / games, 2),
            "peak_python_mb": round(max(peaks.first, peaks.second) / 2**20, 1),
            "memory_growth": round(peaks.second / peaks.first, 3),
            "peak_process_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        }


class _Peaks:
    """The sweep's clock, which looks at the memory half-way: it is asked once for every turn."""

    def __init__(self, games: int) -> None:
        self.now = DEADLINE + timedelta(minutes=1)
        self.asked, self.half = 0, games // 2
        self.first = self.second = 1
        tracemalloc.start()

    def clock(self) -> datetime:
        """Return the moment of the sweep."""
        self.asked += 1
        if self.asked == self.half:
            self.first = tracemalloc.get_traced_memory()[1]
            tracemalloc.reset_peak()
        return self.now

    def stop(self) -> None:
        """Note the peak of the second half."""
        self.second = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()


def _fill(games: int) -> None:
    """Write games that have begun and whose first player has twelve hours."""
    players = Player.objects.bulk_create(
        Player(
            email=f"player{number}@example.org",
            name=f"Player {number}",
            name_key=name_key(f"Player {number}"),
        )
        for number in range(PLAYERS)
    )
    for begin in range(0, games, CHUNK):
        with transaction.atomic():
            for number in range(begin, min(begin + CHUNK, games)):
                _begin(number, players)


def _begin(number: int, players: list[Player]) -> None:
    seed = number.to_bytes(32, "big")
    at = START + timedelta(seconds=number % 60)
    game = Game.objects.create(
        name="Friday tiles",
        seed=seed.hex(),
        seed_hash=azul.seed_hash(seed),
        pace="12h",
        timeout_policy=TimeoutPolicy.BOT_ONCE,
        created_at=at,
        started_at=at,
    )
    for index in range(2):
        player = players[(number * 2 + index) % len(players)]
        Seat.objects.create(game=game, index=index, player=player)
    table = table_of(game)
    write_progress(table, before=None, after=table.position, now=at)
