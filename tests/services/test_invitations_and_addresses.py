"""An invitation stays with the person it was for when that person changes the mail address."""

from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game, GameStatus, Invitation, InvitationState, Player, Seat
from games.selectors.waiting import lobby_of, room_of
from games.services.addresses import ask_address_change, confirm_address_change, restore_address
from games.services.erasure import erase_player
from games.services.invitations import Answer, answer_invitation
from games.services.tables import join_table
from games.services.tokens import invite_token
from tests.factories import NOW, a_player, a_table
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def moved(name: str = "bob", email: str = "bob@elsewhere.example") -> int:
    """Let a player change the mail address; return the change's id."""
    player = Player.objects.get(name=name)
    change = ask_address_change(player_id=player.pk, email=email, now=LATER)
    confirm_address_change(change_id=change.pk, now=LATER)
    return change.pk


def invited_bob() -> tuple[Game, Player]:
    bob = a_player("bob")
    game = a_table(invite=("bob",))
    moved()
    bob.refresh_from_db()
    return game, bob


def test_it_waits_on_the_home_page_and_at_the_table_of_the_same_person() -> None:
    game, bob = invited_bob()
    assert [row.id for row in lobby_of(bob).invited] == [game.pk]
    room = room_of(game.pk, bob)
    assert room is not None
    assert room.invitation == Invitation.objects.get()
    assert "Your answer" in signed_in("bob").get(f"/games/{game.pk}/").content.decode()


@pytest.mark.parametrize("way", ["link", "page", "table"])
def test_a_yes_seats_the_same_person_however_it_is_given(way: str) -> None:
    game, bob = invited_bob()
    invitation = Invitation.objects.get()
    if way == "link":
        path = f"/i/{invite_token(invitation_id=invitation.pk)}/"
        Client().post(path, {"answer": "accept"})
    elif way == "page":
        signed_in("bob").post(f"/invitations/{invitation.pk}/", {"answer": "accept"})
    else:
        join_table(game_id=game.pk, by=bob, now=LATER)
    assert Seat.objects.get(game=game, index=1).player == bob
    assert Game.objects.get(pk=game.pk).status == GameStatus.RUNNING
    assert not Player.objects.filter(email="bob@example.org").exists()


def test_the_host_sees_what_was_typed_and_learns_no_new_address() -> None:
    game, _bob = invited_bob()
    page = signed_in("alice").get(f"/games/{game.pk}/").content.decode()
    assert "bob@example.org" in page
    assert "elsewhere" not in page


def test_whoever_has_the_address_now_is_not_meant() -> None:
    game, bob = invited_bob()
    carol = a_player("carol", email="bob@example.org")
    assert lobby_of(carol).invited == ()
    invitation = Invitation.objects.get()
    assert signed_in("carol").post(f"/invitations/{invitation.pk}/", {}).status_code == 404
    answer_invitation(invitation_id=invitation.pk, answer=Answer.ACCEPT, now=LATER)
    assert Seat.objects.get(game=game, index=1).player == bob


def test_an_invitation_typed_after_the_change_is_for_whoever_has_the_address_then() -> None:
    bob = a_player("bob")
    moved()
    a_table(invite=("bob",), now=LATER + timedelta(minutes=1))
    bob.refresh_from_db()
    assert lobby_of(bob).invited == ()


def test_a_change_that_is_undone_brings_nothing_to_the_address_in_between() -> None:
    bob = a_player("bob")
    change = moved()
    game = a_table(invite=("bob",), now=LATER)
    restore_address(change_id=change, now=LATER + timedelta(minutes=5))
    bob.refresh_from_db()
    assert [row.id for row in lobby_of(bob).invited] == [game.pk]


def test_erasing_the_account_declines_it_and_forgets_the_former_address() -> None:
    game, bob = invited_bob()
    erase_player(player_id=bob.pk, by=bob, now=LATER)
    invitation = Invitation.objects.get(game=game)
    assert invitation.state == InvitationState.DECLINED
    assert invitation.email.endswith("@erased.invalid")
