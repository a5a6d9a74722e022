"""The pages around the table in a real browser: signing in, sizes, contrast, accessibility, policy."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.mail.codes import sign_in_code
from games.models import Game, OutgoingMail, Player
from tests.factories import a_finished_game, a_game, a_player, play_random_moves

pytestmark = pytest.mark.django_db(transaction=True)

OpenSite = Callable[..., BrowserContext]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def open_site(browser: Browser, live_server: LiveServer) -> Iterator[OpenSite]:
    """Return a function that starts a browser on the site, signed in as a player if one is given."""
    contexts = []

    def start(player: Player | None = None, width: int = 390, **options: Any) -> BrowserContext:
        context = browser.new_context(
            base_url=live_server.url, viewport={"width": width, "height": 844}, **options
        )
        if player is not None:
            context.add_cookies(
                [{"name": "azul_session", "value": session_of(player), "url": live_server.url}]
            )
        contexts.append(context)
        return context

    yield start
    for context in contexts:
        context.close()


def session_of(player: Player) -> str:
    """Return the key of a new session of this player."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def a_world() -> dict[str, int]:
    """Return the numbers of a live and a finished game, with long names in them."""
    live = a_game(
        "alice", "bob", "carol", "dave", name="The quarterly reunion of everybody by the sea"
    )
    Player.objects.filter(name="carol").update(name="Maximiliane von Hohenstein-Wal")
    play_random_moves(live, 30)
    over = a_finished_game("alice", "dave")
    Game.objects.filter(pk=over.pk).update(
        name="Donaudampfschifffahrtsgesellschaftskapitänstreffen"
    )
    return {"live": live.pk, "over": over.pk}


def faults_of(page: Page) -> list[str]:
    """Return what axe finds wrong, a line each."""
    results = Axe().run(page, options={"runOnly": RULES})
    return [
        f"{fault['id']}: {node['html'][:120]}"
        for fault in results.response["violations"]
        for node in fault["nodes"]
    ]


def test_somebody_new_signs_in_by_the_mailed_code_without_javascript(open_site: OpenSite) -> None:
    page = open_site(java_script_enabled=False).new_page()
    page.goto("/")
    page.get_by_label("Your mail address").fill("erin@example.org")
    page.get_by_role("button", name="Mail me a code").click()
    expect(page.get_by_text("We mailed a code to")).to_contain_text("erin@example.org")
    nonce = OutgoingMail.objects.get(kind="sign-in").context["nonce"]
    page.get_by_label("Code from the mail").fill(sign_in_code(nonce, "erin@example.org").lower())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("The others see you as erin")).to_be_visible()
    expect(page.get_by_role("link", name="Start a game")).to_be_visible()


def test_the_code_page_has_no_fault_and_says_when_the_code_is_wrong(open_site: OpenSite) -> None:
    page = open_site().new_page()
    page.goto("/accounts/login/")
    page.get_by_label("Your mail address").fill("erin@example.org")
    page.get_by_role("button", name="Mail me a code").click()
    assert faults_of(page) == []
    page.get_by_label("Code from the mail").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("This is not the code we mailed")).to_be_visible()
    assert faults_of(page) == []


def test_faults_of_a_form_stand_at_their_fields(open_site: OpenSite) -> None:
    page = open_site(a_player("alice"), java_script_enabled=False).new_page()
    page.goto("/games/new/")
    page.get_by_label("Mail address of the second player").fill("nobody")
    page.get_by_role("button", name="Set up the table").click()
    field = page.get_by_label("Mail address of the second player")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description("“nobody” is not a mail address.")
    expect(field).to_have_value("nobody")


def test_a_whole_game_can_be_walked_through_move_by_move(open_site: OpenSite) -> None:
    world = a_world()
    page = open_site(java_script_enabled=False).new_page()
    page.goto("/games/{live}/turns/0/".format(**world))
    for turn in range(1, 6):
        page.get_by_role("link", name="Next move").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"Move {turn} of 30")
    page.get_by_role("link", name="Move before").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Move 4 of 30")
    page.get_by_role("link", name="Back to now").click()
    expect(page).to_have_url(re.compile(r"/games/\d+/$"))
