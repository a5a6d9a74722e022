"""A move and a time-out in the same second, in real processes: exactly one of them wins."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.utils import timezone

from games.models import Game, Move, OutgoingMail, Seat, TimeOut, Via
from games.selectors.positions import load_table
from games.services.tokens import turn_token
from tests.factories import a_game, some_move
from tests.robots import fetch
from tests.servers import Site

GAMES = 20
SWEEPS = 2
PRESSERS = 8
PATIENCE_SECONDS = 60


def games_that_run_out_now() -> list[Game]:
    """Return games whose first player's twelve hours end at this moment; a bot is to play then."""
    begun = timezone.now() - timedelta(hours=12)
    games = [a_game(name=f"Game {number}", pace="12h", now=begun) for number in range(GAMES)]
    Game.objects.update(timeout_policy="bot-once")
    return games


def link_and_move(game: Game) -> tuple[str, dict[str, str]]:
    """Return the path of the first player's turn link and a form with a legal move."""
    seat = Seat.objects.get(game=game, index=0)
    token = turn_token(game_id=game.pk, seat=0, turn=0, epoch=seat.epoch)
    return f"/t/{token}/", {"turn": "0", "move": some_move(load_table(game.pk), 0)}


def wait_for_the_first_time_out() -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not TimeOut.objects.exists():
        assert time.monotonic() < end, "no sweep came"
        time.sleep(0.005)


def test_of_a_move_and_a_time_out_in_the_same_second_exactly_one_wins(
    busy_site: Site, bases: list[str]
) -> None:
    games = games_that_run_out_now()
    presses = [link_and_move(game) for game in games]
    with ThreadPoolExecutor(PRESSERS + SWEEPS) as pool:
        sweeps = [pool.submit(busy_site.manage, "sweep") for _ in range(SWEEPS)]
        wait_for_the_first_time_out()
        # From the last game on, towards the sweep that comes from the first one.
        jobs = [pool.submit(fetch, bases[0] + path, form) for path, form in reversed(presses)]
        statuses = [job.result().status for job in reversed(jobs)]
        for sweep in sweeps:
            sweep.result()
    busy_site.manage("sweep")  # a sweep that was out of time leaves some to the next one
    won = []
    for game, status in zip(games, statuses, strict=True):
        first = Move.objects.get(game=game, turn=0)
        is_bot = first.via == Via.BOT
        won.append(is_bot)
        assert TimeOut.objects.filter(game=game, turn=0).count() == is_bot
        assert status == (409 if is_bot else 303), game
        assert Move.objects.filter(game=game, asked_turn=0).count() == 1
        assert OutgoingMail.objects.filter(game=game, kind="your-turn", turn=1).count() == 1
    assert any(won)
