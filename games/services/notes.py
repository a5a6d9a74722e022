"""Notes that a player keeps about a game, for nobody else."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Note, Player
from games.models.talk import NOTE_LENGTH, clean_text
from games.services.errors import BadText
from games.services.locking import locked_table
from games.services.talk import own_seat


@transaction.atomic(durable=True)
def save_note(*, game_id: int, by: Player, text: str, now: datetime) -> None:
    """Keep this text as the player's note about the game, in place of the one before; "" removes it.

    Raises NoSuchGame, NotAllowed, TooLate or BadText.
    """
    seat = own_seat(locked_table(game_id), by)
    cleaned = clean_text(text)
    if len(cleaned) > NOTE_LENGTH:
        raise BadText(
            _("A note has at most %(most)d characters; this one has %(count)d.")
            % {"most": NOTE_LENGTH, "count": len(cleaned)}
        )
    if cleaned:
        Note.objects.update_or_create(seat=seat, defaults={"text": cleaned, "updated_at": now})
    else:
        Note.objects.filter(seat=seat).delete()
