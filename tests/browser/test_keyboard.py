"""The whole table and its history with the keyboard alone, with and without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games import azul
from games.models import Game, Move
from games.selectors.positions import load_table
from tests.browser.tables import FOUR, link_of
from tests.factories import a_game, awaited_seat, play_next, play_random_moves

pytestmark = pytest.mark.django_db(transaction=True)

OpenPage = Callable[..., Page]

# A focus that shows: an outline on the control, or, where it is drawn by what stands beside it, there.
SHOWS_FOCUS = """element => {
  const drawn = [element, element.closest("label"), element.nextElementSibling, element.closest(".grp")];
  return drawn.some(one => one && getComputedStyle(one).outlineStyle !== "none"
                            && parseFloat(getComputedStyle(one).outlineWidth) >= 2)
    || [...element.parentElement.querySelectorAll(".ti,.face")].some(
      one => getComputedStyle(one).outlineStyle !== "none");
}"""


def tab_to(page: Page, selector: str, *, most: int = 150) -> None:
    """Press Tab until something that fits the selector has the focus; every stop on the way must show."""
    for _press in range(most):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.count() and not page.evaluate(
            "document.activeElement.closest('.vh, .skip, body > pre') !== null"
        ):
            assert focused.evaluate(SHOWS_FOCUS), focused.evaluate("one => one.outerHTML")[:200]
        if page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"Tab never came to {selector}")


def a_tiling_game() -> Game:
    """Return a gray-wall game in which the first seat to move has a tiling to choose."""
    for salt in range(40):
        game = a_game(wall="gray", seed=bytes([salt]) * 32)
        for number in range(60):
            position = load_table(game.pk).position
            if position.phase is azul.Phase.TILING:
                if len(azul.legal_moves(position, position.to_move[0])) > 1:
                    return game
                break
            play_next(game.pk, salt=bytes([salt, number]))
    raise AssertionError("no such game found")


@pytest.mark.timeout(180)
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_move_is_chosen_changed_and_played(
    open_page: OpenPage, scripts: bool, width: int
) -> None:
    game = a_game(*FOUR)
    page = open_page(link_of(game), width, scripts=scripts)
    tab_to(page, "[name=take]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=take]:checked")).to_be_focused()
    tab_to(page, "[name=line]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[name=line]:checked")).to_have_value("2")
    if scripts:
        expect(page.locator(".bar .said")).to_be_visible()
        expect(page.locator("[name=line]:checked")).to_be_focused()
    assert not Move.objects.exists()
    tab_to(page, ".bar > .btn")
    page.keyboard.press("Enter")
    expect(page.locator("#head")).to_contain_text("bob to move")
    assert Move.objects.count() == 1
    assert Move.objects.get().notation.endswith("2")


@pytest.mark.timeout(180)
@pytest.mark.parametrize("scripts", [True, False])
def test_a_typed_move_is_played_without_leaving_the_keys(
    open_page: OpenPage, scripts: bool
) -> None:
    game = a_game()
    position = load_table(game.pk).position
    move = azul.format_move(azul.legal_moves(position, position.to_move[0])[0])
    page = open_page(link_of(game), scripts=scripts)
    tab_to(page, "#typed")
    page.keyboard.type(move.lower())
    page.keyboard.press("Enter")
    expect(page.locator(".bar .said")).to_be_visible()
    assert not Move.objects.exists()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    tab_to(page, ".bar > .btn")
    page.keyboard.press("Enter")
    expect(page.locator("#head")).to_contain_text("bob to move")
    assert Move.objects.get().notation == move


@pytest.mark.timeout(180)
@pytest.mark.parametrize("scripts", [True, False])
def test_a_column_of_the_gray_wall_is_chosen_and_tiled(open_page: OpenPage, scripts: bool) -> None:
    game = a_tiling_game()
    seat = awaited_seat(game.pk)
    page = open_page(link_of(game), scripts=scripts)
    for _step in range(5):
        tab_to(page, ".spot, .spot input")
        if page.locator(".spot input").count():
            break
        before = page.url
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(before)
        page.wait_for_load_state("load")
    page.keyboard.press("Space")
    tab_to(page, ".bar > .btn")
    page.keyboard.press("Enter")
    expect(page.locator(".mat.tiling")).to_have_count(0)
    assert Move.objects.filter(seat=seat, round=game.round, notation__startswith="W").count() == 1


def test_the_history_is_walked_with_the_keys(open_page: OpenPage) -> None:
    game = a_game()
    play_random_moves(game, 30)
    page = open_page(f"/games/{game.pk}/", 1280, scripts=True)
    tab_to(page, ".replay a[rel=prev]")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/turns/29/$"))
    page.wait_for_load_state("load")  # the arrow keys need the script
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"/turns/28/$"))
    page.wait_for_load_state("load")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/turns/29/$"))
    tab_to(page, ".jumps a")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/turns/0/$"))
    tab_to(page, ".moves ol a")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/turns/1/$"))
    tab_to(page, ".head .btn")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"/games/{game.pk}/$"))
