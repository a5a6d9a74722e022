"""Whether a page that somebody has open still shows the table as it is."""

from __future__ import annotations

from games.models import Game

__all__ = ["table_tag", "tag_of"]


def table_tag(game_id: int) -> str:
    """Return the tag of a game's table as it is now, "" if there is no such game. One query."""
    game = (
        Game.objects.filter(pk=game_id).only("turn", "takebacks", "status", "deadline_at").first()
    )
    return tag_of(game) if game is not None else ""


def tag_of(game: Game) -> str:
    """Return a tag that changes with everything an open page of the table shows.

    Moves count up `turn`, moves taken back `takebacks`; the status and the deadline are in it too.
    """
    deadline = int(game.deadline_at.timestamp()) if game.deadline_at else 0
    return f'"{game.turn}.{game.takebacks}.{game.status}.{deadline}"'
