"""What stands beside the table for the players of a game: their messages and their notes."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import get_language

from games.forms.orders import OrderForm
from games.forms.talk import MessageForm, NoteForm
from games.models import GameStatus, Seat
from games.selectors.freshness import words_tag
from games.selectors.orders import OrderView, order_view
from games.selectors.positions import Table
from games.selectors.talk import Talk, note_of, talk_of
from games.services.talk import note_read, read_up_to

__all__ = ["Beside", "beside"]

MOST_MESSAGES = 10


@dataclass(frozen=True)
class Beside:
    """Messages, notes and, after the end, the way to a rematch."""

    talk: Talk
    message_form: MessageForm
    note_form: NoteForm
    tag: str
    can_rematch: bool
    orders: OrderView | None
    order_form: OrderForm | None


def beside(
    request: HttpRequest, table: Table, seat: Seat | None, most: int = MOST_MESSAGES
) -> Beside | None:
    """Return what a seat's signed-in player sees beside the table, None for anybody else. Three queries.

    A page that a person opens counts as read. What a script fetches (HX-Request) does not: nobody may be
    sitting before an open page.
    """
    if seat is None or getattr(request.user, "pk", None) != seat.player_id:
        return None
    talk = talk_of(table, seat, read_up_to=read_up_to(seat), most=most)
    if request.method == "GET" and "HX-Request" not in request.headers:
        note_read(seat=seat, message_id=talk.newest)
    note = note_of(seat)
    orders = None
    if table.game.is_running and not seat.is_bot:
        orders = order_view(table, seat, language=get_language() or "en")
    tag = words_tag(seat, newest=talk.newest, noted_at=note.updated_at if note else None)
    return Beside(
        talk=talk,
        message_form=MessageForm(auto_id="talk_%s"),
        note_form=NoteForm(initial={"text": note.text if note else ""}, auto_id="note_%s"),
        tag=tag,
        can_rematch=table.game.status == GameStatus.FINISHED,
        orders=orders,
        order_form=OrderForm(view=orders) if orders is not None else None,
    )
