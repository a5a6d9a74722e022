"""Invitations, news of tables that wait, and messages at the table, as mails."""

from collections.abc import Callable

import pytest

from games.mail import messages
from games.mail.headers import headers_of, recipient_of
from games.mail.relevance import NoLongerWanted, check_wanted
from games.models import Game, Invitation, MailKind, MailState, OutgoingMail, Player, Seat
from games.render.text import width
from games.services.invitations import Answer, answer_invitation
from games.services.rematch import offer_rematch
from games.services.tables import cancel_table, expire_table, join_table
from games.services.talk import note_read, post_message
from games.services.tokens import read_invite_token
from tests.factories import NOW, a_finished_game, a_game, a_player, a_table
from tests.mail.conftest import LATER, mail_to

pytestmark = pytest.mark.django_db

Send = Callable[[OutgoingMail], bool]


def parts(mail: OutgoingMail) -> tuple[str, str, str]:
    message = messages.compose(mail, wanted=check_wanted(mail, now=LATER), now=LATER)
    return str(message.subject), str(message.body), str(message.alternatives[0][0])


def an_invitation() -> OutgoingMail:
    return OutgoingMail.objects.select_related("player", "game").get(kind=MailKind.INVITATION)


def invite_link(text: str) -> int:
    return read_invite_token(text.split("/i/")[1].split("/", maxsplit=1)[0])


def test_an_invitation_names_who_invites_and_how_to_answer() -> None:
    game = a_table(invite=("bob",), free=1)
    subject, text, html = parts(an_invitation())
    assert subject == f"[Azul #{game.pk}] alice invites you to a game of Azul"
    for part in (text, html):
        assert invite_link(part) == Invitation.objects.get().pk
        assert "3 players, colored wall" in part
        assert "3 days for each move" in " ".join(part.split())
        assert "Mon 15 Jun" in part
        assert "no more invitations from alice" in " ".join(part.split())


def test_an_invitation_to_a_stranger_goes_to_the_bare_address() -> None:
    a_table(invite=("bob",))
    assert recipient_of(an_invitation()) == "bob@example.org"


def test_an_invitation_to_a_player_goes_to_the_player() -> None:
    a_player("bob")
    a_table(invite=("bob",))
    assert recipient_of(an_invitation()) == "bob <bob@example.org>"


def test_one_click_in_the_mail_program_leads_to_the_invitation() -> None:
    a_table(invite=("bob",))
    headers = headers_of(an_invitation())
    assert invite_link(headers["List-Unsubscribe"]) == Invitation.objects.get().pk
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert len(headers["List-Unsubscribe"]) <= 72


def test_no_row_holds_a_token() -> None:
    a_table(invite=("bob",))
    mail = an_invitation()
    token = parts(mail)[1].split("/i/")[1].split("/")[0]
    assert token not in str(OutgoingMail.objects.values().get())
    assert token not in str(Invitation.objects.values().get())


def test_names_in_an_invitation_stay_names() -> None:
    a_table(invite=("bob",))
    Game.objects.update(name="http://evil.example\r\nBcc: eve@evil.example")
    Player.objects.update(name="<b>www.evil.example</b>")
    for part in parts(an_invitation()):
        assert "evil.example" not in part
        assert "\r\nBcc" not in part
    assert "<b>www" not in parts(an_invitation())[2]


def test_a_rematch_is_asked_for_as_such() -> None:
    old = a_finished_game()
    game = offer_rematch(game_id=old.pk, by=a_player("bob"), now=NOW)
    subject, text, _html = parts(an_invitation())
    assert subject == f"[Azul #{game.pk}] bob asks for a rematch"
    assert "alice@example.org" in text


@pytest.mark.parametrize("answer", list(Answer))
def test_an_answered_invitation_is_not_sent(answer: Answer, send: Send) -> None:
    a_table(invite=("bob",))
    answer_invitation(invitation_id=Invitation.objects.get().pk, answer=answer, now=NOW)
    mail = an_invitation()
    assert not send(mail)
    assert OutgoingMail.objects.get(pk=mail.pk).state == MailState.SUPERSEDED


def test_an_invitation_to_a_table_called_off_is_not_sent(send: Send) -> None:
    game = a_table(invite=("bob",))
    cancel_table(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert not send(an_invitation())


def test_an_invitation_to_a_stranger_is_sent(send: Send) -> None:
    a_table(invite=("bob",))
    assert send(an_invitation())


def test_the_host_learns_who_declined_and_what_to_do() -> None:
    game = a_table(invite=("bob",))
    answer_invitation(invitation_id=Invitation.objects.get().pk, answer=Answer.DECLINE, now=NOW)
    subject, text, html = parts(mail_to("alice", MailKind.TABLE_NEWS))
    assert subject == f"[Azul #{game.pk}] bob@example.org can't play - Friday tiles"
    for part in (text, html):
        assert f"/games/{game.pk}/" in part
        assert "/u/" in part


def test_a_decline_is_not_told_when_the_table_has_moved_on() -> None:
    game = a_table(invite=("bob",), entry="open")
    answer_invitation(invitation_id=Invitation.objects.get().pk, answer=Answer.DECLINE, now=NOW)
    join_table(game_id=game.pk, by=a_player("carol"), now=NOW)
    with pytest.raises(NoLongerWanted):
        parts(mail_to("alice", MailKind.TABLE_NEWS))


def test_who_had_a_place_learns_that_the_table_was_called_off() -> None:
    game = a_table(free=2)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    cancel_table(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert "This table was called off" in parts(mail_to("bob", MailKind.TABLE_NEWS))[1]


def test_the_host_learns_that_the_table_found_too_few() -> None:
    game = a_table(free=2)
    expire_table(game_id=game.pk, now=LATER.replace(year=2027))
    assert "too few players" in parts(mail_to("alice", MailKind.TABLE_NEWS))[0]


# Messages


def say(game: Game, who: str, text: str) -> int:
    return post_message(game_id=game.pk, by=a_player(who), text=text, now=NOW).pk


def test_a_message_mail_brings_all_that_is_unread() -> None:
    game = a_game("alice", "bob", "carol")
    say(game, "alice", "hello\nyou two")
    say(game, "carol", "good luck")
    subject, text, html = parts(mail_to("bob", MailKind.MESSAGE))
    assert subject == f"[Azul #{game.pk}] A word from alice and carol in Friday tiles"
    assert "alice:\n  hello\n  you two" in text
    assert "hello<br>you two" in html
    for part in (text, html):
        assert "good luck" in part
        assert f"/games/{game.pk}/#talk" in part


def test_what_was_read_meanwhile_is_not_mailed(send: Send) -> None:
    game = a_game()
    number = say(game, "alice", "hello")
    mail = mail_to("bob", MailKind.MESSAGE)
    note_read(seat=Seat.objects.get(game=game, index=1), message_id=number)
    assert not send(mail)


def test_messages_turned_off_meanwhile_are_not_mailed(send: Send) -> None:
    game = a_game()
    say(game, "alice", "hello")
    Seat.objects.filter(game=game, index=1).update(is_talk_off=True)
    assert not send(mail_to("bob", MailKind.MESSAGE))


def test_a_message_brings_no_markup_and_no_links() -> None:
    game = a_game()
    say(game, "alice", "<a href=http://evil.example>click</a> www.evil.example eve@evil.example")
    _subject, text, html = parts(mail_to("bob", MailKind.MESSAGE))
    for part in (text, html):
        assert "evil.example" not in part
        assert "://evil" not in part
    assert "<a href=http" not in html


def test_text_parts_have_78_columns() -> None:
    game = a_game()
    say(game, "alice", "word " * 99)
    for line in parts(mail_to("bob", MailKind.MESSAGE))[1].splitlines():
        assert width(line) <= 78 or "://" in line
    a_table(invite=("eve",))
    for line in parts(an_invitation())[1].splitlines():
        assert width(line) <= 78 or "://" in line
