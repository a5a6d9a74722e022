"""The demo's leagues: one in its second season, with two divisions, and one that takes entries."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from games import azul
from games.management.demo.story import sensible_move
from games.management.quick_play import play_on, play_out
from games.models import (
    Fixture,
    GameStatus,
    League,
    MailState,
    OutgoingMail,
    Pairing,
    Player,
    Season,
    Step,
    TimeoutPolicy,
)
from games.services.season_steps import run_step
from games.services.season_tables import start_tables
from games.services.seasons import create_season, enter_season

SLUG = "sunday-league"
DIRECTOR = "Erin"
FIRST = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")
GAMES = 6 + 12
"""So many games the league's two seasons have."""
OVER = 5
"""So many games of the season in the middle are over; of the others each third has barely begun."""

DAY = timedelta(days=1)


def seed_league(players: Mapping[str, Player], now: datetime) -> None:
    """Write the leagues as directors and the server would; broken off, it goes on where it was."""
    _open_entries(players, now)
    league = _league(players[DIRECTOR], now - 38 * DAY)
    begun = now - 36 * DAY
    first = _season(league, 1, [players[name] for name in FIRST], begun)
    for number, fixture in enumerate(_tables(first)):
        _finish(fixture, begun + (number + 8) * DAY)
    run_step(season_id=first.pk, step=Step.FINISH, by=players[DIRECTOR], now=begun + 20 * DAY)
    begun = now - 12 * DAY
    second = _season(league, 2, list(players.values()), begun)
    for number, fixture in enumerate(_tables(second)):
        if number < OVER:
            _finish(fixture, begun + (number + 5) * DAY)
        else:
            _begin(fixture, turns=2 if number % 3 == 0 else 22, now=now - number * DAY / 12)
    _drop_passed_mail(first, second)


def _open_entries(players: Mapping[str, Player], now: datetime) -> None:
    """Let a Swiss season take entries, with dates: everything from here happens by itself."""
    league, _is_new = League.objects.get_or_create(
        slug="swiss-evenings",
        defaults={
            "name": "Swiss Evenings",
            "description": "Five rounds; in each you meet somebody who has done as well as you.",
            "pairing": Pairing.SWISS,
            "games_each": 5,
            "bye_points": 2,
            "pace": "2d",
            "largest_division": 64,
            "entry_days": 7,
        },
    )
    league.directors.add(players[DIRECTOR])
    if not league.seasons.exists():
        season = create_season(league_id=league.pk, by=players[DIRECTOR], now=now - DAY)
        Season.objects.filter(pk=season.pk).update(closes_at=now + 6 * DAY, starts_at=now + 9 * DAY)
        for name in ("Bob", "Frank", "Heidi"):
            enter_season(season_id=season.pk, player_id=players[name].pk, now=now - DAY / 2)


def _league(director: Player, now: datetime) -> League:
    league, _is_new = League.objects.get_or_create(
        slug=SLUG,
        defaults={
            "name": "Sunday League",
            "description": "One season a month, everybody against everybody in the own division.",
            "timeout_policy": TimeoutPolicy.BOT_ONCE,
            "promoted": 1,
            "relegated": 1,
            "smallest_division": 3,
            "largest_division": 4,
            "created_at": now,
        },
    )
    league.directors.add(director)
    return league


def _season(league: League, number: int, players: Sequence[Player], now: datetime) -> Season:
    """Return a season with all its tables begun; the same divisions and fixtures on every machine."""
    season = league.seasons.filter(number=number).first()
    director = league.directors.get()
    if season is None:
        season = create_season(league_id=league.pk, by=director, now=now)
        seed = hashlib.sha256(f"azul demo: {SLUG} {number}".encode()).hexdigest()
        Season.objects.filter(pk=season.pk).update(seed=seed)
    if season.closed_at is None:
        for player in players:
            enter_season(season_id=season.pk, player_id=player.pk, now=now)
    season = run_step(season_id=season.pk, step=Step.START, by=director, now=now + 2 * DAY)
    while start_tables(season_id=season.pk, clock=lambda: now + 2 * DAY):
        pass
    return season


def _tables(season: Season) -> list[Fixture]:
    tables = Fixture.objects.tables().filter(division__season=season).select_related("game")
    return list(tables.order_by("round", "division", "number"))


def _finish(fixture: Fixture, now: datetime) -> None:
    if fixture.game is not None and fixture.game.status != GameStatus.FINISHED:
        play_out(game_id=fixture.game.pk, choose=sensible_move, now=now)


def _begin(fixture: Fixture, *, turns: int, now: datetime) -> None:
    def is_far(position: azul.Position) -> bool:
        return position.turn >= turns

    if fixture.game is not None and fixture.game.turn == 0:
        play_on(game_id=fixture.game.pk, choose=sensible_move, now=now, is_far=is_far)


def _drop_passed_mail(first: Season, second: Season) -> None:
    """Drop what the mailbox needn't show: all of the first season, and turns that were played."""
    waiting = OutgoingMail.objects.filter(state=MailState.PENDING)
    passed = waiting.filter(game__fixture__division__season=first)
    passed |= waiting.filter(kind="season-news", context__season=first.pk)
    passed |= waiting.filter(
        game__fixture__division__season=second, kind="your-turn", game__turn__gt=0, turn=0
    )
    OutgoingMail.objects.filter(pk__in=passed.values("pk")).update(state=MailState.SUPERSEDED)
