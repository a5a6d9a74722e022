"""The rules of a league: changed with a reason, in the middle of a season after a dry run."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.forms.rules import RulesForm
from games.models import DirectorAction, League, Season
from games.selectors.desk_log import LogLine
from games.services.desk import KINDS, HasChanged, perform, preview
from games.services.errors import Refused
from games.services.leagues import change_rules, season_ruled
from games.views.directed import directed_league, form_number, was_done
from games.views.reader import signed_in
from games.views.table import see_other

__all__ = ["rules"]


@require_http_methods(["GET", "HEAD", "POST"])
@directed_league
def rules(request: HttpRequest, league: League) -> HttpResponse:
    """Show and change a league's rules; where a season is reckoned by them, after a look at what changes."""
    name, season = league.name, season_ruled(league)
    if was_done(request):
        return _saved(request, league)
    form = RulesForm(request.POST if request.method == "POST" else None, instance=league)
    if request.method == "POST" and form.is_valid():
        try:
            if season is not None:
                return _in_season(request, season, form, name)
            change_rules(
                league_id=league.pk, changes=form.changes(), by=signed_in(request),
                reason=form.cleaned_data["reason"], now=timezone.now(),
            )  # fmt: skip
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return _saved(request, league)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {"form": form, "league": league, "name": name, "season": season}
    return render(request, "manage/rules.html", context, status=status)


def _in_season(request: HttpRequest, season: Season, form: RulesForm, name: str) -> HttpResponse:
    """Show what would change, or do what was shown; if the world has changed since, show it anew."""
    asked: dict[str, Any] = {
        "season_id": season.pk, "kind": "rules", "arguments": form.arguments(),
        "by": signed_in(request), "now": timezone.now(),
    }  # fmt: skip
    has_changed = False
    if form_number(request):
        reason, nonce = form.cleaned_data["reason"], form_number(request)
        try:
            perform(**asked, reason=reason, nonce=nonce, seen=request.POST.get("seen", ""))
        except HasChanged:
            has_changed = True
        else:
            return _saved(request, season.league)
    about = DirectorAction(league=season.league, kind="rules", arguments=asked["arguments"])
    context = {
        "league": season.league,
        "form": form,
        "heading": KINDS["rules"].name,
        "title": name,
        "back": reverse("manage-rules", args=[season.league.slug]),
        "trial": preview(**asked),
        "line": LogLine(about, {}),
        "nonce": secrets.token_hex(16),
        "has_changed": has_changed,
    }
    status = HTTPStatus.CONFLICT if has_changed else HTTPStatus.OK
    return render(request, "manage/preview.html", context, status=status)


def _saved(request: HttpRequest, league: League) -> HttpResponse:
    messages.success(request, _("Saved."))
    return see_other(reverse("manage-league", args=[league.slug]))
