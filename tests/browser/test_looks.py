"""How the table looks in other lights: chosen theme, forced colors, less motion, paper, 320 pixels."""

from collections.abc import Callable
from io import BytesIO

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageStat
from playwright.sync_api import Locator, Page, expect

from tests.browser.tables import FOUR, RULES, a_pick, choose, fits, link_of
from tests.factories import a_game, play_random_moves

pytestmark = pytest.mark.django_db(transaction=True)

OpenPage = Callable[..., Page]


def brightness(part: Locator) -> float:
    """Return how light a part of the page is on the whole, 0 to 255."""
    picture = Image.open(BytesIO(part.screenshot())).convert("L")
    return float(ImageStat.Stat(picture).mean[0])


def style(page: Page, selector: str, name: str) -> str:
    script = f"e => getComputedStyle(e).getPropertyValue('{name}')"
    return str(page.locator(selector).first.evaluate(script))


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_switch_goes_before_the_system_down_to_the_empty_wall(
    open_page: OpenPage, system: str
) -> None:
    page = open_page(link_of(a_game(*FOUR)), color_scheme=system)
    is_dark = {"as the system": system == "dark", "light": False, "dark": True}
    for choice, dark in is_dark.items():
        page.get_by_role("button", name=choice).tap()
        expect(page.locator(".theme [name=theme][aria-current]")).to_have_text(choice)
        assert (brightness(page.locator(".wl").first) < 110) == dark
        assert (brightness(page.locator(".mini").first) < 110) == dark
    assert {cookie["name"] for cookie in page.context.cookies()} == {"theme"}


def test_forced_colors_keep_the_tiles_and_show_what_is_chosen(open_page: OpenPage) -> None:
    game = a_game(*FOUR)
    pick = a_pick(game)
    page = open_page(link_of(game), scripts=True, forced_colors="active")
    before = brightness(page.locator(".disp .ti").first)
    page.emulate_media(forced_colors="none")
    assert abs(brightness(page.locator(".disp .ti").first) - before) < 12
    page.emulate_media(forced_colors="active")
    choose(page, pick[:2], pick[2])
    expect(page.locator(".bar .said")).to_be_visible()
    assert style(page, ".row:has(:checked) .face", "border-top-width") == "4px"
    assert style(page, ".grp:has(:checked) .ti", "outline-style") == "solid"


def test_less_motion_means_none(open_page: OpenPage) -> None:
    page = open_page(link_of(a_game(*FOUR)), scripts=True, reduced_motion="reduce")
    for selector in (".ti", ".face", ".btn"):
        assert set(style(page, selector, "transition-duration").split(", ")) == {"0s"}


def test_on_paper_there_are_boards_and_no_controls(open_page: OpenPage) -> None:
    game = a_game(*FOUR)
    play_random_moves(game, 12)
    page = open_page(f"/games/{game.pk}/", color_scheme="dark")
    page.emulate_media(media="print")
    for seen in (".center", ".mat .wl >> nth=0", ".mini >> nth=2", "table"):
        expect(page.locator(seen)).to_be_visible()
    for hidden in (".replay", ".links", ".theme", ".foot nav"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert style(page, "body", "background-color") == "rgb(255, 255, 255)"
    assert brightness(page.locator(".card").first) > 150


def test_a_choice_with_its_preview_fits_320_pixels_and_the_text_board_too(
    open_page: OpenPage,
) -> None:
    game = a_game(*FOUR, name="W" * 60)
    pick = a_pick(game)
    page = open_page(link_of(game), 320, scripts=True)
    choose(page, pick[:2], "F")
    expect(page.locator(".bar .said")).to_be_visible()
    assert fits(page)
    page.goto(page.url.split("?")[0] + "?view=text")
    assert fits(page)


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 390), ("dark", 1280)])
def test_axe_finds_nothing_after_choices_and_moves_without_a_reload(
    open_page: OpenPage, theme: str, width: int
) -> None:
    game = a_game(*FOUR)
    play_random_moves(game, 20)
    pick = a_pick(game)
    page = open_page(link_of(game), width, scripts=True, reduced_motion="reduce")
    page.get_by_role("button", name=theme).tap()
    choose(page, pick[:2], "F")
    expect(page.locator(".bar .said")).to_be_visible()
    faults = [Axe().run(page, options={"runOnly": RULES}).response["violations"]]
    page.get_by_role("button", name="Play move").tap()
    expect(page.get_by_text("Played:")).to_be_visible()
    faults.append(Axe().run(page, options={"runOnly": RULES}).response["violations"])
    assert faults == [[], []]


def test_the_site_is_reachable_from_a_wide_table_and_a_phone_stays_slim(
    open_page: OpenPage,
) -> None:
    game = a_game()
    names: dict[str, list[str]] = {}
    for path in ("/games/", f"/games/{game.pk}/"):
        page = open_page(path, 1280, player="alice")
        names[path] = (
            page.get_by_role("navigation", name="Site", exact=True)
            .get_by_role("link")
            .all_inner_texts()
        )
    assert names["/games/"] == names[f"/games/{game.pk}/"]
    assert names["/games/"]
    phone = open_page(f"/games/{game.pk}/", 390, player="alice")
    expect(phone.get_by_role("navigation", name="Site", exact=True)).to_be_hidden()
    head = phone.locator("#head").bounding_box()
    assert head is not None
    assert head["height"] <= 60


def test_dots_stand_between_facts_only(open_page: OpenPage) -> None:
    a_game(*FOUR)
    page = open_page("/", 390, player="alice", scripts=True)
    facts = page.locator(".turns .dots > span")
    left = {fact.bounding_box()["x"] for fact in facts.all()}  # type: ignore[index]
    shown = page.locator(".turns .dots").evaluate("""line => [
      getComputedStyle(line).clipPath, line.getBoundingClientRect().left + 15]""")
    assert len(left) < facts.count(), "the line breaks on a phone"
    assert shown[0] == "inset(0px 0px 0px 15px)"
    assert min(left) + 15 == shown[1], "what begins a line has its dot where nothing shows"
