"""What a stand-by sees who is asked to take over a seat, and what is offered at a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.models import (
    GameStatus,
    OfferCause,
    OfferState,
    Player,
    RequestState,
    Seat,
    SeatOffer,
    SeatRequest,
)
from games.selectors.positions import Table, table_of
from games.selectors.table import TableView, table_view

__all__ = ["AskedPage", "OfferPage", "asked_page", "offer_page", "questions_to"]


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A question to a stand-by with the game as seen from the offered seat; `leaver` is whose seat it was.

    `is_hidden`: the boards aren't for the reader's eyes unless they take the seat.
    """

    asked: SeatRequest
    offer: SeatOffer
    view: TableView
    leaver: str
    is_to_move: bool
    is_hidden: bool

    @property
    def can_accept(self) -> bool:
        """Whether the seat is still to be had."""
        return self.offer.is_open and self.view.game.status == GameStatus.RUNNING

    @property
    def is_yours(self) -> bool:
        """Whether the reader has taken it."""
        return self.asked.state == RequestState.ACCEPTED

    @property
    def has_declined(self) -> bool:
        """Whether the reader has said no."""
        return self.asked.state == RequestState.DECLINED

    @property
    def is_late(self) -> bool:
        """Whether somebody else is asked meanwhile."""
        return self.asked.state == RequestState.LAPSED

    @property
    def is_absent(self) -> bool:
        """Whether the one who held the seat let their time run out."""
        return self.offer.cause == OfferCause.TIME_OUT


@dataclass(frozen=True, slots=True)
class OfferPage:
    """A seat that its player, or a director, may offer. `asked` is how many have been asked so far."""

    table: Table
    seat: Seat
    offer: SeatOffer | None
    asked: int

    @property
    def is_absent(self) -> bool:
        """Whether it is offered because time was up."""
        return self.offer is not None and self.offer.cause == OfferCause.TIME_OUT


def asked_page(request_id: int, *, language: str) -> AskedPage | None:
    """Return the page of a question, None if there is no such one. Four queries at most."""
    found = SeatRequest.objects.select_related(
        "offer__game", "offer__player", "offer__seat", "player"
    )
    asked = found.filter(pk=request_id).first()
    if asked is None:
        return None
    table = table_of(asked.offer.game)
    seat = table.seats[asked.offer.seat.index]
    return AskedPage(
        asked=asked,
        offer=asked.offer,
        view=table_view(table, seat=seat.index, may_move=False, language=language),
        leaver=asked.offer.player.shown_name,
        is_to_move=seat.awaited_turn is not None,
        is_hidden=not table.is_open_to(asked.player),
    )


def offer_page(table: Table, seat: Seat) -> OfferPage:
    """Return what is offered of a seat. Two queries."""
    offer = SeatOffer.objects.filter(seat=seat, state=OfferState.OPEN).first()
    asked = 0 if offer is None else offer.requests.count()
    return OfferPage(table, seat, offer, asked)


def questions_to(player: Player) -> list[tuple[int, str, datetime]]:
    """Return (id, title of the game, answer by) of the questions that wait for a player. One query."""
    waiting = SeatRequest.objects.filter(
        player=player, state=RequestState.ASKED, offer__state=OfferState.OPEN
    )
    found = waiting.select_related("offer__game").order_by("answer_by")
    return [(asked.pk, asked.offer.game.title, asked.answer_by) for asked in found]
