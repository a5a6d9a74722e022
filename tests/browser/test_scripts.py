"""The game page with scripts: choosing, playing and waiting without a reload, and never a wrong move."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from games import azul
from games.models import Game, Move, Via
from games.selectors.positions import load_table
from games.services.play import play_move
from tests.browser.tables import FOUR, a_pick, choose, link_of, radio, take, wake
from tests.factories import NOW, a_finished_game, a_game, awaited_seat, play_next

pytestmark = pytest.mark.django_db(transaction=True)

OpenPage = Callable[..., Page]
Complaints = Callable[[Page], list[str]]


def play_button(page: Page) -> None:
    page.get_by_role("button", name="Play move").tap()


def mark(page: Page) -> None:
    """Leave a mark that a reload would wipe out."""
    page.evaluate("window.isSamePage = true")


def is_same_page(page: Page) -> bool:
    return bool(page.evaluate("window.isSamePage === true"))


def hold_previews(page: Page) -> Callable[[], None]:
    """Let no preview reach the server until the function that comes back is called."""
    held: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        held.append(route) if is_held else route.continue_()

    def release() -> None:
        nonlocal is_held
        assert held
        is_held = False
        for route in held:
            route.continue_()

    page.route(re.compile(r"[?&]take="), hold)
    return release


def play_pick(game: Game, pick: str) -> None:
    """Play this pick for the seat to move, as another tab or a mail would."""
    seat = awaited_seat(game.pk)
    assert seat.awaited_turn is not None
    play_move(
        game_id=game.pk, seat=seat.index, turn=seat.awaited_turn, move=pick, via=Via.PAGE, now=NOW
    )


def test_a_choice_is_previewed_and_played_without_a_reload_or_a_cookie(
    open_page: OpenPage, complaints: Complaints
) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    heard = complaints(page)
    mark(page)
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    assert page.url.endswith(f"?take={pick[:2]}&line={pick[2]}")
    assert not Move.objects.exists()
    play_button(page)
    expect(page.get_by_text("Played:")).to_be_visible()
    expect(page.locator("#head")).to_contain_text("bob to move")
    assert is_same_page(page)
    assert "?" not in page.url
    assert page.context.cookies() == []
    page.get_by_role("button", name="Take it back").tap()
    expect(page.get_by_role("button", name="Play move")).to_be_visible()
    assert not Move.objects.standing().exists()
    assert is_same_page(page)
    assert heard == []


def test_back_takes_a_choice_back_and_after_a_move_never_repeats_it(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    page.go_back()
    expect(page.locator("#move :checked")).to_have_count(0)
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    play_button(page)
    expect(page.get_by_text("Played:")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Play move")).to_have_count(0)
    page.go_forward()
    page.reload()
    expect(page.get_by_role("button", name="Play move")).to_have_count(0)
    assert Move.objects.count() == 1


def test_tile_and_line_chosen_before_any_answer_are_one_step_back(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    release = hold_previews(page)
    choose(page, pick[:2], pick[2])
    page.wait_for_timeout(100)
    release()
    expect(page.locator(".bar .said")).to_be_visible()
    expect(page).to_have_url(re.compile(r"line="))
    page.go_back()
    expect(page.locator("#move :checked")).to_have_count(0)


def test_a_move_sent_before_its_previews_came_is_no_change_by_others(open_page: OpenPage) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    release = hold_previews(page)
    choose(page, pick[:2], pick[2])
    page.wait_for_timeout(100)
    play_button(page)
    expect(page.get_by_text("Played:")).to_be_visible()
    with page.expect_response(re.compile(r"[?&]line=")):
        release()
    page.wait_for_timeout(300)
    expect(page.get_by_text("Played:")).to_be_visible()
    expect(page.locator("#changed")).to_be_hidden()
    assert "?" not in page.url


def test_a_reload_keeps_the_choice_and_its_preview(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    choose(page, pick[:2], "F")
    expect(page.locator(".bar .said")).to_be_visible()
    page.reload()
    expect(radio(page, "take", pick[:2])).to_be_checked()
    expect(page.locator(".bar .said")).to_contain_text("floor −")


def test_a_double_tap_sends_one_move(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    posts: list[Request] = []
    page.on("request", lambda sent: posts.append(sent) if sent.method == "POST" else None)
    page.evaluate(
        "() => { const b = document.querySelector('.bar .btn'); b.click(); b.click(); b.click(); }"
    )
    expect(page.get_by_text("Played:")).to_be_visible()
    assert len(posts) == 1
    assert [move.notation for move in Move.objects.all()] == [pick]


def test_a_stale_tab_says_so_keeps_the_choice_and_plays_nothing(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    page = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    take(page, pick[:2])
    expect(page).to_have_url(f"{page.url.split('?')[0]}?take={pick[:2]}")
    play_pick(game, pick)
    wake(page)
    expect(page.locator("#changed")).to_be_visible()
    assert radio(page, "take", pick[:2]).is_checked()
    page.locator("label", has=radio(page, "line", "F")).tap()
    expect(page.get_by_role("button", name="Play move")).to_have_count(0)
    assert Move.objects.count() == 1


def test_a_stale_move_is_refused_on_the_same_page(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    page = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    choose(page, pick[:2], "F")
    expect(page.locator(".bar .said")).to_be_visible()
    mark(page)
    play_pick(game, pick)
    play_button(page)
    expect(page.get_by_role("alert")).to_be_visible()
    assert is_same_page(page)
    assert [move.notation for move in Move.objects.all()] == [pick]


def test_two_tabs_of_one_player_play_one_move_and_both_show_it(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    first = open_page(f"/games/{game.pk}/", scripts=True, player="alice")
    second = first.context.new_page()
    second.goto(first.url)
    mark(second)
    choose(first, pick[:2], pick[2])
    play_button(first)
    expect(first.get_by_text("Played:")).to_be_visible()
    wake(second)
    expect(second.locator("#head")).to_contain_text("bob to move")
    assert is_same_page(second)
    assert Move.objects.count() == 1


def test_a_waiting_page_becomes_the_form_by_itself_with_nothing_chosen(
    open_page: OpenPage, complaints: Complaints
) -> None:
    game = a_game("alice", "bob")
    page = open_page(f"/games/{game.pk}/", scripts=True, player="bob")
    heard = complaints(page)
    mark(page)
    expect(page.locator("#move")).to_have_count(0)
    play_next(game.pk)
    expect(page.get_by_role("button", name="Play move")).to_be_visible()
    expect(page.locator("#move :checked")).to_have_count(0)
    expect(page).to_have_title("Your turn · " + game.title + " · Azul by mail")
    assert is_same_page(page)
    assert heard == []


def test_polling_gets_304s_and_stops_when_hidden_or_over(open_page: OpenPage) -> None:
    game, over = a_game("alice", "bob"), a_finished_game("alice", "bob")
    page = open_page(f"/games/{game.pk}/", scripts=True)
    answers: list[int] = []
    is_page = re.compile(r"/games/\d+/$")
    page.on("response", lambda got: answers.append(got.status) if is_page.search(got.url) else None)
    for _ in range(2):
        with page.expect_response(lambda got: got.status == 304):
            pass
    assert set(answers) == {304}
    page.evaluate(
        "() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.wait_for_timeout(500)
    asked = len(answers)
    page.wait_for_timeout(6000)
    assert len(answers) == asked
    page.goto(page.url.replace(f"/{game.pk}/", f"/{over.pk}/"))
    page.wait_for_timeout(3000)
    assert answers[asked:] == [200]


def test_an_answer_that_never_comes_keeps_the_choice_and_may_be_sent_again(
    open_page: OpenPage,
) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    page.route("**/t/**", lambda route: route.abort())
    play_button(page)
    expect(page.locator("#trouble")).to_be_visible()
    assert radio(page, "take", pick[:2]).is_checked()
    page.unroute("**/t/**")
    play_button(page)
    expect(page.get_by_text("Played:")).to_be_visible()
    assert Move.objects.count() == 1


def test_a_typed_move_previews_like_a_tapped_one(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    pick = a_pick(game)
    color = azul.Color(azul.COLOR_LETTERS.index(pick[1])).name.lower()
    page = open_page(link_of(game), scripts=True)
    page.locator("#typed").fill(f"display {pick[0]}, {color}, floor")
    page.locator("#typed").press("Enter")
    expect(page.locator(".bar .said")).to_contain_text("floor line")
    expect(radio(page, "line", "F")).to_be_checked()
    expect(page.locator("#typed")).to_have_value("")
    page.locator("#typed").fill("seven ducks")
    page.locator("#typed").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("seven")
    assert not Move.objects.exists()


def test_arrow_keys_choose_and_the_focus_stays(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    page = open_page(link_of(game), 1280, scripts=True)
    first = page.locator("[name=take]").first
    first.focus()
    first.press("Space")
    page.keyboard.press("ArrowDown")
    second = page.locator("[name=take]").nth(1)
    expect(second).to_be_checked()
    expect(second).to_be_focused()
    expect(second).to_have_class("was")
    expect(second).to_be_focused()
    page.locator("[name=line]").last.focus()
    page.keyboard.press("Space")
    expect(page.locator(".bar .said")).to_be_visible()
    assert not Move.objects.exists()


def test_what_the_reader_has_opened_stays_open(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    play_next(game.pk)
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True)
    page.locator(".since summary").tap()
    choose(page, pick[:2], "F")
    expect(page.locator(".bar .said")).to_be_visible()
    assert page.locator(".since").get_attribute("open") is not None


def test_arrow_keys_turn_the_pages_of_the_history(
    open_page: OpenPage, complaints: Complaints
) -> None:
    game = a_finished_game("alice", "bob")
    page = open_page(f"/games/{game.pk}/turns/5/", scripts=True)
    heard = complaints(page)
    for key, turn in (("ArrowRight", 6), ("ArrowLeft", 5), ("ArrowLeft", 4)):
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"/games/{game.pk}/turns/{turn}/$"))
    assert heard == []


def test_columns_of_a_gray_wall_are_chosen_without_a_reload(open_page: OpenPage) -> None:
    game = a_game("alice", "bob", wall="gray", seed=bytes([3]) * 32)
    while load_table(game.pk).position.phase is not azul.Phase.TILING:
        play_next(game.pk)
    page = open_page(link_of(game), scripts=True)
    mark(page)
    while page.locator("a.spot").count():
        before = page.url
        page.locator("a.spot").first.tap()
        expect(page).not_to_have_url(before)
    page.locator("label.spot").first.tap()
    expect(page.locator(".bar")).to_contain_text("+")
    page.get_by_role("button", name="Place tiles").tap()
    expect(page.locator("#move")).to_have_count(0)
    assert is_same_page(page)
