"""Addresses and accounts that are wanted, changed or erased at the same moment."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import (
    AddressChange,
    ChangeState,
    Game,
    MailKind,
    Move,
    OutgoingMail,
    Player,
    Seat,
)
from games.selectors.positions import load_table
from games.services.addresses import ask_address_change
from games.services.tokens import turn_token, verify_token
from tests.factories import a_game, a_player, awaited_seat, some_move
from tests.races.crowd import Crowd, Press

pytestmark = pytest.mark.timeout(240)

SIGN_IN = reverse("account_login")
EVERYBODY = ("alice", "bob", "carol", "dave")


def test_one_new_address_signed_up_in_many_tabs_is_one_player(crowd: Crowd) -> None:
    answers = crowd.at_once(crowd.presses(6, SIGN_IN, email="alice@example.org"))
    assert [answer.status for answer in answers] == [200] * 6
    assert {answer.location for answer in answers} == {reverse("account_confirm_login_code")}
    assert list(Player.objects.values_list("email", flat=True)) == ["alice@example.org"]
    assert OutgoingMail.objects.filter(kind=MailKind.SIGN_IN).count() == 6


def test_newcomers_whose_addresses_give_the_same_name_all_come_in(crowd: Crowd) -> None:
    addresses = [f"alice@{place}.example.org" for place in ("east", "west", "north", "south")]
    presses = [Press(crowd.visitor(), SIGN_IN, {"email": address}) for address in addresses]
    answers = crowd.at_once(presses)
    assert [answer.status for answer in answers] == [200] * len(addresses)
    assert {answer.location for answer in answers} == {reverse("account_confirm_login_code")}
    names = set(Player.objects.values_list("name", flat=True))
    assert names == {"alice", "alice 2", "alice 3", "alice 4"}


def test_two_players_who_take_the_same_name_at_once_differ_in_the_end(crowd: Crowd) -> None:
    form = {"name": "Tile master", "time_zone": "UTC", "notices": "each", "language": "en"}
    people = [a_player(name) for name in EVERYBODY]
    path = reverse("preferences")
    answers = crowd.at_once([Press(crowd.visitor(who), path, form) for who in people])
    assert sorted(answer.status for answer in answers) == [200, 422, 422, 422]
    assert Player.objects.filter(name="Tile master").count() == 1
    assert sum("is taken" in answer.body for answer in answers) == 3


def test_of_several_accounts_that_confirm_one_address_exactly_one_gets_it(crowd: Crowd) -> None:
    wish = "together@example.org"
    people = [a_player(name) for name in EVERYBODY[:3]]
    changes = [
        ask_address_change(player_id=who.pk, email=wish, now=timezone.now()) for who in people
    ]
    paths = [reverse("confirm-address", args=[verify_token(change_id=each.pk)]) for each in changes]
    answers = crowd.at_once(
        [press for path in paths for press in crowd.presses(2, path, answer="yes")]
    )
    done = AddressChange.objects.get(state=ChangeState.DONE)
    assert Player.objects.get(email=wish) == done.player
    for change, first, second in zip(changes, answers[::2], answers[1::2], strict=True):
        expected = 200 if change == done else 409
        assert [first.status, second.status] == [expected, expected]
    mails = OutgoingMail.objects.filter(kind=MailKind.ADDRESS_CHANGED)
    assert [mail.player for mail in mails] == [done.player]


def test_an_address_confirmed_while_somebody_signs_up_with_it_is_one_account(crowd: Crowd) -> None:
    alice = a_player("alice")
    change = ask_address_change(player_id=alice.pk, email="new@example.org", now=timezone.now())
    path = reverse("confirm-address", args=[verify_token(change_id=change.pk)])
    confirm = crowd.presses(3, path, answer="yes")
    sign_up = crowd.presses(3, SIGN_IN, email="new@example.org")
    answers = crowd.at_once(
        [press for pair in zip(confirm, sign_up, strict=True) for press in pair]
    )
    assert {answer.status for answer in answers} == {200}
    assert Player.objects.get().email == "new@example.org"


def test_who_is_erased_while_the_own_move_is_posted_has_played_it_or_not(crowd: Crowd) -> None:
    game = a_game("alice", "bob")
    seat, alice = awaited_seat(game.pk), Player.objects.get(name="alice")
    move = some_move(load_table(game.pk), seat.index)
    link = f"/t/{turn_token(game_id=game.pk, seat=0, turn=0, epoch=seat.epoch)}/"
    play = crowd.presses(3, link, turn="0", move=move)
    erase = crowd.presses(3, reverse("erase-account"), alice, name="alice")
    answers = crowd.at_once([press for pair in zip(play, erase, strict=True) for press in pair])
    assert all(answer.status < 500 for answer in answers)
    assert Player.objects.filter(name="alice").count() == 0
    assert Seat.objects.get(game=game, index=0).is_left
    assert Move.objects.filter(game=game, turn=0).count() <= 1
    assert len(load_table(game.pk).moves) == Game.objects.get().turn


def test_who_is_erased_while_others_erase_themselves_leaves_the_games_to_bots(crowd: Crowd) -> None:
    game = a_game(*EVERYBODY)
    people = Player.objects.order_by("pk")
    path = reverse("erase-account")
    answers = crowd.at_once([Press(crowd.visitor(who), path, {"name": who.name}) for who in people])
    assert {answer.status for answer in answers} == {200}
    assert all(seat.is_left for seat in Seat.objects.filter(game=game))
