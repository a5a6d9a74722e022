"""Playing the seats that have no person."""

from __future__ import annotations

from datetime import datetime

from games import azul, bots
from games.models import Game, Via
from games.selectors.positions import load_table
from games.services.blocked import MOST_ROUNDS, void_blocked_game
from games.services.errors import Refused
from games.services.play import play_move


def play_bot_turn(*, game_id: int, now: datetime) -> bool:
    """Play one move for a bot's seat that is to move; return whether there was one.

    Two workers at once do no harm: the second finds the turn played.
    """
    try:
        table = load_table(game_id)
    except Game.DoesNotExist:
        return False
    if not table.game.is_running:
        return False
    if table.game.round > MOST_ROUNDS:
        void_blocked_game(game_id=game_id, now=now)
        return False
    for seat in table.seats:
        if seat.is_bot and seat.awaited_turn is not None:
            # The commitment is public, so the choice tells nothing of the seed.
            move = bots.choose(
                seat.bot, table.position, seat.index, table.game.seed_hash.encode("ascii")
            )
            try:
                play_move(
                    game_id=game_id,
                    seat=seat.index,
                    turn=seat.awaited_turn,
                    move=azul.format_move(move),
                    via=Via.BOT,
                    now=now,
                )
            except Refused:
                return False
            return True
    return False
