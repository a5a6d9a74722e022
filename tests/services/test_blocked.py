"""Games that can't end by themselves."""

import pytest

from games.models import AuditEntry, Game, GameStatus, Move, Seat
from games.services.blocked import void_blocked_game
from games.services.bots import play_bot_turn
from games.services.endings import resign_seat
from tests.factories import NOW, a_game, a_player

pytestmark = pytest.mark.django_db


def test_bots_end_a_game_that_goes_round_for_ever_as_void() -> None:
    game = a_game()
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    Game.objects.filter(pk=game.pk).update(round=61)
    assert not play_bot_turn(game_id=game.pk, now=NOW)
    game.refresh_from_db()
    assert (game.status, game.end_reason) == (GameStatus.VOID, "blocked")
    assert not Seat.objects.awaited().filter(game=game).exists()
    assert not Move.objects.filter(game=game).exists()
    assert AuditEntry.objects.filter(action="void_game").count() == 1


def test_a_game_of_usual_length_is_not_voided() -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(round=60)
    assert not void_blocked_game(game_id=game.pk, now=NOW)
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
