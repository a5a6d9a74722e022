"""A game as a file: the record in text and in JSON."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import azul
from games.models import Game
from games.selectors.records import record_of_game
from games.views.reader import reader_of


@require_safe
def record_text(request: HttpRequest, game_id: int) -> HttpResponse:
    """Download the record as text."""
    text = azul.format_record(_record(request, game_id))
    return _file(text, "text/plain; charset=utf-8", f"azul-{game_id}.azul")


@require_safe
def record_json(request: HttpRequest, game_id: int) -> HttpResponse:
    """Download the record as azul-record/1 JSON."""
    text = azul.format_json(_record(request, game_id))
    return _file(text, "application/json", f"azul-{game_id}.json")


def _record(request: HttpRequest, game_id: int) -> azul.Record:
    try:
        return record_of_game(game_id, reader_of(request))
    except Game.DoesNotExist:
        raise Http404(_("There is no such game.")) from None


def _file(text: str, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        text,
        content_type=content_type,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            # Some records are for the players alone, as long as others play with the same tiles.
            "Cache-Control": "private, no-cache",
        },
    )
