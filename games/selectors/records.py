"""A game as data to carry away: its record."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import override

from games import azul
from games.models import Seat
from games.selectors.positions import Reader, load_table

__all__ = ["record_of_game"]


def record_of_game(game_id: int, reader: Reader = None) -> azul.Record:
    """Return a game's record so far; its seed is in it only when it may be told. Three queries.

    Raises Game.DoesNotExist or HiddenTable.
    """
    table = load_table(game_id, reader)
    game = table.game
    started = game.started_at or game.created_at
    return azul.record_of(
        table.position,
        [(table.seat_index(move), azul.parse_move(move.notation)) for move in table.moves],
        players=_names(table.seats),
        site=settings.BASE_URL,
        game=game.title,
        date=started.date().isoformat(),
        seed_hash=game.seed_hash,
        seed=game.told_seed() or None,
    )


def _names(seats: Sequence[Seat]) -> list[str]:
    """Return names that are the same for every reader: bots are called in the site's first language."""
    with override(settings.LANGUAGE_CODE):
        return [seat.name for seat in seats]
