"""Finding a game, starting one, leaving one."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.lobby import BrowseForm, NewGameForm
from games.models import Player, Seat
from games.selectors.lobby import Filters, browse, seat_in
from games.services.endings import resign_seat
from games.services.errors import Refused
from games.services.lobby import open_table
from games.views.reader import reader_of, signed_in
from games.views.table import see_other, status_of

FORM_SECONDS = 60 * 60


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List games, newest first, narrowed by what the reader chose; unreadable choices are left out."""
    form = BrowseForm(request.GET)
    form.is_valid()
    chosen = form.cleaned_data
    filters = {key: chosen.get(key) or "" for key in ("status", "wall", "player")}
    page = browse(
        Filters(**filters),
        older_than=chosen.get("before"),
        newer_than=chosen.get("after"),
        reader=reader_of(request),
    )
    query = urlencode({key: value for key, value in filters.items() if value})
    context = {"form": form, "page": page, "query": query, "now": timezone.now()}
    return render(request, "lobby/games.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Start a game with the people at these addresses."""
    host = signed_in(request)
    status: int = HTTPStatus.OK
    if request.method == "POST":
        form = NewGameForm(request.POST, host=host)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            answer = _open(request, form, host)
            if isinstance(answer, HttpResponse):
                return answer
            form.add_error(None, answer.message)
            status = status_of(answer)
    else:
        name = _("%(name)s’s table") % {"name": host.name}
        form = NewGameForm(host=host, initial={"name": name, "once": get_random_string(16)})
    return render(request, "lobby/new.html", {"form": form}, status=status)


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
            messages.success(request, _("You have left this game. A bot plays on for you."))
            return see_other(reverse("game", args=[game_id]))
    context = {"seat": seat, "game": seat.game, "refusal": refusal}
    return render(request, "lobby/resign.html", context, status=status)


def _open(request: HttpRequest, form: NewGameForm, host: Player) -> HttpResponse | Refused:
    """Start the game, once for each form shown: a double tap must not mail everybody twice."""
    once = form.cleaned_data["once"] or get_random_string(16)
    key = f"new-game:{host.pk}:{once}"
    if not cache.add(key, "", FORM_SECONDS):
        return see_other(cache.get(key) or reverse("home"))
    fields = {name: form.cleaned_data[name] for name in ("name", "wall", "pace")}
    try:
        game = open_table(addresses=form.addresses, by=host, now=timezone.now(), **fields)
    except Refused as refused:
        cache.delete(key)
        return refused
    url = reverse("game", args=[game.pk])
    cache.set(key, url, FORM_SECONDS)
    messages.success(request, _("The game has begun. Everybody has mail."))
    return see_other(url)
