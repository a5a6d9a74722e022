"""Benchmark `deadlines`: games whose deadlines fall in the same minute, carried out by one sweep.

It makes a database of its own and takes it away again.
"""

from __future__ import annotations

import resource
import time
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
    turn. `memory_growth_mb` is by how much the peak of the process's memory rose in the second half of
    the sweep: next to nothing if memory is flat.
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
            "peak_mb": round(_peak_mb(), 1),
            "memory_growth_mb": round(_peak_mb() - peaks.half_mb, 1),
        }


class _Peaks:
    """The sweep's clock, which looks at the memory half-way: it is asked once for every turn."""

    def __init__(self, games: int) -> None:
        self.now = DEADLINE + timedelta(minutes=1)
        self.asked, self.half = 0, games // 2
        self.half_mb = _peak_mb()

    def clock(self) -> datetime:
        """Return the moment of the sweep."""
        self.asked += 1
        if self.asked == self.half:
            self.half_mb = _peak_mb()
        return self.now


def _peak_mb() -> float:
    """Return the most memory that this process has had, in megabytes (Linux counts kilobytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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
