"""The game page in a real browser: a whole turn without JavaScript, sizes, contrast, accessibility."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games import azul
from games.models import Game, Move
from games.selectors.positions import load_table
from tests.browser.tables import FOUR, a_pick, choose, fits, link_of, radio
from tests.factories import a_finished_game, a_game, play_next, play_random_moves

pytestmark = pytest.mark.django_db(transaction=True)

OpenPage = Callable[..., Page]


def a_partly_closed_color(
    game: Game,
) -> tuple[azul.Position, azul.PlayerBoard, azul.Color] | None:
    """Return a color on a display that some, but not all lines of the player to move take."""
    position = load_table(game.pk).position
    board = position.boards[position.to_move[0]]
    for color in {tile for tiles in position.displays for tile in tiles}:
        if 0 < sum(board.takes(row, color) for row in range(5)) < 4:
            return position, board, color
    return None


def boxes(page: Page, selector: str) -> list[tuple[float, float, float]]:
    """Return top, width and height of all elements."""
    measure = "all => all.map(e => e.getBoundingClientRect()).map(r => [r.top, r.width, r.height])"
    return [tuple(box) for box in page.locator(selector).evaluate_all(measure)]


def test_a_turn_is_played_from_a_mail_link_without_javascript(open_page: OpenPage) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(link_of(game))
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .live")).to_contain_text(f"display {pick[0]}")
    page.get_by_role("button", name="Play move").tap()
    expect(page.get_by_text("Played:")).to_be_visible()
    assert Move.objects.get().notation == pick
    assert page.context.cookies() == []
    page.get_by_role("button", name="Take it back").tap()
    expect(page.get_by_role("button", name="Play move")).to_be_visible()
    assert not Move.objects.standing().exists()


def test_the_preview_keeps_the_choice_and_shows_the_points(open_page: OpenPage) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(link_of(game))
    choose(page, pick[:2], "F")
    page.get_by_role("button", name="Preview the points").tap()
    expect(page.locator(".bar .said")).to_contain_text("floor −")
    assert page.url.endswith(f"?take={pick[:2]}&line=F#place")
    assert radio(page, "line", "F").is_checked()
    assert not Move.objects.exists()


def test_the_enter_key_previews_and_never_plays(open_page: OpenPage) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(link_of(game))
    choose(page, pick[:2], "F")
    radio(page, "line", "F").press("Enter")
    expect(page.locator(".bar .said")).to_be_visible()
    assert not Move.objects.exists()


def test_no_button_plays_anything_without_a_choice(open_page: OpenPage) -> None:
    game = a_game(*FOUR)
    link = link_of(game)
    buttons = open_page(link).locator("#move button").count()
    for index in range(buttons):
        page = open_page(link, scripts=True)
        with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            page.locator("#move button").nth(index).dispatch_event("click")
        assert answer.value.status == 422
    assert not Move.objects.exists()


def test_style_sheets_are_asked_for_without_the_token(open_page: OpenPage) -> None:
    page = open_page("/rules/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.headers.get("referer", "")))
    link = link_of(a_game("alice", "bob"))
    page.goto(page.url.replace("/rules/", link))
    assert len(asked) >= 2
    assert not any("/t/" in referer for referer in asked)


def test_a_color_marks_the_lines_that_take_it_without_asking_the_server(
    open_page: OpenPage,
) -> None:
    game = a_game("alice", "bob", "carol")
    while not (found := a_partly_closed_color(game)):
        play_next(game.pk)
    position, board, color = found
    source = next(i for i, tiles in enumerate(position.displays) if color in tiles)
    page = open_page(link_of(game), scripts=True)
    take = f"{source + 1}{azul.COLOR_LETTERS[color]}"
    page.locator(".grp", has=radio(page, "take", take)).locator(".ti").first.tap()
    page.wait_for_timeout(250)
    for row in range(5):
        shade = page.locator(".row .pl").nth(row).evaluate("e => getComputedStyle(e).opacity")
        assert (float(shade) < 0.6) == (not board.takes(row, color))


@pytest.mark.parametrize(("width", "columns"), [(1280, 3), (390, 3), (360, 2), (320, 2)])
def test_the_market_fits_the_screen_with_tiles_of_44_pixels(
    open_page: OpenPage, width: int, columns: int
) -> None:
    page = open_page(link_of(a_game(*FOUR)), width, scripts=True)
    displays = [top for top, _, _ in boxes(page, ".disp")]
    assert displays.count(displays[0]) == columns
    assert min(min(size) for _, *size in boxes(page, ".grp .ti")) >= 44
    assert min(height for _, _, height in boxes(page, ".row, .floor")) >= 44


def test_no_page_scrolls_sideways(open_page: OpenPage) -> None:
    game, over = a_game(*FOUR, name="W" * 60), a_finished_game("alice", "bob")
    play_random_moves(game, 30)
    for path in [link_of(game), link_of(game) + "?view=text", f"/games/{over.pk}/", "/t/none/"]:
        page = open_page(path, scripts=True)
        for width in (320, 390, 768, 900, 1140, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert fits(page), (path, width)


def test_mid_round_market_and_lines_are_visible_at_once(open_page: OpenPage) -> None:
    game = a_game("alice", "bob")
    play_random_moves(game, 2)
    page = open_page(link_of(game), scripts=True)
    last_line = page.locator(".row").last.bounding_box()
    bar = page.locator(".bar").bounding_box()
    assert last_line
    assert bar
    assert last_line["y"] + last_line["height"] <= bar["y"]


def test_the_focus_never_hides_under_the_bar(open_page: OpenPage) -> None:
    page = open_page(link_of(a_game(*FOUR)), scripts=True)
    bar = page.locator(".bar").bounding_box()
    assert bar
    for _ in range(40):
        page.keyboard.press("Tab")
        box = page.evaluate(
            "() => { const e = document.activeElement;"
            " const r = (e.closest('label') && e.closest('label').querySelector('.ti, .face') || e)"
            ".getBoundingClientRect(); return [r.top, !!e.closest('.bar'), e.tagName] }"
        )
        assert box[1] or box[2] == "BODY" or box[0] < bar["y"], box
