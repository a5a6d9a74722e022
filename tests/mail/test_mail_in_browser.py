"""A turn mail as a real browser lays it out: no side scroll, tiles big enough to tap, dark and light."""

import pytest
from playwright.sync_api import Page

from games.mail import messages
from games.mail.relevance import check_wanted
from tests.factories import a_game, play_random_moves
from tests.mail.conftest import LATER, mail_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def html() -> str:
    """Return the fullest turn mail: four players, a few moves into the game."""
    game = a_game("alice", "bob", "carol", "dave")
    play_random_moves(game, 4)
    mail = mail_to("alice")
    message = messages.compose(mail, wanted=check_wanted(mail, now=LATER), now=LATER)
    return str(message.alternatives[0][0])


@pytest.mark.parametrize("width", [320, 360, 390, 700])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_mail_fits_and_every_pick_can_be_tapped(
    width: int, scheme: str, html: str, page: Page
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_content(html)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    picks = page.locator("a[aria-label]")
    assert picks.count() > 10
    for box in (pick.bounding_box() for pick in picks.all()):
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(20, 23, 27)" if scheme == "dark" else "rgb(244, 239, 230)")


def test_without_any_style_every_tile_still_has_its_letter(html: str, page: Page) -> None:
    page.set_content(html)
    page.evaluate(
        """() => {
            document.querySelectorAll("style").forEach(each => each.remove());
            document.querySelectorAll("[style]").forEach(each => each.removeAttribute("style"));
            document.querySelectorAll("[bgcolor]").forEach(each => each.removeAttribute("bgcolor"));
        }"""
    )
    letters = {pick.inner_text() for pick in page.locator("a[aria-label]").all()}
    assert letters <= set("BYRKC")
    assert "Choose your move" in page.inner_text("body")
