"""Reminders: when, how many, and never twice."""

from datetime import datetime, timedelta

import pytest

from games.models import OutgoingMail, Seat
from games.selectors import due
from games.services.deadlines import give_time
from games.services.play import undo_move
from games.services.reminders import remind_player
from tests.factories import NOW, a_game, a_player, play_next

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


def reminders() -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(kind="reminder").order_by("pk"))


def watch(*moments: datetime) -> None:
    """Do what sweeps at these moments would."""
    for at in moments:
        for player_id in due.players_to_remind(now=at, limit=100):
            remind_player(player_id=player_id, now=at)


def every(step: timedelta, until: timedelta) -> list[datetime]:
    return [NOW + number * step for number in range(until // step + 1)]


def test_a_turn_is_recalled_at_half_at_85_percent_and_before_the_end() -> None:
    a_game(pace="100h")
    watch(*every(timedelta(minutes=10), 101 * HOUR))
    times = [(mail.created_at - NOW) / HOUR for mail in reminders()]
    assert times == [50, 85, 98]


def test_many_sweeps_at_once_send_one_reminder() -> None:
    a_game(pace="100h")
    alice = a_player("alice")
    told = [remind_player(player_id=alice.pk, now=NOW + 50 * HOUR) for _ in range(3)]
    assert told == [True, False, False]
    assert len(reminders()) == 1


def test_turns_that_are_due_within_the_hour_come_in_one_mail() -> None:
    for number in range(3):
        a_game(name=f"Game {number}", pace="100h", now=NOW + number * timedelta(minutes=20))
    watch(NOW + 50 * HOUR, NOW + 50 * HOUR + timedelta(minutes=40))
    (mail,) = reminders()
    assert len(mail.context["turns"]) == 3


def test_after_a_silence_only_the_latest_reminder_is_sent() -> None:
    game = a_game(pace="100h")
    alice = a_player("alice")
    assert remind_player(player_id=alice.pk, now=NOW + 90 * HOUR)
    seat = Seat.objects.get(game=game, index=0)
    assert (seat.reminded, seat.remind_at) == (2, NOW + 98 * HOUR)


def test_none_comes_at_night_but_the_last_call() -> None:
    a_player("alice", time_zone="UTC", night=22)
    # Half is 0:00, 85 % is 8:24, the deadline 12:00; a worker that was late finds the night begun.
    game = a_game(pace="24h")
    watch(*every(timedelta(minutes=15), 24 * HOUR))
    times = [f"{mail.created_at:%H:%M}" for mail in reminders()]
    assert times == ["07:00", "08:30", "11:00"]
    assert Seat.objects.get(game=game, index=0).reminded == 3


def test_a_worker_that_comes_late_in_the_night_leaves_the_reminder_for_the_morning() -> None:
    a_player("alice", time_zone="UTC", night=22)
    game = a_game(pace="18h")  # half is 21:00
    alice = a_player("alice")
    assert not remind_player(player_id=alice.pk, now=NOW + 11 * HOUR)
    seat = Seat.objects.get(game=game, index=0)
    assert seat.remind_at is not None
    assert seat.remind_at.hour >= 5


def test_a_move_ends_the_reminders_of_its_turn_and_taking_it_back_repeats_none() -> None:
    game = a_game(pace="100h")
    watch(NOW + 50 * HOUR)
    play_next(game.pk, now=NOW + 51 * HOUR)
    watch(NOW + 51 * HOUR + timedelta(seconds=30))
    undo_move(game_id=game.pk, seat=0, now=NOW + 51 * HOUR + timedelta(seconds=60))
    watch(NOW + 52 * HOUR)
    assert len(reminders()) == 1


def test_time_given_moves_the_next_reminder_and_repeats_none() -> None:
    game = a_game(pace="100h")
    watch(NOW + 50 * HOUR)
    give_time(
        game_id=game.pk,
        seat=0,
        turn=0,
        before=timedelta(0),
        by=a_player("bob"),
        now=NOW + 51 * HOUR,
    )
    watch(*[NOW + hours * HOUR for hours in range(52, 105)])
    assert len(reminders()) == 1
    watch(NOW + 106 * HOUR)  # 85 % of 124 hours
    assert len(reminders()) == 2


def test_who_wants_no_mails_or_muted_the_game_is_not_reminded() -> None:
    a_player("alice", notices="never")
    game = a_game("alice", "bob", pace="100h")
    watch(NOW + 50 * HOUR)
    play_next(game.pk, now=NOW + 51 * HOUR)
    Seat.objects.filter(game=game).update(is_muted=True)
    watch(NOW + 102 * HOUR)
    assert reminders() == []
