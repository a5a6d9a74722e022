"""Celery entry points: each takes ids, calls one function and passes the time.

A message is only a hint: it may be lost or come twice. `sweep` finds what a lost one left.
"""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games import work
from games.mail import delivery
from games.services import endings, season_steps, season_tables


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
    return work.rate_games()


@shared_task
def play_bots(game_id: int) -> None:
    """Play the bots' seats of one game until a person is to move."""
    work.play_bots(game_id, clock=timezone.now)


@shared_task
def run_season(season_id: int) -> None:
    """Do what is due in one season."""
    season_steps.run_season(
        season_id=season_id,
        clock=timezone.now,
        is_out_of_time=work.time_box(work.MOST_SEASON_SECONDS),
    )


@shared_task
def start_tables(season_id: int) -> None:
    """Start the next tables of a season; hints at itself while some are left."""
    season_tables.start_tables(
        season_id=season_id,
        clock=timezone.now,
        is_out_of_time=work.time_box(work.MOST_SEASON_SECONDS),
    )


@shared_task
def sweep() -> dict[str, int]:
    """Do everything that waits: bots, clocks, results, seasons, mails, and a little cleaning. Returns counts."""
    return work.sweep(clock=timezone.now)
