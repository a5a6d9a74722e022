"""Celery entry points: each takes ids, calls one function and passes the time.

A message is only a hint: it may be lost or come twice. `sweep` finds what a lost one left.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from celery import shared_task
from django.utils import timezone

from games.mail import delivery
from games.selectors import due
from games.services import (
    addresses,
    bots,
    endings,
    health,
    outbox,
    ratings,
    season_steps,
    season_tables,
    tables,
    watch,
)

SWEEP_MAILS = 200
SWEEP_GAMES = 200
# A table of bots only could play a whole game at one hint; leave the rest to the next one.
MOST_BOT_MOVES = 200
MOST_BOT_SECONDS = 20.0
# Inside the task's time limit, with the rest of a sweep.
MOST_CLOCK_SECONDS = 25.0
# Years of games are rated in many passes.
MOST_RATING_SECONDS = 10.0
MOST_SEASON_SECONDS = 10.0
# How long a bot may think about a move; few need a tenth of it.
BOT_SECONDS = 2.0


@shared_task
def deliver_mail(mail_id: int) -> None:
    """Send one mail if it is due and still wanted."""
    delivery.deliver(mail_id, clock=timezone.now)


@shared_task
def finalize_game(game_id: int) -> None:
    """Write the result of a game whose last tile is placed."""
    endings.finalize_game(game_id=game_id, now=timezone.now())


@shared_task
def rate_games() -> int:
    """Rate the finished games that have not been; return how many."""
    rated, is_enough = 0, time_box(MOST_RATING_SECONDS)
    while not is_enough():
        batch = ratings.rate_games().games
        if not batch:
            break
        rated += batch
    return rated


@shared_task
def play_bots(game_id: int) -> None:
    """Play the bots' seats of one game until a person is to move."""
    begun = time.monotonic()
    for _ in range(MOST_BOT_MOVES):
        if not bots.play_bot_turn(
            game_id=game_id, now=timezone.now(), is_out_of_time=time_box(BOT_SECONDS)
        ):
            return
        if time.monotonic() - begun > MOST_BOT_SECONDS:
            # Each move of a bot has hinted at the next one; other work comes first.
            return


def time_box(seconds: float) -> Callable[[], bool]:
    """Return a question that is answered with yes once so much time has passed from now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


@shared_task
def run_season(season_id: int) -> None:
    """Do what is due in one season."""
    season_steps.run_season(
        season_id=season_id, clock=timezone.now, is_out_of_time=time_box(MOST_SEASON_SECONDS)
    )


@shared_task
def start_tables(season_id: int) -> None:
    """Start the next tables of a season; hints at itself while some are left."""
    season_tables.start_tables(
        season_id=season_id, clock=timezone.now, is_out_of_time=time_box(MOST_SEASON_SECONDS)
    )


@shared_task
def sweep() -> dict[str, int]:
    """Do everything that waits: bots, clocks, results, seasons, mails, and a little cleaning. Returns counts."""
    counts = {"bot_games": 0, "finalized": 0, "expired": 0, "mails": 0, "dead": 0, "purged": 0}
    is_enough = time_box(MOST_BOT_SECONDS)
    for game_id in due.games_with_bots_to_move(limit=SWEEP_GAMES):
        if is_enough():
            break  # the next sweep goes on
        play_bots(game_id)
        counts["bot_games"] += 1
    counts |= watch.watch_clocks(clock=timezone.now, is_out_of_time=time_box(MOST_CLOCK_SECONDS))
    for game_id in due.games_to_finalize(limit=SWEEP_GAMES):
        counts["finalized"] += endings.finalize_game(game_id=game_id, now=timezone.now())
    counts["rated"] = rate_games()
    for game_id in due.tables_to_expire(
        since=timezone.now() - tables.EXPIRES_AFTER, limit=SWEEP_GAMES
    ):
        counts["expired"] += tables.expire_table(game_id=game_id, now=timezone.now())
    is_enough = time_box(MOST_SEASON_SECONDS)
    for season_id in due.seasons_to_run(now=timezone.now()):
        season_steps.run_season(season_id=season_id, clock=timezone.now, is_out_of_time=is_enough)
    counts["dead"] = outbox.bury_exhausted(now=timezone.now())
    for mail_id in due.due_mail(now=timezone.now(), limit=SWEEP_MAILS):
        counts["mails"] += delivery.deliver(mail_id, clock=timezone.now)
    counts["purged"] = outbox.purge_mail(now=timezone.now())
    addresses.purge_changes(now=timezone.now())
    health.note_sweep(now=timezone.now())
    return counts
