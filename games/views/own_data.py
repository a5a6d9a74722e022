"""A player's own data: to take away, and to erase for good."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.players import EraseForm
from games.selectors.own_data import own_data
from games.services.erasure import erase_player
from games.services.errors import Refused
from games.views.reader import signed_in

__all__ = ["data", "erase"]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: HttpRequest) -> HttpResponse:
    """Hand out everything kept about the player as one JSON file."""
    found = own_data(signed_in(request), now=timezone.now())
    options = {"ensure_ascii": False, "indent": 1}
    response = JsonResponse(found, json_dumps_params=options)
    response["Content-Disposition"] = 'attachment; filename="azul-my-data.json"'
    return response


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest) -> HttpResponse:
    """Ask for the display name, then erase the account and sign out."""
    player = signed_in(request)
    form = EraseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["name"].strip().casefold() != player.name.casefold():
            form.add_error("name", _("This is not your display name. Nothing was erased."))
        else:
            try:
                erase_player(player_id=player.pk, by=player, now=timezone.now())
            except Refused as refused:
                form.add_error("name", refused.message)
            else:
                return _gone(request)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "players/erase.html", {"form": form}, status=status)


def _gone(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, _("Your account is erased. Thank you for having played here."))
    return redirect("home")
