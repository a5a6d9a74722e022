"""Mails about seats that change hands, as they are read."""

from datetime import timedelta

import pytest

from games.mail import messages
from games.mail.relevance import NoLongerWanted, check_wanted
from games.models import Game, MailKind, OutgoingMail, SeatRequest
from games.services.deadlines import expire_turn
from games.services.substitutes import Answer, answer_request, offer_seat, withdraw_offer
from games.services.talk import post_message
from games.services.tokens import stand_in_token
from tests.factories import NOW, a_game, a_player, a_stand_by

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATER = NOW + 2 * HOUR
pytestmark = pytest.mark.django_db


def offered(*names: str) -> Game:
    a_stand_by("carol", time_zone="Asia/Tokyo")
    game = a_game(*names, name="Friday tiles")
    offer_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW + HOUR)
    return game


def accept() -> None:
    answer_request(request_id=SeatRequest.objects.get().pk, answer=Answer.ACCEPT, now=LATER)


def mail(kind: str, name: str) -> OutgoingMail:
    return OutgoingMail.objects.filter(kind=kind, player__name=name).latest("pk")


def parts(row: OutgoingMail) -> tuple[str, str, str]:
    message = messages.compose(row, wanted=check_wanted(row, now=LATER), now=LATER)
    body = " ".join(str(message.body).split())
    return str(message.subject), body, " ".join(str(message.alternatives[0][0]).split())


def test_the_question_says_what_it_takes_to_say_yes_or_no() -> None:
    game = offered("alice", "bob", "dave")
    subject, text, html = parts(mail(MailKind.SEAT_OFFER, "carol"))
    assert subject == f"[Azul #{game.pk}] Will you take over from alice?"
    token = stand_in_token(request_id=SeatRequest.objects.get().pk)
    for part in (text, html):
        assert f"/s/{token}/" in part
        assert "Please answer by Tue 2 Jun, 22:00 JST" in part
        assert "Round 1, against bob and dave." in part
        assert "your rating can only gain by it" in part
        assert "/t/" not in part


def test_one_click_is_the_address_of_the_question() -> None:
    offered()
    message = messages.compose(mail(MailKind.SEAT_OFFER, "carol"), wanted=None, now=LATER)
    assert "/s/" in message.extra_headers["List-Unsubscribe"]
    accept()
    message = messages.compose(mail(MailKind.SEAT_TAKEN, "alice"), wanted=None, now=LATER)
    assert "/u/" in message.extra_headers["List-Unsubscribe"]


def test_a_question_that_is_answered_or_taken_back_is_not_sent() -> None:
    game = offered()
    question = mail(MailKind.SEAT_OFFER, "carol")
    withdraw_offer(game_id=game.pk, seat=0, by=a_player("alice"), now=LATER)
    with pytest.raises(NoLongerWanted):
        check_wanted(question, now=LATER)


def test_who_left_the_others_and_the_newcomer_are_told() -> None:
    game = offered()
    accept()
    subject, text, html = parts(mail(MailKind.SEAT_TAKEN, "alice"))
    assert subject == f"[Azul #{game.pk}] carol has taken over your seat"
    for part in (text, html):
        assert "For your rating the game counts as forfeited." in part
    assert "carol takes over from alice" in parts(mail(MailKind.CLOCK_NEWS, "bob"))[1]
    assert "Your turn, carol" in parts(mail(MailKind.YOUR_TURN, "carol"))[1]
    with pytest.raises(NoLongerWanted):
        check_wanted(mail(MailKind.YOUR_TURN, "alice"), now=LATER)


def test_a_waiting_table_is_told_why() -> None:
    a_stand_by("carol")
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy="substitute")
    expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY)
    assert "you can still play your turn" in parts(mail(MailKind.CLOCK_NEWS, "alice"))[1]
    assert (
        "The game waits until one of them takes the seat"
        in (parts(mail(MailKind.CLOCK_NEWS, "bob"))[1])
    )
    assert "alice has not moved in time." in parts(mail(MailKind.SEAT_OFFER, "carol"))[1]


def test_nobody_coming_is_told() -> None:
    offered()
    answer_request(request_id=SeatRequest.objects.get().pk, answer=Answer.DECLINE, now=LATER)
    assert "Nobody came to take over your seat" in parts(mail(MailKind.CLOCK_NEWS, "alice"))[1]


def test_words_of_the_one_who_left_keep_their_name() -> None:
    game = offered()
    post_message(game_id=game.pk, by=a_player("alice"), text="Good luck", now=NOW)
    accept()
    assert "alice" in parts(mail(MailKind.MESSAGE, "bob"))[0]
