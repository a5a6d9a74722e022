"""The command that photographs the site for its documents."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from PIL import Image
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from games.management.screenshots import camera, site
from tests.servers import ROOT


@pytest.mark.django_db(transaction=True)
def test_a_page_is_photographed_in_every_size_light_and_language(
    browser: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    @contextmanager
    def already_there() -> Iterator[str]:
        yield live_server.url

    @contextmanager
    def this_browser() -> Iterator[Browser]:
        yield browser

    monkeypatch.setattr(site, "temporary_site", already_there)
    monkeypatch.setattr(camera, "opened_browser", this_browser)
    monkeypatch.setattr(camera, "signed_in", lambda *_: None)
    call_command("screenshots", out=tmp_path, only=["rules"], stdout=StringIO())
    made = {path.stem: Image.open(path) for path in tmp_path.iterdir()}
    assert set(made) == {
        f"rules-{width}-{theme}{language}"
        for width in (1280, 390)
        for theme in ("dark", "light")
        for language in ("", "-ja")
    }
    assert {name: image.width for name, image in made.items()}["rules-390-dark"] == 780
    assert {image.mode for image in made.values()} == {"P"}
    dark, light = (made[f"rules-390-{theme}"].convert("L") for theme in ("dark", "light"))
    assert dark.getpixel((5, 1600)) < light.getpixel((5, 1600))  # type: ignore[operator]


def test_without_playwright_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(camera, "is_installed", lambda: False)
    with pytest.raises(CommandError, match=r"requirements-dev\.lock"):
        call_command("screenshots", out=tmp_path)


def test_every_picture_of_the_documents_is_shown_somewhere_and_small() -> None:
    pictures = list((ROOT / "docs" / "images").glob("*.png"))
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    texts = "".join(page.read_text() for page in pages)
    assert pictures
    assert [path.name for path in pictures if f"images/{path.name}" not in texts] == []
    assert {path.name: size for path in pictures if (size := path.stat().st_size) > 150_000} == {}
