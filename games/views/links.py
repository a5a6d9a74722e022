"""Turn links of mails: play one turn of one seat without signing in.

Nothing here sets a cookie or reads one but the footer's switches, and GET and HEAD write nothing: mail scanners
open every link.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import update_wrapper
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.play import choice_of
from games.models import Via
from games.selectors.positions import HiddenTable
from games.selectors.turn_links import LinkView, open_link
from games.services.endings import resign_seat
from games.services.errors import Refused, StaleTurn, TooLate
from games.services.links import renew_link
from games.services.play import undo_fault, undo_move
from games.services.players import stop_mail
from games.services.tokens import BadToken, read_turn_token
from games.views.errors import forbidden, not_found, too_many
from games.views.reader import shown_to, zone_of
from games.views.table import Door, answer_move, see_other, show_table, status_of, table_page
from games.views.throttle import count_bad_token

__all__ = ["mute", "renew", "resign", "turn_link", "undo"]

HEADERS = {
    # With no-referrer browsers post "Origin: null"; with same-origin the token goes out as Referer.
    "Referrer-Policy": "strict-origin",
    "Cache-Control": "no-store, private",
    "X-Robots-Tag": "noindex",
}


def _token_page(
    view: Callable[[HttpRequest, str, LinkView], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Give a view the game behind its token, and every answer the headers of token pages.

    The token alone authorizes, so there is no CSRF cookie to check. A bad one is a 404, always the
    same, or a 429 if too many came from that address.
    """

    def with_link(request: HttpRequest, token: str) -> HttpResponse:
        try:
            link = _link(token)
        except HiddenTable as hidden:
            return _with_headers(forbidden(request, hidden))
        if link is None:
            is_too_much = count_bad_token(request)
            response = too_many(request) if is_too_much else not_found(request)
        else:
            with shown_to(request, link.seat.player):
                response = view(request, token, link)
        return _with_headers(response)

    return csrf_exempt(update_wrapper(with_link, view))


def _with_headers(response: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        response[name] = value
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@_token_page
def turn_link(request: HttpRequest, token: str, link: LinkView) -> HttpResponse:
    """Show the turn this link is for, or what became of it; a POST plays it."""
    door = _door(token, link)
    if request.method != "POST":
        return show_table(request, door)
    if not link.is_open and link.answer is None:
        fault = StaleTurn(_("This link can't be played any more."))
        return _refused(request, token, fault)
    answer = answer_move(request, door)
    return answer if isinstance(answer, HttpResponse) else _refused(request, token, answer)


@require_POST
@_token_page
def undo(request: HttpRequest, token: str, link: LinkView) -> HttpResponse:
    """Take back the move that was played with this link."""
    now = timezone.now()
    try:
        if _door(token, link).undoable(now) is None:
            raise TooLate(_undo_fault(link, now))
        undo_move(game_id=link.table.game.pk, seat=link.seat.index, now=now)
    except Refused as refused:
        return _refused(request, token, refused)
    return see_other(reverse("turn-link", args=[token]) + "?undone=1")


@require_POST
@_token_page
def renew(request: HttpRequest, token: str, link: LinkView) -> HttpResponse:
    """Mail a fresh link to the seat's registered address."""
    try:
        renew_link(game_id=link.table.game.pk, seat=link.seat.index, now=timezone.now())
    except Refused as refused:
        return _refused(request, token, refused)
    return see_other(reverse("turn-link", args=[token]) + "?sent=1")


@require_POST
@_token_page
def mute(request: HttpRequest, token: str, link: LinkView) -> HttpResponse:
    """Stop the turn mails of this game."""
    if link.is_void or link.seat.player is None:
        return _refused(request, token, StaleTurn(_("This link can't be used any more.")))
    stop_mail(player_id=link.seat.player.pk, game_id=link.table.game.pk, now=timezone.now())
    return see_other(reverse("turn-link", args=[token]))


@require_http_methods(["GET", "HEAD", "POST"])
@_token_page
def resign(request: HttpRequest, token: str, link: LinkView) -> HttpResponse:
    """Ask whether the player means it, then give up the seat; only while the link speaks for it."""
    refusal, status = "", HTTPStatus.OK
    url = reverse("turn-link", args=[token])
    player = link.seat.player
    if request.method == "POST":
        if link.is_void or player is None:
            return _refused(request, token, StaleTurn(_("This link can't be used any more.")))
        try:
            resign_seat(
                game_id=link.table.game.pk, seat=link.seat.index, by=player, now=timezone.now()
            )
        except Refused as fault:
            refusal, status = fault.message, HTTPStatus(status_of(fault))
        else:
            return see_other(url)
    elif link.is_void:
        return show_table(request, _door(token, link))
    context = {"seat": link.seat, "game": link.table.game, "refusal": refusal, "back": url}
    return render(request, "lobby/resign.html", context | {"is_link": True}, status=status)


def _link(token: str) -> LinkView | None:
    try:
        read = read_turn_token(token)
    except BadToken:
        return None
    return open_link(game_id=read.game_id, seat=read.seat, turn=read.turn, epoch=read.epoch)


def _undo_fault(link: LinkView, now: datetime) -> str:
    """Return why the move of this link stands."""
    if link.is_void:
        return _("This link can't be used any more.")
    if link.answer is None:
        return _("There is no move of this link to take back.")
    fault = undo_fault(link.table, seat=link.seat.index, now=now)
    return fault or _("This move can't be taken back any more: somebody has moved since.")


def _door(token: str, link: LinkView) -> Door:
    player = link.seat.player
    return Door(
        table=link.table,
        seat=None if link.is_void else link.seat,
        may_move=link.is_open,
        url=reverse("turn-link", args=[token]),
        undo_url=reverse("turn-link-undo", args=[token]),
        zone=zone_of(player.time_zone if player else settings.TIME_ZONE),
        via=Via.LINK,
        link=link,
        token=token,
    )


def _refused(request: HttpRequest, token: str, refused: Refused) -> HttpResponse:
    """Show the table as it is now, with the reason, the choice kept."""
    link = _link(token)
    if link is None:
        return not_found(request)
    return table_page(
        request,
        _door(token, link),
        choice=choice_of(request.POST),
        fault=refused.message,
        status=status_of(refused),
    )
