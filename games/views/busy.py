"""The page for players who let so many games wait that they can't begin or join more."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.models import Player
from games.selectors.dashboard import dashboard_of
from games.services.errors import TooManyWaiting

__all__ = ["busy_page"]

MOST_SHOWN = 10


def busy_page(request: HttpRequest, player: Player, refused: TooManyWaiting) -> HttpResponse:
    """Say why nothing was begun, and list the games that have waited, the most urgent first."""
    waiting = dashboard_of(player).waiting
    context = {"reason": refused.message, "waiting": waiting[:MOST_SHOWN], "now": timezone.now()}
    return render(request, "lobby/busy.html", context, status=HTTPStatus.CONFLICT)
