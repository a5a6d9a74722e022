"""How a game stood before a director decided about it, and putting it back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.models import Game, GameStatus, Result, Seat
from games.selectors.positions import Table
from games.services.errors import TooLate
from games.services.ratings import forget_result, note_result

_GAME: Final = ("status", "end_reason", "finished_at")
_SEAT: Final = ("awaited_turn", "awaited_at", "resigned_at", "forfeited_at", "bot", "score")
_RESULT: Final = ("place", "score", "rows", "columns", "colors", "bonus", "reason")
_TIMES: Final = frozenset({"finished_at", "awaited_at", "resigned_at", "forfeited_at"})


def snapshot(table: Table) -> dict[str, Any]:
    """Return plain values of all that a decision about a game changes."""
    results = Result.objects.filter(game=table.game).order_by("seat__index")
    return {
        "turn": table.game.turn,
        "game": _plain(table.game, _GAME),
        "seats": [_plain(seat, _SEAT) for seat in table.seats],
        "results": [{"seat": result.seat_id, **_plain(result, _RESULT)} for result in results],
    }


def restore(table: Table, was: Mapping[str, Any]) -> None:
    """Put a locked game back to how it stood, ratings included.

    Raises TooLate for one that was in progress: since it ended its seed is public, and with it every
    draw that was to come.
    """
    check_was_over(was)
    game = table.game
    if game.status == GameStatus.FINISHED:
        forget_result(game)
    Result.objects.filter(game=game).delete()
    _set(game, was["game"])
    game.save(update_fields=_GAME)
    for seat, values in zip(table.seats, was["seats"], strict=True):
        _set(seat, values)
    Seat.objects.bulk_update(table.seats, _SEAT)
    Result.objects.bulk_create(
        [
            Result(game=game, seat_id=values["seat"], **{name: values[name] for name in _RESULT})
            for values in was["results"]
        ]
    )
    if game.status == GameStatus.FINISHED:
        note_result(game)


def check_was_over(was: Mapping[str, Any]) -> None:
    """Raise TooLate unless the game was over when this was noted."""
    if was["game"]["status"] not in {GameStatus.FINISHED, GameStatus.VOID}:
        raise TooLate(
            _(
                "The game was in progress, and since it ended everybody can see what tiles would have come. "
                "It can’t go on; have it played again from the start."
            )
        )


def _plain(row: Game | Seat | Result, names: tuple[str, ...]) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
    }


def _set(row: Game | Seat, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        is_time = name in _TIMES and value is not None
        setattr(row, name, parse_datetime(value) if is_time else value)
