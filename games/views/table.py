"""What the game page and the turn-link page share: whose page it is, showing it, answering a move."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.forms.play import MoveForm, choice_of, typed_fault
from games.models import Fixture, Move, Seat, Via
from games.selectors.clock_view import clock_view
from games.selectors.decisions import decision_about
from games.selectors.freshness import tag_of
from games.selectors.positions import Table
from games.selectors.table import Choice, TableView, table_view
from games.selectors.tilings import tiling_of
from games.selectors.turn_links import LinkView
from games.services.errors import (
    BadText,
    NoSuchGame,
    NotAllowed,
    NothingChosen,
    Refused,
    TooMany,
    UnreadableMove,
    stale_turn,
)
from games.services.play import UNDO_WINDOW, note_opened, play_move, undoable_move
from games.services.players import BadName
from games.services.seasons import may_direct
from games.views.beside import beside
from games.views.polling import tagged
from games.views.reader import reader_of

__all__ = ["Door", "answer_move", "see_other", "show_table", "status_of", "table_page"]

STATUS_OF = {
    NoSuchGame: HTTPStatus.NOT_FOUND,
    NotAllowed: HTTPStatus.FORBIDDEN,
    TooMany: HTTPStatus.TOO_MANY_REQUESTS,
    UnreadableMove: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadName: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadText: HTTPStatus.UNPROCESSABLE_ENTITY,
    NothingChosen: HTTPStatus.UNPROCESSABLE_ENTITY,
}


@dataclass(frozen=True)
class Door:
    """How somebody came to a game: by the game's address or by a turn link.

    `seat` is the seat they look from and, if `may_move`, play; `url` takes the move, `undo_url`
    takes it back; `zone` is whose time the page shows.
    """

    table: Table
    seat: Seat | None
    may_move: bool
    url: str
    undo_url: str
    zone: ZoneInfo
    via: Via
    link: LinkView | None = None
    token: str = ""
    is_signed_in: bool = False

    @property
    def game_url(self) -> str:
        """The public page of the game."""
        return reverse("game", args=[self.table.game.pk])

    def undoable(self, now: datetime) -> Move | None:
        """Return the move that this door may take back now."""
        if self.seat is None or (self.link and self.link.is_void):
            return None
        move = undoable_move(self.table, seat=self.seat.index, now=now)
        if self.link and move and (self.link.answer is None or move.pk != self.link.answer.pk):
            return None
        return move

    @property
    def since(self) -> int | None:
        """The move number from which a link that is not open tells the story: after its own move."""
        if self.link is None or self.link.is_open:
            return None
        answer = self.link.answer
        return self.link.turn if answer is None else answer.turn + 1


def status_of(refused: Refused) -> HTTPStatus:
    """Return the status that a refusal is answered with."""
    return STATUS_OF.get(type(refused), HTTPStatus.CONFLICT)


def see_other(url: str) -> HttpResponse:
    """Return a redirect that is always followed with GET."""
    response = HttpResponseRedirect(url)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def show_table(request: HttpRequest, door: Door) -> HttpResponse:
    """Answer a GET: the table with the choice in the address previewed. Changes nothing."""
    fault = typed_fault(request.GET)
    return table_page(request, door, choice=choice_of(request.GET), fault=fault)


def table_page(
    request: HttpRequest,
    door: Door,
    *,
    choice: Choice | None = None,
    fault: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the game as seen through this door; `fault` says why a request was refused."""
    now = timezone.now()
    if door.seat is not None and door.may_move and request.method in {"GET", "HEAD"}:
        note_opened(door.table, door.seat)
    view = table_view(
        door.table,
        seat=door.seat.index if door.seat else None,
        may_move=door.may_move,
        choice=choice,
        since=door.since,
        language=get_language() or "en",
    )
    words = None if door.link else beside(request, door.table, door.seat)
    tag = tag_of(door.table.game, words.tag if words else "")
    undoable = door.undoable(now)
    context = {
        "view": view,
        "door": door,
        "now": now,
        "fault": fault or _unseen_refusal(view),
        "undoable": undoable,
        "undo_until": undoable.played_at + UNDO_WINDOW if undoable else None,
        "game": door.table.game,
        "beside": words,
        "decision": decision_about(door.table.game),
        "desk": _desk(request, door),
        "clock": clock_view(door.table, door.seat, now=now),
        "tag": tag,
        # What was typed stays only to be mended; a readable move is a choice like any other.
        "typed": (request.POST or request.GET).get("typed", "") if fault else "",
    }
    template = "play/text.html" if request.GET.get("view") == "text" else "play/table.html"
    with timezone.override(door.zone):
        response = render(request, template, context, status=status)
    return tagged(response, tag) if "HX-Request" in request.headers else response


def _desk(request: HttpRequest, door: Door) -> str:
    """Return where a director of the game's league finds this table on the desk, "" for others."""
    fixture: Fixture | None = getattr(door.table.game, "fixture", None)
    reader = None if door.link else reader_of(request)
    if fixture is None or reader is None:
        return ""
    season = fixture.division.season
    if not may_direct(reader, season.league):
        return ""
    return reverse("manage-table", args=[season.league.slug, season.number, fixture.pk])


def _unseen_refusal(view: TableView) -> str:
    """Return why the chosen tiles can't be taken, if they aren't there to be shown as chosen."""
    if view.preview is None or view.market.has_chosen:
        return ""
    return view.preview.refusal


def answer_move(request: HttpRequest, door: Door) -> HttpResponse | Refused:
    """Play the move that a form sent: 303 if it stands, a 422 page if the form is no move.

    Returns the refusal, if the rules or the turn turn the move down.
    """
    choice, form = choice_of(request.POST), MoveForm(request.POST)
    if "preview" in request.GET and choice.is_made and not typed_fault(request.POST):
        return see_other(f"{door.url}?{_query(choice)}#place")
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        fault = (_missing_column(door, choice) if form.is_empty else "") or form.fault
        return table_page(request, door, choice=choice, fault=fault, status=status)
    # A link plays the turn it was made for and no later one of its seat, whatever the form says.
    if door.seat is None or (door.link and form.cleaned_data["turn"] != door.link.turn):
        return stale_turn()
    try:
        play_move(
            game_id=door.table.game.pk,
            seat=door.seat.index,
            turn=form.cleaned_data["turn"],
            move=form.notation,
            via=door.via,
            now=timezone.now(),
            epoch=door.seat.epoch if door.link else None,
        )
    except Refused as refused:
        return refused
    return see_other(door.url)


def _missing_column(door: Door, choice: Choice) -> str:
    """Return what to choose next at wall-tiling, "" in the offer."""
    if door.seat is None or not door.may_move:
        return ""
    tiling = tiling_of(door.table.position, door.seat.index, place=choice.place)
    return _("Choose a column for line %(line)d.") % {"line": tiling.line} if tiling else ""


def _query(choice: Choice) -> str:
    fields = {"take": choice.take, "line": choice.line, "place": choice.place}
    return urlencode({name: value for name, value in fields.items() if value})
