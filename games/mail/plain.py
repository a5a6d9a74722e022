"""Names in mails: harmless, whatever a row may hold that no form would take."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Player
from games.models.names import GAME_NAME_LENGTH, PLAYER_NAME_LENGTH, plain_name, shown_name
from games.selectors.positions import Table


def make_names_plain(table: Table) -> None:
    """Make every name of a table harmless, in memory."""
    game = table.game
    game.name = plain_name(game.name, GAME_NAME_LENGTH) or "Azul"
    for seat in table.seats:
        if seat.player is not None:
            seat.player.name = plain_name(seat.player.name, PLAYER_NAME_LENGTH) or _("Player")


def name_in_mail(player: Player) -> str:
    """Return a player's name, made harmless."""
    return shown_name(plain_name(player.name, PLAYER_NAME_LENGTH)) or _("Player")
