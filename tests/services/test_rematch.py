"""Playing again with the same people."""

import pytest

from games.models import Game, GameStatus, Invitation, MailKind, OutgoingMail, Seat
from games.services.errors import NotAllowed, TooLate
from games.services.invitations import Answer, answer_invitation
from games.services.rematch import offer_rematch
from games.services.tables import cancel_table
from tests.factories import NOW, a_finished_game, a_game, a_player

pytestmark = pytest.mark.django_db


def test_the_others_are_invited_by_name_and_the_next_seat_begins() -> None:
    old = a_finished_game("alice", "bob", "carol")
    game = offer_rematch(game_id=old.pk, by=a_player("bob"), now=NOW)
    asked = Invitation.objects.filter(game=game).order_by("index")
    assert [(each.index, each.player, each.email) for each in asked] == [
        (0, a_player("alice"), ""),
        (2, a_player("carol"), ""),
    ]
    assert Seat.objects.get(game=game).index == 1
    assert (game.start_seat, game.name, game.wall) == (1, old.name, old.wall)
    assert OutgoingMail.objects.filter(game=game, kind=MailKind.INVITATION).count() == 2


def test_it_begins_when_all_have_said_yes() -> None:
    old = a_finished_game()
    game = offer_rematch(game_id=old.pk, by=a_player("alice"), now=NOW)
    invitation = Invitation.objects.get(game=game)
    answer_invitation(invitation_id=invitation.pk, answer=Answer.ACCEPT, now=NOW)
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    assert Seat.objects.awaited().get(game=game).index == (old.start_seat + 1) % 2


def test_asking_twice_or_by_another_leads_to_the_same_table() -> None:
    old = a_finished_game()
    first = offer_rematch(game_id=old.pk, by=a_player("alice"), now=NOW)
    assert offer_rematch(game_id=old.pk, by=a_player("alice"), now=NOW) == first
    assert offer_rematch(game_id=old.pk, by=a_player("bob"), now=NOW) == first
    assert Game.objects.count() == 2


def test_after_a_rematch_was_called_off_there_can_be_another() -> None:
    old = a_finished_game()
    first = offer_rematch(game_id=old.pk, by=a_player("alice"), now=NOW)
    cancel_table(game_id=first.pk, by=a_player("alice"), now=NOW)
    assert offer_rematch(game_id=old.pk, by=a_player("alice"), now=NOW) != first


def test_closed_accounts_and_bots_are_played_by_bots() -> None:
    old = a_finished_game("alice", "bob")
    a_player("bob", is_active=False)
    game = offer_rematch(game_id=old.pk, by=a_player("alice"), now=NOW)
    assert game.status == GameStatus.RUNNING
    assert Seat.objects.get(game=game, index=1).bot == "random"


def test_only_its_players_and_only_after_the_end() -> None:
    with pytest.raises(NotAllowed):
        offer_rematch(game_id=a_finished_game().pk, by=a_player("carol"), now=NOW)
    with pytest.raises(TooLate):
        offer_rematch(game_id=a_game().pk, by=a_player("alice"), now=NOW)
