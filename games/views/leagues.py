"""Leagues, their seasons, standings and crosstables; entering a season and leaving it."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import League, Season
from games.selectors import leagues as reads
from games.services.errors import Refused
from games.services.seasons import enter_season, follow_league
from games.services.withdrawals import leave_season
from games.views.reader import reader_of, signed_in
from games.views.table import see_other, status_of


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List all leagues."""
    reader = reader_of(request)
    is_director = reader is not None and reader.leagues_directed.exists()
    context = {"leagues": reads.leagues(), "is_director": is_director}
    return render(request, "leagues/leagues.html", context)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league's rules, directors and seasons."""
    try:
        found = reads.league_of(slug)
    except reads.NoSuchSeason:
        raise Http404(_("There is no such league.")) from None
    context = {"league": found, "is_following": reads.is_following(found, reader_of(request))}
    return render(request, "leagues/league.html", context)


@require_safe
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a season's tables, or who has entered it so far."""
    try:
        page = reads.season_page(slug, number, reader_of(request), level=_level(request))
    except reads.NoSuchSeason:
        raise Http404(_("There is no such season.")) from None
    context = {"page": page, "season": page.season, "league": page.season.league}
    return render(request, "leagues/season.html", context)


def _level(request: HttpRequest) -> int | None:
    """Return which division the address asks for, counted from 1 there; None for none."""
    text = request.GET.get("division", "")
    return int(text) - 1 if text.isascii() and text.isdigit() and len(text) < 6 else None


@login_required
@require_POST
def follow(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell the reader from now on, or no more, when a season opens."""
    found = get_object_or_404(League, slug=slug)
    is_wanted = request.POST.get("do") == "follow"
    follow_league(league_id=found.pk, player_id=signed_in(request).pk, is_following=is_wanted)
    if is_wanted:
        messages.success(request, _("You will get a mail when a season opens."))
    else:
        messages.success(request, _("You will get no mail when a season opens."))
    return see_other(reverse("league", args=[slug]))


@login_required
@require_POST
def enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Enter the reader into a season; its page tells how it went."""
    found = get_object_or_404(Season, league__slug=slug, number=number)
    try:
        enter_season(season_id=found.pk, player_id=signed_in(request).pk, now=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("You are entered. A mail comes when the games begin."))
    return see_other(reverse("season", args=[slug, number]))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask whether the reader means it, then take the reader out of a season."""
    player, refusal, status = signed_in(request), "", HTTPStatus.OK
    try:
        page = reads.season_page(slug, number, player)
    except reads.NoSuchSeason:
        raise Http404(_("There is no such season.")) from None
    if request.method == "POST":
        try:
            leave_season(
                season_id=page.season.pk, player_id=player.pk, by=player, now=timezone.now()
            )
        except Refused as refused:
            refusal, status = refused.message, HTTPStatus(status_of(refused))
        else:
            messages.success(request, _("You have withdrawn from this season."))
            return see_other(reverse("season", args=[slug, number]))
    context = {
        "page": page,
        "season": page.season,
        "league": page.season.league,
        "refusal": refusal,
    }
    return render(request, "leagues/withdraw.html", context, status=status)
