"""Benchmark `season`: a large season started by one action, and what pages take meanwhile.

It makes a database of its own and takes it away again. The worker is a process beside the one that asks for
pages, as on a real site.
"""

from __future__ import annotations

import multiprocessing
import time
from datetime import UTC, datetime
from statistics import median
from typing import Final

from django.db import models
from django.db.models import Count
from django.urls import reverse

from games.management.bench.database import let_go, own_database
from games.management.bench.pages import a_visitor
from games.models import (
    Fixture,
    FixtureSeat,
    Game,
    League,
    OutgoingMail,
    Pairing,
    Player,
    Season,
    SeasonEntry,
    Seat,
    Step,
)
from games.models.lookalikes import name_key
from games.services.desk import perform
from games.services.season_steps import run_season
from games.services.seasons import create_season

PLAYERS: Final = 1_000
START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
PAUSE: Final = 0.2
"""Seconds between two requests while the worker is busy."""


def season_figures(players: int = PLAYERS) -> dict[str, float]:
    """Return how long a season of so many takes from the click to its last table, at tables of 4 and of 2.

    Requests are made all the while: the season's page, the list of games and the start page; on a busy
    machine what they take of the CPU (`request_max_cpu_s`) says more than the clock. `wrong_tables` counts fixtures without a game of exactly
    their players, `double` games or mails that came twice.
    """
    figures: dict[str, float] = {}
    with own_database():
        people = _people(players)
        for size in (4, 2):
            measured = _Measured(_opened(people, size), people[0])
            figures |= {f"{name}_{size}": value for name, value in measured.run().items()}
    return figures


def _people(count: int) -> list[Player]:
    return Player.objects.bulk_create(
        Player(
            email=f"player{number}@example.org",
            name=f"Player {number}",
            name_key=name_key(f"Player {number}"),
            last_login=START,
        )
        for number in range(count)
    )


def _opened(people: list[Player], size: int) -> Season:
    """Return a season that everybody has entered, with divisions of ten."""
    league = League.objects.create(
        slug=f"bench-{size}",
        name=f"Bench {size}",
        table_size=size,
        pairing=Pairing.BALANCED,
        games_each=4,
        smallest_division=8,
        largest_division=10,
    )
    league.directors.add(people[0])
    season = create_season(league_id=league.pk, by=people[0], now=START)
    SeasonEntry.objects.bulk_create(
        SeasonEntry(season=season, player=player, entered_at=START) for player in people
    )
    return season


class _Measured:
    """One season, started while a reader looks at pages."""

    def __init__(self, season: Season, director: Player) -> None:
        self.season, self.director = season, director
        self.taken: list[tuple[float, float]] = []
        self.reader = a_visitor()
        self.reader.force_login(director)
        page = reverse("season", args=[season.league.slug, season.number])
        self.paths = [page, f"{page}?division=50", reverse("games"), reverse("home")]

    def run(self) -> dict[str, float]:
        """Click, look at pages until every table has begun, and count."""
        for path in self.paths:
            self._ask(path)  # a process that has just begun still reads its templates
        begun = time.perf_counter()
        perform(
            season_id=self.season.pk, kind="step", arguments={"step": Step.START.value},
            by=self.director, reason="bench", nonce=f"bench {self.season.pk}", now=START,
        )  # fmt: skip
        click = time.perf_counter() - begun
        let_go()
        # Forked, so that it works on the benchmark's database.
        worker = multiprocessing.get_context("fork").Process(target=self._work)
        worker.start()
        self._look(worker)
        worker.join()
        taken = time.perf_counter() - begun
        if worker.exitcode:
            raise RuntimeError("the worker has failed")
        return {
            "click_s": round(click, 3),
            "all_s": round(taken, 1),
            "tables": Fixture.objects.tables().filter(division__season=self.season).count(),
            "wrong_tables": self._wrong_tables(),
            "double": self._double(),
            "season_mails": self._mails("season-news").count(),
            "game_mails": self._mails("game-started").count(),
            "requests": len(self.taken),
            "request_median_s": round(median(wall for wall, _ in self.taken), 3),
            "request_max_s": round(max(wall for wall, _ in self.taken), 3),
            "request_max_cpu_s": round(max(cpu for _, cpu in self.taken), 3),
        }

    def _work(self) -> None:
        """Do what the worker does at the hint, until nothing is left."""
        run_season(season_id=self.season.pk, clock=lambda: START)
        let_go()

    def _look(self, worker: multiprocessing.process.BaseProcess) -> None:
        while worker.is_alive() or len(self.taken) < len(self.paths):
            self.taken.append(self._ask(self.paths[len(self.taken) % len(self.paths)]))
            time.sleep(PAUSE)

    def _ask(self, path: str) -> tuple[float, float]:
        """Return how many seconds a page takes, by the clock and of this process's CPU."""
        begun, worked = time.perf_counter(), time.process_time()
        answer = self.reader.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{path} answered {answer.status_code}")
        return time.perf_counter() - begun, time.process_time() - worked

    def _wrong_tables(self) -> int:
        """Count tables whose game is missing, or seats other people."""
        fixtures = Fixture.objects.tables().filter(division__season=self.season)
        places = FixtureSeat.objects.filter(fixture__in=fixtures.values("pk"))
        planned = places.values_list("fixture__game", "index", "entry__player")
        seats = Seat.objects.filter(game__fixture__division__season=self.season)
        seated = set(seats.values_list("game", "index", "player"))
        return len(set(planned) ^ seated)

    def _double(self) -> int:
        games = Game.objects.filter(fixture__division__season=self.season)
        fixtures = Fixture.objects.tables().filter(division__season=self.season)
        mails = self._mails("season-news").values("player").annotate(count=Count("pk"))
        return abs(games.count() - fixtures.count()) + mails.filter(count__gt=1).count()

    def _mails(self, kind: str) -> models.QuerySet[OutgoingMail]:
        found = OutgoingMail.objects.filter(kind=kind)
        if kind == "season-news":
            return found.filter(context__season=self.season.pk)
        return found.filter(game__fixture__division__season=self.season)
