"""What a reminder says: every turn that waits for a player, the most urgent first, each with its link."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from games.mail.links import absolute, turn_url, unsubscribe_url
from games.mail.times import Deadline, deadline_of
from games.models import OutgoingMail, Seat
from games.models.names import GAME_NAME_LENGTH, PLAYER_NAME_LENGTH, plain_name

MOST_TURNS = 30


@dataclass(frozen=True, slots=True)
class WaitingTurn:
    """One turn to play. `deadline` is None while the clock of the game stands."""

    title: str
    round: int
    deadline: Deadline | None
    link: str


def reminder(mail: OutgoingMail, *, now: datetime) -> dict[str, Any]:
    """Return what the templates of a reminder show. One query."""
    player = mail.holder
    seats = _waiting(player.pk)
    turns = [_turn(seat, now) for seat in seats[:MOST_TURNS]]
    return {
        "name": plain_name(player.name, PLAYER_NAME_LENGTH) or _("Player"),
        "turns": turns,
        "first": turns[0] if turns else None,
        "count": len(seats),
        "left_out": len(seats) - len(turns),
        "home": absolute("home"),
        "address": player.email,
        "preferences": absolute("preferences"),
        "stop_all": unsubscribe_url(player_id=player.pk, game_id=None),
    }


def _waiting(player_id: int) -> list[Seat]:
    """Return the seats at which a player is to move, by deadline; those whose clock stands come last."""
    seats = Seat.objects.awaited().filter(player_id=player_id, bot="").select_related("game")
    return list(seats.order_by(F("deadline_at").asc(nulls_last=True), "pk"))


def _turn(seat: Seat, now: datetime) -> WaitingTurn:
    name = plain_name(seat.game.name, GAME_NAME_LENGTH) or "Azul"
    return WaitingTurn(
        title=f"{name} #{seat.game_id}",
        round=seat.game.round,
        deadline=deadline_of(seat.deadline_at, now=now) if seat.deadline_at else None,
        link=turn_url(seat, seat.awaited_turn or 0),
    )
