"""Benchmark `pages`: the list of games on its first and its 10,000th page, and a late turn's queries.

It makes a database of its own (a temporary file with SQLite, another database on the same server with
PostgreSQL), fills it, and takes it away again: the site's own data is neither read nor written.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.management.bench.world import fill, long_game
from games.models import Game, Player
from games.selectors.lobby import PAGE_SIZE

GAMES: Final = 20_000
PAGE: Final = 10_000
REPEATS: Final = 15
WARM_UPS: Final = 2
TURN: Final = 80


def pages_figures(games: int = GAMES, repeats: int = REPEATS) -> dict[str, float]:
    """Return times of the first and the 10,000th page (or the last, if there are fewer), and query counts.

    Each list is timed alone and narrowed in several ways; `ratio` is the deep page's time by the first's.
    """
    with own_database():
        fill(games)
        turn_url = f"/games/{long_game()}/turns/{TURN}/"
        _analyze()
        client = Client(
            SERVER_NAME=next(
                (host for host in settings.ALLOWED_HOSTS if "*" not in host), "localhost"
            )
        )
        figures: dict[str, float] = {"games": games}
        busiest = Player.objects.order_by("pk")[0].name
        for name, choice in (
            ("all", {}),
            ("finished", {"status": "finished"}),
            ("live", {"status": "live"}),
            ("gray", {"wall": "gray"}),
            ("4_players", {"players": "4"}),
            ("player", {"player": busiest}),
        ):
            figures |= _list_figures(client, name, choice, repeats)
        figures["turn_80_queries"] = _queries(client, turn_url)
        figures["turn_80_ms"] = _times([lambda: _get(client, turn_url)], repeats)[0]
        return figures


def _list_figures(
    client: Client, name: str, choice: dict[str, str], repeats: int
) -> dict[str, float]:
    """Time the first and the deep page of one list, by turns, so that a busy moment slows both."""
    before = _deep_start(choice)
    first_url = f"/games/?{urlencode(choice)}"
    deep_url = f"/games/?{urlencode({**choice, 'before': before})}"
    first, deep = _times([lambda: _get(client, first_url), lambda: _get(client, deep_url)], repeats)
    return {
        f"{name}_first_ms": first,
        f"{name}_deep_ms": deep,
        f"{name}_ratio": round(deep / first, 2),
        f"{name}_queries": max(_queries(client, first_url), _queries(client, deep_url)),
    }


def _deep_start(choice: dict[str, str]) -> int:
    """Return the id to page on from: after 9,999 pages, or before the last full page."""
    games = Game.objects.listed()
    if "status" in choice:
        is_live = choice["status"] == "live"
        games = games.live() if is_live else games.finished()
    if "wall" in choice:
        games = games.filter(wall=choice["wall"])
    if "players" in choice:
        games = games.filter(places=int(choice["players"]))
    if "player" in choice:
        games = games.filter(seats__player__name=choice["player"])
    ids = list(games.order_by("-pk").values_list("pk", flat=True)[: (PAGE - 1) * PAGE_SIZE])
    return ids[max(0, min(len(ids), games.count() - PAGE_SIZE) - 1)]


def _get(client: Client, url: str) -> None:
    response = client.get(url, secure=settings.BASE_URL.startswith("https://"))
    if response.status_code != 200:
        raise RuntimeError(f"{url} answers {response.status_code}")


def _queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        _get(client, url)
    return len(queries)


def _times(calls: list[Callable[[], None]], repeats: int) -> list[float]:
    """Return the shortest time of each call in milliseconds; they are made in turn."""
    times: list[list[float]] = [[] for _ in calls]
    for repeat in range(-WARM_UPS, max(1, repeats)):
        for call, taken in zip(calls, times, strict=True):
            begun = time.perf_counter()
            call()
            if repeat >= 0:
                taken.append(1000 * (time.perf_counter() - begun))
    return [round(min(taken), 2) for taken in times]


@contextmanager
def own_database() -> Iterator[None]:
    """Make a new, migrated database the default one for a while, then drop it."""
    kept = connection.settings_dict["NAME"]
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()  # its connections are to the site's own database
    with tempfile.TemporaryDirectory(prefix="azul-bench-") as folder:
        is_file = connection.vendor == "sqlite"
        name = str(Path(folder) / "bench.sqlite3") if is_file else f"azul_bench_{time.time_ns()}"
        connection.settings_dict["TEST"]["NAME"] = name
        made = connection.creation.create_test_db(verbosity=0, autoclobber=False, serialize=False)
        if made != name or connection.settings_dict["NAME"] != name:
            raise RuntimeError("the benchmark got another database than it asked for")
        try:
            if Game.objects.exists():
                raise RuntimeError("the benchmark's database is not empty")
            yield
        finally:
            connection.creation.destroy_test_db(str(kept), verbosity=0)


def _analyze() -> None:
    """Let the database count its rows, as it does by itself in time."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
