"""The leaderboard."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.competition.rating import SETTLED_GAMES
from games.selectors.ratings import leaderboard


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """List the settled ratings, the best first."""
    page = leaderboard(after=request.GET.get("after", ""), before=request.GET.get("before", ""))
    context = {"page": page, "settled_games": SETTLED_GAMES}
    return render(request, "players/ratings.html", context)
