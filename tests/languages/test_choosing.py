"""Which language a page is in, and the switch in its footer."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player
from games.services.tokens import invite_token, turn_token, unsubscribe_token, verify_token
from tests.factories import a_game, a_player, a_table

pytestmark = pytest.mark.django_db

ENGLISH, JAPANESE = "All games", "すべてのゲーム"


def language_of(client: Client, path: str = "/rules/", **headers: str) -> str:
    response = client.get(path, headers=headers)
    page = response.content.decode()
    language = response["Content-Language"]
    assert f'<html lang="{language}"' in page
    assert (JAPANESE if language == "ja" else ENGLISH) in page
    return str(language)


def a_link(**fields: object) -> str:
    game = a_game()
    a_player("alice", **fields)
    epoch = game.seats.get(index=0).epoch
    return reverse("turn-link", args=[turn_token(game_id=game.pk, seat=0, turn=0, epoch=epoch)])


def test_without_a_word_about_it_pages_are_english(client: Client) -> None:
    assert language_of(client) == "en"
    assert language_of(client, **{"Accept-Language": "eo, tlh;q=0.5"}) == "en"


def test_the_browser_is_asked_then_the_cookie_then_the_account(client: Client) -> None:
    asks_japanese = {"Accept-Language": "ja,en;q=0.5"}
    assert language_of(client, **asks_japanese) == "ja"
    client.cookies["django_language"] = "en"
    assert language_of(client, **asks_japanese) == "en"
    client.force_login(a_player("alice", language="ja"))
    assert language_of(client, **{"Accept-Language": "en"}) == "ja"


def test_an_account_in_a_language_the_site_no_longer_speaks_reads_english(client: Client) -> None:
    client.force_login(a_player("alice", language="tlh"))
    assert language_of(client, **{"Accept-Language": "ja"}) == "en"


def test_a_cookie_with_a_strange_language_is_passed_over(client: Client) -> None:
    client.cookies["django_language"] = '"><script>'
    assert language_of(client) == "en"


def test_pages_tell_caches_what_they_depend_on(client: Client) -> None:
    vary = client.get("/rules/")["Vary"]
    assert {"Accept-Language", "Cookie"} <= set(vary.split(", "))


def test_a_turn_link_speaks_its_players_language_whoever_opens_it(client: Client) -> None:
    link = a_link(language="ja")
    client.force_login(a_player("bob", language="en"))
    client.cookies["django_language"] = "en"
    assert language_of(client, link, **{"Accept-Language": "en"}) == "ja"


def test_every_mailed_link_speaks_its_players_language(client: Client) -> None:
    table = a_table("bob", invite=("alice", "carol"), free=0)
    alice = a_player("alice", language="ja")
    asked = [
        reverse("invitation", args=[invite_token(invitation_id=each.pk)])
        for each in table.invitations.order_by("pk")
    ]
    stop = unsubscribe_token(player_id=alice.pk, game_id=None)
    assert language_of(client, asked[0]) == "ja"
    assert language_of(client, reverse("unsubscribe", args=[stop])) == "ja"
    # Carol is nobody yet: her browser knows best.
    assert language_of(client, asked[1]) == "en"
    assert language_of(client, asked[1], **{"Accept-Language": "ja"}) == "ja"


@pytest.mark.parametrize("chosen", ["ja", "en"])
def test_the_switch_holds_on_every_page_signed_out_too(client: Client, chosen: str) -> None:
    response = client.post(
        "/language/", {"language": chosen}, headers={"Referer": "http://testserver/rules/"}
    )
    assert (response.status_code, response["Location"]) == (303, "http://testserver/rules/")
    assert "sessionid" not in response.cookies
    cookie = response.cookies["django_language"]
    assert (cookie["samesite"], cookie["httponly"]) == ("Lax", True)
    for path in ("/", "/rules/", "/games/", "/nothing/", "/accounts/login/"):
        assert client.get(path, headers={"Accept-Language": "ja"})["Content-Language"] == chosen


def test_the_switch_saves_the_language_of_a_signed_in_player(client: Client) -> None:
    alice, bob = a_player("alice"), a_player("bob")
    client.force_login(alice)
    client.post("/language/", {"language": "ja"})
    assert Player.objects.get(pk=alice.pk).language == "ja"
    assert Player.objects.get(pk=bob.pk).language == "en"
    other_device = Client()
    other_device.force_login(alice)
    assert language_of(other_device) == "ja"


@pytest.mark.parametrize("chosen", ["", "tlh", "en-gb", '"><script>', "ja" * 5000])
def test_a_language_that_is_not_on_offer_changes_nothing(client: Client, chosen: str) -> None:
    alice = a_player("alice", language="ja")
    client.force_login(alice)
    response = client.post("/language/", {"language": chosen})
    assert response.status_code == 303
    assert not response.cookies
    assert Player.objects.get(pk=alice.pk).language == "ja"


def test_the_switch_on_a_turn_link_changes_that_page_and_not_the_account(client: Client) -> None:
    link = a_link()
    assert f'name="next" value="{link}"' in client.get(link).content.decode()
    response = client.post("/language/", {"language": "ja", "next": link})
    assert response["Location"] == link
    assert language_of(client, link) == "ja"
    assert Player.objects.get(name="alice").language == "en"
    assert language_of(Client(), link) == "en"


def test_a_language_chosen_elsewhere_ends_what_was_chosen_on_a_link(client: Client) -> None:
    link = a_link()
    client.post("/language/", {"language": "ja", "next": link})
    client.post("/language/", {"language": "en", "next": "/rules/"})
    assert language_of(client, link) == "en"


@pytest.mark.parametrize("switch", ["/theme/", "/language/"])
def test_switches_come_back_to_pages_behind_mailed_links(client: Client, switch: str) -> None:
    table = a_table("bob", invite=("alice",))
    alice = a_player("alice")
    paths = (
        reverse("unsubscribe", args=[unsubscribe_token(player_id=alice.pk, game_id=None)]),
        reverse("invitation", args=[invite_token(invitation_id=table.invitations.get().pk)]),
    )
    for path in paths:
        page = client.get(path).content.decode()
        assert page.count(f'name="next" value="{path}"') == 2
        # Browsers tell such a page's site, not its address.
        sent = client.post(switch, {"next": path}, headers={"Referer": "http://testserver/"})
        assert sent["Location"] == path


def test_a_page_that_answers_a_form_is_left_by_its_own_address(client: Client) -> None:
    game = a_game()
    client.force_login(a_player("alice"))
    refused = client.post(f"/games/{game.pk}/undo/")
    assert refused.status_code == 409
    assert f'name="next" value="/games/{game.pk}/"' in refused.content.decode()


def test_of_two_words_for_a_page_the_newer_query_counts(client: Client) -> None:
    response = client.post(
        "/language/",
        {"language": "ja", "next": "/games/?wall=gray"},
        headers={"Referer": "http://testserver/games/?wall=colored"},
    )
    assert response["Location"] == "http://testserver/games/?wall=colored"


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]
)
def test_the_switch_leads_nowhere_else(client: Client, target: str) -> None:
    sent = client.post(
        "/language/", {"language": "ja", "next": target}, headers={"Referer": target}
    )
    assert sent["Location"] == "/"


def test_error_pages_do_not_repeat_their_address(client: Client) -> None:
    for path in ("/nothing/here/", f"/t/{'x' * 60}/", "/c/bad/", verify_token(change_id=1)):
        assert path not in client.get(f"/{path.lstrip('/')}").content.decode()


def test_who_signs_up_on_a_japanese_page_is_japanese(client: Client) -> None:
    client.post(
        "/accounts/login/code/", {"email": "alice@example.org"}, headers={"Accept-Language": "ja"}
    )
    assert Player.objects.get(email="alice@example.org").language == "ja"


def test_who_accepts_an_invitation_on_a_japanese_page_is_japanese(client: Client) -> None:
    table = a_table("bob", invite=("alice",))
    path = reverse("invitation", args=[invite_token(invitation_id=table.invitations.get().pk)])
    client.post(path, {"answer": "accept", "name": "alice"}, headers={"Accept-Language": "ja"})
    assert Player.objects.get(email="alice@example.org").language == "ja"


def test_a_picture_speaks_the_language_of_its_address(client: Client) -> None:
    game = a_game()
    client.force_login(a_player("alice", language="ja"))
    path = f"/games/{game.pk}/board.svg"
    plain, japanese = client.get(path), client.get(f"{path}?language=ja")
    assert (plain["Content-Language"], japanese["Content-Language"]) == ("en", "ja")
    assert "Floor line" in plain.content.decode()
    assert "床ライン" in japanese.content.decode()
    assert Client().get(path).content == plain.content
