"""A browser on the site under test: `open_page` opens an address at a width, with or without scripts."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.tables import sign_in

OpenPage = Callable[..., Page]
PATIENCE_MS = 20_000

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that makes a phone or desktop of its own, closed after the test."""
    contexts: list[BrowserContext] = []

    def make(width: int = 390, *, scripts: bool = False, **options: object) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": width, "height": 844},
            java_script_enabled=scripts,
            has_touch=True,
            **options,  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(new_context: Callable[..., BrowserContext], live_server: LiveServer) -> OpenPage:
    """Return a function that opens an address of the site, scripts off unless asked."""

    def open_at(
        path: str, width: int = 390, *, scripts: bool = False, player: str = "", **options: object
    ) -> Page:
        context = new_context(width, scripts=scripts, **options)
        if player:
            sign_in(context, player, live_server.url)
        page = context.new_page()
        page.goto(live_server.url + path)
        return page

    return open_at


@pytest.fixture
def complaints() -> Callable[[Page], list[str]]:
    """Return a function that collects what a page's console complains about from then on."""

    def watch(page: Page) -> list[str]:
        heard: list[str] = []
        page.on("console", lambda said: heard.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda fault: heard.append(str(fault)))
        return heard

    return watch
