"""Standing orders: what a player wants to be played at their coming turn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import azul
from games.models import Player, Seat, StandingOrder
from games.models.orders import MOST_PICKS, MOST_STOPS
from games.render import words
from games.selectors.positions import Table
from games.services.errors import NotAllowed, Refused, TooLate
from games.services.locking import locked_table
from games.services.talk import own_seat


class BadOrder(Refused):
    """Standing orders that can't be kept as they are."""

    code = "bad-order"


@transaction.atomic(durable=True)
def save_order(
    *, game_id: int, by: Player, picks: Sequence[str], stops: Sequence[str], now: datetime
) -> None:
    """Keep these picks for the player's coming turn, in place of what was ordered before.

    `picks` are moves of the factory offer in notation, the most wished for first; `stops` name tiles
    ("3R": red from display 3) at whose taking by anybody the orders are not played. Each pick must be possible
    on the player's board, and its tiles must be there, or be able to come to the center.
    Raises NoSuchGame, NotAllowed, TooLate or BadOrder.
    """
    table = locked_table(game_id)
    seat = _ordering_seat(table, by)
    wanted = [_checked_pick(table.position, seat.index, text) for text in picks]
    if not wanted:
        raise BadOrder(_("Choose at least one move."))
    if len(wanted) > MOST_PICKS or len(stops) > MOST_STOPS:
        raise BadOrder(_("These are too many standing orders."))
    if len(set(wanted)) != len(wanted):
        raise BadOrder(_("The same move stands here twice."))
    for stop in stops:
        _check_stop(table.position, stop)
    StandingOrder.objects.update_or_create(
        seat=seat,
        defaults={
            "picks": " ".join(wanted),
            "stops": " ".join(dict.fromkeys(stops)),
            "round": table.position.round,
            "since": table.position.turn,
            "saved_at": now,
            "lapsed_turn": None,
            "lapse": "",
        },
    )


@transaction.atomic(durable=True)
def clear_order(*, game_id: int, by: Player) -> bool:
    """Drop the player's standing orders; return whether there were any. Raises NoSuchGame or NotAllowed."""
    seat = own_seat(locked_table(game_id), by)
    deleted, _counts = StandingOrder.objects.filter(seat=seat).delete()
    return deleted > 0


def _ordering_seat(table: Table, by: Player) -> Seat:
    """Return the seat that may be given orders for. Raises NotAllowed or TooLate."""
    seat = own_seat(table, by)
    if seat.is_bot:
        raise NotAllowed(_("You left this game; a bot plays your seat."))
    if not table.game.is_running or table.position.phase is not azul.Phase.OFFER:
        raise TooLate(_("No tiles can be taken now."))
    if seat.awaited_turn is not None:
        raise TooLate(_("It is your turn: play your move."))
    return seat


def _checked_pick(position: azul.Position, seat: int, text: str) -> str:
    """Return the canonical notation of a pick that the seat may hope for. Raises BadOrder."""
    try:
        pick = azul.parse_move(text)
    except azul.InvalidNotation:
        raise BadOrder(_("“%(text)s” is no move.") % {"text": text[:20]}) from None
    if not isinstance(pick, azul.Pick):
        raise BadOrder(_("Standing orders are for taking tiles."))
    canonical = azul.format_move(pick)
    if not _may_lie_there(position, pick):
        raise BadOrder(_("%(move)s: these tiles aren't there.") % {"move": canonical})
    # Nobody but its player changes a board in the offer, so its lines are as they will be.
    board = position.boards[seat]
    if pick.line != azul.FLOOR and not board.takes(pick.line, pick.color):
        why = words.refusal_words(board, pick.line, pick.color, get_language() or "en")
        raise BadOrder(
            _("%(move)s: line %(line)d can't take these tiles (%(why)s).")
            % {"move": canonical, "line": pick.line + 1, "why": why}
        )
    return canonical


def _may_lie_there(position: azul.Position, pick: azul.Pick) -> bool:
    """Tell whether these tiles lie there, or for the center on a display that they may come from."""
    displays = position.displays
    if pick.source == azul.CENTER:
        on_display = any(pick.color in tiles for tiles in displays)
        return on_display or position.center[pick.color] > 0
    return pick.source < len(displays) and pick.color in displays[pick.source]


def _check_stop(position: azul.Position, stop: str) -> None:
    """Raise BadOrder unless the stop names tiles that may be taken there."""
    try:
        pick = azul.parse_move(f"{stop}F")
    except azul.InvalidNotation:
        pick = None
    if not isinstance(pick, azul.Pick) or f"{stop}F" != azul.format_move(pick):
        raise BadOrder(_("“%(text)s” names no tiles.") % {"text": stop[:20]})
    if not _may_lie_there(position, pick):
        raise BadOrder(_("%(move)s: these tiles aren't there.") % {"move": stop})
