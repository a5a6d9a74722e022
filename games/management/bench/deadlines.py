"""Benchmark `deadlines`: games whose deadlines fall in the same minute, carried out by one sweep.

It makes a database of its own and takes it away again.
"""

from __future__ import annotations

import resource
import time
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from django.db import transaction
from django.db.models.base import ModelState

from games import azul
from games.management.bench.database import own_database
from games.models import Game, Move, OutgoingMail, Player, Round, Seat, TimeOut, TimeoutPolicy
from games.models.lookalikes import name_key
from games.selectors.positions import table_of
from games.services.progress import write_progress
from games.services.watch import BATCH, watch_clocks

GAMES: Final = 10_000
PLAYERS: Final = 400
START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
DEADLINE: Final = START + timedelta(hours=12)
CHUNK: Final = 500
TEMPLATES: Final = 100

Row = TypeVar("Row", Game, Seat, Round)


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
    """Write games that have begun and whose first player has twelve hours.

    The first hundred are begun by the service, a second apart; the others are copies of their rows, at the same
    moment, with other people.
    """
    players = Player.objects.bulk_create(
        Player(
            email=f"player{number}@example.org",
            name=f"Player {number}",
            name_key=name_key(f"Player {number}"),
        )
        for number in range(PLAYERS)
    )
    with transaction.atomic():
        for number in range(min(games, TEMPLATES)):
            _begin(number, players)
    rounds = {row.game_id: row for row in Round.objects.all()}
    begun = [
        (game, list(game.seats.order_by("index")), rounds[game.pk])
        for game in Game.objects.order_by("pk")
    ]
    for start in range(len(begun), games, CHUNK):
        with transaction.atomic():
            _copy(range(start, min(start + CHUNK, games)), begun, players)


def _copy(
    numbers: range, begun: list[tuple[Game, list[Seat], Round]], players: list[Player]
) -> None:
    """Write more games like those that have begun, with their seats and first rounds."""
    patterns = [begun[number % len(begun)] for number in numbers]
    games = [_twin(game) for game, _seats, _round in patterns]
    Game.objects.bulk_create(games)
    seats, rounds = [], []
    for number, game, (_game, places, dealt) in zip(numbers, games, patterns, strict=True):
        for place in places:
            player = players[_who(number, place.index)]
            seats.append(_twin(place, game=game, player=player))
        rounds.append(_twin(dealt, game=game))
    Seat.objects.bulk_create(seats)
    Round.objects.bulk_create(rounds)


def _twin(row: Row, **changed: Any) -> Row:
    """Return a row like this one that is not written yet."""
    twin = copy(row)
    twin.pk, twin._state = None, ModelState()  # noqa: SLF001 - Django's way to copy a row
    for name, value in changed.items():
        setattr(twin, name, value)
    return twin


def _who(number: int, index: int) -> int:
    """Return which player sits there: everybody in about as many games."""
    return (number * 2 + index) % PLAYERS


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
        Seat.objects.create(game=game, index=index, player=players[_who(number, index)])
    table = table_of(game)
    write_progress(table, before=None, after=table.position, now=at)
