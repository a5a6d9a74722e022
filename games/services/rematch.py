"""Playing again: the same people, the next one begins."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games import bots
from games.models import Game, GameStatus, Player, Seat
from games.services.errors import NotAllowed, TooLate
from games.services.invitations import add_invitation
from games.services.lobby import SeatPlan, Setup, add_game, check_tables_today
from games.services.locking import locked_table
from games.services.seating import begin_if_full, check_waiting


@transaction.atomic(durable=True)
def offer_rematch(*, game_id: int, by: Player, now: datetime) -> Game:
    """Set up a finished game once more and invite the others; the next seat begins.

    A rematch that is there already is returned as it is, whoever asked for it. Bots, and players
    whose accounts are closed, are played by bots. Raises NoSuchGame, NotAllowed, TooLate, TooMany or
    TooManyWaiting.
    """
    # Locking the old game, two players who ask at once get the same table.
    table = locked_table(game_id)
    if table.seat_of(by) is None:
        raise NotAllowed(_("Only the players of this game can do this."))
    if table.game.status != GameStatus.FINISHED:
        raise TooLate(_("This game is not finished."))
    rematch = table.game.rematches.exclude(status=GameStatus.VOID).first()
    if rematch is not None:
        return rematch
    check_waiting(by)
    check_tables_today(by, now)
    old = table.game
    setup = Setup(
        name=old.name,
        wall=old.wall,
        pace=old.pace,
        start_seat=(old.start_seat + 1) % len(table.seats),
        rematch_of=old,
        timeout_policy=old.timeout_policy,
        has_weekends_off=old.has_weekends_off,
        excused=old.excused,
    )
    seats = [_plan(seat, by) for seat in table.seats]
    game = add_game(setup=setup, seats=seats, created_by=by, now=now)
    for seat, plan in zip(table.seats, seats, strict=True):
        if plan is None:
            add_invitation(game=game, index=seat.index, by=by, player=seat.player, now=now)
    begin_if_full(game, now)
    return game


def _plan(seat: Seat, by: Player) -> SeatPlan | None:
    """Return who sits there at once; None for a player who is to be asked."""
    if seat.player_id == by.pk:
        return SeatPlan(player=by)
    if seat.player is None or not seat.player.is_active:
        return SeatPlan(bot=seat.bot or bots.SIMPLEST)
    return None
