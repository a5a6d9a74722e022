"""A season's files: players in, standings, fixtures and results out."""

from __future__ import annotations

import secrets
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.entries import EntriesForm
from games.models import Season
from games.selectors.season_csv import FILES, csv_of
from games.services.desk import perform
from games.services.errors import Refused
from games.views.directed import directed_season
from games.views.reader import signed_in
from games.views.table import see_other, status_of


@require_http_methods(["GET", "HEAD", "POST"])
@directed_season
def files(request: HttpRequest, season: Season) -> HttpResponse:
    """Offer files to take away; take a list of players, look at each line, then enter them."""
    is_post = request.method == "POST"
    form = EntriesForm(request.POST, request.FILES) if is_post else EntriesForm()
    context = {"season": season, "league": season.league, "form": form, "files": [*FILES]}
    if not is_post or not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if is_post else HTTPStatus.OK
        return render(request, "manage/files.html", context, status=status)
    rows = form.rows(season)
    good = [row.player.pk for row in rows if row.player is not None and not row.fault]
    if request.POST.get("step") == "do" and request.POST.get("nonce") and good:
        try:
            return _enter(request, season, good, form)
        except Refused as refused:
            context["fault"] = refused.message
            return render(request, "manage/files.html", context, status=status_of(refused))
    context |= {"rows": rows, "good": len(good), "nonce": secrets.token_hex(16)}
    return render(request, "manage/entries.html", context)


def _enter(
    request: HttpRequest, season: Season, players: list[int], form: EntriesForm
) -> HttpResponse:
    perform(
        season_id=season.pk,
        kind="import",
        arguments={"players": players, "count": len(players)},
        by=signed_in(request),
        reason=form.cleaned_data["reason"],
        nonce=request.POST["nonce"][:40],
        now=timezone.now(),
    )
    messages.success(request, _("Done, and written down in the log."))
    return see_other(reverse("manage-season", args=[season.league.slug, season.number]))


@require_safe
@directed_season
def download(request: HttpRequest, season: Season, name: str) -> HttpResponse:
    """Return a file of a season."""
    del request
    if name not in FILES:
        raise Http404(_("There is no such file."))
    answer = HttpResponse(csv_of(season, name), content_type="text/csv; charset=utf-8")
    file = f"{season.league.slug}-{season.number}-{name}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer
