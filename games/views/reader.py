"""Who reads a page: the signed-in player, and the language and time zone the page is shown in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from games.models import Player

GetResponse = Callable[[HttpRequest], HttpResponse]

# Pages behind a token look at no session: they speak the language and show the time zone of whom the
# link was mailed to.
TOKEN_PATHS = ("/t/", "/u/", "/i/", "/c/", "/r/", "/d/", "/s/")
# The language chosen on such a page with the switch in its footer: this device only.
LINK_LANGUAGE = "link_language"


def reader_of(request: HttpRequest) -> Player | None:
    """Return the signed-in player, None for a visitor."""
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: HttpRequest) -> Player:
    """Return the signed-in player of a view that lets nobody else in."""
    player = reader_of(request)
    if player is None:
        raise TypeError("this view needs login_required")
    return player


def reader_locale(get_response: GetResponse) -> GetResponse:
    """Return the middleware: a signed-in player's own language and zone, wherever they sign in.

    For everybody else the language that LocaleMiddleware found in cookie or browser, and the site's zone.
    Behind a token the view itself says whose page it is (`shown_to`).
    """

    def respond(request: HttpRequest) -> HttpResponse:
        player = None if request.path.startswith(TOKEN_PATHS) else reader_of(request)
        if player is None:
            with timezone.override(timezone.get_default_timezone()):
                return _labeled(request, get_response(request))
        with shown_to(request, player):
            return _labeled(request, get_response(request))

    return respond


@contextmanager
def shown_to(request: HttpRequest, player: Player | None) -> Iterator[None]:
    """Show what is rendered inside in the language and the time zone of this player.

    Behind a token a language chosen on such a page of this device goes first. With None the language
    stays as it is, and the zone is the site's.
    """
    language = player.reading_language if player else translation.get_language()
    if request.path.startswith(TOKEN_PATHS):
        chosen = request.COOKIES.get(LINK_LANGUAGE, "")
        language = chosen if chosen in dict(settings.LANGUAGES) else language
    zone = zone_of(player.time_zone) if player else timezone.get_default_timezone()
    with translation.override(language), timezone.override(zone):
        request.LANGUAGE_CODE = translation.get_language()
        yield


def _labeled(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Say in which language the answer is, and that pages depend on cookies."""
    language = getattr(request, "LANGUAGE_CODE", "") or settings.LANGUAGE_CODE
    response.headers.setdefault("Content-Language", language)
    if response.headers.get("Content-Type", "").startswith("text/html"):
        patch_vary_headers(response, ["Cookie"])
    return response


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of this name; UTC for a name this machine doesn't know (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
