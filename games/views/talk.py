"""Messages at the table and a player's notes: pages of their own, where a refused form keeps its text."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.talk import MessageForm, NoteForm
from games.models import Game, Seat
from games.selectors.positions import Table, load_table
from games.services.errors import Refused
from games.services.notes import save_note
from games.services.talk import post_message, switch_talk
from games.views.beside import beside
from games.views.reader import signed_in
from games.views.table import see_other, status_of

__all__ = ["notes", "switch", "talk"]

MOST_MESSAGES = 200


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the messages of a table to its players; a POST writes one."""
    table, seat = _own_table(request, game_id)
    if request.method != "POST":
        return _talk_page(request, table, seat)
    form, text = MessageForm(request.POST, auto_id="talk_%s"), request.POST.get("text", "")
    try:
        post_message(game_id=game_id, by=signed_in(request), text=text, now=timezone.now())
    except Refused as refused:
        return _talk_page(request, table, seat, form=form, refused=refused)
    return see_other(f"{reverse('game', args=[game_id])}#talk")


@login_required
@require_POST
def switch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Turn the messages of a table off or on for oneself."""
    _own_table(request, game_id)
    is_on = request.POST.get("talk") == "on"
    switch_talk(game_id=game_id, by=signed_in(request), is_on=is_on)
    return see_other(f"{reverse('game', args=[game_id])}#talk")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notes(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a player's own notes about a game; a POST keeps them."""
    table, seat = _own_table(request, game_id)
    form = NoteForm(request.POST or None, auto_id="note_%s")
    fault, status = "", HTTPStatus.OK
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            save_note(game_id=game_id, by=signed_in(request), text=text, now=timezone.now())
        except Refused as refused:
            fault, status = refused.message, status_of(refused)
        else:
            return see_other(f"{reverse('game', args=[game_id])}#notes")
    shown = beside(request, table, seat)
    if shown is not None and request.method != "POST":
        form = shown.note_form
    context = {"game": table.game, "form": form, "fault": fault}
    return render(request, "talk/notes.html", context, status=status)


def _talk_page(
    request: HttpRequest,
    table: Table,
    seat: Seat,
    *,
    form: MessageForm | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    context = {
        "game": table.game,
        "beside": beside(request, table, seat, MOST_MESSAGES),
        "form": form or MessageForm(auto_id="talk_%s"),
        "fault": refused.message if refused else "",
    }
    status = status_of(refused) if refused else HTTPStatus.OK
    return render(request, "talk/talk.html", context, status=status)


def _own_table(request: HttpRequest, game_id: int) -> tuple[Table, Seat]:
    """Return the table and the reader's seat there. Raises Http404 for everybody else."""
    try:
        table = load_table(game_id, signed_in(request))
    except (Game.DoesNotExist, OverflowError):
        raise Http404 from None
    seat = table.seat_of(signed_in(request))
    if seat is None:
        raise Http404(_("You have no seat in such a game."))
    return table, seat
