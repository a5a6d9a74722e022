"""The way in, in a real browser without scripts: setting up a table, answering, joining, writing."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Invitation
from games.services.tokens import invite_token
from tests.factories import a_game, a_player, a_table

pytestmark = pytest.mark.django_db(transaction=True)

OpenAt = Callable[..., Page]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LONG_NAME = "Donaudampfschifffahrtsgesellschaftskapitänstreffen"


@pytest.fixture
def open_at(browser: Browser, live_server: LiveServer) -> Iterator[OpenAt]:
    """Return a function that opens an address, signed in as a player if one is named."""
    contexts: list[BrowserContext] = []

    def start(path: str, player: str = "", width: int = 390, scheme: str = "light") -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": 844},
            color_scheme="dark" if scheme == "dark" else "light",
            java_script_enabled=True,
        )
        contexts.append(context)
        if player:
            client = Client()
            client.force_login(a_player(player))
            cookie = client.cookies["azul_session"].value
            context.add_cookies([{"name": "azul_session", "value": cookie, "url": live_server.url}])
        page = context.new_page()
        page.goto(path)
        return page

    yield start
    for context in contexts:
        context.close()


def invite_link() -> str:
    return f"/i/{invite_token(invitation_id=Invitation.objects.latest('pk').pk)}/"


def test_a_game_from_the_form_to_the_first_deal(open_at: OpenAt) -> None:
    a_player("alice")
    host = open_at("/games/new/", "alice")
    expect(host.get_by_label("Mail address of the third player")).to_be_hidden()
    host.get_by_label("Mail address of the second player").fill("bob@example.org")
    host.get_by_label("Third player", exact=True).select_option("bot")
    expect(host.get_by_text("Free places are for")).to_be_hidden()
    host.get_by_role("button", name="Set up the table").click()
    expect(host.get_by_text("the invitations are on their way")).to_be_visible()
    guest = open_at(invite_link())
    guest.get_by_role("button", name="Send the answer").click()
    expect(guest.get_by_role("alert")).to_contain_text("Choose an answer")
    guest.get_by_text("Yes, I take the place").click()
    guest.get_by_label("Your name at the table").fill("Bobby")
    guest.get_by_role("button", name="Send the answer").click()
    expect(guest.get_by_role("heading", name="You have a seat")).to_be_visible()
    host.reload()
    expect(host.get_by_role("heading", level=1)).to_contain_text("alice’s table")
    expect(host.locator(".opp h3").first).to_contain_text("Bobby")


def test_practice_begins_at_once(open_at: OpenAt) -> None:
    a_player("alice")
    page = open_at("/", "alice")
    page.get_by_role("link", name="Practice").click()
    page.get_by_role("button", name="Deal the tiles").click()
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
    assert Game.objects.get().started_at is not None


def test_an_open_table_is_found_and_joined(open_at: OpenAt) -> None:
    a_table("dave", free=1)
    a_player("alice")
    page = open_at("/", "alice")
    page.get_by_role("link", name=re.compile("Friday tiles")).click()
    page.get_by_role("button", name="Take a place").click()
    assert Game.objects.get().started_at is not None


def test_words_go_round_the_table(open_at: OpenAt) -> None:
    game = a_game()
    alice = open_at(f"/games/{game.pk}/", "alice")
    alice.get_by_label("Write to the others").fill("good luck\nand fun")
    alice.get_by_role("button", name="Send").click()
    expect(alice.get_by_text("and fun")).to_be_visible()
    bob = open_at(f"/games/{game.pk}/", "bob")
    expect(bob.get_by_role("heading", name="Messages 1 new")).to_be_visible()
    bob.get_by_role("button", name="Turn messages off for me").click()
    expect(bob.get_by_text("good luck")).to_be_hidden()
