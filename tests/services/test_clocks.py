"""Clocks of games: what play, taking back and leaving do to banks and deadlines."""

from datetime import timedelta

import pytest

from games.models import Game, Seat
from games.services.endings import resign_seat
from games.services.errors import TooLate
from games.services.play import undo_move
from tests.factories import NOW, a_game, a_player, play_next, play_random_moves

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


def seats_of(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).order_by("index"))


def deadline_of(game: Game) -> object:
    return Game.objects.get(pk=game.pk).deadline_at


def test_whoever_is_asked_has_a_deadline_and_the_game_shows_the_first_one() -> None:
    game = a_game(pace="36h")
    assert seats_of(game)[0].deadline_at == NOW + 36 * HOUR == deadline_of(game)
    play_next(game.pk, now=NOW + 5 * HOUR)
    assert seats_of(game)[1].deadline_at == NOW + 41 * HOUR == deadline_of(game)


def test_a_bank_is_full_at_the_start_and_pays_for_long_turns_only() -> None:
    game = a_game(pace="5d+12h<=7d")
    assert deadline_of(game) == NOW + 5 * DAY + 12 * HOUR
    play_next(game.pk, now=NOW + 36 * HOUR)  # alice: 24 hours from the bank, 12 back
    play_next(game.pk, now=NOW + 37 * HOUR)  # bob: within the grace
    alice, bob = seats_of(game)
    assert (alice.bank, bob.bank) == (108 * HOUR, 132 * HOUR)
    assert deadline_of(game) == NOW + (37 + 12 + 108) * HOUR


def test_taking_back_gives_neither_time_nor_an_increment() -> None:
    game = a_game(pace="5d+12h<=7d")
    before = seats_of(game)[0]
    play_next(game.pk, now=NOW + 36 * HOUR)
    undo_move(game_id=game.pk, seat=0, now=NOW + 36 * HOUR + timedelta(seconds=60))
    after = seats_of(game)[0]
    assert (after.bank, after.deadline_at) == (before.bank, before.deadline_at)
    assert deadline_of(game) == before.deadline_at


def test_a_move_is_not_taken_back_when_the_time_is_up() -> None:
    game = a_game(pace="12h")
    play_next(game.pk, now=NOW + 12 * HOUR - timedelta(seconds=30))
    with pytest.raises(TooLate, match="your time is up"):
        undo_move(game_id=game.pk, seat=0, now=NOW + 12 * HOUR)


def test_the_players_zone_and_night_count_from_the_next_turn_on() -> None:
    alice = a_player("alice", time_zone="Asia/Tokyo", night=22)
    game = a_game(pace="1d")  # asked at 21:00 in Tokyo
    assert deadline_of(game) == NOW + DAY
    type(alice).objects.filter(pk=alice.pk).update(night=20)
    play_next(game.pk, now=NOW + HOUR)
    play_next(game.pk, now=NOW + 2 * HOUR)
    # Asked at 23:00; a night from 20:00 ends at 5:00.
    assert deadline_of(game) == NOW + 2 * HOUR + DAY + 6 * HOUR


def test_two_who_tile_at_once_have_their_own_deadlines_and_keep_them() -> None:
    a_player("bob", time_zone="Asia/Tokyo", night=20)
    game = a_game(wall="gray", pace="1d")
    hours = 0
    while game.phase == "offer":
        hours += 1
        play_random_moves(game, 1, now=NOW + hours * HOUR)
    asked = [seat for seat in seats_of(game) if seat.awaited_turn is not None]
    assert len(asked) == 2
    assert game.deadline_at == min(seat.deadline_at for seat in asked if seat.deadline_at)
    play_next(game.pk, now=NOW + (hours + 1) * HOUR)
    assert seats_of(game)[1].deadline_at == asked[1].deadline_at == deadline_of(game)


def test_nobody_waits_for_a_clock_when_a_bot_plays() -> None:
    game = a_game()
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW + HOUR)
    assert deadline_of(game) is None
    assert not Seat.objects.on_clock().filter(game=game).exists()


def test_a_finished_game_has_no_deadline() -> None:
    game = a_game()
    play_random_moves(game, 1000)
    assert game.status == "scoring"
    assert game.deadline_at is None
