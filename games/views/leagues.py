"""Leagues, their seasons, standings and crosstables."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.selectors import leagues as reads


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List all leagues."""
    return render(request, "leagues/leagues.html", {"leagues": reads.leagues()})


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's rules, directors and seasons."""
    try:
        found = reads.league_of(slug)
    except reads.NoSuchSeason:
        raise Http404(_("There is no such league.")) from None
    return render(request, "leagues/league.html", {"league": found})


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a season's tables, or who has entered it so far."""
    try:
        page = reads.season_page(slug, number)
    except reads.NoSuchSeason:
        raise Http404(_("There is no such season.")) from None
    context = {"page": page, "season": page.season, "league": page.season.league}
    return render(request, "leagues/season.html", context)
