"""The front door: a player's games, or what this site is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.selectors.dashboard import dashboard_of, front_page
from games.selectors.examples import landing_position
from games.selectors.waiting import lobby_of
from games.views.reader import reader_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a player the games that wait first; tell a visitor what this is."""
    player = reader_of(request)
    if player is not None:
        context = {
            "dashboard": dashboard_of(player),
            "lobby": lobby_of(player),
            "now": timezone.now(),
        }
        return render(request, "home.html", context)
    context = {"front": front_page(), "position": landing_position(), "now": timezone.now()}
    return render(request, "home_visitor.html", context)
