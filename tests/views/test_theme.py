"""Dark, light, or as the system says."""

import pytest
from django.test import Client
from django.urls import reverse

from games.services.tokens import turn_token
from tests.factories import a_game

pytestmark = pytest.mark.django_db


def a_link() -> str:
    game = a_game()
    return reverse(
        "turn-link",
        args=[turn_token(game_id=game.pk, seat=0, turn=0, epoch=game.seats.get(index=0).epoch)],
    )


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_choice_holds_on_every_page_signed_out_too(client: Client, theme: str) -> None:
    response = client.post(
        "/theme/", {"theme": theme}, headers={"Referer": "http://testserver/rules/"}
    )
    assert (response.status_code, response["Location"]) == (303, "http://testserver/rules/")
    for path in ("/", "/rules/", "/games/", "/nothing/", a_link()):
        assert f'data-theme="{theme}"' in client.get(path).content.decode()


def test_the_system_decides_without_a_choice(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": "system"})
    page = client.get("/rules/").content.decode()
    assert "data-theme" not in page
    assert 'content="light dark"' in page


def test_a_turn_link_honors_the_theme_and_sets_no_cookie(client: Client) -> None:
    link = a_link()
    client.cookies["theme"] = "dark"
    response = client.get(link)
    assert 'data-theme="dark"' in response.content.decode()
    assert not response.cookies


def test_the_switch_on_a_turn_link_leads_back_to_it(client: Client) -> None:
    link = a_link()
    assert f'name="next" value="{link}"' in client.get(link).content.decode()
    assert client.post("/theme/", {"theme": "dark", "next": link})["Location"] == link


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]
)
def test_the_switch_leads_nowhere_else(client: Client, target: str) -> None:
    response = client.post(
        "/theme/", {"theme": "dark", "next": target}, headers={"Referer": target}
    )
    assert response["Location"] == "/"


def test_a_strange_cookie_changes_nothing(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in client.get("/rules/").content.decode()
