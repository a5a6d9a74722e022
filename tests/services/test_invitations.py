"""Invitations: double opt-in, limits, blocks."""

from datetime import timedelta

import pytest

from games.models import (
    Game,
    GameStatus,
    Invitation,
    InvitationBlock,
    MailKind,
    OutgoingMail,
    Player,
    Seat,
)
from games.services.errors import (
    BadTable,
    NoSuchGame,
    NotAllowed,
    TooLate,
    TooMany,
)
from games.services.invitations import (
    Answer,
    answer_invitation,
    invite_address,
    withdraw_invitation,
)
from games.services.players import BadAddress, BadName
from games.services.tables import cancel_table
from tests.factories import NOW, a_game, a_player, a_table

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def the_invitation(name: str = "bob") -> Invitation:
    return Invitation.objects.filter(email=f"{name}@example.org").latest("pk")


def say(answer: Answer, name: str = "bob", shown: str = "") -> None:
    answer_invitation(invitation_id=the_invitation(name).pk, answer=answer, name=shown, now=NOW)


def test_an_invited_stranger_has_no_account_and_no_seat_but_a_mail() -> None:
    game = a_table(invite=("bob",))
    assert game.status == GameStatus.OPEN
    assert not Player.objects.filter(email="bob@example.org").exists()
    assert Seat.objects.filter(game=game).count() == 1
    mail = OutgoingMail.objects.get()
    assert (mail.kind, mail.player, mail.invitation) == (
        MailKind.INVITATION,
        None,
        the_invitation(),
    )


def test_a_yes_makes_the_player_and_begins_the_game() -> None:
    game = a_table(invite=("bob",))
    say(Answer.ACCEPT, shown="Bobby")
    assert Seat.objects.get(game=game, index=1).player == Player.objects.get(name="Bobby")
    assert Game.objects.get(pk=game.pk).status == GameStatus.RUNNING


def test_a_second_yes_changes_nothing() -> None:
    game = a_table(invite=("bob", "carol"))
    for _ in range(2):
        say(Answer.ACCEPT)
    assert Seat.objects.filter(game=game).count() == 2
    assert the_invitation().state == "accepted"


def test_a_name_that_is_taken_is_refused_and_the_invitation_stays() -> None:
    a_player("carol")
    a_table(invite=("bob",))
    with pytest.raises(BadName):
        say(Answer.ACCEPT, shown="Carol")
    assert the_invitation().is_pending
    assert not Player.objects.filter(email="bob@example.org").exists()


def test_a_known_player_keeps_the_name() -> None:
    bob = a_player("bob")
    a_table(invite=("bob",))
    say(Answer.ACCEPT, shown="Somebody else")
    bob.refresh_from_db()
    assert (bob.name, bob.seats.count()) == ("bob", 1)


def test_a_no_frees_the_place_and_the_host_is_told() -> None:
    game = a_table(invite=("bob",))
    for _ in range(2):
        say(Answer.DECLINE)
    assert the_invitation().state == "declined"
    news = OutgoingMail.objects.get(kind=MailKind.TABLE_NEWS)
    assert (news.player, news.context["news"]) == (a_player("alice"), "declined")
    assert Game.objects.get(pk=game.pk).status == GameStatus.OPEN


def test_a_yes_after_a_no_comes_too_late() -> None:
    a_table(invite=("bob",))
    say(Answer.DECLINE)
    with pytest.raises(TooLate):
        say(Answer.ACCEPT)


def test_a_no_after_a_yes_changes_nothing() -> None:
    a_table(invite=("bob", "carol"))
    say(Answer.ACCEPT)
    say(Answer.DECLINE)
    assert the_invitation().state == "accepted"


def test_a_yes_to_a_table_that_was_called_off_comes_too_late() -> None:
    game = a_table(invite=("bob",))
    cancel_table(game_id=game.pk, by=a_player("alice"), now=NOW)
    with pytest.raises(TooLate):
        say(Answer.ACCEPT)
    assert not Player.objects.filter(email="bob@example.org").exists()


def test_a_closed_account_gets_no_seat() -> None:
    a_table(invite=("bob",))
    a_player("bob", is_active=False)
    with pytest.raises(NotAllowed):
        say(Answer.ACCEPT)


def test_who_sits_there_already_gets_no_second_seat() -> None:
    game = a_table(invite=("bob",), free=1)
    bob = a_player("bob")
    Seat.objects.create(game=game, index=2, player=bob)
    say(Answer.ACCEPT)
    assert bob.seats.count() == 1


def test_an_invitation_that_is_not_there_is_refused() -> None:
    with pytest.raises(NoSuchGame):
        answer_invitation(invitation_id=99, answer=Answer.ACCEPT, now=NOW)


# Blocks


def test_a_block_declines_and_holds_for_ever() -> None:
    a_table(invite=("bob",))
    say(Answer.BLOCK)
    assert the_invitation().state == "declined"
    with pytest.raises(NotAllowed, match="takes no invitations from you"):
        a_table(invite=("bob",), now=NOW + 50 * WEEK)


def test_a_block_is_against_one_person_only() -> None:
    a_table(invite=("bob",))
    say(Answer.BLOCK)
    a_table("carol", invite=("bob",))
    assert the_invitation().inviter == a_player("carol")


def test_a_block_follows_a_player_to_a_new_address() -> None:
    bob = a_player("bob")
    a_table(invite=("bob",))
    say(Answer.BLOCK)
    Player.objects.filter(pk=bob.pk).update(email="robert@example.org")
    with pytest.raises(NotAllowed):
        a_table(invite=("robert",), now=NOW + WEEK * 2)


def test_a_block_after_any_answer_is_kept_and_the_answer_stays() -> None:
    a_table(invite=("bob", "carol"))
    say(Answer.ACCEPT)
    for _ in range(2):
        say(Answer.BLOCK)
    assert (the_invitation().state, InvitationBlock.objects.count()) == ("accepted", 1)


def test_a_closed_account_is_refused_in_the_same_words_as_a_block() -> None:
    a_player("bob", is_active=False)
    with pytest.raises(NotAllowed, match="takes no invitations from you"):
        a_table(invite=("bob",))


# Limits


def test_ten_invitations_a_day_and_no_more() -> None:
    for table in range(3):
        a_table(invite=tuple(f"p{table}{n}" for n in range(3)))
    a_table(invite=("p9",))
    with pytest.raises(TooMany):
        a_table(invite=("q1",))
    assert Invitation.objects.count() == 10
    a_table(invite=("q1",), now=NOW + timedelta(days=1))


def test_once_a_week_to_the_same_address() -> None:
    a_table(invite=("bob",))
    with pytest.raises(TooMany, match="You have invited bob"):
        a_table(invite=("bob",), now=NOW + timedelta(days=6))
    a_table(invite=("bob",), now=NOW + WEEK)


def test_an_invitation_taken_back_counts() -> None:
    game = a_table(invite=("bob",))
    invitation = the_invitation()
    for _ in range(2):
        withdraw_invitation(
            game_id=game.pk, invitation_id=invitation.pk, by=a_player("alice"), now=NOW
        )
    with pytest.raises(TooMany):
        a_table(invite=("bob",))


def test_who_has_played_with_them_is_asked_as_often_as_they_like() -> None:
    a_game("alice", "bob")
    for _ in range(3):
        a_table(invite=("bob",))
    assert Invitation.objects.count() == 3


def test_another_person_may_ask_in_the_same_week() -> None:
    a_table(invite=("bob",))
    a_table("carol", invite=("bob",))
    assert Invitation.objects.count() == 2


# More places


def test_the_host_invites_to_a_free_place() -> None:
    game = a_table(free=2)
    invite_address(game_id=game.pk, by=a_player("alice"), email=" Bob@Example.org ", now=NOW)
    assert (the_invitation().index, the_invitation().email) == (1, "bob@example.org")


def test_one_address_is_invited_once_to_a_table() -> None:
    game = a_table(invite=("bob",), free=1)
    with pytest.raises(BadTable):
        invite_address(game_id=game.pk, by=a_player("alice"), email="bob@example.org", now=NOW)


def test_a_full_table_invites_nobody() -> None:
    game = a_table(invite=("bob",))
    with pytest.raises(TooLate):
        invite_address(game_id=game.pk, by=a_player("alice"), email="eve@example.org", now=NOW)


def test_only_the_host_invites_and_takes_back() -> None:
    game, carol = a_table(invite=("bob",), free=1), a_player("carol")
    with pytest.raises(NotAllowed):
        invite_address(game_id=game.pk, by=carol, email="eve@example.org", now=NOW)
    with pytest.raises(NotAllowed):
        withdraw_invitation(game_id=game.pk, invitation_id=the_invitation().pk, by=carol, now=NOW)


def test_an_answered_invitation_is_not_taken_back() -> None:
    game = a_table(invite=("bob", "carol"))
    say(Answer.ACCEPT)
    with pytest.raises(TooLate):
        withdraw_invitation(
            game_id=game.pk, invitation_id=the_invitation().pk, by=a_player("alice"), now=NOW
        )


def test_an_invitation_of_another_table_is_not_found() -> None:
    a_table(invite=("bob",))
    other = a_table(free=1)
    with pytest.raises(NoSuchGame):
        withdraw_invitation(
            game_id=other.pk, invitation_id=the_invitation().pk, by=a_player("alice"), now=NOW
        )


@pytest.mark.parametrize("address", ["", "nobody", "a@b\nBcc: x@y.org", "@", "x" * 300 + "@a.org"])
def test_what_is_no_address_is_refused(address: str) -> None:
    game = a_table(free=1)
    with pytest.raises(BadAddress):
        invite_address(game_id=game.pk, by=a_player("alice"), email=address, now=NOW)
