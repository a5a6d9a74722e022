"""What a worker does at a given moment: play the bots of a game, sweep up everything that waits.

The tasks of Celery pass the time of the day; `manage.py simulate_year` passes a clock of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from games.mail import delivery
from games.selectors import due
from games.services import (
    addresses,
    bots,
    deals,
    endings,
    health,
    outbox,
    ratings,
    season_steps,
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


def play_bots(game_id: int, *, clock: Callable[[], datetime]) -> None:
    """Play the bots' seats of one game until a person is to move."""
    begun = time.monotonic()
    for _ in range(MOST_BOT_MOVES):
        if not bots.play_bot_turn(
            game_id=game_id, now=clock(), is_out_of_time=time_box(BOT_SECONDS)
        ):
            return
        if time.monotonic() - begun > MOST_BOT_SECONDS:
            # Each move of a bot has hinted at the next one; other work comes first.
            return


def rate_games() -> int:
    """Rate the finished games that have not been; return how many."""
    rated, is_enough = 0, time_box(MOST_RATING_SECONDS)
    while not is_enough():
        batch = ratings.rate_games().games
        if not batch:
            break
        rated += batch
    return rated


def time_box(seconds: float) -> Callable[[], bool]:
    """Return a question that is answered with yes once so much time has passed from now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def sweep(*, clock: Callable[[], datetime]) -> dict[str, int]:
    """Do everything that waits: bots, clocks, results, seasons, mails, and a little cleaning. Returns counts."""
    counts = {"bot_games": 0, "finalized": 0, "expired": 0, "mails": 0, "dead": 0, "purged": 0}
    counts["opened"] = 0
    is_enough = time_box(MOST_BOT_SECONDS)
    for game_id in due.games_with_bots_to_move(limit=SWEEP_GAMES):
        if is_enough():
            break  # the next sweep goes on
        play_bots(game_id, clock=clock)
        counts["bot_games"] += 1
    counts |= watch.watch_clocks(clock=clock, is_out_of_time=time_box(MOST_CLOCK_SECONDS))
    for game_id in due.games_to_finalize(limit=SWEEP_GAMES):
        counts["finalized"] += endings.finalize_game(game_id=game_id, now=clock())
    counts["rated"] = rate_games()
    for game_id in due.tables_to_expire(since=clock() - tables.EXPIRES_AFTER, limit=SWEEP_GAMES):
        counts["expired"] += tables.expire_table(game_id=game_id, now=clock())
    is_enough = time_box(MOST_SEASON_SECONDS)
    for season_id in due.seasons_to_run(now=clock()):
        season_steps.run_season(season_id=season_id, clock=clock, is_out_of_time=is_enough)
    for deal_id in due.deals_to_open(limit=SWEEP_GAMES):
        counts["opened"] += deals.open_deal(deal_id=deal_id, now=clock())
    counts["dead"] = outbox.bury_exhausted(now=clock())
    for mail_id in due.due_mail(now=clock(), limit=SWEEP_MAILS):
        counts["mails"] += delivery.deliver(mail_id, clock=clock)
    counts["purged"] = outbox.purge_mail(now=clock())
    addresses.purge_changes(now=clock())
    health.note_sweep(now=clock())
    return counts
