"""The site on a phone's home screen: manifest and icons."""

import io
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

pytestmark = pytest.mark.django_db


def picture(address: str) -> Image.Image:
    """Return the icon behind a static address."""
    name = re.sub(r"\.[0-9a-f]{12}(?=\.)", "", address.removeprefix("/static/"))
    path = finders.find(name)
    assert path is not None, name
    return Image.open(io.BytesIO(Path(path).read_bytes()))


def test_every_page_names_the_manifest_and_an_icon_for_apples(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    found = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert found is not None
    assert picture(found[1]).size == (180, 180)


def test_the_manifest_names_icons_that_are_there_in_the_size_it_says(client: Client) -> None:
    response = client.get("/manifest.webmanifest")
    icons = response.json()["icons"]
    assert response["Content-Type"] == "application/manifest+json"
    pngs = [icon for icon in icons if icon["type"] == "image/png"]
    sizes = [f"{picture(icon['src']).width}x{picture(icon['src']).height}" for icon in pngs]
    assert sizes == [icon["sizes"] for icon in pngs]
    assert {"192x192", "512x512"} <= set(sizes)
    assert "maskable" in {icon["purpose"] for icon in pngs}


def test_the_manifest_speaks_the_readers_language(client: Client) -> None:
    named = client.get("/manifest.webmanifest", headers={"accept-language": "ja"}).json()
    assert (named["lang"], named["name"]) == ("ja", "Azul by mail")
