"""Offering a seat of a running game, and asking players who stand in for others to take it over."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

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
from games.selectors.positions import Table
from games.selectors.stand_ins import answer_deadline, open_offer_of
from games.services import audit
from games.services.clock_news import tell_table
from games.services.errors import GameOver, NoSuchGame, NotAllowed, Refused, TooLate, TooMany
from games.services.locking import locked_table
from games.services.seasons import may_direct
from games.services.seat_offers import close_offers
from games.services.stand_ins import ask_next, can_ask, open_offer
from games.services.takeover import take_over

OFFERS_PER_DAY: Final = 3


class NobodyStandsIn(Refused):
    """There is nobody who could be asked."""

    code = "nobody-stands-in"


class Answer(StrEnum):
    """What a stand-by says; STOP declines and leaves the list of stand-bys."""

    ACCEPT = "accept"
    DECLINE = "decline"
    STOP = "stop"


@transaction.atomic(durable=True)
def offer_seat(
    *, game_id: int, seat: int, by: Player, now: datetime, reason: str = ""
) -> SeatOffer:
    """Offer a seat to players who stand in, by its player or a director; the first of them is asked.

    Until somebody takes it the player plays on. Offering twice changes nothing. Writes SeatOffer,
    SeatRequest and AuditEntry; queues mails. Raises NoSuchGame, NotAllowed, TooLate, GameOver,
    TooMany, or NobodyStandsIn when nobody could be asked.
    """
    table = locked_table(game_id)
    holder = _seat_at(table, seat)
    is_own = holder.player_id == by.pk
    if not is_own and not may_direct_game(by, table):
        raise NotAllowed(_("Only the player of a seat or a director can offer it."))
    if is_own and open_offer_of(holder) is None:
        _check_offers_today(holder, now)
    cause = OfferCause.PLAYER if is_own else OfferCause.DIRECTOR
    return offer_held_seat(table, holder, cause=cause, by=by, now=now, reason=reason)


def offer_held_seat(
    table: Table, holder: Seat, *, cause: OfferCause, by: Player, now: datetime, reason: str
) -> SeatOffer:
    """Do the work of offer_seat for a game that the caller has locked, rights aside."""
    _check_offerable(table, holder)
    standing = open_offer_of(holder)
    if standing is not None:
        return standing
    if not can_ask(holder, now=now):
        raise NobodyStandsIn(
            _("Nobody stands in for others at present. You can try again later, or leave the game.")
        )
    is_own = cause == OfferCause.PLAYER
    offer = open_offer(table, holder, cause=cause, by=by, now=now, reason=reason)
    tell_table(table, "offered", now=now, seat=holder, but=holder if is_own else None)
    ask_next(table, offer, now=now)
    return offer


@transaction.atomic(durable=True)
def withdraw_offer(*, game_id: int, seat: int, by: Player, now: datetime) -> bool:
    """Take an offer back; return whether one stood. Doing it twice changes nothing.

    Its player takes back an own offer, a director also one of a director. Raises NoSuchGame, NotAllowed,
    or TooLate when somebody has taken the seat, or time was up.
    """
    table = locked_table(game_id)
    holder = _seat_at(table, seat)
    is_director = may_direct_game(by, table)
    if holder.player_id != by.pk and not is_director:
        if _was_taken_from(holder, by):
            raise TooLate(_("Too late: somebody has taken over your seat."))
        raise NotAllowed(_("Only the player of a seat or a director can offer it."))
    offer = open_offer_of(holder)
    if offer is None:
        return False
    if offer.cause == OfferCause.TIME_OUT:
        raise TooLate(_("Time was up. Whoever plays the turn now keeps the seat."))
    if offer.cause == OfferCause.DIRECTOR and not is_director:
        raise NotAllowed(_("A director offers this seat, and a director can take that back."))
    close_offers(seats=[holder.pk], state=OfferState.WITHDRAWN, now=now)
    audit.record("offer_withdrawn", now=now, game=table.game, actor=by, seat=seat)
    return True


@transaction.atomic(durable=True)
def answer_request(*, request_id: int, answer: Answer, now: datetime) -> SeatRequest:
    """Take over a seat, or say no to it; the same answer again changes nothing.

    Whoever was asked may say yes as long as the seat is free, also late; of several exactly one gets it.
    Raises NoSuchGame, GameOver, NotAllowed, or TooLate when the seat is no longer to be had.
    """
    game_id = SeatRequest.objects.filter(pk=request_id).values_list("offer__game", flat=True)
    # All that happens to an offer happens with its game locked: of two who accept, one comes second.
    table = locked_table(game_id.first() or 0)
    asked = SeatRequest.objects.select_related("offer", "player").get(pk=request_id)
    if answer == Answer.ACCEPT:
        _accept(table, asked, now)
    else:
        _decline(table, asked, now, is_last=answer == Answer.STOP)
    return asked


@transaction.atomic(durable=True)
def move_offer_on(*, offer_id: int, now: datetime) -> bool:
    """Ask the next stand-by when time to answer is up, or end an offer; return whether anything was done.

    The time to answer is computed once more: an outage doesn't count. Raises NoSuchGame.
    """
    game_id = SeatOffer.objects.filter(pk=offer_id).values_list("game", flat=True).first()
    table = locked_table(game_id or 0)
    offer = SeatOffer.objects.get(pk=offer_id)
    if not offer.is_open or offer.look_at > now:
        return False
    holder = next(seat for seat in table.seats if seat.pk == offer.seat_id)
    if table.game.status != GameStatus.RUNNING or holder.is_bot:
        close_offers(seats=[holder.pk], state=OfferState.OVER, now=now)
        return True
    asked = offer.requests.select_related("player").filter(state=RequestState.ASKED).first()
    if asked is not None:
        until = answer_deadline(asked.player, asked_at=asked.asked_at)
        if until > now:
            _wait_until(offer, asked, until)
            return False
        asked.state, asked.answered_at = RequestState.LAPSED, now
        asked.save(update_fields=["state", "answered_at"])
    ask_next(table, offer, now=now)
    return True


def may_direct_game(by: Player, table: Table) -> bool:
    """Whether a player is a director of this game: staff, or who runs the league it is played in."""
    if by.is_staff:
        return True
    fixture = getattr(table.game, "fixture", None)
    return fixture is not None and may_direct(by, fixture.division.season.league)


def _accept(table: Table, asked: SeatRequest, now: datetime) -> None:
    if asked.state == RequestState.ACCEPTED:
        return
    offer = asked.offer
    if not offer.is_open:
        raise TooLate(_no_longer(offer))
    if table.game.status != GameStatus.RUNNING:
        raise GameOver(_("This game is over."))
    if not asked.player.is_active or table.seat_of(asked.player) is not None:
        raise NotAllowed(_("You can't take this seat."))
    holder = next(seat for seat in table.seats if seat.pk == offer.seat_id)
    asked.state, asked.answered_at = RequestState.ACCEPTED, now
    asked.save(update_fields=["state", "answered_at"])
    take_over(table, holder, asked.player, cause=OfferCause(offer.cause), now=now)


def _decline(table: Table, asked: SeatRequest, now: datetime, *, is_last: bool) -> None:
    if is_last:
        Player.objects.filter(pk=asked.player_id).update(stands_in=0)
    if asked.state == RequestState.ACCEPTED:
        if is_last:
            return
        raise TooLate(
            _("You have taken this seat already. You can offer it on the page of the game.")
        )
    if asked.state != RequestState.ASKED:
        return
    asked.state, asked.answered_at = RequestState.DECLINED, now
    asked.save(update_fields=["state", "answered_at"])
    if table.game.status == GameStatus.RUNNING:
        ask_next(table, asked.offer, now=now)


def _no_longer(offer: SeatOffer) -> str:
    """Return why an offered seat can't be had any more."""
    match offer.state:
        case OfferState.TAKEN:
            return _("Somebody else was faster: the seat is taken.")
        case OfferState.WITHDRAWN:
            return _("The seat is no longer offered: its player goes on.")
        case _:
            return _("The seat is no longer offered.")


def _seat_at(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise NoSuchGame(_("There is no such seat."))
    return table.seats[seat]


def _check_offerable(table: Table, holder: Seat) -> None:
    if table.game.started_at is None:
        raise TooLate(_("This game has not begun. You can leave it on its page."))
    if table.game.status != GameStatus.RUNNING:
        raise GameOver(_("This game is over."))
    if holder.is_bot:
        raise TooLate(_("A bot plays this seat already."))


def _check_offers_today(holder: Seat, now: datetime) -> None:
    """Keep a player from offering a seat over and over. Raises TooMany."""
    today = SeatOffer.objects.filter(seat=holder, opened_at__gt=now - timedelta(days=1))
    if today.count() >= OFFERS_PER_DAY:
        raise TooMany(_("You have offered this seat several times today. Try again tomorrow."))


def _was_taken_from(holder: Seat, player: Player) -> bool:
    return holder.changes.filter(from_player=player).exists()


def _wait_until(offer: SeatOffer, asked: SeatRequest, until: datetime) -> None:
    asked.answer_by = offer.look_at = until
    asked.save(update_fields=["answer_by"])
    offer.save(update_fields=["look_at"])
