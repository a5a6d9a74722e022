"""A table that waits for players: its page, its private link, and what host and guests do there."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.bots import SIMPLEST
from games.forms.tables import InviteForm
from games.models import BotKind, Entry, Player
from games.selectors.waiting import Room, room_of
from games.services.errors import NoSuchGame, NothingChosen, Refused, TooManyWaiting
from games.services.invitations import invite_address, withdraw_invitation
from games.services.tables import (
    EXPIRES_AFTER,
    cancel_table,
    change_entry,
    join_table,
    leave_table,
    seat_bots,
)
from games.services.tokens import BadToken, join_token, read_join_token
from games.views.busy import busy_page
from games.views.errors import not_found, too_many
from games.views.reader import reader_of, signed_in
from games.views.table import see_other, status_of
from games.views.throttle import count_bad_token

__all__ = ["act", "join_link", "room"]


def room(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a table that has not begun, to those it concerns. Raises Http404."""
    reader = reader_of(request)
    shown = _room(game_id, reader)
    if not _may_see(shown):
        if reader is None:
            return see_other(f"{reverse('account_login')}?next={request.path}")
        raise Http404(_("There is no such game."))
    return _page(request, shown)


@login_required
@require_POST
def act(request: HttpRequest, game_id: int) -> HttpResponse:
    """Do at a waiting table what the button pressed says."""
    player = signed_in(request)
    try:
        _do(request, game_id, player)
    except NoSuchGame:
        raise Http404 from None
    except TooManyWaiting as refused:
        return busy_page(request, player, refused)
    except Refused as refused:
        form = InviteForm(request.POST) if request.POST.get("do") == "invite" else None
        shown = room_of(game_id, player)
        if shown is None:
            return _begun(request, game_id, refused)
        if not _may_see(shown):
            messages.error(request, refused.message)
            return see_other(reverse("home"))
        return _page(request, shown, refused=refused, form=form)
    is_left = request.POST.get("do") == "leave"
    return see_other(reverse("home") if is_left else reverse("game", args=[game_id]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table behind a private link; a signed-in player's POST joins it."""
    try:
        game_id = read_join_token(token)
    except BadToken:
        return too_many(request) if count_bad_token(request) else not_found(request)
    reader = reader_of(request)
    if request.method == "POST":
        return _join_by_link(request, game_id, reader)
    shown = room_of(game_id, reader)
    if shown is None or (shown.is_seated and shown.is_open):
        return see_other(reverse("game", args=[game_id]))
    return _page(request, shown, link=request.path)


def _join_by_link(request: HttpRequest, game_id: int, reader: Player | None) -> HttpResponse:
    if reader is None:
        return see_other(f"{reverse('account_login')}?next={request.path}")
    try:
        join_table(game_id=game_id, by=reader, now=timezone.now(), by_link=True)
    except NoSuchGame:
        raise Http404 from None
    except TooManyWaiting as refused:
        return busy_page(request, reader, refused)
    except Refused as refused:
        shown = room_of(game_id, reader)
        if shown is None:
            return _begun(request, game_id, refused)
        return _page(request, shown, link=request.path, refused=refused)
    return see_other(reverse("game", args=[game_id]))


def _begun(request: HttpRequest, game_id: int, refused: Refused) -> HttpResponse:
    """Lead to the game that has begun meanwhile, and say there why nothing came of what was asked."""
    messages.error(request, refused.message)
    return see_other(reverse("game", args=[game_id]))


def _may_see(shown: Room) -> bool:
    """Whether the reader belongs to this table, or it is open to anyone."""
    return shown.is_known or (shown.game.entry == Entry.OPEN and shown.is_open)


def _room(game_id: int, reader: Player | None) -> Room:
    try:
        shown = room_of(game_id, reader)
    except OverflowError:
        shown = None
    if shown is None:
        raise Http404(_("There is no such game."))
    return shown


def _do(request: HttpRequest, game_id: int, player: Player) -> None:
    now = timezone.now()
    match request.POST.get("do", ""):
        case "join":
            join_table(game_id=game_id, by=player, now=now)
        case "leave":
            leave_table(game_id=game_id, by=player, now=now)
            messages.success(request, _("You have given your place back."))
        case "cancel":
            cancel_table(game_id=game_id, by=player, now=now)
        case "bots":
            bot = request.POST.get("bot") or SIMPLEST
            seat_bots(game_id=game_id, by=player, now=now, bot=bot)
        case "open" | "link" | "invited" as entry:
            change_entry(game_id=game_id, by=player, entry=entry, now=now)
        case "invite":
            email = request.POST.get("email", "")
            invite_address(game_id=game_id, by=player, email=email, now=now)
            messages.success(request, _("The invitation is on its way."))
        case "withdraw":
            number = request.POST.get("invitation", "")
            invitation = int(number) if number.isascii() and number.isdigit() else 0
            withdraw_invitation(game_id=game_id, invitation_id=invitation, by=player, now=now)
        case _:
            raise NothingChosen(_("Press one of the buttons: nothing was changed."))


def _page(
    request: HttpRequest,
    shown: Room,
    *,
    link: str = "",
    refused: Refused | None = None,
    form: InviteForm | None = None,
) -> HttpResponse:
    address = reverse("join-link", args=[join_token(game_id=shown.game.pk)])
    context = {
        "room": shown,
        "game": shown.game,
        "link": link,
        "share": f"{settings.BASE_URL}{address}" if shown.is_host else "",
        "form": form or InviteForm(),
        "bots": BotKind.choices,
        "until": shown.game.created_at + EXPIRES_AFTER,
        "fault": refused.message if refused else "",
    }
    status = status_of(refused) if refused else HTTPStatus.OK
    return render(request, "lobby/room.html", context, status=status)
