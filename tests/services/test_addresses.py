"""Changing a mail address: asked for, confirmed, undone, done by staff; and what becomes of links and mails."""

from datetime import timedelta

import pytest

from games.models import AddressChange, AuditEntry, MailKind, MailState, OutgoingMail, Player, Seat
from games.services.addresses import (
    ASKS_PER_ADDRESS,
    ASKS_PER_DAY,
    AddressTaken,
    ask_address_change,
    change_address_by_staff,
    confirm_address_change,
    decline_address_change,
    purge_changes,
    restore_address,
)
from games.services.endings import resign_seat
from games.services.errors import NotAllowed, TooLate, TooMany
from games.services.lobby import open_table
from games.services.players import BadAddress, register_player, stop_mail
from tests.factories import NOW, a_finished_game, a_game, a_player

pytestmark = pytest.mark.django_db

OLD, NEW = "alice@example.org", "new@example.org"
LATER = NOW + timedelta(hours=1)


def asked(email: str = NEW, name: str = "alice") -> AddressChange:
    player = Player.objects.filter(name=name).first() or a_player(name)
    return ask_address_change(player_id=player.pk, email=email, now=NOW)


def changed(email: str = NEW) -> AddressChange:
    change = asked(email)
    confirm_address_change(change_id=change.pk, now=LATER)
    return change


def address_of(name: str = "alice") -> str:
    return Player.objects.get(name=name).email


def turn_mails(name: str = "alice") -> list[tuple[str, str]]:
    mails = OutgoingMail.objects.filter(kind=MailKind.YOUR_TURN, player__name=name)
    return list(mails.order_by("pk").values_list("state", "key"))


def test_asking_changes_nothing_but_mails_the_new_address() -> None:
    change = asked(" New@Example.ORG ")
    assert address_of() == OLD
    assert change.new_email == NEW
    mail = OutgoingMail.objects.get(kind=MailKind.ADDRESS_CHANGE)
    assert mail.context == {"change": change.pk}


def test_confirming_changes_the_address_and_tells_the_old_one() -> None:
    a_player("alice", mail_failing_at=NOW)
    changed()
    alice = Player.objects.get(name="alice")
    assert (alice.email, alice.mail_failing_at) == (NEW, None)
    assert OutgoingMail.objects.filter(kind=MailKind.ADDRESS_CHANGED).count() == 1
    entry = AuditEntry.objects.get(action="change_address")
    assert OLD not in str(entry.details)
    assert NEW not in str(entry.details)


def test_confirming_twice_is_confirming_once() -> None:
    a_game()
    change = changed()
    before = Seat.objects.get(player__name="alice").epoch
    confirm_address_change(change_id=change.pk, now=LATER)
    assert Seat.objects.get(player__name="alice").epoch == before
    assert AuditEntry.objects.filter(action="change_address").count() == 1


def test_every_link_sent_so_far_is_useless_after_a_change() -> None:
    a_finished_game(seed=b"f" * 32)
    a_game()
    before = dict(Seat.objects.values_list("pk", "epoch"))
    changed()
    for seat in Seat.objects.select_related("player"):
        rise = 1 if seat.name == "alice" else 0
        assert seat.epoch == before[seat.pk] + rise


def test_open_turns_are_mailed_again_and_what_waited_is_dropped() -> None:
    game = a_game()
    changed()
    first, second = turn_mails()
    assert first[0] == MailState.SUPERSEDED
    assert second == (MailState.PENDING, f"your-turn:{game.pk}:0:0:epoch2")


def test_turns_of_muted_games_and_of_the_bot_are_not_mailed_again() -> None:
    muted, resigned = a_game(), a_game(seed=b"r" * 32)
    alice = a_player("alice")
    stop_mail(player_id=alice.pk, game_id=muted.pk, now=NOW)
    resign_seat(game_id=resigned.pk, seat=0, by=alice, now=NOW)
    changed()
    assert [state for state, _key in turn_mails()] == [MailState.SUPERSEDED] * 2


def test_sign_in_codes_on_their_way_are_dropped() -> None:
    alice = a_player("alice")
    code = OutgoingMail.objects.create(key="sign-in:x", kind=MailKind.SIGN_IN, player=alice)
    changed()
    code.refresh_from_db()
    assert code.state == MailState.SUPERSEDED


def test_a_link_is_good_for_a_day() -> None:
    change = asked()
    with pytest.raises(TooLate):
        confirm_address_change(change_id=change.pk, now=NOW + timedelta(hours=24, seconds=1))
    confirm_address_change(change_id=change.pk, now=NOW + timedelta(hours=24))
    assert address_of() == NEW


def test_a_newer_wish_takes_the_older_back() -> None:
    older, newer = asked("one@example.org"), asked("two@example.org")
    with pytest.raises(TooLate):
        confirm_address_change(change_id=older.pk, now=LATER)
    confirm_address_change(change_id=newer.pk, now=LATER)
    assert address_of() == "two@example.org"


def test_a_link_holds_only_for_the_address_it_was_asked_from() -> None:
    change = asked()
    Player.objects.filter(name="alice").update(email="third@example.org")
    with pytest.raises(TooLate):
        confirm_address_change(change_id=change.pk, now=LATER)


def test_a_link_of_a_closed_account_or_of_no_change_is_too_late() -> None:
    change = asked()
    a_player("alice", is_active=False)
    for change_id in (change.pk, change.pk + 1):
        with pytest.raises(TooLate):
            confirm_address_change(change_id=change_id, now=LATER)


def test_a_wish_that_the_new_address_knows_nothing_of_is_taken_back() -> None:
    change = asked()
    decline_address_change(change_id=change.pk)
    with pytest.raises(TooLate):
        confirm_address_change(change_id=change.pk, now=LATER)


@pytest.mark.parametrize("email", ["", "nobody", "a@b", OLD.upper()])
def test_what_is_no_new_address_is_refused(email: str) -> None:
    with pytest.raises(BadAddress):
        asked(email)


def test_a_taken_address_is_told_only_when_it_is_confirmed_there() -> None:
    a_player("bob", last_login=NOW)
    change = asked("bob@example.org")
    with pytest.raises(AddressTaken):
        confirm_address_change(change_id=change.pk, now=LATER)
    assert (address_of(), address_of("bob")) == (OLD, "bob@example.org")


def test_an_account_made_by_asking_for_a_code_makes_way() -> None:
    register_player(email=NEW, now=NOW)
    changed()
    assert Player.objects.get(email=NEW).name == "alice"


def test_an_account_with_a_seat_does_not_make_way() -> None:
    open_table(addresses=[NEW, "bob@example.org"], now=NOW)
    change = asked()
    with pytest.raises(AddressTaken):
        confirm_address_change(change_id=change.pk, now=LATER)


def test_asking_again_and_again_is_stopped() -> None:
    for number in range(ASKS_PER_DAY):
        asked(f"new{number}@example.org")
    with pytest.raises(TooMany):
        asked("one.more@example.org")


def test_many_players_cannot_flood_one_address() -> None:
    for number in range(ASKS_PER_ADDRESS):
        asked(name=f"player {number}")
    with pytest.raises(TooMany):
        asked()


def test_the_old_address_takes_the_account_back() -> None:
    a_game()
    change = changed()
    alice = a_player_named("alice")
    before, epoch = alice.get_session_auth_hash(), Seat.objects.get(player=alice).epoch
    restore_address(change_id=change.pk, now=LATER + timedelta(days=7))
    alice.refresh_from_db()
    assert alice.email == OLD
    assert alice.get_session_auth_hash() != before
    assert Seat.objects.get(player=alice).epoch == epoch + 1
    assert [state for state, _key in turn_mails()] == [
        MailState.SUPERSEDED,
        MailState.SUPERSEDED,
        MailState.PENDING,
    ]
    restore_address(change_id=change.pk, now=LATER)
    assert Seat.objects.get(player=alice).epoch == epoch + 1


def a_player_named(name: str) -> Player:
    return Player.objects.get(name=name)


def test_after_seven_days_it_is_too_late() -> None:
    change = changed()
    with pytest.raises(TooLate):
        restore_address(change_id=change.pk, now=LATER + timedelta(days=7, seconds=1))


def test_what_was_not_confirmed_cannot_be_undone() -> None:
    with pytest.raises(TooLate):
        restore_address(change_id=asked().pk, now=LATER)


def test_undoing_the_first_of_two_changes_undoes_both() -> None:
    first = changed("thief@example.org")
    second = changed("thief.two@example.org")
    waiting = asked("thief.three@example.org")
    restore_address(change_id=first.pk, now=LATER)
    restore_address(change_id=second.pk, now=LATER)
    with pytest.raises(TooLate):
        confirm_address_change(change_id=waiting.pk, now=LATER)
    assert address_of() == OLD


def test_a_new_account_asked_for_at_the_old_address_does_not_keep_the_owner_out() -> None:
    change = changed()
    register_player(email=OLD, now=NOW)
    restore_address(change_id=change.pk, now=LATER)
    assert address_of() == OLD


def test_staff_change_an_address_at_once() -> None:
    alice, judge = a_player("alice"), a_player("judge", is_staff=True)
    change_address_by_staff(player_id=alice.pk, email=NEW, by=judge, now=NOW)
    assert address_of() == NEW
    assert AuditEntry.objects.get(action="change_address").actor == judge
    restore_address(change_id=AddressChange.objects.get().pk, now=LATER)
    assert address_of() == OLD


def test_staff_need_not_tell_a_mailbox_in_wrong_hands() -> None:
    alice, judge = a_player("alice"), a_player("judge", is_staff=True)
    change_address_by_staff(player_id=alice.pk, email=NEW, by=judge, now=NOW, is_told=False)
    assert not OutgoingMail.objects.filter(kind=MailKind.ADDRESS_CHANGED).exists()


def test_players_and_plain_staff_cannot_change_the_address_of_a_superuser() -> None:
    chief = a_player("chief", is_superuser=True, is_staff=True)
    for by in (a_player("bob"), a_player("judge", is_staff=True)):
        with pytest.raises(NotAllowed):
            change_address_by_staff(player_id=chief.pk, email=NEW, by=by, now=NOW)


def test_changes_are_forgotten_after_thirty_days() -> None:
    changed()
    assert purge_changes(now=NOW + timedelta(days=29)) == 0
    assert purge_changes(now=NOW + timedelta(days=31)) == 1
