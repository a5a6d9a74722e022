"""The table after any move as a picture, and whether that picture can still change."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from games.models import Move
from games.render.poster import poster
from games.selectors.positions import NoSuchTurn, Reader, load_table
from games.selectors.story import fresh_tiles

__all__ = ["Picture", "picture_of"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A table as SVG; `last_move` is the newest move it shows. `is_private`: only its players may see it yet."""

    drawing: str
    last_move: Move | None
    is_private: bool = False

    @property
    def key(self) -> str:
        """Name exactly this drawing: its names and language change it as well as its tiles."""
        return hashlib.sha256(self.drawing.encode()).hexdigest()[:32]


def picture_of(
    game_id: int, turn: int | None = None, *, reader: Reader = None, language: str = "en"
) -> Picture:
    """Return the table after `turn` moves (None: as it is now). Three queries.

    Made from those moves alone, so it can't show what came later. Raises Game.DoesNotExist,
    HiddenTable or NoSuchTurn.
    """
    whole = load_table(game_id, reader)
    turn = len(whole.moves) if turn is None else turn
    if not 0 <= turn <= len(whole.moves):
        raise NoSuchTurn(turn)
    then = replace(whole, moves=whole.moves[:turn])
    last_move = then.moves[-1] if turn else None
    return Picture(
        drawing=poster(
            then.position,
            [seat.shown_name for seat in whole.seats],
            title=whole.game.title,
            fresh=fresh_tiles(then, first=turn - 1),
            language=language,
        ),
        last_move=last_move,
        is_private=whole.game.is_hidden(),
    )
