"""The game page: look at a game, and for the player who is to move, play."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.play import choice_of
from games.models import Game, Via
from games.selectors.positions import load_table
from games.services.errors import NotAllowed, Refused
from games.services.play import undo_move
from games.views.reader import reader_of, zone_of
from games.views.rooms import room
from games.views.table import Door, answer_move, see_other, show_table, status_of, table_page

__all__ = ["game", "undo"]


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a game, or a table that waits for players; a POST is a move of the signed-in player."""
    try:
        door = _door(request, game_id)
    except Http404:
        return room(request, game_id)
    if request.method != "POST":
        return show_table(request, door)
    if door.seat is None:
        return _refused(request, door, NotAllowed(_("You have no seat in this game.")))
    answer = answer_move(request, door)
    if isinstance(answer, HttpResponse):
        return answer
    return _refused(request, _door(request, game_id), answer)


@require_POST
def undo(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take back the signed-in player's last move."""
    door = _door(request, game_id)
    if door.seat is None:
        return _refused(request, door, NotAllowed(_("You have no seat in this game.")))
    try:
        undo_move(game_id=game_id, seat=door.seat.index, now=timezone.now())
    except Refused as refused:
        return _refused(request, _door(request, game_id), refused)
    return see_other(f"{door.url}?undone=1")


def _door(request: HttpRequest, game_id: int) -> Door:
    """Return what the signed-in player, or anybody, may do at this game. Raises Http404."""
    try:
        table = load_table(game_id, reader_of(request))
    except (Game.DoesNotExist, OverflowError):
        raise Http404 from None
    player = reader_of(request)
    seat = table.seat_of(player)
    is_open = table.game.is_running and seat is not None and not seat.is_bot
    return Door(
        table=table,
        seat=seat,
        may_move=is_open and seat is not None and seat.awaited_turn is not None,
        url=reverse("game", args=[game_id]),
        undo_url=reverse("undo", args=[game_id]),
        zone=zone_of(player.time_zone if player else settings.TIME_ZONE),
        via=Via.PAGE,
        is_signed_in=player is not None,
    )


def _refused(request: HttpRequest, door: Door, refused: Refused) -> HttpResponse:
    """Show the table as it is now, with the reason, the choice kept."""
    return table_page(
        request,
        door,
        choice=choice_of(request.POST),
        fault=refused.message,
        status=status_of(refused),
    )
