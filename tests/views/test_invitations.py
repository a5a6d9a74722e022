"""The page behind an invitation's mail, and answering signed in."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, GameStatus, Invitation, InvitationBlock, Player, Seat
from games.services.tables import cancel_table
from games.services.tokens import (
    BadToken,
    invite_token,
    join_token,
    read_invite_token,
    read_join_token,
    unsubscribe_token,
)
from tests.factories import NOW, a_game, a_player, a_table

pytestmark = pytest.mark.django_db


def link(name: str = "bob") -> str:
    invitation = Invitation.objects.get(email=f"{name}@example.org")
    return f"/i/{invite_token(invitation_id=invitation.pk)}/"


def everything() -> list[object]:
    return [list(model.objects.values()) for model in (Game, Seat, Invitation, Player)]


def test_the_page_shows_the_table_and_chooses_nothing(client: Client) -> None:
    a_table(invite=("bob",), free=1)
    response = client.get(link())
    page = response.content.decode()
    assert "alice invites you to a game of Azul" in page
    assert "checked" not in page
    assert 'name="name"' in page
    assert response["Referrer-Policy"] == "strict-origin"
    assert response["Cache-Control"] == "no-store, private"
    assert response["X-Robots-Tag"] == "noindex"
    assert not response.cookies


def test_opening_it_changes_nothing(client: Client) -> None:
    a_table(invite=("bob",))
    before = everything()
    for _ in range(20):
        client.get(link())
        client.head(link())
    assert everything() == before


def test_pressing_the_button_without_an_answer_changes_nothing(client: Client) -> None:
    a_table(invite=("bob",))
    before = everything()
    for data in ({}, {"answer": ""}, {"answer": "yes"}, {"name": "Bobby"}):
        response = client.post(link(), data)
        assert response.status_code == 422
        assert "Nothing was changed." in response.content.decode() or data == {"answer": "yes"}
    assert everything() == before


def test_a_yes_needs_no_cookie_and_no_account() -> None:
    game = a_table(invite=("bob",))
    client = Client(enforce_csrf_checks=True)
    response = client.post(link(), {"answer": "accept", "name": "Bobby"})
    assert (response.status_code, response["Location"]) == (303, link())
    page = client.get(link()).content.decode()
    assert "You have a seat" in page
    assert "The game has begun." in page
    assert Seat.objects.get(game=game, index=1).name == "Bobby"
    assert not response.cookies


def test_a_bad_name_is_told_and_the_input_kept(client: Client) -> None:
    a_table(invite=("bob",))
    response = client.post(link(), {"answer": "accept", "name": "see evil.example"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="see evil.example"' in page
    assert 'value="accept" checked' in page
    assert not Player.objects.filter(email="bob@example.org").exists()


def test_a_known_player_is_not_asked_for_a_name(client: Client) -> None:
    a_player("bob")
    a_table(invite=("bob",))
    assert 'name="name"' not in client.get(link()).content.decode()


def test_a_no_is_confirmed_and_can_become_a_block(client: Client) -> None:
    a_table(invite=("bob",))
    client.post(link(), {"answer": "decline"})
    assert "You have declined" in client.get(link()).content.decode()
    client.post(link(), {"answer": "block"})
    assert InvitationBlock.objects.get().email == "bob@example.org"
    assert "You have declined" in client.get(link()).content.decode()


def test_every_repeat_gives_the_same_answer(client: Client) -> None:
    a_table(invite=("bob",))
    answers = [client.post(link(), {"answer": "accept"}) for _ in range(3)]
    assert [each.status_code for each in answers] == [303] * 3
    assert Seat.objects.count() == 2


def test_an_invitation_that_is_over_says_so(client: Client) -> None:
    game = a_table(invite=("bob",))
    cancel_table(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert "This invitation is over" in client.get(link()).content.decode()
    response = client.post(link(), {"answer": "accept"})
    assert response.status_code == 409
    assert "was called off" in response.content.decode()


def test_one_click_of_a_mail_program_declines_for_good(client: Client) -> None:
    a_table(invite=("bob",))
    for _ in range(2):
        response = client.post(link(), {"List-Unsubscribe": "One-Click"})
        assert response.status_code == 200
    assert (Invitation.objects.get().state, InvitationBlock.objects.count()) == ("declined", 1)


def test_it_opens_no_other_door(client: Client) -> None:
    a_table(invite=("bob",))
    client.get(link())
    client.post(link(), {"answer": "accept"})
    assert client.get("/accounts/preferences/").status_code == 302


@pytest.mark.parametrize("token", ["x", "1.x", "1", "%00", "a" * 5000])
def test_a_bad_link_is_not_found(client: Client, token: str) -> None:
    response = client.get(f"/i/{token}/")
    assert response.status_code == 404
    assert response["X-Robots-Tag"] == "noindex"


def test_many_bad_links_are_turned_away(client: Client) -> None:
    codes = [client.get("/i/x/").status_code for _ in range(31)]
    assert codes[-2:] == [404, 429]


def test_tokens_serve_one_purpose() -> None:
    assert read_invite_token(invite_token(invitation_id=7)) == 7
    assert read_join_token(join_token(game_id=7)) == 7
    for token in (join_token(game_id=7), unsubscribe_token(player_id=7, game_id=None)):
        with pytest.raises(BadToken):
            read_invite_token(token)
    with pytest.raises(BadToken):
        read_join_token(invite_token(invitation_id=7))


def test_the_page_takes_few_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_table(invite=("bob", "carol", "dave"))
    path = link()
    with django_assert_max_num_queries(6):
        client.get(path)


# Signed in


def test_a_player_answers_at_the_table(client: Client) -> None:
    client.force_login(a_player("bob"))
    game = a_table(invite=("bob",))
    path = f"/invitations/{Invitation.objects.get().pk}/"
    assert f'action="{path}"' in client.get(f"/games/{game.pk}/").content.decode()
    assert client.post(path).status_code == 422
    assert client.post(path, {"answer": "accept"})["Location"] == f"/games/{game.pk}/"
    assert Game.objects.get().status == GameStatus.RUNNING


def test_a_no_leads_home(client: Client) -> None:
    client.force_login(a_player("bob"))
    a_table(invite=("bob",))
    path = f"/invitations/{Invitation.objects.get().pk}/"
    assert client.post(path, {"answer": "decline"})["Location"] == "/"
    response = client.post(path, {"answer": "accept"})
    assert response.status_code == 409


def test_nobody_answers_for_another(client: Client) -> None:
    client.force_login(a_player("carol"))
    a_table(invite=("bob",))
    path = f"/invitations/{Invitation.objects.get().pk}/"
    assert client.post(path, {"answer": "accept"}).status_code == 404
    assert client.post("/invitations/999/", {"answer": "accept"}).status_code == 404
    assert client.get(path).status_code == 405
    assert Client().post(path, {"answer": "accept"}).status_code == 302
    assert Invitation.objects.get().is_pending


def test_a_player_for_whom_many_games_wait_gets_a_friendly_page(
    client: Client, settings: object
) -> None:
    settings.MOST_WAITING_GAMES = 1  # type: ignore[attr-defined]
    bob = a_player("bob")
    for number in range(2):
        a_game("bob", "carol", seed=bytes([number]) * 32)
    a_table(invite=("bob",))
    by_mail = client.post(link(), {"answer": "accept"})
    assert by_mail.status_code == 409
    assert "2 games wait for your move" in by_mail.content.decode()
    client.force_login(bob)
    page = client.post(f"/invitations/{Invitation.objects.get().pk}/", {"answer": "accept"})
    assert "Many games wait for you" in page.content.decode()
