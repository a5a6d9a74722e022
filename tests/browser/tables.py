"""What browser tests of the table do again and again: find a link, choose, look at the page."""

from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page

from games import azul
from games.models import Game, Player
from games.selectors.positions import load_table
from games.services.tokens import turn_token
from tests.factories import awaited_seat

FOUR = ("alice", "bob", "carol", "dave")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def link_of(game: Game) -> str:
    """Return the turn link of the first seat that is to move."""
    seat = awaited_seat(game.pk)
    assert seat.awaited_turn is not None
    token = turn_token(game_id=game.pk, seat=seat.index, turn=seat.awaited_turn, epoch=seat.epoch)
    return reverse("turn-link", args=[token])


def a_pick(game: Game) -> str:
    """Return some legal pick of the player to move."""
    position = load_table(game.pk).position
    return azul.format_move(azul.legal_moves(position, position.to_move[0])[0])


def sign_in(context: BrowserContext, name: str, url: str) -> None:
    """Give a browser the session of a player."""
    client = Client()
    client.force_login(Player.objects.get(name=name))
    cookie = client.cookies["azul_session"]
    context.add_cookies([{"name": "azul_session", "value": cookie.value, "url": url}])


def radio(page: Page, name: str, value: str) -> Locator:
    """Return the control of a choice."""
    return page.locator(f'input[name="{name}"][value="{value}"]')


def take(page: Page, value: str) -> None:
    """Tap a tile, as a finger does."""
    group = page.locator(".grp", has=radio(page, "take", value))
    (group if value.startswith("C") else group.locator(".ti").first).tap()


def choose(page: Page, tiles: str, line: str) -> None:
    """Tap a tile, then a line."""
    take(page, tiles)
    page.locator("label", has=radio(page, "line", line)).tap()


def fits(page: Page) -> bool:
    """Tell whether the page needs no sideways scrolling."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def wake(page: Page) -> None:
    """Make a page ask at once whether it is still right, as it does when its tab is shown."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
