"""Resigning, bots and the result."""

from datetime import timedelta

import pytest

from games.models import AuditEntry, GameStatus, MailKind, OutgoingMail, Result, Seat
from games.services.bots import play_bot_turn
from games.services.endings import finalize_game, resign_seat
from games.services.errors import GameOver, NoSuchGame, NotAllowed
from tests.factories import NOW, a_finished_game, a_game, a_player, play_random_moves

pytestmark = pytest.mark.django_db


def test_a_resigned_seat_is_played_by_the_bot_to_the_end() -> None:
    game = a_game()
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    resign_seat(game_id=game.pk, seat=1, by=a_player("bob"), now=NOW)
    moves = 0
    while play_bot_turn(game_id=game.pk, now=NOW):
        moves += 1
    game.refresh_from_db()
    assert game.status == GameStatus.SCORING
    assert game.turn == moves > 20


def test_links_of_a_resigned_seat_lose_their_power() -> None:
    game = a_game()
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    seat = Seat.objects.get(game=game, index=0)
    assert (seat.epoch, seat.bot, seat.resigned_at) == (2, "random", NOW)


def test_resigning_twice_changes_nothing() -> None:
    game = a_game()
    for _ in range(2):
        resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    assert Seat.objects.get(game=game, index=0).epoch == 2
    assert AuditEntry.objects.filter(action="resign_seat").count() == 1


def test_nobody_resigns_the_seat_of_another() -> None:
    game = a_game()
    with pytest.raises(NotAllowed):
        resign_seat(game_id=game.pk, seat=0, by=a_player("bob"), now=NOW)
    assert not Seat.objects.get(game=game, index=0).is_bot


def test_staff_may_resign_a_seat() -> None:
    game = a_game()
    resign_seat(game_id=game.pk, seat=0, by=a_player("judge", is_staff=True), now=NOW)
    assert Seat.objects.get(game=game, index=0).is_bot


def test_a_finished_game_cannot_be_resigned() -> None:
    game = a_finished_game()
    with pytest.raises(GameOver):
        resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)


def test_a_seat_that_is_not_there_cannot_be_resigned() -> None:
    game = a_game()
    with pytest.raises(NoSuchGame):
        resign_seat(game_id=game.pk, seat=3, by=a_player("alice"), now=NOW)


def test_finalizing_twice_writes_one_result() -> None:
    game = a_game()
    play_random_moves(game, 1000)
    later = NOW + timedelta(days=30)
    assert finalize_game(game_id=game.pk, now=later)
    assert not finalize_game(game_id=game.pk, now=later)
    assert Result.objects.filter(game=game).count() == 2
    assert OutgoingMail.objects.filter(kind=MailKind.GAME_OVER).count() == 2


def test_a_running_game_is_not_finalized() -> None:
    game = a_game()
    assert not finalize_game(game_id=game.pk, now=NOW)
    assert not Result.objects.exists()


def test_a_seat_without_a_bot_waits_for_its_player() -> None:
    game = a_game()
    assert not play_bot_turn(game_id=game.pk, now=NOW)
    assert not play_bot_turn(game_id=10**9, now=NOW)
