"""Pauses by consent and by a director."""

from datetime import timedelta

import pytest

from games.models import Game, GamePause, OutgoingMail, Player, Seat
from games.services.deadlines import expire_turn
from games.services.endings import resign_seat
from games.services.errors import NotAllowed, TooLate
from games.services.pauses import ask_pause, end_pause, pause_game, withdraw_pause
from tests.factories import NOW, a_game, a_player, play_next

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


def ask(game: Game, name: str, hours: float = 1) -> bool:
    return ask_pause(game_id=game.pk, by=a_player(name), now=NOW + hours * HOUR)


def deadline_of(game: Game, index: int = 0) -> object:
    return Seat.objects.get(game=game, index=index).deadline_at


def staff() -> Player:
    return a_player("dave", is_staff=True)


def test_the_clock_stands_when_everybody_has_agreed_and_not_before() -> None:
    game = a_game("alice", "bob", "carol")
    assert [ask(game, "alice"), ask(game, "alice"), ask(game, "bob")] == [False, False, False]
    assert deadline_of(game) == NOW + 3 * DAY
    assert ask(game, "carol", 2)
    assert deadline_of(game) is None
    assert Game.objects.get(pk=game.pk).deadline_at is None
    assert not Seat.objects.filter(game=game, wants_pause=True).exists()


def test_the_others_are_told_that_somebody_asks() -> None:
    game = a_game()
    ask(game, "alice")
    (mail,) = OutgoingMail.objects.filter(kind="clock-news")
    assert (mail.holder.name, mail.context["news"]) == ("bob", "pause-asked")


def test_a_bot_need_not_agree() -> None:
    game = a_game()
    resign_seat(game_id=game.pk, seat=1, by=a_player("bob"), now=NOW)
    assert ask(game, "alice")


def test_agreement_can_be_taken_back_until_the_pause_begins() -> None:
    game = a_game()
    ask(game, "alice")
    withdraw_pause(game_id=game.pk, by=a_player("alice"), now=NOW + HOUR)
    assert not ask(game, "bob")


def test_after_a_days_notice_the_time_that_was_left_runs_on() -> None:
    game = a_game(pace="2d")
    ask(game, "alice", 10)
    ask(game, "bob", 10)
    assert expire_turn(game_id=game.pk, seat=0, now=NOW + 40 * DAY) is None
    begins = end_pause(game_id=game.pk, by=a_player("bob"), now=NOW + 40 * DAY)
    assert begins == NOW + 41 * DAY
    assert deadline_of(game) == NOW + 41 * DAY + 38 * HOUR
    # Asked twice, nothing is put off.
    assert end_pause(game_id=game.pk, by=a_player("alice"), now=NOW + 40 * DAY + HOUR) == begins


def test_a_move_can_be_made_in_a_pause_and_the_next_player_has_no_deadline() -> None:
    game = a_game()
    ask(game, "alice")
    ask(game, "bob")
    play_next(game.pk, now=NOW + 5 * HOUR)
    assert Seat.objects.get(game=game, index=1).awaited_turn == 1
    assert deadline_of(game, 1) is None


def test_only_a_director_ends_what_a_director_stopped() -> None:
    game = a_game()
    pause_game(game_id=game.pk, by=staff(), now=NOW + HOUR, reason="a ruling is asked for")
    assert GamePause.objects.get().reason == "a ruling is asked for"
    with pytest.raises(NotAllowed):
        end_pause(game_id=game.pk, by=a_player("alice"), now=NOW + 2 * HOUR)
    assert end_pause(game_id=game.pk, by=staff(), now=NOW + 2 * HOUR) == NOW + 26 * HOUR


def test_only_directors_stop_a_game_alone_and_only_players_agree() -> None:
    game = a_game()
    with pytest.raises(NotAllowed):
        pause_game(game_id=game.pk, by=a_player("alice"), now=NOW)
    with pytest.raises(NotAllowed):
        ask(game, "carol")


def test_a_clock_that_runs_has_no_pause_to_end() -> None:
    game = a_game()
    with pytest.raises(TooLate):
        end_pause(game_id=game.pk, by=a_player("alice"), now=NOW)


def test_a_second_pause_while_the_first_runs_out_stops_the_clock_again() -> None:
    game = a_game()
    pause_game(game_id=game.pk, by=staff(), now=NOW + HOUR)
    end_pause(game_id=game.pk, by=staff(), now=NOW + 2 * HOUR)
    pause_game(game_id=game.pk, by=staff(), now=NOW + 3 * HOUR)
    assert deadline_of(game) is None
