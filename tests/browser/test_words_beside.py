"""Messages and notes beside an open table: they come and go without disturbing what is being done there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Message, Note
from games.services.notes import save_note
from games.services.talk import post_message
from tests.browser.tables import FOUR, a_pick, choose, radio, wake
from tests.factories import NOW, a_game, a_player, play_next

pytestmark = pytest.mark.django_db(transaction=True)

OpenPage = Callable[..., Page]
Complaints = Callable[[Page], list[str]]


def write(game: Game, who: str, text: str) -> None:
    post_message(game_id=game.pk, by=a_player(who), text=text, now=NOW)


def top_of(page: Page, what: str) -> float:
    box = page.locator(what).bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("width", [390, 1280])
def test_a_message_comes_to_an_open_page_and_disturbs_nothing(
    open_page: OpenPage, complaints: Complaints, width: int
) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(f"/games/{game.pk}/", width, scripts=True, player="alice")
    heard = complaints(page)
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    page.get_by_label("Write to the others").fill("I was just about to")
    page.get_by_label("Only you see this").fill("watch red")
    page.get_by_label("Write to the others").focus()
    page.locator("#talk_text").scroll_into_view_if_needed()
    before = top_of(page, "#talk_text")
    write(game, "bob", "good luck")
    wake(page)
    expect(page.locator("#talk-lines")).to_contain_text("good luck")
    expect(page.locator("#news")).to_have_text("Messages 1 new")
    expect(page.locator("#changed")).to_be_hidden()
    expect(page.get_by_label("Write to the others")).to_have_value("I was just about to")
    expect(page.get_by_label("Write to the others")).to_be_focused()
    expect(page.get_by_label("Only you see this")).to_have_value("watch red")
    expect(radio(page, "take", pick[:2])).to_be_checked()
    expect(page.locator(".bar .said")).to_be_visible()
    assert page.url.endswith(f"?take={pick[:2]}&line={pick[2]}")
    page.wait_for_timeout(100)
    assert abs(top_of(page, "#talk_text") - before) < 3
    assert heard == []


def test_after_a_message_the_page_is_right_again_and_asks_no_more_of_it(
    open_page: OpenPage,
) -> None:
    game = a_game()
    page = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    write(game, "bob", "good luck")
    wake(page)
    expect(page.locator("#talk-lines")).to_contain_text("good luck")
    with page.expect_response(lambda answer: answer.url.endswith(f"/games/{game.pk}/")) as asked:
        wake(page)
    assert asked.value.status == 304


def test_a_message_is_sent_without_leaving_the_tiles_chosen(
    open_page: OpenPage, complaints: Complaints
) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    heard = complaints(page)
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    page.get_by_label("Write to the others").fill("good luck")
    page.get_by_role("button", name="Send").dblclick()
    expect(page.locator("#talk-lines")).to_contain_text("good luck")
    expect(page.get_by_label("Write to the others")).to_have_value("")
    expect(page.locator("#talk output")).to_have_text("Sent.")
    assert Message.objects.count() == 1
    page.get_by_role("button", name="Play move").tap()
    expect(page.locator("#head")).to_contain_text("bob to move")
    assert heard == []


def test_an_empty_message_is_refused_on_its_own_page(open_page: OpenPage) -> None:
    game = a_game()
    page = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    page.get_by_role("button", name="Send").tap()
    expect(page.get_by_role("alert")).to_contain_text("Write something first.")
    assert not Message.objects.exists()


def test_a_message_that_cannot_be_sent_stays_in_its_box(open_page: OpenPage) -> None:
    game = a_game()
    page = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    page.context.set_offline(True)
    page.get_by_label("Write to the others").fill("good luck")
    page.get_by_role("button", name="Send").tap()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.get_by_label("Write to the others")).to_have_value("good luck")


def test_notes_are_kept_without_a_reload_and_reach_another_tab(open_page: OpenPage) -> None:
    game = a_game()
    page = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    page.get_by_label("Only you see this").fill("watch red")
    page.get_by_role("button", name="Save the notes").tap()
    expect(page.locator("#notes output")).to_have_text("Saved.")
    assert Note.objects.get().text == "watch red"
    save_note(game_id=game.pk, by=a_player("alice"), text="watch blue", now=NOW)
    wake(page)
    expect(page.get_by_label("Only you see this")).to_have_value("watch blue")


def test_a_move_and_a_message_together_both_arrive(open_page: OpenPage) -> None:
    game = a_game()
    page = open_page(f"/games/{game.pk}/", scripts=True, player="bob")
    write(game, "alice", "your turn")
    play_next(game.pk)
    wake(page)
    expect(page.locator("#head")).to_contain_text("Your turn")
    expect(page.locator("#talk-lines")).to_contain_text("your turn")
