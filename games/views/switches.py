"""The switches in every page's footer: dark or light, and the language. They need no script, no session."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.services.players import change_language
from games.views.reader import LINK_LANGUAGE, TOKEN_PATHS, reader_of
from games.views.table import see_other

__all__ = ["THEMES", "keep_language", "language", "page_of", "theme"]

THEME = "theme"
THEMES = ("light", "dark")
A_YEAR = timedelta(days=365)
LINK_DAYS = timedelta(days=30)
_GAME = re.compile(r"/games/\d+/")


# No CSRF check for either: its cookie would be set on pages that set none, and the worst a stranger's
# page can do here is to turn off the light. It can't reach an account: the session cookie stays home.
@csrf_exempt
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice in a cookie and go back to the page; anything but a theme means the system's."""
    chosen = request.POST.get("theme", "")
    response = see_other(_page_before(request))
    if chosen in THEMES:
        _keep(response, THEME, chosen, A_YEAR)
    else:
        response.delete_cookie(THEME, samesite="Lax")
    return response


@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Keep the language in a cookie, a signed-in player's also in the account, and go back.

    What is chosen on the page of a mailed link holds for such pages on this device as well: whoever
    has the link may read it in any language, but it gives no power over the player's account.
    """
    chosen = request.POST.get("language", "")
    back = _page_before(request)
    response = see_other(back)
    if chosen not in dict(settings.LANGUAGES):
        return response
    reader = reader_of(request)
    if reader is not None:
        change_language(player_id=reader.pk, language=chosen)
    keep_language(response, chosen)
    if urlsplit(back).path.startswith(TOKEN_PATHS):
        _keep(response, LINK_LANGUAGE, chosen, LINK_DAYS)
    return response


def keep_language(response: HttpResponse, chosen: str) -> None:
    """Remember a language on this device; pages of mailed links follow their player's again."""
    _keep(response, settings.LANGUAGE_COOKIE_NAME, chosen, A_YEAR)
    response.delete_cookie(LINK_LANGUAGE, samesite="Lax")


def page_of(request: HttpRequest) -> str:
    """Return the address at which this page, or the page it is about, can be opened again.

    What answers a form has the form's address, which often can't be opened: then it is the page of
    the link or of the game.
    """
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    if request.path.startswith(TOKEN_PATHS):
        return "/".join(request.path.split("/")[:3]) + "/"
    found = _GAME.match(request.path)
    return found[0] if found else request.path


def _keep(response: HttpResponse, name: str, value: str, age: timedelta) -> None:
    response.set_cookie(
        name,
        value,
        max_age=age,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _page_before(request: HttpRequest) -> str:
    """Return the page the form was on: as the form says, else as the browser says, else home.

    Of two words for the same page the browser's is the newer: scripts may have changed the query.
    Pages of mailed links let the browser tell no more than the site.
    """
    said, seen = request.POST.get("next", ""), request.headers.get("Referer", "")
    if said and urlsplit(said).path == urlsplit(seen).path:
        said, seen = seen, said
    for target in (said, seen):
        if target and url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
            return target
    return reverse("home")
