"""Giving a seat to another player, in the middle of a game."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.competition.clock import parse_pace
from games.models import (
    MailKind,
    Message,
    Note,
    OfferCause,
    OfferState,
    Player,
    Seat,
    SeatChange,
    StandingOrder,
)
from games.selectors.deals import knows_deal
from games.selectors.positions import Table
from games.services import audit, outbox
from games.services.clock_news import tell_table
from games.services.clocks import CLOCK_FIELDS, first_deadline, set_deadlines, start_clock
from games.services.errors import NotAllowed
from games.services.progress import queue_turn_mail
from games.services.seat_offers import close_offers
from games.services.talk import newest_message

_SEAT_FIELDS = (
    "player", "held_from", "epoch", "timeouts", "wants_pause", "is_muted", "is_talk_off", "last_read",
    "awaited_at",
)  # fmt: skip


def take_over(
    table: Table, seat: Seat, player: Player, *, cause: OfferCause, now: datetime
) -> SeatChange:
    """Put a player in the place of another one, inside the caller's transaction with the game locked.

    The newcomer has a fresh bank and, if the seat is to move, a whole turn from now on. Links mailed
    before are dead, orders and private notes of the one who leaves are gone, messages stay theirs.
    Writes SeatChange, Seat, Game and AuditEntry; queues mails. Raises ValueError for a seat without a
    player, NotAllowed for somebody who knows the tiles from another table.
    """
    leaver = seat.player
    if leaver is None:
        raise ValueError(f"seat {seat.pk} has no player")
    if knows_deal(table.game, player):
        raise NotAllowed(_("You play, or have played, with the same tiles at another table."))
    change = SeatChange.objects.create(
        game=table.game,
        seat=seat,
        from_player=leaver,
        to_player=player,
        from_turn=seat.held_from or 0,
        turn=table.game.turn,
        cause=cause,
        at=now,
    )
    _clear_away(seat, leaver)
    _sit_down(table, seat, player, now)
    close_offers(seats=[seat.pk], state=OfferState.TAKEN, now=now)
    audit.record(
        "take_over",
        now=now,
        game=table.game,
        actor=player,
        seat=seat.index,
        turn=change.turn,
        from_player=leaver.pk,
        cause=cause.value,
    )
    _tell(table, seat, change, now)
    return change


def _clear_away(seat: Seat, leaver: Player) -> None:
    """Keep what the leaver wrote to the table as theirs, and drop what was for their eyes only."""
    Message.objects.filter(seat=seat, author=None).update(author=leaver)
    Note.objects.filter(seat=seat).delete()
    StandingOrder.objects.filter(seat=seat).delete()


def _sit_down(table: Table, seat: Seat, player: Player, now: datetime) -> None:
    game = table.game
    seat.player, seat.held_from = player, game.turn
    seat.epoch += 1
    seat.bank = seat.bank_before = parse_pace(game.pace).first_bank
    seat.timeouts, seat.wants_pause = 0, False
    seat.is_muted = seat.is_talk_off = False
    seat.last_read = newest_message(game)
    if seat.awaited_turn is not None:
        seat.awaited_at = now
        start_clock(seat, now=now)
        set_deadlines([seat])
    seat.save(update_fields=[*_SEAT_FIELDS, *CLOCK_FIELDS])
    game.deadline_at = first_deadline(table.seats)
    game.save(update_fields=["deadline_at"])


def _tell(table: Table, seat: Seat, change: SeatChange, now: datetime) -> None:
    """Queue the newcomer's turn mail, the news for the others, and a word to the one who left."""
    if seat.awaited_turn is not None:
        queue_turn_mail(table.game, seat, now)
    tell_table(table, "taken-over", now=now, seat=seat, but=seat, change=change.pk)
    outbox.queue_mail(
        key=f"{MailKind.SEAT_TAKEN}:{change.pk}",
        kind=MailKind.SEAT_TAKEN,
        player=change.from_player,
        game=table.game,
        now=now,
        context={"change": change.pk},
    )
