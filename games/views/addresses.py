"""Changing one's mail address: asking for it signed in, confirming and undoing it behind mailed links.

GET and HEAD change nothing, and no answer is chosen beforehand: mail scanners open links and press
buttons. Behind the links nothing sets a cookie.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.forms.players import AddressForm
from games.models import AddressChange
from games.selectors.addresses import can_confirm, can_restore, change_of, pending_change
from games.services.addresses import (
    ask_address_change,
    confirm_address_change,
    decline_address_change,
    restore_address,
)
from games.services.errors import NothingChosen, Refused
from games.services.tokens import BadToken, read_restore_token, read_verify_token
from games.views.errors import not_found, too_many
from games.views.links import HEADERS
from games.views.reader import shown_to, signed_in
from games.views.table import see_other, status_of
from games.views.throttle import count_bad_token

__all__ = ["change_address", "confirm", "restore"]

View = Callable[[HttpRequest, AddressChange], HttpResponse]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_address(request: HttpRequest) -> HttpResponse:
    """Ask for the new address and mail a link there."""
    player, now = signed_in(request), timezone.now()
    form = AddressForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            ask_address_change(player_id=player.pk, email=form.cleaned_data["email"], now=now)
        except Refused as refused:
            form.add_error("email", refused.message)
        else:
            messages.success(request, _("Almost done: a mail is on its way to the new address."))
            return redirect("change-address")
    context = {"form": form, "pending": pending_change(player, now=now)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "players/address.html", context, status=status)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Show which address is to be confirmed; a POST confirms it or takes the wish back."""
    return _behind_token(request, read_verify_token, token, _confirm)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest, token: str) -> HttpResponse:
    """Show what was changed; a POST gives the old address back."""
    return _behind_token(request, read_restore_token, token, _restore)


def _behind_token(
    request: HttpRequest, read: Callable[[str], int], token: str, view: View
) -> HttpResponse:
    """Answer with the view, or 404 for a bad token, 429 for many; always with the token pages' headers."""
    try:
        change = change_of(read(token))
    except BadToken:
        change = None
    if change is None:
        response = too_many(request) if count_bad_token(request) else not_found(request)
    else:
        with shown_to(request, change.player):
            response = view(request, change)
    for name, value in HEADERS.items():
        response[name] = value
    return response


def _confirm(request: HttpRequest, change: AddressChange) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "confirm", change)
    try:
        match request.POST.get("answer", ""):
            case "yes":
                confirm_address_change(change_id=change.pk, now=timezone.now())
            case "no":
                decline_address_change(change_id=change.pk)
            case _:
                raise NothingChosen(_("Choose one of the answers first."))
    except Refused as refused:
        return _page(request, "confirm", change, refused)
    return see_other(request.path)


def _restore(request: HttpRequest, change: AddressChange) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "restore", change)
    try:
        if request.POST.get("answer") != "restore":
            raise NothingChosen(_("Tick the box first: nothing was changed."))
        restore_address(change_id=change.pk, now=timezone.now())
    except Refused as refused:
        return _page(request, "restore", change, refused)
    return see_other(request.path)


def _page(
    request: HttpRequest, name: str, change: AddressChange, refused: Refused | None = None
) -> HttpResponse:
    now = timezone.now()
    context = {
        "change": change,
        "name": change.player.name,
        "is_open": can_confirm(change, now) if name == "confirm" else can_restore(change, now),
        "fault": refused.message if refused else "",
    }
    status = status_of(refused) if refused else HTTPStatus.OK
    return render(request, f"players/address_{name}.html", context, status=status)
