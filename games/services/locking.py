"""Taking hold of a game: the first statement of every service that changes one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Game
from games.selectors.positions import Table, table_of
from games.services.errors import NoSuchGame


def locked_table(game_id: int) -> Table:
    """Lock a game's row until the transaction ends and read the game. Raises NoSuchGame.

    While it is held no other service can write a move of this game: PostgreSQL locks the row,
    SQLite (transactions begin IMMEDIATE) the whole file.
    """
    try:
        game = Game.objects.select_for_update().get(pk=game_id)
    except Game.DoesNotExist:
        raise NoSuchGame(_("There is no such game.")) from None
    return table_of(game)
