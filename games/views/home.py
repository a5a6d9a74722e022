"""The front door: a player's games, or what this site is."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Player
from games.selectors.asked import questions_to
from games.selectors.dashboard import dashboard_of, front_page
from games.selectors.desk import directs_any
from games.selectors.examples import landing_position
from games.selectors.waiting import lobby_of
from games.services.tokens import stand_in_token
from games.views.reader import reader_of


def _questions(player: Player) -> list[tuple[str, str, datetime]]:
    """Return (address, title of the game, answer by) of the seats that a player is asked to take over."""
    return [
        (reverse("stand-in", args=[stand_in_token(request_id=number)]), title, until)
        for number, title, until in questions_to(player)
    ]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a player the games that wait first; tell a visitor what this is."""
    player = reader_of(request)
    if player is not None:
        context = {
            "dashboard": dashboard_of(player),
            "lobby": lobby_of(player),
            "questions": _questions(player),
            "is_director": directs_any(player),
            "now": timezone.now(),
        }
        return render(request, "home.html", context)
    context = {"front": front_page(), "position": landing_position(), "now": timezone.now()}
    return render(request, "home_visitor.html", context)
