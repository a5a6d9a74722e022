"""Finding a game, and leaving one."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.lobby import BrowseForm
from games.models import Seat
from games.selectors.lobby import Filters, browse, league_choices, seat_in
from games.selectors.people import MOST_PEOPLE
from games.services.endings import resign_seat
from games.services.errors import Refused
from games.views.reader import reader_of, signed_in
from games.views.table import see_other, status_of

FILTERS = ("status", "wall", "players", "player", "league")


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List games, newest first, narrowed by what the reader chose; unreadable choices are left out."""
    form = BrowseForm(request.GET, leagues=league_choices())
    form.is_valid()
    chosen = form.cleaned_data
    filters = {key: chosen.get(key) or "" for key in FILTERS}
    page = browse(
        Filters(**filters),
        older_than=chosen.get("before"),
        newer_than=chosen.get("after"),
        reader=reader_of(request),
    )
    context = {
        "form": form,
        "page": page,
        "query": _query(filters),
        "others": _query({**filters, "player": ""}),
        "most_people": MOST_PEOPLE,
        "now": timezone.now(),
    }
    return render(request, "lobby/games.html", context)


def _query(filters: dict[str, str]) -> str:
    return urlencode({key: value for key, value in filters.items() if value})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask whether the player means it, then give up the seat."""
    player, refusal, status = signed_in(request), "", HTTPStatus.OK
    try:
        seat = seat_in(game_id, player)
    except Seat.DoesNotExist:
        raise Http404(_("You have no seat in such a game.")) from None
    if request.method == "POST":
        try:
            resign_seat(game_id=game_id, seat=seat.index, by=player, now=timezone.now())
        except Refused as fault:
            refusal, status = fault.message, HTTPStatus(status_of(fault))
        else:
            return see_other(reverse("game", args=[game_id]))
    context = {"seat": seat, "game": seat.game, "refusal": refusal}
    context["back"] = reverse("game", args=[game_id])
    return render(request, "lobby/resign.html", context, status=status)
