"""Playing the seats that have no person."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.core.cache import cache

from games import azul, bots
from games.bots import USUAL_NODES, Budget
from games.models import Game, Seat, Via
from games.selectors.positions import Eyes, Table, load_table
from games.services.blocked import MOST_ROUNDS, void_blocked_game
from games.services.errors import Refused
from games.services.play import play_move

THINKING_SECONDS = 10


def play_bot_turn(
    *, game_id: int, now: datetime, is_out_of_time: Callable[[], bool] | None = None
) -> bool:
    """Play one move for a bot's seat that is to move; return whether there was one.

    The bot thinks outside any transaction, at most until `is_out_of_time`, and what it finds is played
    like a person's move. Two workers at once do no harm: the second finds the turn being thought about,
    or played. A worker that dies leaves the turn open for the sweep.
    """
    try:
        table = load_table(game_id, Eyes.SERVER)
    except Game.DoesNotExist:
        return False
    if not table.game.is_running:
        return False
    if table.game.round > MOST_ROUNDS:
        void_blocked_game(game_id=game_id, now=now)
        return False
    waiting = table.position.to_move
    seat = next((seat for seat in table.seats if seat.is_bot and seat.index in waiting), None)
    if seat is None:
        return False
    # Saves the second worker's time only: which of two moves stands is decided in play_move.
    claim = f"bot-thinks:{game_id}:{table.game.turn}:{table.game.takebacks}:{seat.index}"
    if not cache.add(claim, 1, THINKING_SECONDS):
        return False
    try:
        return _play(table, seat, now, is_out_of_time)
    finally:
        cache.delete(claim)


def _play(
    table: Table, seat: Seat, now: datetime, is_out_of_time: Callable[[], bool] | None
) -> bool:
    """Let the seat's bot think and play; return whether its move stands."""
    budget = Budget(USUAL_NODES)
    if is_out_of_time is not None:
        budget = Budget(USUAL_NODES, is_out_of_time)
    # The commitment is public, so the choice tells nothing of the seed.
    salt = table.game.seed_hash.encode("ascii")
    move = bots.choose(seat.bot, table.position, seat.index, salt, budget=budget)
    try:
        play_move(
            game_id=table.game.pk,
            seat=seat.index,
            turn=seat.awaited_turn or 0,
            move=azul.format_move(move),
            via=Via.BOT,
            now=now,
        )
    except Refused:
        return False
    return True
