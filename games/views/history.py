"""A game's past: the table after any move, and the score sheet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Game
from games.selectors.history import history_page
from games.selectors.positions import NoSuchTurn
from games.selectors.scores import score_sheet
from games.views.reader import reader_of


@require_safe
def turn(request: HttpRequest, game_id: int, turn: int) -> HttpResponse:
    """Show the table after that many moves."""
    try:
        page = history_page(
            game_id, turn, reader=reader_of(request), language=get_language() or "en"
        )
    except Game.DoesNotExist:
        raise Http404(_("There is no such game.")) from None
    except NoSuchTurn:
        raise Http404(_("This game has no such turn (yet).")) from None
    return render(request, "history/turn.html", {"page": page, "game": page.game})


@require_safe
def scores(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show where every point of a game came from."""
    try:
        sheet = score_sheet(game_id, reader=reader_of(request), language=get_language() or "en")
    except Game.DoesNotExist:
        raise Http404(_("There is no such game.")) from None
    return render(request, "history/scores.html", {"sheet": sheet, "game": sheet.game})
