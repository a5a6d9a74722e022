"""Who may see the director's pages: directors of the league, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.models import DirectorAction, League, Season
from games.selectors.desk import season_in
from games.services.seasons import may_direct
from games.views.reader import signed_in

LeagueView = Callable[..., HttpResponse]

__all__ = ["directed_league", "directed_season", "form_number", "was_done"]


def directed_league(view: LeagueView) -> LeagueView:
    """Call the view with the league of the address, for its directors; others get a sentence."""

    @login_required
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
        league = League.objects.filter(slug=slug).first()
        if league is None:
            raise Http404(_("There is no such league."))
        if not may_direct(signed_in(request), league):
            raise PermissionDenied(
                _("Only directors of this league come in here. Nothing was changed.")
            )
        return view(request, league, **more)

    return guarded


def directed_season(view: LeagueView) -> LeagueView:
    """Call the view with the season of the address, for the league's directors."""

    @directed_league
    @wraps(view)
    def guarded(request: HttpRequest, league: League, number: int, **more: Any) -> HttpResponse:
        season: Season | None = season_in(league, number)
        if season is None:
            raise Http404(_("There is no such season."))
        return view(request, season, **more)

    return guarded


def form_number(request: HttpRequest) -> str:
    """Return the number of a confirmed dry run's form, "" for a first look. PostgreSQL takes no NUL in it."""
    if request.POST.get("step") != "do":
        return ""
    return request.POST.get("nonce", "").replace("\0", "")[:40]


def was_done(request: HttpRequest) -> bool:
    """Tell whether this very form was sent, and carried out, before."""
    number = form_number(request)
    mine = DirectorAction.objects.filter(nonce=number, by=signed_in(request))
    return bool(number) and mine.exists()
