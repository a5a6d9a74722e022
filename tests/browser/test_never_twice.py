"""Without scripts too: Back, reload, a second tap, a second tab never lose a move or play it twice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Move
from tests.browser.tables import a_pick, choose, link_of, sign_in
from tests.factories import a_game

pytestmark = pytest.mark.django_db(transaction=True)

OpenPage = Callable[..., Page]


def played(page: Page, pick: str) -> None:
    choose(page, pick[:2], pick[2])
    page.get_by_role("button", name="Play move").tap()
    expect(page.locator("#head")).to_contain_text("bob to move")


def only_move(game: Game) -> str:
    return Move.objects.get(game=game).notation


def test_back_and_playing_again_is_the_same_move(open_page: OpenPage) -> None:
    game = a_game()
    pick = a_pick(game)
    page = open_page(link_of(game))
    played(page, pick)
    page.go_back()
    if page.get_by_role("button", name="Play move").count():
        choose(page, pick[:2], pick[2])
        page.get_by_role("button", name="Play move").tap()
    expect(page.locator("#head")).to_contain_text("bob to move")
    assert only_move(game) == pick


def test_a_reload_after_a_move_plays_nothing(open_page: OpenPage) -> None:
    game = a_game()
    pick = a_pick(game)
    page = open_page(link_of(game))
    played(page, pick)
    page.reload()
    expect(page.locator("#head")).to_contain_text("bob to move")
    assert only_move(game) == pick


@pytest.mark.parametrize("scripts", [True, False])
def test_a_double_tap_plays_once(open_page: OpenPage, scripts: bool) -> None:
    game = a_game()
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=scripts)
    choose(page, pick[:2], pick[2])
    page.get_by_role("button", name="Play move").dblclick()
    expect(page.locator("#head")).to_contain_text("bob to move")
    assert only_move(game) == pick


def test_another_move_from_an_older_tab_is_refused_with_the_choice_kept(
    open_page: OpenPage,
) -> None:
    game = a_game()
    pick = a_pick(game)
    other = f"{pick[:2]}F"
    address = f"/games/{game.pk}/"
    first = open_page(address, player="alice")
    second = first.context.new_page()
    sign_in(second.context, "alice", "/".join(first.url.split("/")[:3]))
    second.goto(first.url)
    choose(second, pick[:2], "F")
    played(first, pick)
    second.get_by_role("button", name="Play move").tap()
    expect(second.get_by_role("alert")).to_be_visible()
    expect(second.locator("#head")).to_contain_text("bob to move")
    assert only_move(game) == pick != other
