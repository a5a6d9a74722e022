"""What a turn link still opens: whether its turn may be played, or what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, GameStatus, Move, Seat
from games.selectors.positions import Eyes, HiddenTable, Table, load_table

__all__ = ["LinkView", "open_link"]


@dataclass(frozen=True, slots=True)
class LinkView:
    """A turn link with its game.

    `is_open`: the turn may be played now. `answer`: the move that was played for it, if any.
    `is_void`: the link no longer speaks for the seat (epoch, player replaced or inactive).
    """

    table: Table
    seat: Seat
    turn: int
    is_open: bool
    is_void: bool
    answer: Move | None


def open_link(*, game_id: int, seat: int, turn: int, epoch: int) -> LinkView | None:
    """Return what the link shows, None if there is no such game or seat.

    Raises HiddenTable for a link that speaks for no seat (any more), where only these may see the table.
    """
    try:
        table = load_table(game_id, Eyes.SERVER)
    except Game.DoesNotExist:
        return None
    if not 0 <= seat < len(table.seats):
        return None
    holder = table.seats[seat]
    is_void = holder.epoch != epoch or _is_left(holder)
    if is_void and not table.is_open_to(None):
        raise HiddenTable(table.game)
    is_running = table.game.status == GameStatus.RUNNING
    answer = next((m for m in table.moves if m.seat_id == holder.pk and m.asked_turn == turn), None)
    return LinkView(
        table=table,
        seat=holder,
        turn=turn,
        is_open=is_running and not is_void and holder.awaited_turn == turn,
        is_void=is_void,
        answer=answer,
    )


def _is_left(seat: Seat) -> bool:
    """Whether nobody plays this seat by hand: no player, a bot, or a player who was switched off."""
    return seat.player is None or seat.is_bot or not seat.player.is_active
