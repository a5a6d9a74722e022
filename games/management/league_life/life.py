"""Season after season by dates alone: people come and go, games are played, forfeited and voided."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction

from games import bots
from games.azul import Move, Position
from games.management.league_life import checks
from games.management.quick_play import play_out
from games.models import Fixture, Game, GameStatus, League, Player, Season
from games.services.blocked import end_without_result
from games.services.endings import resign_seat
from games.services.locking import locked_table
from games.services.players import register_player
from games.services.season_steps import run_season
from games.services.seasons import create_season, enter_season
from games.services.withdrawals import leave_season

START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
DAY: Final = timedelta(days=1)
LONGEST: Final = 400
"""Days after which a season that isn't over is given up as a fault."""


@dataclass
class Life:
    """A league that is being lived. `counts` says what has happened in it."""

    people: int
    lots: random.Random
    league: League = field(init=False)
    players: list[Player] = field(init=False)
    now: datetime = START
    counts: Counter[str] = field(default_factory=Counter)

    def begin(self, **rules: object) -> None:
        """Found the league and register its people, some more than play at once."""
        made = range(1, self.people + self.people // 5 + 2)
        self.players = [
            register_player(email=f"player{number}@example.org", name=f"Player {number}", now=START)
            for number in made
        ]
        self.league = League.objects.create(
            slug="life",
            name="League of life",
            **{"smallest_division": 4, "largest_division": 7, "entry_days": 7, **rules},
        )
        self.league.directors.add(self.players[0])

    def season(self) -> Season:
        """Live one season from its first entry to its last table, and check it. Raises Fault."""
        season = self._opened()
        entered = self._enter(season)
        while not season.started_at:
            self._pass_time(season)
        checks.check_draw(season, entered - self._left(season))
        for _ in range(LONGEST):
            if season.finished_at:
                break
            self._day(season)
        else:
            raise checks.Fault(f"season {season.number} doesn't end")
        checks.check_season(season)
        self.counts["seasons"] += 1
        return season

    def _opened(self) -> Season:
        """Return the season that takes entries: the first by a click, the next by themselves."""
        season = self.league.seasons.order_by("-number").first()
        if season is None:
            season = create_season(league_id=self.league.pk, by=self.players[0], now=self.now)
            closes = self.now + 7 * DAY
            Season.objects.filter(pk=season.pk).update(closes_at=closes, starts_at=closes + 3 * DAY)
        return season

    def _enter(self, season: Season) -> set[int]:
        """Enter people in a drawn order; a few think better of it before the draw."""
        chosen = self.lots.sample(self.players, self.people)
        for player in chosen:
            enter_season(season_id=season.pk, player_id=player.pk, now=self.now)
        for player in chosen[: self.people // 20]:
            self._leave(season, player)
        self.counts["entries"] += len(chosen)
        return {player.pk for player in chosen}

    def _left(self, season: Season) -> set[int]:
        gone = season.entries.filter(withdrawn_at__isnull=False)
        return set(gone.values_list("player_id", flat=True))

    def _leave(self, season: Season, player: Player) -> None:
        self.counts["withdrawals"] += 1
        leave_season(
            season_id=season.pk, player_id=player.pk, by=player, reason="moving house", now=self.now
        )

    def _pass_time(self, season: Season) -> None:
        self.now += DAY
        run_season(season_id=season.pk, clock=lambda: self.now)
        season.refresh_from_db()

    def _day(self, season: Season) -> None:
        """End some of the open games, perhaps lose a player, and let the server do its part."""
        running = Game.objects.filter(
            fixture__division__season=season, status=GameStatus.RUNNING
        ).order_by("pk")
        for game in list(running):
            if self.lots.random() < 0.5:
                self._end(game)
        if self.lots.random() < 0.4:
            playing = season.entries.filter(withdrawn_at=None, division__isnull=False)
            entries = list(playing.select_related("player").order_by("pk"))
            if len(entries) > self.people // 2:
                self._leave(season, self.lots.choice(entries).player)
        self._pass_time(season)

    def _end(self, game: Game) -> None:
        """End a game: played, forfeited by somebody, or void."""
        fate = self.lots.random()
        if fate < 0.05:
            self._void(game, "the table broke off by agreement")
            return
        if fate < 0.15:
            seats = list(game.seats.filter(bot="").select_related("player").order_by("index"))
            if seats and seats[-1].player is not None:
                self.counts["forfeits"] += 1
                resign_seat(
                    game_id=game.pk, seat=seats[-1].index, by=seats[-1].player, now=self.now,
                    reason="no time",
                )  # fmt: skip
        if play_out(game_id=game.pk, choose=_at_random, now=self.now):
            self.counts["played"] += 1
        else:
            self._void(game, "blocked")

    def _void(self, game: Game, reason: str) -> None:
        self.counts["voids"] += 1
        with transaction.atomic(durable=True):
            end_without_result(locked_table(game.pk).game, now=self.now, reason=reason)


def _at_random(position: Position, seat: int) -> Move:
    return bots.choose("random", position, seat, b"life")


def live(*, seasons: int, people: int, seed: int, **rules: object) -> Counter[str]:
    """Live so many seasons with so many people in each; return what has happened. Raises Fault."""
    life = Life(people, random.Random(seed))  # noqa: S311 - a simulation has to be repeatable
    life.begin(**rules)
    for _ in range(seasons):
        life.season()
    life.counts["fixtures"] = Fixture.objects.count()
    return life.counts
