"""The table as a picture, now or after any move: for link previews, chats and other sites."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Game
from games.render.poster import png
from games.selectors.pictures import Picture, picture_of
from games.selectors.positions import NoSuchTurn
from games.services.play import UNDO_WINDOW
from games.views.reader import reader_of

__all__ = ["board_svg", "turn_png", "turn_svg"]

SVG, PNG = "image/svg+xml", "image/png"
# Not for ever: a player who erases the account takes the name out of all pictures.
FOR_A_DAY = "public, max-age=86400"
ASK_EACH_TIME = "public, no-cache"
FOR_YOU_ALONE = "private, no-store"
PNG_SECONDS = 3600


@require_safe
def board_svg(request: HttpRequest, game_id: int) -> HttpResponse:
    """Draw the table as it is now."""
    picture = _picture(request, game_id, None)
    return _answer(request, picture, SVG, is_settled=False)


@require_safe
def turn_svg(request: HttpRequest, game_id: int, turn: int) -> HttpResponse:
    """Draw the table after that many moves."""
    picture = _picture(request, game_id, turn)
    return _answer(request, picture, SVG, is_settled=_is_settled(picture))


@require_safe
def turn_png(request: HttpRequest, game_id: int, turn: int) -> HttpResponse:
    """Draw the table after that many moves as PNG, which every chat program shows."""
    picture = _picture(request, game_id, turn)
    return _answer(request, picture, PNG, is_settled=_is_settled(picture))


def _picture(request: HttpRequest, game_id: int, turn: int | None) -> Picture:
    """Return the drawing. Its words, for screen readers, are in the language that the address names.

    One address, one picture: caches on the way know nothing of who asks. Who may not see the table gets none.
    """
    try:
        return picture_of(game_id, turn, reader=reader_of(request), language=_language_of(request))
    except (Game.DoesNotExist, OverflowError):
        raise Http404(_("There is no such game.")) from None
    except NoSuchTurn:
        raise Http404(_("This game has no such turn (yet).")) from None


def _language_of(request: HttpRequest) -> str:
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _is_settled(picture: Picture) -> bool:
    """Whether no move that the picture shows can be taken back any more."""
    move = picture.last_move
    return move is None or timezone.now() - move.played_at > UNDO_WINDOW


def _answer(
    request: HttpRequest, picture: Picture, content_type: str, *, is_settled: bool
) -> HttpResponse:
    tag = quote_etag(picture.key)
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponse(status=HTTPStatus.NOT_MODIFIED)
    elif content_type == PNG:
        response = HttpResponse(_png(picture), content_type=PNG)
    else:
        response = HttpResponse(picture.drawing, content_type=SVG)
    response["ETag"] = tag
    response["Content-Language"] = _language_of(request)
    response["Cache-Control"] = FOR_A_DAY if is_settled else ASK_EACH_TIME
    if picture.is_private:
        response["Cache-Control"] = FOR_YOU_ALONE
    return response


def _png(picture: Picture) -> bytes:
    """Return the PNG, drawn once an hour at most."""
    key = f"poster:1:{picture.key}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        drawn = png(picture.drawing)
        cache.set(key, drawn, PNG_SECONDS)
    return drawn
