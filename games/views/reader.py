"""Who reads a page: the signed-in player, and the time zone the page is shown in."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Player

GetResponse = Callable[[HttpRequest], HttpResponse]

# Pages behind a token look at no cookie; they show the time zone of whom the link was mailed to.
TOKEN_PATHS = ("/t/", "/u/", "/i/", "/c/", "/r/")


def reader_of(request: HttpRequest) -> Player | None:
    """Return the signed-in player, None for a visitor."""
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: HttpRequest) -> Player:
    """Return the signed-in player of a view that lets nobody else in."""
    player = reader_of(request)
    if player is None:
        raise TypeError("this view needs login_required")
    return player


def reader_time_zone(get_response: GetResponse) -> GetResponse:
    """Return the middleware: a signed-in player's own zone, the site's for everybody else."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(TOKEN_PATHS):
            return get_response(request)
        name = getattr(request.user, "time_zone", "")
        with timezone.override(zone_of(name) if name else timezone.get_default_timezone()):
            return get_response(request)

    return respond


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of this name; UTC for a name this machine doesn't know (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
