"""Whole pages and mails in Japanese: no English word is left on them."""

import pytest
from django.test import Client
from django.urls import reverse

from games.mail import messages
from games.mail.relevance import check_wanted
from games.models import OutgoingMail
from games.services.sign_in import send_sign_in_code
from games.services.talk import post_message
from games.services.tokens import turn_token, unsubscribe_token
from tests.factories import NOW, a_finished_game, a_game, a_player, a_table, play_random_moves
from tests.languages.reading import english_in, heard

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """Return alice's browser; she reads Japanese."""
    alice = a_player("alice", language="ja", time_zone="Asia/Tokyo")
    client = Client()
    client.force_login(alice)
    return client


def assert_japanese(client: Client, *paths: str) -> None:
    for path in paths:
        response = client.get(path)
        page = response.content.decode()
        assert response.status_code == 200, path
        assert response["Content-Language"] == "ja"
        assert '<html lang="ja"' in page
        assert english_in(heard(page)) == [], path


@pytest.mark.parametrize("wall", ["colored", "gray"])
@pytest.mark.parametrize("moves", [0, 7, 31])
def test_a_running_game_is_read_in_japanese(client: Client, wall: str, moves: int) -> None:
    game = a_game("alice", "bob", "carol", wall=wall)
    play_random_moves(game, moves)
    page = f"/games/{game.pk}/"
    assert_japanese(client, page, f"{page}?view=text", f"{page}turns/{moves}/", f"{page}scores/")


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_a_finished_game_is_read_in_japanese(client: Client, wall: str) -> None:
    game = a_finished_game("alice", "bob", wall=wall)
    page = f"/games/{game.pk}/"
    assert_japanese(client, page, f"{page}turns/20/", f"{page}turns/{game.turn}/", f"{page}scores/")


def test_a_tiling_with_a_choice_is_read_in_japanese(client: Client) -> None:
    game = a_game("alice", "bob", wall="gray")
    for _move in range(200):
        play_random_moves(game, 1)
        seat = game.seats.get(index=0)
        if game.phase == "tiling" and seat.awaited_turn is not None:
            break
    assert game.phase == "tiling"
    assert_japanese(client, f"/games/{game.pk}/")


def test_the_pages_of_the_site_are_read_in_japanese(client: Client) -> None:
    a_game("alice", "bob")
    a_finished_game("alice", "carol")
    a_table("alice", invite=("dave",), robots=1)
    assert_japanese(
        client,
        *("/", "/games/", "/games/new/", "/rules/", "/fairness/", "/accounts/preferences/"),
        *("/accounts/address/", "/accounts/erase/", "/players/alice/", "/accounts/logout/"),
    )


def test_a_waiting_table_is_read_in_japanese(client: Client) -> None:
    table = a_table("alice", invite=("bob",), free=1, robots=1)
    assert_japanese(client, f"/games/{table.pk}/")


def test_visitors_pages_and_errors_are_read_in_japanese() -> None:
    visitor = Client(headers={"Accept-Language": "ja"})
    assert_japanese(visitor, "/", "/accounts/login/", "/games/")
    for response in (visitor.get("/nothing/"), visitor.post("/rules/"), visitor.get("/t/bad/")):
        assert response.status_code >= 400
        assert english_in(heard(response.content.decode())) == []


def test_pages_of_mailed_links_are_read_in_japanese(client: Client) -> None:
    game = a_game("alice", "bob")
    link = turn_token(game_id=game.pk, seat=0, turn=0, epoch=game.seats.get(index=0).epoch)
    stop = unsubscribe_token(player_id=game.seats.get(index=0).player_id or 0, game_id=game.pk)
    assert_japanese(
        Client(), reverse("turn-link", args=[link]), reverse("unsubscribe", args=[stop])
    )


def read(mail: OutgoingMail) -> tuple[str, str, str]:
    message = messages.compose(mail, wanted=check_wanted(mail, now=NOW), now=NOW)
    return str(message.subject), str(message.body), str(message.alternatives[0][0])


@pytest.mark.parametrize("kind", ["your-turn", "game-started", "game-over", "message", "sign-in"])
def test_mails_are_read_in_japanese(client: Client, kind: str) -> None:
    del client
    game = a_game("alice", "bob") if kind != "game-over" else a_finished_game("alice", "bob")
    bob = a_player("bob")
    if kind == "message":
        post_message(game_id=game.pk, by=bob, text="12:30", now=NOW)
    send_sign_in_code(email="alice@example.org", nonce="n", now=NOW)
    mail = OutgoingMail.objects.select_related("player", "game").get(
        player__name="alice", kind=kind, state="pending"
    )
    subject, text, html = read(mail)
    assert 'lang="ja"' in html
    for part in (subject, text, heard(html)):
        assert english_in(part) == []


def test_an_invitation_is_read_in_japanese(client: Client) -> None:
    del client
    a_table("bob", invite=("alice",))
    mail = OutgoingMail.objects.select_related("player", "invitation").get(kind="invitation")
    subject, text, html = read(mail)
    for part in (subject, text, heard(html)):
        assert english_in(part) == []
