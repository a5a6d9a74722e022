"""Offering one's seat, or as a director somebody else's, to players who stand in."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.stand_ins import OfferForm
from games.models import Game, Player, Seat
from games.selectors.asked import offer_page
from games.selectors.positions import Eyes, Table, load_table
from games.services.errors import NothingChosen, Refused
from games.services.substitutes import may_direct_game, offer_seat, withdraw_offer
from games.views.reader import signed_in
from games.views.table import see_other, status_of

__all__ = ["offer"]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask whether the player means it, then offer the seat; or take the offer back.

    Directors name another seat: ?seat=2 is the second one.
    """
    player, fault, status = signed_in(request), "", HTTPStatus.OK
    table, seat = _seat(request, game_id, player)
    if request.method == "POST":
        try:
            _do(request, game_id, seat, player)
        except Refused as refused:
            fault, status = refused.message, HTTPStatus(status_of(refused))
            table, seat = _seat(request, game_id, player)
        else:
            return see_other(request.get_full_path())
    context = {
        "page": offer_page(table, seat),
        "seat": seat,
        "game": table.game,
        "is_own": seat.player_id == player.pk,
        "fault": fault,
        "back": reverse("game", args=[game_id]),
    }
    return render(request, "stand_ins/offer.html", context, status=status)


def _do(request: HttpRequest, game_id: int, seat: Seat, player: Player) -> None:
    form = OfferForm(request.POST)
    if not form.is_valid():
        raise NothingChosen(" ".join(str(fault) for each in form.errors.values() for fault in each))
    now, index = timezone.now(), seat.index
    if form.cleaned_data["do"] == "offer":
        reason = form.cleaned_data["reason"].strip()
        offer_seat(game_id=game_id, seat=index, by=player, now=now, reason=reason)
    else:
        withdraw_offer(game_id=game_id, seat=index, by=player, now=now)


def _seat(request: HttpRequest, game_id: int, player: Player) -> tuple[Table, Seat]:
    """Return the reader's own seat, or the one that a director names. Raises Http404."""
    missing = Http404(_("You have no seat in such a game."))
    try:
        table = load_table(game_id, Eyes.SERVER)  # the page shows no tiles
    except (Game.DoesNotExist, OverflowError):
        raise missing from None
    number = request.GET.get("seat", "")
    if number in {"1", "2", "3", "4"} and may_direct_game(player, table):
        seat = next((each for each in table.seats if each.index == int(number) - 1), None)
    else:
        seat = table.seat_of(player)
    if seat is None:
        raise missing
    return table, seat
