"""Standing orders: what is to be played at the reader's coming turn."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.orders import OrderForm
from games.models import Game
from games.selectors.orders import order_view
from games.selectors.positions import load_table
from games.services.errors import Refused
from games.services.orders import clear_order, save_order
from games.views.reader import signed_in
from games.views.table import see_other, status_of

__all__ = ["orders"]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the reader's standing orders in a game; a POST keeps or drops them."""
    player, fault, status = signed_in(request), "", int(HTTPStatus.OK)
    try:
        table = load_table(game_id, player)
    except (Game.DoesNotExist, OverflowError):
        raise Http404 from None
    seat = table.seat_of(player)
    if seat is None:
        raise Http404(_("You have no seat in such a game."))
    view = order_view(table, seat, language=get_language() or "en")
    form = OrderForm(request.POST if request.method == "POST" else None, view=view)
    if request.method == "POST":
        refused = _keep(request, game_id, form)
        if refused is None and (form.is_valid() or "drop" in request.POST):
            return see_other(f"{reverse('game', args=[game_id])}#orders")
        fault = refused.message if refused else ""
        status = status_of(refused) if refused else HTTPStatus.UNPROCESSABLE_ENTITY
    context = {"game": table.game, "orders": view, "order_form": form, "fault": fault}
    return render(request, "orders/orders.html", context, status=status)


def _keep(request: HttpRequest, game_id: int, form: OrderForm) -> Refused | None:
    """Drop or keep the orders that the form sends; return why not."""
    player, now = signed_in(request), timezone.now()
    try:
        if "drop" in request.POST:
            if clear_order(game_id=game_id, by=player):
                messages.success(request, _("Your standing orders are dropped."))
            else:
                messages.info(request, _("There are no standing orders."))
        elif form.is_valid():
            picks, stops = form.picks, form.stops
            save_order(game_id=game_id, by=player, picks=picks, stops=stops, now=now)
            messages.success(request, _("Your standing orders are saved."))
    except Refused as refused:
        return refused
    return None
