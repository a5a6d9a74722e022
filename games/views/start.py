"""Setting up a table, and asking for a rematch."""

from __future__ import annotations

import time
from http import HTTPStatus

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
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.tables import BOT, FREE, INVITE, NewTableForm
from games.models import Entry, Game, Player, TimeoutPolicy
from games.services.errors import NoSuchGame, Refused, TooManyWaiting
from games.services.lobby import Setup, excused_by
from games.services.rematch import offer_rematch
from games.services.tables import offer_table
from games.views.busy import busy_page
from games.views.reader import signed_in
from games.views.table import see_other, status_of

__all__ = ["new_game", "rematch"]

FORM_SECONDS = 60 * 60
# How long a second tap waits for what the first one brings.
TWIN_SECONDS = 5.0
# What a link to the form may choose beforehand: /games/new/?with=bot
COMPANY = {"bot": BOT, "anyone": FREE, "friends": INVITE}


class TableBeingSet(Refused):
    """Another request with the same form is not done yet."""

    code = "table-being-set"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    """Set up a table: invite people, leave places free, take bots."""
    host = signed_in(request)
    status: int = HTTPStatus.OK
    if request.method == "POST":
        form = NewTableForm(request.POST, host=host)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            answer = _offer(request, form, host)
            if isinstance(answer, HttpResponse):
                return answer
            form.add_error(None, answer.message)
            status = status_of(answer)
    else:
        form = NewTableForm(host=host, initial=_initial(request, host))
    return render(request, "lobby/new.html", {"form": form}, status=status)


@login_required
@require_POST
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Invite the people of a finished game once more, or go to the rematch that is there already."""
    player = signed_in(request)
    try:
        game = offer_rematch(game_id=game_id, by=player, now=timezone.now())
    except NoSuchGame:
        raise Http404 from None
    except TooManyWaiting as refused:
        return busy_page(request, player, refused)
    except Refused as refused:
        messages.error(request, refused.message)
        return see_other(reverse("game", args=[game_id]))
    return see_other(reverse("game", args=[game.pk]))


def _initial(request: HttpRequest, host: Player) -> dict[str, str]:
    return {
        "name": _("%(name)s’s table") % {"name": host.name},
        "once": get_random_string(16),
        "seat_1": COMPANY.get(request.GET.get("with", ""), INVITE),
    }


def _offer(request: HttpRequest, form: NewTableForm, host: Player) -> HttpResponse | Refused:
    """Set up the table, once for each form shown: a double tap must not mail everybody twice."""
    data = form.cleaned_data
    key = f"new-game:{host.pk}:{data['once'] or get_random_string(16)}"
    if not cache.add(key, "", FORM_SECONDS):
        made = _made_by_twin(key)
        if made is None:
            return TableBeingSet(_("This table is being set up already. Look at your games."))
        if made:
            return see_other(made)
    try:
        answer = _set_up(form, host)
    except BaseException:
        cache.delete(key)  # nothing was made: the same form may be sent again
        raise
    if isinstance(answer, Game):
        url = reverse("game", args=[answer.pk])
        cache.set(key, url, FORM_SECONDS)
        messages.success(request, _news(answer, len(form.company.invite)))
        return see_other(url)
    cache.delete(key)
    return busy_page(request, host, answer) if isinstance(answer, TooManyWaiting) else answer


def _made_by_twin(key: str) -> str | None:
    """Return the address of the game that the same form has made.

    "": it was refused, and the key is now the caller's; None: that is not known yet.
    """
    end = time.monotonic() + TWIN_SECONDS
    while time.monotonic() < end:
        if made := cache.get(key):
            return str(made)
        if cache.add(key, "", FORM_SECONDS):
            return ""
        time.sleep(0.05)
    return None


def _set_up(form: NewTableForm, host: Player) -> Game | Refused:
    """Return the game, or why there is none."""
    data, company = form.cleaned_data, form.company
    entry = (data["entry"] or Entry.OPEN) if company.free else Entry.INVITED
    policy = data["timeout_policy"] or TimeoutPolicy.REMIND_ONLY
    setup = Setup(
        name=data["name"],
        wall=data["wall"],
        pace=data["pace"],
        entry=entry,
        timeout_policy=policy,
        has_weekends_off=data["weekends_off"],
        excused=excused_by(policy),
        reliability_floor=(data["reliability_floor"] or 0) if company.free else 0,
    )
    try:
        return offer_table(by=host, setup=setup, company=company, now=timezone.now())
    except Refused as refused:
        return refused


def _news(game: Game, invited: int) -> str:
    if game.started_at is not None:
        return _("The game has begun.")
    if invited:
        return _("The table is set, and the invitations are on their way.")
    return _("The table is set.")
