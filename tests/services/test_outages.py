"""Outages: no deadline expires at the restart, and every running one moves by the time that was lost."""

from datetime import datetime, timedelta

import pytest

from games.models import AuditEntry, Game, MailState, Outage, OutgoingMail, Seat, Service, TimeOut
from games.services import outages
from games.services.outages import credit_outages, note_alive
from games.services.watch import watch_clocks
from tests.factories import NOW, a_game

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


def watch(at: datetime, *, is_mail_sent: bool = True) -> dict[str, int]:
    """Sweep the clocks; before that, send what was never tried."""
    if is_mail_sent:
        waiting = OutgoingMail.objects.filter(state=MailState.PENDING, attempts=0)
        waiting.update(state=MailState.SENT, sent_at=at, next_at=at)
    return watch_clocks(clock=lambda: at)


def a_game_with_a_watch(policy: str = "void", pace: str = "3d") -> Game:
    game = a_game(pace=pace)
    Game.objects.filter(pk=game.pk).update(timeout_policy=policy)
    watch(NOW)
    return game


def deadline_of(game: Game) -> object:
    return Seat.objects.get(game=game, index=0).deadline_at


def watched_until(end: datetime, begin: datetime = NOW) -> None:
    """Let the worker sweep every ten minutes, begin and end included."""
    while begin < end:
        watch(begin)
        begin += 10 * MINUTE
    watch(end)


def test_a_deadline_that_passed_while_the_worker_was_down_does_not_expire_at_the_restart() -> None:
    game = a_game_with_a_watch(pace="12h")
    watched_until(NOW + 11 * HOUR)
    counts = watch(NOW + 20 * HOUR)
    assert (counts["credited"], counts["timed_out"]) == (1, 0)
    assert deadline_of(game) == NOW + 21 * HOUR
    assert Game.objects.get(pk=game.pk).deadline_at == NOW + 21 * HOUR
    watched_until(NOW + 21 * HOUR, begin=NOW + 20 * HOUR)
    assert TimeOut.objects.get().deadline_at == NOW + 21 * HOUR


def test_twelve_minutes_of_silence_are_no_outage() -> None:
    game = a_game_with_a_watch()
    watch(NOW + 12 * MINUTE)
    assert not Outage.objects.exists()
    assert deadline_of(game) == NOW + 3 * DAY


def test_an_outage_is_written_down_once_however_many_workers_come_back() -> None:
    a_game_with_a_watch()
    later = NOW + HOUR
    ends = [note_alive(service=Service.WORKER, alive_at=later) for _ in range(3)]
    assert [end is not None for end in ends] == [True, False, False]
    assert credit_outages(now=later) == 1
    assert credit_outages(now=later) == 0
    outage = Outage.objects.get()
    assert (outage.from_at, outage.to_at, outage.moved) == (NOW, later, 1)
    assert AuditEntry.objects.get(action="outage").details == {"service": "worker", "minutes": 60}


def test_two_outages_at_the_same_time_are_credited_once() -> None:
    game = a_game_with_a_watch()
    for service in Service:
        note_alive(service=service, alive_at=NOW + HOUR)
    credit_outages(now=NOW + HOUR)
    assert deadline_of(game) == NOW + 3 * DAY + HOUR


def test_a_turn_asked_after_the_outage_gets_no_credit() -> None:
    a_game_with_a_watch()
    watch(NOW + HOUR)
    game = a_game(name="Later", now=NOW + 2 * HOUR)
    assert deadline_of(game) == NOW + 3 * DAY + 2 * HOUR


def test_a_credit_that_was_cut_short_goes_on_and_is_enforced_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = a_game_with_a_watch(pace="12h")
    note_alive(service=Service.WORKER, alive_at=NOW + 13 * HOUR)
    monkeypatch.setattr(outages, "games_on_clock", lambda **_: [])
    # The worker dies before it has moved any: the next one finds the deadline passed on the row.
    from games.services.deadlines import expire_turn

    assert expire_turn(game_id=game.pk, seat=0, now=NOW + 13 * HOUR) is None
    assert deadline_of(game) == NOW + 25 * HOUR


def test_many_games_are_moved_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "BATCH", 2)
    games = [a_game(name=f"Game {number}") for number in range(5)]
    watch(NOW)
    assert watch(NOW + HOUR)["credited"] == 5
    assert {deadline_of(game) for game in games} == {NOW + 3 * DAY + HOUR}


def test_no_deadline_expires_while_no_mail_leaves_and_the_time_is_given_back() -> None:
    game = a_game_with_a_watch(pace="12h")
    watched_until(NOW + 11 * HOUR)
    OutgoingMail.objects.create(
        key="stuck",
        kind="your-turn",
        player=game.seats.get(index=0).player,
        attempts=1,
        last_error="ConnectionRefusedError: [Errno 111] Connection refused",
        created_at=NOW + 11 * HOUR,
        next_at=NOW + 99 * HOUR,
    )
    for minutes in range(10, 121, 10):
        at = NOW + 11 * HOUR + minutes * MINUTE
        assert watch(at, is_mail_sent=False)["timed_out"] == 0
    OutgoingMail.objects.filter(key="stuck").update(attempts=0)
    watch(NOW + 13 * HOUR + 5 * MINUTE)
    outage = Outage.objects.get()
    assert (outage.service, outage.from_at) == ("mail", NOW + 11 * HOUR)
    assert deadline_of(game) == NOW + 14 * HOUR + 5 * MINUTE


def test_one_address_that_is_refused_again_and_again_stops_no_clock() -> None:
    game = a_game_with_a_watch(pace="12h")
    OutgoingMail.objects.create(
        key="refused",
        kind="your-turn",
        player=game.seats.get(index=0).player,
        attempts=3,
        last_error="451 4.7.1 try again later",
        created_at=NOW,
        next_at=NOW + 99 * HOUR,
    )
    at = NOW
    while at < NOW + 12 * HOUR:
        watch(at)
        at += 10 * MINUTE
    assert watch(NOW + 12 * HOUR)["timed_out"] == 1
    assert not Outage.objects.exists()
