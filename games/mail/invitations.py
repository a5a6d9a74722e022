"""What the mail says that asks somebody to a table. Nothing in it was typed by the one who asks but names."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.competition.clock import parse_pace
from games.mail.links import absolute, invitation_url
from games.mail.times import day_words, pace_words
from games.models import Invitation
from games.models.names import GAME_NAME_LENGTH, PLAYER_NAME_LENGTH, plain_name
from games.services.tables import EXPIRES_AFTER


def invited(invitation: Invitation) -> dict[str, Any]:
    """Return what the templates of an invitation show. No query."""
    game = invitation.game
    name = plain_name(game.name, GAME_NAME_LENGTH) or "Azul"
    return {
        "game_id": game.pk,
        "game_name": name,
        "title": f"{name} #{game.pk}",
        "inviter": plain_name(invitation.inviter.name, PLAYER_NAME_LENGTH) or _("Player"),
        "wall": game.get_wall_display(),
        "pace": pace_words(parse_pace(game.pace)),
        "places": game.places,
        "is_rematch": game.rematch_of_id is not None,
        "address": invitation.address,
        "answer": invitation_url(invitation),
        "until": day_words(game.created_at + EXPIRES_AFTER),
        "rules": absolute("rules"),
        "site": absolute("home"),
        "host": settings.HOST,
    }
