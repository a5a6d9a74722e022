"""Founding a league: a page with plain forms for the site's staff."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.founding import FoundingForm
from games.services.founding import found_league, may_found
from games.services.seasons import may_direct
from games.views.reader import signed_in
from games.views.table import see_other

__all__ = ["found"]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """Ask for a name, an address and directors; then go on to the rules."""
    player = signed_in(request)
    if not may_found(player):
        raise PermissionDenied(_("Only the site’s staff founds leagues."))
    form = FoundingForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        league = found_league(
            name=asked["name"], slug=asked["slug"], directors=asked["directors"],
            by=player, now=timezone.now(),
        )  # fmt: skip
        messages.success(request, _("The league is founded. Look at its rules."))
        to = "manage-rules" if may_direct(player, league) else "league"
        return see_other(reverse(to, args=[league.slug]))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "manage/found.html", {"form": form}, status=status)
