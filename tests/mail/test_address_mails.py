"""The mails about a change of address: where they go, what they say, when they are not sent."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail as mails

from games.mail import messages
from games.mail.relevance import NoLongerWanted, check_wanted
from games.models import AddressChange, OutgoingMail, Player
from games.render.text import width
from games.services import outbox
from games.services.addresses import ask_address_change, confirm_address_change, restore_address
from games.services.tokens import restore_token, verify_token
from tests.factories import NOW, a_game, a_player
from tests.mail.conftest import LATER, mail_to
from tests.smtp import SmtpSink

pytestmark = pytest.mark.django_db

OLD, NEW = "alice@example.org", "new@example.org"
Send = Callable[[OutgoingMail], bool]


def asked(email: str = NEW) -> AddressChange:
    """Return a wish of alice's, an hour before the clock of these tests."""
    player = a_player("alice")
    return ask_address_change(player_id=player.pk, email=email, now=LATER - timedelta(hours=1))


def changed() -> AddressChange:
    change = asked()
    confirm_address_change(change_id=change.pk, now=LATER)
    return change


def parts(mail: OutgoingMail) -> tuple[str, str]:
    message = messages.compose(mail, wanted=check_wanted(mail, now=LATER), now=LATER)
    return str(message.body), str(message.alternatives[0][0])


def test_the_link_to_confirm_goes_to_the_new_address_alone(send: Send) -> None:
    change = asked()
    assert send(mail_to("alice", "address-change"))
    [message] = mails.outbox
    assert message.to == [NEW]
    assert f"/c/{verify_token(change_id=change.pk)}/" in str(message.body)
    assert OLD not in str(message.message())
    assert "List-Unsubscribe" not in message.extra_headers


def test_the_notice_goes_to_the_old_address_with_a_way_back(send: Send) -> None:
    change = changed()
    assert send(mail_to("alice", "address-changed"))
    [message] = mails.outbox
    assert message.to == [OLD]
    assert f"/r/{restore_token(change_id=change.pk)}/" in str(message.body)
    assert NEW in str(message.body)


def test_a_failing_address_does_not_keep_the_link_from_the_new_one(send: Send) -> None:
    a_player("alice", mail_failing_at=NOW)
    asked()
    assert send(mail_to("alice", "address-change"))


def test_whoever_has_an_account_there_gets_an_explanation_and_no_link() -> None:
    a_player("bob", last_login=NOW)
    asked("bob@example.org")
    for part in parts(mail_to("alice", "address-change")):
        assert "another account has it" in " ".join(part.split())
        assert "/c/" not in part


def test_a_link_that_was_used_taken_back_or_ran_out_is_not_sent() -> None:
    asked()
    old = mail_to("alice", "address-change")
    with pytest.raises(NoLongerWanted):
        check_wanted(old, now=LATER + timedelta(days=1))
    changed()
    for mail in (old, mail_to("alice", "address-change")):
        with pytest.raises(NoLongerWanted):
            check_wanted(mail, now=LATER)


def test_a_notice_of_a_change_that_was_undone_is_not_sent() -> None:
    restore_address(change_id=changed().pk, now=LATER)
    with pytest.raises(NoLongerWanted):
        check_wanted(mail_to("alice", "address-changed"), now=LATER)


def test_a_new_address_that_bounces_leaves_the_present_one_good(send: Send, sink: SmtpSink) -> None:
    asked()
    sink.reply("rcpt", "550 5.1.1 No such user", to=NEW)
    send(mail_to("alice", "address-change"))
    assert Player.objects.get(name="alice").mail_failing_at is None


def test_a_bounce_of_the_address_before_leaves_the_new_one_good() -> None:
    before = a_player("alice")
    changed()
    outbox.mark_address_failing(player=before, now=LATER)
    assert Player.objects.get(name="alice").mail_failing_at is None


def test_a_mail_claimed_before_the_change_does_not_bring_the_new_link_to_the_old_address() -> None:
    a_game(now=LATER)
    claimed = mail_to("alice")
    changed()
    message = messages.compose(claimed, wanted=check_wanted(claimed, now=LATER), now=LATER)
    assert message.to == [f"alice <{NEW}>"]


def test_text_parts_have_78_columns() -> None:
    asked()
    lines = parts(mail_to("alice", "address-change"))[0].splitlines()
    changed()
    lines += parts(mail_to("alice", "address-changed"))[0].splitlines()
    assert all(width(line) <= 78 or "://" in line for line in lines)
