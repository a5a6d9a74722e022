"""Leaving a game and ending it; every way to end a game goes through finalize_game."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games import azul, bots
from games.models import Game, GameStatus, MailKind, OfferState, Player, Result, Seat
from games.selectors.places import FORFEIT, ranking_of
from games.selectors.positions import Table
from games.services import audit, outbox, ratings
from games.services.clocks import first_deadline
from games.services.deals import open_deal_of
from games.services.errors import GameOver, NoSuchGame, NotAllowed, TooLate
from games.services.locking import locked_table
from games.services.seat_offers import close_offers

STAND_IN: Final = "greedy"
"""Who plays a turn, or a seat, whose player did not."""


@transaction.atomic(durable=True)
def resign_seat(*, game_id: int, seat: int, by: Player, now: datetime, reason: str = "") -> None:
    """Give up a seat: the simplest bot plays it to the end, so that the others can finish.

    `by` is its player or staff. The result still counts for the player. Resigning twice changes
    nothing. Writes Seat and AuditEntry. Raises NoSuchGame, NotAllowed, TooLate or GameOver.
    """
    table = locked_table(game_id)
    if not 0 <= seat < len(table.seats):
        raise NoSuchGame(_("There is no such seat."))
    holder = table.seats[seat]
    if holder.player_id != by.pk and not by.is_staff:
        raise NotAllowed(_("Only the player of a seat can resign it."))
    if table.game.started_at is None:
        raise TooLate(_("This game has not begun. You can leave it on its page."))
    if table.game.status != GameStatus.RUNNING:
        raise GameOver(_("This game is over."))
    if not holder.is_bot:
        give_seat_to_bot(table, seat, by=by, now=now, reason=reason)


def give_seat_to_bot(
    table: Table,
    seat: int,
    *,
    by: Player | None,
    now: datetime,
    reason: str = "",
    bot: str = bots.SIMPLEST,
) -> None:
    """Do the work of resign_seat for a running game that the caller has locked; None: the server itself."""
    holder = table.seats[seat]
    holder.bot, holder.resigned_at = bot, now
    holder.epoch += 1
    holder.deadline_at = holder.remind_at = None
    holder.save(update_fields=["bot", "resigned_at", "epoch", "deadline_at", "remind_at"])
    close_offers(seats=[holder.pk], state=OfferState.OVER, now=now)
    table.game.deadline_at = first_deadline(table.seats)
    table.game.save(update_fields=["deadline_at"])
    audit.record("resign_seat", now=now, game=table.game, actor=by, reason=reason, seat=seat)
    if holder.awaited_turn is not None:
        outbox.hint("games.tasks.play_bots", table.game.pk)


@transaction.atomic(durable=True)
def finalize_game(*, game_id: int, now: datetime) -> bool:
    """Write the result of a game whose last tile is placed: places, bonuses, mails. Rule: R20, R21.

    Returns False and changes nothing when the game isn't waiting for its result.
    """
    table = locked_table(game_id)
    game = table.game
    if game.status != GameStatus.SCORING:
        return False
    _write_results(table)
    game.status, game.finished_at = GameStatus.FINISHED, now
    game.save(update_fields=["status", "finished_at"])
    close_offers(seats=[seat.pk for seat in table.seats], state=OfferState.OVER, now=now)
    audit.record("finalize_game", now=now, game=game, end_reason=game.end_reason)
    ratings.note_result(game)
    open_deal_of(game, now=now)
    _queue_game_over(game, table.seats, now)
    return True


def _write_results(table: Table) -> None:
    position = table.position
    # A game that a forfeit ended early has no bonuses: the boards are as they were left.
    is_complete = position.end_reason is not None
    ranking = ranking_of(table.seats, position.boards)
    places = {seat: place for place, members in ranking for seat in members}
    results = []
    for seat in table.seats:
        board = position.boards[seat.index]
        bonus = azul.bonuses(board)
        results.append(
            Result(
                game=table.game,
                seat=seat,
                place=places[seat.index],
                score=board.score,
                rows=bonus.rows,
                columns=bonus.columns,
                colors=bonus.colors,
                bonus=bonus.points if is_complete else 0,
                reason="" if seat.forfeited_at is None else FORFEIT,
            )
        )
        seat.score = board.score
    Result.objects.bulk_create(results)
    Seat.objects.bulk_update(table.seats, ["score"])


def _queue_game_over(game: Game, seats: tuple[Seat, ...], now: datetime) -> None:
    for seat in seats:
        if not seat.is_muted:
            outbox.queue_to_seat(seat, kind=MailKind.GAME_OVER, game=game, turn=game.turn, now=now)
