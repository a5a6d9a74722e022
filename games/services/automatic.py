"""Answering a turn in a player's stead: standing orders, and moves that leave no choice.

Both are played in the transaction of the move that makes it the seat's turn, before any mail is queued: an
order can't be lost or played twice, and no mail goes out for a turn that is answered already.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games import azul
from games.models import Lapse, Move, Seat, StandingOrder, Via
from games.selectors.positions import Table
from games.services.progress import write_row


def answer_turns(table: Table, position: azul.Position, *, mover: Seat, now: datetime) -> None:
    """Play every turn that needs nobody, from `position` on, until one does.

    `mover` has just moved: orders of theirs for that turn are dropped. Runs inside the caller's
    transaction with the game locked; the last position it came to is written down, not announced.
    """
    orders = {order.seat_id: order for order in StandingOrder.objects.filter(seat__game=table.game)}
    order = orders.pop(mover.pk, None)
    if order is not None:
        order.delete()
    # Each answer uses up an order or one of the round's last tiles, so this comes to an end.
    while (answer := _answer(table, position, orders)) is not None:
        seat, move, via = answer
        after = azul.apply(position, seat.index, move, table.dealer)
        write_row(table, seat, move, before=position, after=after, via=via, now=now)
        position = after


def revive_orders(table: Table, *, mover: Seat, turn: int) -> None:
    """Undo what a move did to orders when it is taken back.

    Orders that its turn (`turn` moves played) let lapse wait again; the mover's own, made after it, go.
    """
    StandingOrder.objects.filter(seat=mover).delete()
    StandingOrder.objects.filter(seat__game=table.game, lapsed_turn=turn).update(
        lapsed_turn=None, lapse=""
    )


def _answer(
    table: Table, position: azul.Position, orders: dict[int, StandingOrder]
) -> tuple[Seat, azul.Move, Via] | None:
    """Return a seat that is to move with what is played for it, None if all must be asked."""
    for seat in table.seats:
        if seat.awaited_turn is None or seat.is_bot or seat.player is None:
            continue
        order = orders.pop(seat.pk, None)
        if order is not None and not order.is_lapsed:
            pick = _ordered(order, seat, position)
            if pick is not None:
                order.delete()
                return seat, pick, Via.ORDER
        if seat.player.plays_forced:
            moves = azul.legal_moves(position, seat.index)
            if len(moves) == 1:
                return seat, moves[0], Via.FORCED
    return None


def _ordered(order: StandingOrder, seat: Seat, position: azul.Position) -> azul.Pick | None:
    """Return the pick that the order plays now; None, with the reason noted, if it plays none."""
    if position.phase is not azul.Phase.OFFER or position.round != order.round:
        _lapse(order, position, Lapse.ROUND)
        return None
    if _is_stopped(order, _taken_since(order, seat)):
        _lapse(order, position, Lapse.STOPPED)
        return None
    for text in order.picks.split():
        pick = azul.parse_move(text)
        if isinstance(pick, azul.Pick) and azul.is_legal(position, seat.index, pick):
            return pick
    _lapse(order, position, Lapse.ILLEGAL)
    return None


def _lapse(order: StandingOrder, position: azul.Position, why: Lapse) -> None:
    order.lapsed_turn, order.lapse = position.turn, why
    order.save(update_fields=["lapsed_turn", "lapse"])


def _taken_since(order: StandingOrder, seat: Seat) -> Iterable[str]:
    """Return what the others have taken since the order was saved, as "3R"."""
    moves = Move.objects.filter(game=seat.game_id, turn__gte=order.since).exclude(seat=seat)
    return [text[:2] for text in moves.standing().values_list("notation", flat=True)]


def _is_stopped(order: StandingOrder, taken: Iterable[str]) -> bool:
    return not set(order.stops.split()).isdisjoint(taken)
