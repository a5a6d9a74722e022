"""What the mails about a change of address say: one to the new address, one to the old."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.mail.links import absolute, restore_url, verify_url
from games.mail.relevance import NoLongerWanted
from games.models import MailKind, OutgoingMail
from games.models.names import PLAYER_NAME_LENGTH, plain_name
from games.selectors.addresses import CONFIRM_WITHIN, RESTORE_WITHIN, change_of, is_taken


def address_news(mail: OutgoingMail) -> dict[str, Any]:
    """Return what the templates of both kinds show; "to" is where the mail goes. Two queries."""
    change = change_of(int(mail.context.get("change") or 0))
    if change is None:
        raise NoLongerWanted("the change of address is no more")
    is_first = mail.kind == MailKind.ADDRESS_CHANGE
    return {
        "to": change.new_email if is_first else change.old_email,
        "link": verify_url(change) if is_first else restore_url(change),
        "is_taken": is_first and is_taken(change.new_email, but=change.player),
        "name": plain_name(change.player.name, PLAYER_NAME_LENGTH) or _("Player"),
        "old": change.old_email,
        "new": change.new_email,
        "hours": int(CONFIRM_WITHIN.total_seconds() // 3600),
        "days": RESTORE_WITHIN.days,
        "site": absolute("home"),
        "host": settings.HOST,
    }
