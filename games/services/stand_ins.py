"""Asking players who stand in for others, one after the other, inside the transaction of whoever offers a seat."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction

from games.models import (
    MailKind,
    OfferCause,
    OfferState,
    Player,
    Seat,
    SeatOffer,
    SeatRequest,
)
from games.selectors.positions import Table
from games.selectors.stand_ins import answer_deadline, open_offer_of, stand_bys_for
from games.services import audit, outbox
from games.services.clock_news import tell_table
from games.services.endings import STAND_IN, give_seat_to_bot
from games.services.seat_offers import close_offers

LOOK_AGAIN: Final = timedelta(minutes=10)
"""When to look again while everybody left to ask is being asked for another seat."""


def open_offer(
    table: Table,
    holder: Seat,
    *,
    cause: OfferCause,
    by: Player | None,
    now: datetime,
    reason: str,
) -> SeatOffer:
    """Write the offer of a seat that has none, inside the caller's transaction; nobody is asked yet.

    Raises ValueError for a seat without a player.
    """
    if holder.player is None:
        raise ValueError(f"seat {holder.pk} has no player")
    audit.record("offer_seat", now=now, game=table.game, actor=by, reason=reason, seat=holder.index)
    return SeatOffer.objects.create(
        game=table.game,
        seat=holder,
        player=holder.player,
        cause=cause,
        reason=reason[:200],
        turn=table.game.turn,
        opened_at=now,
        look_at=now,
    )


def offer_for_time_out(table: Table, seat: Seat, *, now: datetime) -> None:
    """Offer the seat of a player whose time is up, inside the caller's transaction.

    The turn stays open: as long as nobody has taken the seat its player may still play it. An offer that
    stood already goes on, with what follows if nobody comes.
    """
    seat.is_overdue = True
    seat.save(update_fields=["is_overdue"])
    offer = open_offer_of(seat)
    if offer is not None:
        offer.cause = OfferCause.TIME_OUT
        offer.save(update_fields=["cause"])
        return
    offer = open_offer(table, seat, cause=OfferCause.TIME_OUT, by=None, now=now, reason="time-out")
    ask_next(table, offer, now=now)


def has_stand_bys(seat: Seat, *, now: datetime) -> bool:
    """Whether somebody is asked, or can be, to take over this seat. Three queries at most."""
    return open_offer_of(seat) is not None or can_ask(seat, now=now)


def can_ask(holder: Seat, *, now: datetime) -> bool:
    """Whether there is anybody who could be asked to take over this seat, now or a little later. Two queries."""
    stand_bys, has_busy = stand_bys_for(holder, now=now)
    return bool(stand_bys) or has_busy


def ask_next(table: Table, offer: SeatOffer, *, now: datetime) -> None:
    """Ask the next stand-by about an open offer, or end it when all have been asked.

    Runs inside the caller's transaction with the game locked.
    """
    holder = next(seat for seat in table.seats if seat.pk == offer.seat_id)
    stand_bys, has_busy = stand_bys_for(holder, now=now)
    for stand_by in stand_bys:
        if _ask(table, offer, stand_by.player, now):
            return
    # Those left over were asked for another seat a moment ago.
    if has_busy or stand_bys:
        offer.look_at = now + LOOK_AGAIN
        offer.save(update_fields=["look_at"])
        return
    _give_up(table, holder, offer, now)


def _ask(table: Table, offer: SeatOffer, player_id: int, now: datetime) -> bool:
    """Write the question to a stand-by and queue its mail; return False if they are asked elsewhere."""
    player = Player.objects.get(pk=player_id)
    until = answer_deadline(player, asked_at=now)
    try:
        with transaction.atomic():
            asked = SeatRequest.objects.create(
                offer=offer, player=player, asked_at=now, answer_by=until
            )
    except IntegrityError:  # another game asked them at the same moment
        return False
    offer.look_at = until
    offer.save(update_fields=["look_at"])
    outbox.queue_mail(
        key=f"{MailKind.SEAT_OFFER}:{asked.pk}",
        kind=MailKind.SEAT_OFFER,
        player=player,
        game=table.game,
        now=now,
        context={"request": asked.pk},
    )
    return True


def _give_up(table: Table, holder: Seat, offer: SeatOffer, now: datetime) -> None:
    """End an offer that nobody has taken: its player plays on, or a bot if time was up."""
    is_absent = offer.cause == OfferCause.TIME_OUT
    close_offers(seats=[holder.pk], state=OfferState.NOBODY, now=now)
    audit.record("no_substitute", now=now, game=table.game, seat=holder.index)
    news = "no-substitute" if is_absent else "nobody-came"
    tell_table(table, news, now=now, seat=holder)
    if is_absent:
        give_seat_to_bot(
            table, holder.index, by=None, now=now, reason="no-substitute", bot=STAND_IN
        )
