"""What players do about time: pauses and gifts at a table, vacations of their own."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.clocks import VacationForm
from games.models import Player
from games.selectors.clock_view import Gift
from games.selectors.people import days_away, vacations_of
from games.services.deadlines import give_time
from games.services.errors import NoSuchGame, NothingChosen, Refused
from games.services.pauses import ask_pause, end_pause, withdraw_pause
from games.services.vacations import VACATION_DAYS, cancel_vacation, days_left, set_vacation
from games.views.reader import signed_in
from games.views.table import see_other, status_of

__all__ = ["act", "vacation"]


@login_required
@require_POST
def act(request: HttpRequest, game_id: int) -> HttpResponse:
    """Do with the clock of a game what the button pressed says; the game's page tells how it went."""
    try:
        _do(request, game_id, signed_in(request))
    except NoSuchGame:
        raise Http404 from None
    except Refused as refused:
        messages.error(request, refused.message)
    return see_other(reverse("game", args=[game_id]))


def _do(request: HttpRequest, game_id: int, player: Player) -> None:
    now = timezone.now()
    gift = Gift.parsed(request.POST.get("give", ""))
    if gift is not None:
        if give_time(
            game_id=game_id,
            seat=gift.seat,
            turn=gift.turn,
            before=gift.before,
            by=player,
            now=now,
        ):
            messages.success(request, _("You have given a day."))
        else:
            messages.info(request, _("A day has been given already."))
        return
    match request.POST.get("do", ""):
        case "ask-pause":
            if not ask_pause(game_id=game_id, by=player, now=now):
                messages.success(
                    request, _("The others are asked. When all agree, the clock stands.")
                )
        case "withdraw-pause":
            withdraw_pause(game_id=game_id, by=player, now=now)
        case "end-pause":
            end_pause(game_id=game_id, by=player, now=now)
        case _:
            raise NothingChosen(_("Nothing was chosen."))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """Show a player's vacations; announce one, or call one off."""
    player, now, fault, status = signed_in(request), timezone.now(), "", HTTPStatus.OK
    form = VacationForm(request.POST if "first" in request.POST else None)
    if request.method == "POST":
        try:
            if _change(request, player, form):
                return see_other(reverse("vacation"))
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        except Refused as refused:
            fault, status = refused.message, status_of(refused)
    context = {
        "form": form,
        "fault": fault,
        "vacations": days_away(vacations_of(player, now=now)),
        "left": days_left(player, now=now),
        "most": VACATION_DAYS,
        "now": now,
    }
    return render(request, "players/vacation.html", context, status=status)


def _change(request: HttpRequest, player: Player, form: VacationForm) -> bool:
    """Carry out what the form says; return whether it could be read."""
    now = timezone.now()
    number = request.POST.get("cancel", "")
    if number.isascii() and number.isdigit() and len(number) < 19:
        cancel_vacation(player_id=player.pk, vacation_id=int(number), now=now)
        messages.success(request, _("The vacation is called off."))
        return True
    if not form.is_bound or not form.is_valid():
        return False
    set_vacation(player_id=player.pk, now=now, **form.cleaned_data)
    messages.success(request, _("Your vacation is announced."))
    return True
