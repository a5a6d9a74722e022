"""Benchmark `pages`: the list of games on its first and its 10,000th page, and what other pages cost.

It makes a database of its own (a temporary file with SQLite, another database on the same server with
PostgreSQL), fills it, and takes it away again: the site's own data is neither read nor written.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.management.bench.database import own_database
from games.management.bench.tables import live_game, long_game
from games.management.bench.world import fill
from games.models import Game, Player
from games.selectors.lobby import PAGE_SIZE

GAMES: Final = 20_000
PAGE: Final = 10_000
REPEATS: Final = 15
WARM_UPS: Final = 2
TURN: Final = 80
BUSY, TYPICAL = "Player 0", "Player 7"
CHOICES: Final[dict[str, dict[str, str]]] = {
    "all": {},
    "finished": {"status": "finished"},
    "live": {"status": "live"},
    "gray": {"wall": "gray"},
    "4_players": {"players": "4"},
    "live_gray_4": {"status": "live", "wall": "gray", "players": "4"},
    "busy_player": {"player": BUSY},
    "player": {"player": TYPICAL},
    "player_live": {"player": TYPICAL, "status": "live"},
    "player_finished": {"player": BUSY, "status": "finished"},
}


def pages_figures(games: int = GAMES, repeats: int = REPEATS) -> dict[str, float]:
    """Return times of the first and the 10,000th page (or the last, if there are fewer), and of others.

    Each list is timed alone and narrowed in several ways; `ratio` is the deep page's time by the first's.
    Pages that show one thing have a time, a number of queries and a size, compressed.
    """
    with own_database():
        begun = time.perf_counter()
        fill(games)
        over, (live, seat) = long_game(), live_game()
        _analyze()
        figures: dict[str, float] = {"games": games}
        figures["filled_s"] = round(time.perf_counter() - begun, 1)
        visitor, player = a_visitor(), a_visitor()
        for name, choice in CHOICES.items():
            figures |= _list_figures(visitor, name, choice, repeats)
        player.force_login(Player.objects.get(seats=seat))
        for name, client, url in (
            ("front", visitor, "/"),
            ("home", player, "/"),
            ("busy_player_page", visitor, f"/players/{BUSY}/"),
            ("player_page", visitor, f"/players/{TYPICAL}/"),
            ("table", player, f"/games/{live.pk}/"),
            (f"turn_{TURN}", visitor, f"/games/{over.pk}/turns/{TURN}/"),
        ):
            figures |= _page_figures(client, name, url, repeats)
        return figures


def a_visitor() -> Client:
    """Return a browser that asks for a host that the settings allow."""
    hosts = (host for host in settings.ALLOWED_HOSTS if "*" not in host)
    return Client(SERVER_NAME=next(hosts, "localhost"))


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


def _page_figures(client: Client, name: str, url: str, repeats: int) -> dict[str, float]:
    """Time a page, count its queries, and measure what goes over the line."""
    return {
        f"{name}_ms": _times([lambda: _get(client, url)], repeats)[0],
        f"{name}_queries": _queries(client, url),
        f"{name}_gzip_bytes": len(gzip.compress(_get(client, url))),
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
    if not ids:
        return Game.objects.order_by("pk")[0].pk  # a small database: nothing is older
    return ids[max(0, min(len(ids), games.count() - PAGE_SIZE) - 1)]


def _get(client: Client, url: str) -> bytes:
    response = client.get(url, secure=settings.BASE_URL.startswith("https://"))
    if response.status_code != 200:
        raise RuntimeError(f"{url} answers {response.status_code}")
    return bytes(response.content)


def _queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        _get(client, url)
    return len(queries)


def _times(calls: list[Callable[[], object]], repeats: int) -> list[float]:
    """Return the shortest time of each call in milliseconds; they are made in turn."""
    times: list[list[float]] = [[] for _ in calls]
    for repeat in range(-WARM_UPS, max(1, repeats)):
        for call, taken in zip(calls, times, strict=True):
            begun = time.perf_counter()
            call()
            if repeat >= 0:
                taken.append(1000 * (time.perf_counter() - begun))
    return [round(min(taken), 2) for taken in times]


def _analyze() -> None:
    """Let the database count its rows, as it does by itself in time."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
