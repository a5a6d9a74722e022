"""What the mail says about a table that has not begun: somebody declined, or it was called off."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.mail.links import absolute
from games.mail.relevance import Sitting
from games.models import Invitation, OutgoingMail
from games.models.names import PLAYER_NAME_LENGTH, plain_name


def table_news(
    mail: OutgoingMail, sitting: Sitting, *, now: datetime, language: str
) -> dict[str, Any]:
    """Return what the templates of table news show. One query at most."""
    del now, language
    game = sitting.table.game
    match mail.context.get("news"):
        case "declined":
            headline = _("%(who)s can't play") % {"who": _who_declined(mail)}
            text = _(
                "The place is free again. On the page of the table you can invite somebody else, "
                "let others join, or give the place to a bot."
            )
        case "expired":
            headline = _("This table found too few players")
            text = _("It has waited for 14 days and is called off. You can set up another one.")
        case _:
            headline = _("This table was called off")
            text = _("The game will not begin. You need not do anything.")
    return {
        "headline": headline,
        "text": text,
        "is_open": game.status == "open",
        "new_game": absolute("new-game"),
    }


def _who_declined(mail: OutgoingMail) -> str:
    """Return how the host knows who declined: by name, or by the address that the host typed."""
    asked = Invitation.objects.select_related("player")
    invitation = asked.filter(pk=int(mail.context.get("invitation") or 0)).first()
    if invitation is None:
        return _("Somebody")
    if invitation.player is None:
        return invitation.email
    return plain_name(invitation.player.shown_name, PLAYER_NAME_LENGTH) or _("Somebody")
