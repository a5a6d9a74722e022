"""Stopping the clock of a game: by consent of everybody at the table, or by a director."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import GamePause, GameStatus, PauseKind, Player, Seat
from games.selectors.positions import Table
from games.services import audit
from games.services.clock_news import tell_table
from games.services.clocks import refresh_deadlines
from games.services.errors import GameOver, NotAllowed, TooLate
from games.services.locking import locked_table

NOTICE: Final = timedelta(days=1)
"""How long before a clock runs again everybody is told."""


@transaction.atomic(durable=True)
def ask_pause(*, game_id: int, by: Player, now: datetime) -> bool:
    """Agree to a pause; when everybody at the table has, the clock stands. Return whether it does.

    Asking twice changes nothing. Raises NoSuchGame, NotAllowed or GameOver.
    """
    table = _running_table(game_id)
    seat = _own_seat(table, by)
    if running_pause(table, now) is not None:
        return True
    if not seat.wants_pause:
        seat.wants_pause = True
        seat.save(update_fields=["wants_pause"])
        audit.record("ask_pause", now=now, game=table.game, actor=by, seat=seat.index)
    if not all(each.wants_pause for each in _people(table)):
        tell_table(table, "pause-asked", now=now, seat=seat, but=seat)
        return False
    _begin(table, PauseKind.AGREED, by=None, now=now, reason="")
    return True


@transaction.atomic(durable=True)
def withdraw_pause(*, game_id: int, by: Player, now: datetime) -> None:
    """Take back one's agreement to a pause that has not begun. Raises NoSuchGame, NotAllowed or GameOver."""
    table = _running_table(game_id)
    seat = _own_seat(table, by)
    if seat.wants_pause:
        seat.wants_pause = False
        seat.save(update_fields=["wants_pause"])
        audit.record("withdraw_pause", now=now, game=table.game, actor=by, seat=seat.index)


@transaction.atomic
def end_pause(*, game_id: int, by: Player, now: datetime) -> datetime:
    """Let the clock run again a day from now; return when. Asking twice changes nothing.

    A pause that everybody agreed to needs everybody: any of them may end it. A director's only a
    director. Raises NoSuchGame, NotAllowed, GameOver, or TooLate when the clock runs.
    """
    table = _running_table(game_id)
    if not by.is_staff:
        _own_seat(table, by)
    pause = running_pause(table, now)
    if pause is None:
        raise TooLate(_("The clock of this game runs already."))
    if pause.kind == PauseKind.DIRECTOR and not by.is_staff:
        raise NotAllowed(_("A director has stopped the clock, and a director lets it run again."))
    if pause.to_at is None:
        return end_running_pause(table, pause, by=by, now=now)
    return pause.to_at


def end_running_pause(table: Table, pause: GamePause, *, by: Player, now: datetime) -> datetime:
    """Do the work of end_pause for a game that the caller has locked; return when the clock runs."""
    pause.to_at = now + NOTICE
    pause.save(update_fields=["to_at"])
    refresh_deadlines(table.game, table.seats, now=now)
    audit.record("end_pause", now=now, game=table.game, actor=by)
    tell_table(table, "pause-ends", now=now, at=int(pause.to_at.timestamp()))
    return pause.to_at


@transaction.atomic
def pause_game(*, game_id: int, by: Player, now: datetime, reason: str = "") -> None:
    """Stop the clock of a game, by a director; stopping it twice changes nothing.

    Raises NoSuchGame, NotAllowed or GameOver.
    """
    if not by.is_staff:
        raise NotAllowed(_("Only directors can do this."))
    table = _running_table(game_id)
    pause = running_pause(table, now)
    if pause is None or pause.to_at is not None:
        begin_pause(table, by=by, now=now, reason=reason)


def begin_pause(table: Table, *, by: Player, now: datetime, reason: str) -> None:
    """Do the work of pause_game for a game that the caller has locked."""
    _begin(table, PauseKind.DIRECTOR, by=by, now=now, reason=reason)


def running_pause(table: Table, now: datetime) -> GamePause | None:
    """Return the pause in which a game's clock stands, one without an end first."""
    lasting = GamePause.objects.filter(Q(to_at__isnull=True) | Q(to_at__gt=now), game=table.game)
    return min(lasting, key=lambda pause: pause.to_at is not None, default=None)


def _begin(table: Table, kind: PauseKind, *, by: Player | None, now: datetime, reason: str) -> None:
    GamePause.objects.create(game=table.game, kind=kind, reason=reason[:200], from_at=now)
    for seat in table.seats:
        seat.wants_pause = False
    Seat.objects.bulk_update(table.seats, ["wants_pause"])
    refresh_deadlines(table.game, table.seats, now=now)
    audit.record("pause_game", now=now, game=table.game, actor=by, reason=reason, kind=kind.value)
    tell_table(table, "paused", now=now)


def _running_table(game_id: int) -> Table:
    table = locked_table(game_id)
    if table.game.status != GameStatus.RUNNING:
        raise GameOver(_("This game takes no more moves."))
    return table


def _own_seat(table: Table, by: Player) -> Seat:
    seat = table.seat_of(by)
    if seat is None or seat.is_bot:
        raise NotAllowed(_("Only the players of this game can do this."))
    return seat


def _people(table: Table) -> list[Seat]:
    return [seat for seat in table.seats if not seat.is_bot]
