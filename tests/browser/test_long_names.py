"""Names as long as they may be, without a space to break at: no page grows wider than the phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from games.services.endings import finalize_game
from tests.browser.conftest import OpenPage
from tests.factories import NOW, a_finished_game, a_game, play_random_moves

pytestmark = pytest.mark.django_db(transaction=True)

LONG, LONGER = "W" * 30, "M" * 30


def spilling(page: Page) -> list[str]:
    """Return what reaches beyond the right edge of the window."""
    found: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] :
        [...document.querySelectorAll("body *")].filter(e =>
          e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".vh"))
          .map(e => `${e.tagName}.${e.className}`).slice(0, 8)"""
    )
    return found


def test_long_names_wrap_on_every_page(open_page: OpenPage) -> None:
    live, over = a_game(LONG, LONGER), a_finished_game(LONGER, LONG, seed=b"w" * 32)
    play_random_moves(live, 3)
    finalize_game(game_id=over.pk, now=NOW)
    paths = [
        "/",
        "/games/",
        *(reverse("game", args=[game.pk]) for game in (live, over)),
        reverse("scores", args=[over.pk]),
        reverse("turn", args=[live.pk, 2]),
        reverse("player", args=[LONG]),
        "/accounts/preferences/",
    ]
    page = open_page("/", 390, player=LONG)
    spills = {}
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for path in paths:
            page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + path)
            if found := spilling(page):
                spills[width, path] = found
    assert spills == {}
