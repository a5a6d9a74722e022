"""What the mail says when somebody wrote to the table: the words themselves, with no links in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.mail.plain import name_in_mail
from games.mail.relevance import Sitting
from games.models import OutgoingMail
from games.render import words
from games.selectors.talk import unread_messages
from games.services.talk import read_up_to

MOST_MESSAGES = 20

# What mail programs turn into links: a.com, http://x, x@y. A space takes the magic away.
_LINKABLE = re.compile(r"://+|(?<=\w)\.(?=[^\W\d])|@")


@dataclass(frozen=True, slots=True)
class Said:
    """One message: who wrote it and its lines."""

    name: str
    lines: tuple[str, ...]


def message(
    mail: OutgoingMail, sitting: Sitting, *, now: datetime, language: str
) -> dict[str, Any]:
    """Return what the templates of a message mail show. One query."""
    del mail, now
    unread = unread_messages(sitting.seat, read_up_to(sitting.seat))
    names = {seat.pk: seat.name for seat in sitting.table.seats}
    said = [
        Said(
            name_in_mail(each.author) if each.author else names[each.seat_id],
            tuple(unlinked(each.text).splitlines()),
        )
        for each in unread.select_related("author")[:MOST_MESSAGES]
    ]
    people = list(dict.fromkeys(each.name for each in said))
    return {"said": said, "people": words.listed(people, language)}


def unlinked(text: str) -> str:
    """Return text in which mail programs find no address to link.

    >>> unlinked("look at http://evil.example/x or ask bob@evil.example, 3.5 points")
    'look at http: //evil. example/x or ask bob @ evil. example, 3.5 points'
    """
    return _LINKABLE.sub(_parted, text)


def _parted(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == "@":
        return " @ "
    return f"{sign} " if sign == "." else f"{sign[0]} {sign[1:]}"
