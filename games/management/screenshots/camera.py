"""Opening the demo site's pages in a browser and photographing them."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

from games.management.screenshots.chromium import launch_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

PAGES = {
    "home": "/",
    "games": "/games/",
    "game": "GAME",
    "gray": "GRAY",
    "history": "GAMEturns/25/",
    "scores": "OVERscores/",
    "final": "OVER",
    "player": "/players/alice/",
    "new": "/games/new/",
    "rules": "/rules/",
    "season": "/leagues/sunday-league/seasons/2/",
    "desk": "/manage/sunday-league/2/",
    "mail": "MAIL",
}
PLAYER = "alice@example.org"
SIZES = {390: (844, 2), 1280: (900, 1)}
TALL, TALL_HEIGHT = {"game", "gray"}, 1180  # so that a phone's picture shows the whole table
THEMES = ("light", "dark")
PALETTE = 128
COVER = "game-1280-light"  # the README's first picture, which has no suffix at all
MAIL_PATIENCE, PAUSE_MS = 60, 250
# The subject of a turn mail, whatever its language: "[Azul #7] Your turn in Friday tiles - round 3".
MAILED = r"\[Azul #\d+\].*Friday tiles"
TITLES = {"GAME": "Friday tiles", "GRAY": "Gray afternoon"}


def is_installed() -> bool:
    """Tell whether Playwright is there."""
    return find_spec("playwright") is not None


@contextmanager
def opened_browser() -> "Iterator[Browser]":
    """Start the Chromium or Chrome of this machine, or else Playwright's own."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a tool of developers

    with sync_playwright() as tool:
        browser = tool.chromium.launch(**launch_options())
        yield browser
        browser.close()


def photos(
    base_url: str, *, pages: Sequence[str], languages: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield a name like "game-390-light" and a PNG for each page, width, theme and language.

    The first language has no suffix, others do: "game-390-light-ja".
    """
    with opened_browser() as browser:
        state = signed_in(browser, base_url)
        for language in languages:
            _speak(browser, base_url, state, language, is_mailed="mail" in pages)
            for width, (height, scale) in SIZES.items():
                for theme in THEMES:
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        device_scale_factor=scale,
                        color_scheme=theme,  # type: ignore[arg-type]
                        locale=language,
                        storage_state=state,  # type: ignore[arg-type]
                        reduced_motion="reduce",
                    )
                    suffix = "" if language == languages[0] else f"-{language}"
                    for name in pages:
                        picture = _photo(context, base_url, PAGES[name], name)
                        yield f"{name}-{width}-{theme}{suffix}", picture
                        if f"{name}-{width}-{theme}{suffix}" == COVER:
                            yield name, picture
                    context.close()


def _speak(
    browser: "Browser", base_url: str, state: object, language: str, *, is_mailed: bool
) -> None:
    """Switch the player's language in the footer: the account's goes before the browser's.

    A turn mail speaks the language that its reader had then, so that a new one has to be asked for.
    """
    context = browser.new_context(storage_state=state)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{base_url}/rules/")
    button = page.locator(f"button[name=language][value={language}]")
    if button.get_attribute("aria-current") is None:
        button.click()
        if is_mailed:
            _ask_for_mail(page, base_url)
    context.close()


def _ask_for_mail(page: "Page", base_url: str) -> None:
    """Have the link of the open turn mailed once more, and wait until the mail is there."""
    newest = base_url + _address(page, base_url, "MAIL")
    page.goto(f"{newest}?view=text")
    link = re.search(r"/t/[^/\s]+/", page.content())
    if link is None:
        raise LookupError("the turn mail has no turn link")
    page.request.post(f"{base_url}{link[0]}renew/")
    for _attempt in range(MAIL_PATIENCE):
        if base_url + _address(page, base_url, "MAIL") != newest:
            return
        page.wait_for_timeout(PAUSE_MS)
    raise TimeoutError("the new turn mail did not come")


def signed_in(browser: "Browser", base_url: str) -> object:
    """Sign in as anybody does, with the code from the mailbox; return the cookies."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{base_url}/accounts/login/")
    page.locator("input[type=email]").fill(PLAYER)
    page.locator("main form button").first.click()
    inbox = context.new_page()
    code = ""
    for _attempt in range(40):
        inbox.goto(f"{base_url}/mailbox/")
        if found := re.search(
            r"\b([A-Z0-9]{3}-?[A-Z0-9]{3})\b", inbox.locator("main").inner_text()
        ):
            code = found[1]
            break
        inbox.wait_for_timeout(250)
    page.locator("input[name=code]").fill(code)
    page.locator("main form button").first.click()
    page.wait_for_url(f"{base_url}/")
    state = context.storage_state()
    context.close()
    return state


def _photo(context: "BrowserContext", base_url: str, place: str, name: str) -> bytes:
    page = context.new_page()
    size = page.viewport_size
    if size and size["width"] < 600 and name in TALL:
        page.set_viewport_size({**size, "height": TALL_HEIGHT})
    page.goto(base_url + _address(page, base_url, place))
    if name == "game":
        _choose(page)
    page.wait_for_load_state("networkidle")  # the frame with the mail, too
    picture = page.screenshot()
    page.close()
    return _small(picture)


def _address(page: "Page", base_url: str, place: str) -> str:
    """Return the path of a page; a word in capitals is a game or a mail to look up first."""
    word = re.match(r"[A-Z]*", place)
    key = word[0] if word else ""
    if key in TITLES:
        page.goto(f"{base_url}/")
        found = page.get_by_role("link", name=re.compile(TITLES[key])).first.get_attribute("href")
    elif key == "OVER":
        page.goto(f"{base_url}/games/?status=finished")
        found = page.locator("main .rows a[href^='/games/']").first.get_attribute("href")
    elif key == "MAIL":
        page.goto(f"{base_url}/mailbox/?to={PLAYER}")
        link = page.get_by_role("link", name=re.compile(MAILED)).first
        found = link.get_attribute("href")
    else:
        return place
    return f"{found or '/'}{place[len(key) :]}"


def _choose(page: "Page") -> None:
    """Choose tiles and a line, so that the picture shows what the move would do."""
    best = max(
        page.locator(".disp [name=take]").all(),
        key=lambda option: int(option.get_attribute("data-n") or 0),
    )
    letter = (best.get_attribute("value") or "")[-1]
    best.check(force=True)
    lines = page.locator(f".row.ok{letter} input").all()
    max(lines, key=lambda line: _points(page, line)).check(force=True)
    page.locator(".bar .said").wait_for(state="visible")
    page.wait_for_load_state("networkidle")
    page.mouse.move(0, 0)


def _points(page: "Page", line: "Locator") -> int:
    """Choose a line and return the points that the preview promises; 0 if the line isn't filled."""
    with page.expect_response(re.compile("take=")):
        line.check(force=True)
    page.wait_for_load_state("networkidle")
    said = re.search(r"\+(\d+)", page.locator(".bar .said").inner_text())
    return int(said[1]) if said else 0


def _small(picture: bytes) -> bytes:
    """Return the PNG with a palette, a quarter of the size."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    buffer = BytesIO()
    image.quantize(PALETTE, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
