"""Sending over a real SMTP connection: what is noted after each answer of the server."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from pytest_django import DjangoAssertNumQueries, Settings

from games.azul import format_move, legal_moves
from games.mail import connection, delivery, messages
from games.models import MailPause, MailState, OutgoingMail, Player, Seat, Via
from games.selectors.due import due_mail
from games.selectors.positions import load_table
from games.services.endings import resign_seat
from games.services.play import play_move
from tests.factories import NOW, a_game, a_player, play_next
from tests.mail.conftest import LATER, a_code_mail, mail_to
from tests.smtp import SmtpSink

pytestmark = pytest.mark.django_db

Send = Callable[[OutgoingMail], bool]


def levels(caplog: pytest.LogCaptureFixture) -> list[int]:
    return [record.levelno for record in caplog.records if record.name.startswith("games.")]


def test_a_mail_goes_to_one_recipient_and_is_noted_as_sent(sink: SmtpSink, send: Send) -> None:
    a_game()
    mail = mail_to("alice")
    assert send(mail)
    mail.refresh_from_db()
    assert [received.recipients for received in sink.received] == [("alice@example.org",)]
    assert (mail.state, mail.sent_at) == (MailState.SENT, LATER)
    assert mail.message_id == sink.received[0].message["Message-ID"]


def test_a_mail_is_sent_once_however_often_it_is_asked_for(sink: SmtpSink, send: Send) -> None:
    a_game()
    assert [send(mail_to("alice")) for _ in range(3)] == [True, False, False]
    assert len(sink.received) == 1


def test_one_connection_serves_many_mails(sink: SmtpSink, send: Send) -> None:
    a_game("alice", "bob", "carol", "dave")
    for mail in OutgoingMail.objects.all():
        assert send(mail)
    assert len(sink.received) == 5
    assert sink.connections == 1


def test_a_connection_that_the_server_closed_is_opened_again(sink: SmtpSink, send: Send) -> None:
    a_game("alice", "bob")
    assert send(mail_to("alice"))
    sink.stop()
    sink.start()
    connection._line.used_at -= connection.ASK_AFTER_SECONDS
    assert send(mail_to("bob", "game-started"))
    assert len(sink.received) == 2


@pytest.mark.parametrize("answer", ["451 4.3.0 Try later", "421 4.7.0 Too busy", "552 Full"])
def test_a_passing_refusal_is_tried_again_later(answer: str, sink: SmtpSink, send: Send) -> None:
    a_game()
    sink.reply("rcpt", answer, times=1)
    mail = mail_to("alice")
    assert not send(mail)
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (MailState.PENDING, 1)
    assert LATER + timedelta(seconds=30) <= mail.next_at <= LATER + timedelta(seconds=90)
    assert not sink.received


def test_a_retry_carries_the_same_message_id(sink: SmtpSink, send: Send) -> None:
    a_game()
    mail = mail_to("alice")
    assert send(mail)
    OutgoingMail.objects.update(state=MailState.PENDING, next_at=NOW)
    assert send(mail)
    first, second = (received.message["Message-ID"] for received in sink.received)
    assert first == second


def test_a_server_that_does_not_answer_is_tried_again_later(
    sink: SmtpSink, send: Send, settings: Settings
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    a_game()
    sink.reply("data", "", seconds=2)
    assert not send(mail_to("alice"))
    assert mail_to("alice").state == MailState.PENDING


def test_a_silent_server_is_not_waited_for_again_by_the_mails_behind(
    sink: SmtpSink, send: Send, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_TIMEOUT = 0.3
    monkeypatch.setattr(connection, "SLOW_SECONDS", 0.2)
    a_game("alice", "bob")
    sink.reply("data", "", seconds=2, times=1)
    assert not send(mail_to("alice"))
    assert not send(mail_to("bob", "game-started"))
    assert mail_to("bob", "game-started").last_error.startswith("ServerAway")
    connection._line.rests_until = 0.0
    OutgoingMail.objects.update(next_at=NOW)
    assert send(mail_to("bob", "game-started"))


def test_a_task_that_runs_out_of_time_gives_its_mail_back_and_ends(
    sink: SmtpSink, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_slow(message: object) -> None:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(connection, "send", too_slow)
    a_game()
    with pytest.raises(SoftTimeLimitExceeded):
        send(mail_to("alice"))
    assert mail_to("alice").state == MailState.PENDING


def test_a_server_that_is_down_is_tried_again_later(sink: SmtpSink, send: Send) -> None:
    a_game()
    sink.stop()
    assert not send(mail_to("alice"))
    assert mail_to("alice").state == MailState.PENDING
    sink.start()


def test_an_unknown_recipient_fails_and_suspends_the_address(sink: SmtpSink, send: Send) -> None:
    a_game("alice", "bob")
    sink.reply("rcpt", "550 5.1.1 No such user", to="alice@example.org")
    assert not send(mail_to("alice"))
    assert mail_to("alice").state == MailState.FAILED
    assert Player.objects.get(name="alice").mail_failing_at == LATER
    assert send(mail_to("bob", "game-started"))


def test_a_refused_text_wakes_the_operator_and_blames_no_player(
    sink: SmtpSink, send: Send, caplog: pytest.LogCaptureFixture
) -> None:
    a_game()
    sink.reply("data", "554 5.7.1 Looks like spam")
    assert not send(mail_to("alice"))
    assert mail_to("alice").state == MailState.FAILED
    assert Player.objects.get(name="alice").mail_failing_at is None
    assert levels(caplog) == [logging.CRITICAL]


def test_a_refused_log_in_pauses_everything_and_costs_no_attempt(
    sink: SmtpSink, send: Send, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "azul", "wrong"
    a_game()
    sink.reply("auth", "535 5.7.8 Bad credentials")
    assert not send(mail_to("alice"))
    assert (mail_to("alice").state, mail_to("alice").attempts) == (MailState.PENDING, 0)
    assert MailPause.objects.get().until == LATER + timedelta(minutes=10)
    assert levels(caplog) == [logging.CRITICAL]
    sink.accept()
    assert not send(mail_to("alice"))
    assert due_mail(now=LATER, limit=9) == []
    assert len(due_mail(now=LATER + timedelta(minutes=11), limit=9)) == 3


def test_a_mail_that_can_not_be_made_comes_back_later_and_blocks_nobody(
    sink: SmtpSink,
    send: Send,
    monkeypatch: pytest.MonkeyPatch,
    clock: Callable[[], datetime],
) -> None:
    a_game()
    broken = mail_to("alice").pk
    compose = messages.compose

    def sometimes(mail: OutgoingMail, **options: object) -> object:
        if mail.pk == broken:
            raise ZeroDivisionError
        return compose(mail, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(messages, "compose", sometimes)
    for mail_id in due_mail(now=LATER, limit=9):
        delivery.deliver(mail_id, clock=clock)
    assert len(sink.received) == 2
    assert mail_to("alice").state == MailState.PENDING
    OutgoingMail.objects.filter(pk=broken).update(attempts=9, next_at=NOW)
    assert not send(mail_to("alice"))
    assert mail_to("alice").state == MailState.DEAD


def test_a_turn_that_was_played_meanwhile_is_not_mailed(sink: SmtpSink, send: Send) -> None:
    game = a_game()
    mail = mail_to("alice")
    play_next(game.pk)
    assert not send(mail)
    mail.refresh_from_db()
    assert (mail.state, sink.received) == (MailState.SUPERSEDED, [])


@pytest.mark.parametrize(
    "change",
    [
        {"is_active": False},
        {"notices": "never"},
        {"mail_failing_at": NOW},
    ],
    ids=["inactive", "wants none", "bad address"],
)
def test_a_player_who_takes_no_mail_gets_none(
    change: dict[str, object], sink: SmtpSink, send: Send
) -> None:
    a_game()
    a_player("alice", **change)
    for kind in ("your-turn", "game-started"):
        assert not send(mail_to("alice", kind))
        assert mail_to("alice", kind).state == MailState.SUPERSEDED


def test_a_muted_game_is_not_mailed_but_a_link_asked_for_is(sink: SmtpSink, send: Send) -> None:
    game = a_game()
    Seat.objects.filter(game=game, index=0).update(is_muted=True)
    mail = mail_to("alice")
    assert not send(mail)
    OutgoingMail.objects.filter(pk=mail.pk).update(state="pending", context={"renewed": True})
    assert send(mail)


def test_a_seat_given_up_or_taken_over_is_not_mailed(sink: SmtpSink, send: Send) -> None:
    game = a_game()
    other = a_game("bob", "carol")
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    Seat.objects.filter(game=other, index=0).update(player=a_player("dave"))
    assert not send(mail_to("alice"))
    assert not send(mail_to("bob", game=other))


def test_a_code_that_has_run_out_is_not_mailed(sink: SmtpSink, send: Send) -> None:
    a_code_mail("sign-in:1", asked_at=LATER - timedelta(minutes=20))
    a_code_mail("sign-in:2", asked_at=LATER - timedelta(minutes=1))
    assert [send(mail) for mail in OutgoingMail.objects.order_by("pk")] == [False, True]


def test_a_sign_in_code_goes_out_to_an_address_that_failed_before(
    sink: SmtpSink, send: Send
) -> None:
    a_player(mail_failing_at=NOW)
    a_code_mail("sign-in:1", asked_at=LATER)
    assert send(mail_to("alice", "sign-in"))


def test_rendering_a_turn_takes_few_queries(
    sink: SmtpSink, send: Send, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = a_game("alice", "bob", "carol", "dave")
    for _ in range(12):
        play_next(game.pk)
    mail = OutgoingMail.objects.filter(kind="your-turn").order_by("-pk")[0]
    with django_assert_max_num_queries(7):
        # pause, claim, row, seats, moves, orders, sent
        assert send(mail)


def test_a_tiling_turn_is_mailed_until_it_is_played(sink: SmtpSink, send: Send) -> None:
    game = a_game("alice", "bob", wall="gray")
    while load_table(game.pk).position.phase != "tiling":
        play_next(game.pk)
    waiting = Seat.objects.awaited().filter(game=game).order_by("index")
    for seat in list(waiting)[1:]:
        move = legal_moves(load_table(game.pk).position, seat.index)[0]
        assert seat.awaited_turn is not None
        play_move(
            game_id=game.pk,
            seat=seat.index,
            turn=seat.awaited_turn,
            move=format_move(move),
            via=Via.PAGE,
            now=NOW,
        )
    seat = waiting[0]
    assert seat.player is not None
    assert send(mail_to(seat.player.name))
    assert "Place your tiles" in sink.received[0].message["Subject"]
