"""One of every page in a real browser: axe, width, targets, console, in all lights, languages and sizes.

A page is loaded once per language; light, dark and the sizes are changed under it, as a phone does that
is turned round in the evening.
"""

import os
from collections.abc import Callable, Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from games.models import Player
from tests.browser.tables import RULES, fits, sign_in
from tests.browser.tour import ALICE, GUEST, STAFF, VISITOR, a_world, pages

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Two by language, so that every light meets every size, and both meet every language; EVERY_LOOK=1 in the
# environment looks at all four in each, which takes twice as long.
LOOKS = [("light", 390), ("dark", 1280), ("dark", 390), ("light", 1280)]
PER_LANGUAGE = len(LOOKS) if os.environ.get("EVERY_LOOK") else 2
NARROW = 320
# Answers of the pages on purpose: a missing page and a bad link are 404, a link of a turn that is over 410.
REFUSALS = ("403", "404", "410")
ADMIN = [
    "/admin/",
    "/admin/games/game/",
    "/admin/games/game/{}/change/",
    "/admin/games/player/add/",
]

FINGER = 44
TARGETS = (
    ":is(main, aside) :is(.btn, .row-link, .turns a, .replay a, .jumps a, .moves ol a, .option, #move .grp .ti, select,"
    " summary, textarea, input:not([type=hidden], [type=radio], [type=checkbox]))"
)
HEIGHTS = """all => all.filter(e => e.checkVisibility())
    .map(e => [e.getBoundingClientRect().height, e.outerHTML.slice(0, 90)])"""
RUN_AXE = """async rules => {
    const found = await axe.run(document, {runOnly: rules, resultTypes: ["violations"]});
    return found.violations.flatMap(
        fault => fault.nodes.map(node => `${fault.id}: ${node.html.slice(0, 120)}`));
}"""


def complaints_of(page: Page) -> list[str]:
    """Return a list that grows with what the page's console complains about, but the answers meant so."""
    heard: list[str] = []

    def note(text: str) -> None:
        if not any(f"status of {code}" in text for code in REFUSALS):
            heard.append(f"{page.url}: {text}")

    page.on("console", lambda said: note(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda fault: note(str(fault)))
    return heard


def looks_of(language: str) -> list[tuple[str, int]]:
    """Return the lights and widths in which pages of this language are looked at."""
    begin = 2 * LANGUAGES.index(language) % len(LOOKS)
    return [*LOOKS[begin:], *LOOKS[:begin]][:PER_LANGUAGE]


def faults_of(page: Page, looks: Sequence[tuple[str, int]]) -> list[str]:
    """Return what axe finds in these lights and sizes, and where the page is too wide."""
    found = []
    page.evaluate(Axe().axe_script)
    for scheme, width in looks:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 844})
        found += [f"{scheme} {width}: {fault}" for fault in page.evaluate(RUN_AXE, RULES)]
        if not fits(page):
            found.append(f"{width}: too wide")
    page.set_viewport_size({"width": NARROW, "height": 844})
    if not fits(page):
        found.append(f"{NARROW}: too wide")
    sizes = page.locator(TARGETS).evaluate_all(HEIGHTS)
    return [*found, *(f"{height} high: {html}" for height, html in sizes if height < FINGER)]


@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_a_fault_in_any_light_at_any_size(
    language: str, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    world = a_world()
    Player.objects.update(language=language)
    people = (VISITOR, ALICE, GUEST, STAFF)
    opened = {name: _page(new_context, name, language, live_server.url) for name in people}
    complaints = [complaints_of(page) for page in opened.values()]
    faults = {}
    for name, path in pages(world):
        page = opened[name]
        page.goto(live_server.url + path)
        assert page.locator("html").get_attribute("lang") == language, path
        if found := faults_of(page, looks_of(language)):
            faults[f"{path} ({name or 'visitor'})"] = found
    assert faults == {}
    assert complaints == [[] for _person in people]


def test_the_admin_keeps_to_the_policy_as_well(
    new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    world = a_world()
    Player.objects.filter(name=ALICE).update(is_staff=True, is_superuser=True)
    page = _page(new_context, ALICE, "en", live_server.url)
    complaints = complaints_of(page)
    for path in ADMIN:
        answer = page.goto(live_server.url + path.format(world.live.pk))
        assert answer is not None
        assert answer.ok, path
    assert complaints == []


def _page(make: Callable[..., BrowserContext], name: str, language: str, url: str) -> Page:
    context = make(390, scripts=True, locale=language, reduced_motion="reduce")
    if name:
        sign_in(context, name, url)
    return context.new_page()
