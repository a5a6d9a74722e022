"""Season after season by dates alone: people come and go, games are played, corrected and voided."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction

from games import bots
from games.azul import Move, Position
from games.management.league_life import checks, deeds, stand_bys
from games.management.league_life.director import Director
from games.management.quick_play import play_out
from games.models import DirectorAction, Fixture, Game, GameStatus, League, Player, Season
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
PATIENCE: Final = 20
"""Days after which a director lets the games start, whatever the dates have become."""


@dataclass
class Life:
    """A league that is being lived. `counts` says what has happened in it."""

    people: int
    lots: random.Random
    now: datetime = START
    counts: Counter[str] = field(default_factory=Counter)
    league: League = field(init=False)
    players: list[Player] = field(init=False)
    director: Director = field(init=False)

    def begin(self, slug: str, **rules: object) -> None:
        """Found the league and register its people, some more than play at once: those stand in, too."""
        made = range(1, self.people + self.people // 5 + 2)
        self.players = [
            register_player(email=f"player{number}@example.org", name=f"Player {number}", now=START)
            for number in made
        ]
        stand_bys.let_stand_in(self.players[::2], now=self.now)
        self.league = League.objects.create(
            slug=slug,
            name=f"League of {slug}",
            **{"smallest_division": 4, "largest_division": 7, "entry_days": 7, **rules},
        )
        judge = register_player(email="judge@example.org", name="Judge", now=START)
        self.league.directors.set([judge, self.players[0]])
        self.director = Director(judge, self.lots, self.counts)

    def season(self) -> Season:
        """Live one season from its first entry to its last table, and check it. Raises Fault."""
        season = self._opened()
        self._enter(season)
        for day in range(LONGEST):
            if season.started_at:
                break
            self._day_before(season, day)
        checks.check_draw(season, self._playing(season) | self._left(season))
        for _ in range(LONGEST):
            if season.finished_at:
                break
            self._day(season)
        else:
            raise checks.Fault(f"season {season.number} doesn't end")
        checks.check_season(season)
        self.director.check(season)
        checks.check_ratings_again()
        self.counts["seasons"] += 1
        return season

    def _opened(self) -> Season:
        """Return the season that takes entries: the first by a click, the next by themselves."""
        season = self.league.seasons.order_by("-number").first()
        if season is None:
            doomed = self._created()
            arguments = deeds.thought("call-off", doomed, self.lots) or {}
            self.director.act(doomed, "call-off", arguments, now=self.now)
            season = self._created()
        return season

    def _created(self) -> Season:
        """Return a new season with dates, and somebody in it."""
        by = self.director.player
        season = create_season(league_id=self.league.pk, by=by, now=self.now)
        closes = self.now + 7 * DAY
        Season.objects.filter(pk=season.pk).update(closes_at=closes, starts_at=closes + 5 * DAY)
        enter_season(season_id=season.pk, player_id=self.players[0].pk, now=self.now)
        season.refresh_from_db()
        return season

    def _enter(self, season: Season) -> None:
        """Enter people in a drawn order; a few think better of it before the draw."""
        chosen = self.lots.sample(self.players, self.people)
        for player in chosen:
            enter_season(season_id=season.pk, player_id=player.pk, now=self.now)
        for player in chosen[: self.people // 20]:
            self._leave(season, player)
        self.counts["entries"] += len(chosen)

    def _playing(self, season: Season) -> set[int]:
        playing = season.entries.filter(withdrawn_at=None)
        return set(playing.values_list("player_id", flat=True))

    def _left(self, season: Season) -> set[int]:
        """Return who left after divisions were published: they stay in theirs."""
        gone = season.entries.filter(withdrawn_at__isnull=False, division__isnull=False)
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

    def _day_before(self, season: Season, day: int) -> None:
        """Let the director do something before the games start; what unsettles sizes is undone at once."""
        if day > PATIENCE:
            self.director.act(season, "step", {"step": "start"}, now=self.now)
        else:
            self._direct(season, deeds.BEFORE_START)
        self._pass_time(season)

    def _direct(self, season: Season, kinds: tuple[str, ...]) -> None:
        """Do one thing at the desk, and perhaps undo it or an earlier one."""
        kind = self.lots.choice(kinds)
        arguments = deeds.thought(kind, season, self.lots)
        if arguments is None:
            return
        is_unsettling = season.started_at is None and kind in deeds.UNSETTLING
        if is_unsettling or self.lots.random() < 0.4:
            self.director.act_and_take_back(season, kind, arguments, now=self.now)
        else:
            self.director.act(season, kind, arguments, now=self.now)
        season.refresh_from_db()
        earlier = DirectorAction.objects.filter(season=season, undone_at=None)
        settled = list(earlier.exclude(kind__in=deeds.UNSETTLING).order_by("pk"))
        if settled and self.lots.random() < 0.2:
            self.director.take_back(self.lots.choice(settled), now=self.now)
        season.refresh_from_db()

    def _day(self, season: Season) -> None:
        """End some of the open games, perhaps lose a player, and let the server do its part."""
        stand_bys.let_time_pass(self.counts, now=self.now)
        stand_bys.answer_some(self.lots, self.counts, now=self.now)
        running = Game.objects.filter(
            fixture__division__season=season, status=GameStatus.RUNNING
        ).order_by("pk")
        for game in list(running):
            if self.lots.random() < 0.35:
                self._end(game)
        stand_bys.offer_seats(season, self.lots, self.counts, now=self.now)
        for _ in range(1 + self.people // 40):
            self._direct(season, deeds.IN_PLAY)
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


def live(
    slug: str, *, seasons: int, people: int, seed: int, begun: datetime = START, **rules: object
) -> tuple[Counter[str], datetime]:
    """Live so many seasons with so many people in each; return what has happened, and when it ended.

    Raises Fault.
    """
    life = Life(people, random.Random(f"{seed} {slug}"), now=begun)  # noqa: S311 - it has to be repeatable
    life.begin(slug, **rules)
    for _ in range(seasons):
        life.season()
    own = Fixture.objects.filter(division__season__league=life.league)
    life.counts["fixtures"] = own.count()
    return life.counts, life.now
