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

PUBLIC = [
    "/",
    "/games/",
    "/games/?player=nobody",
    "/games/{live}/turns/0/",
    "/games/{live}/turns/25/",
    "/games/{live}/scores/",
    "/games/{over}/turns/30/",
    "/games/{over}/scores/",
    "/rules/",
    "/fairness/",
    "/players/alice/",
    "/accounts/login/",
    "/accounts/inactive/",
]
OWN = [
    "/",
    "/games/",
    "/games/new/",
    "/games/{live}/resign/",
    "/games/{over}/resign/",
    "/accounts/preferences/",
    "/accounts/address/",
    "/accounts/erase/",
    "/accounts/logout/",
]
ADMIN = [
    "/admin/",
    "/admin/games/game/",
    "/admin/games/game/{live}/change/",
    "/admin/games/player/add/",
]


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


def fits(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def faults_of(page: Page) -> list[str]:
    """Return what axe finds wrong, a line each."""
    results = Axe().run(page, options={"runOnly": RULES})
    return [
        f"{fault['id']}: {node['html'][:120]}"
        for fault in results.response["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_no_page_has_a_fault_that_axe_knows(open_site: OpenSite, width: int, scheme: str) -> None:
    world = a_world()
    for player, paths in ((None, PUBLIC), (a_player("alice"), OWN)):
        page = open_site(player, width, color_scheme=scheme).new_page()
        for path in paths:
            page.goto(path.format(**world))
            assert faults_of(page) == [], path
            assert fits(page), path


def test_pages_flow_at_320_pixels_without_scrolling_sideways(open_site: OpenSite) -> None:
    world = a_world()
    for player, paths in ((None, PUBLIC), (a_player("alice"), OWN)):
        page = open_site(player, 320).new_page()
        for path in paths:
            page.goto(path.format(**world))
            assert fits(page), path


def test_the_policy_is_never_violated_not_even_by_the_admin(open_site: OpenSite) -> None:
    world = a_world()
    alice = a_player("alice", is_staff=True, is_superuser=True)
    page = open_site(alice, 1280).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
    for path in [*PUBLIC, *OWN, *ADMIN]:
        page.goto(path.format(**world))
    assert said == []


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


def test_what_is_tapped_is_large_enough_for_a_finger(open_site: OpenSite) -> None:
    world = a_world()
    page = open_site(a_player("alice")).new_page()
    for path in ["/", "/games/new/", "/games/{live}/turns/20/", "/accounts/preferences/"]:
        page.goto(path.format(**world))
        measure = "all => all.filter(e => e.checkVisibility()).map(e => [e.getBoundingClientRect().height, e.outerHTML.slice(0, 90)])"
        targets = page.locator(
            "main :is(.btn, .row-link, .turns a, .replay a, .jumps a, .moves ol a, .option, input:not([type=hidden],[type=radio]), select, summary)"
        )
        small = [html for height, html in targets.evaluate_all(measure) if height < 44]
        assert small == [], path
