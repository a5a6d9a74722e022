"""What players have written to their table, and to themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.models import Message, Note, Seat
from games.selectors.positions import Table

__all__ = ["Line", "Talk", "note_of", "talk_of", "unread_messages"]

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One message. `is_new`: written by somebody else since the reader last looked."""

    id: int
    name: str
    text: str
    at: datetime
    is_own: bool
    is_new: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """The messages of a table as one seat sees them, the newest last; `has_more`: older ones are left out.

    Empty when the seat has turned messages off.
    """

    lines: tuple[Line, ...]
    is_off: bool
    has_more: bool

    @property
    def new_count(self) -> int:
        """How many messages are new."""
        return sum(line.is_new for line in self.lines)

    @property
    def newest(self) -> int:
        """The id of the newest message shown, 0 if there is none."""
        return self.lines[-1].id if self.lines else 0


def talk_of(table: Table, seat: Seat, *, read_up_to: int, most: int = MOST_SHOWN) -> Talk:
    """Return the messages of a table for one of its seats. One query, none when they are off."""
    if seat.is_talk_off:
        return Talk(lines=(), is_off=True, has_more=False)
    written = Message.objects.filter(game=table.game).select_related("author")
    found = list(written.order_by("-pk")[: most + 1])
    names = {each.pk: each.name for each in table.seats}
    lines = tuple(
        Line(
            id=message.pk,
            name=message.author.shown_name if message.author else names[message.seat_id],
            text=message.text,
            at=message.created_at,
            is_own=message.seat_id == seat.pk and message.author is None,
            is_new=message.pk > read_up_to and message.seat_id != seat.pk,
        )
        for message in reversed(found[:most])
    )
    return Talk(lines=lines, is_off=False, has_more=len(found) > most)


def unread_messages(seat: Seat, read_up_to: int) -> QuerySet[Message]:
    """Return what the others at the table have written since then, oldest first."""
    newer = Message.objects.filter(game_id=seat.game_id, pk__gt=read_up_to).exclude(seat=seat)
    return newer.order_by("pk")


def note_of(seat: Seat) -> Note | None:
    """Return what the player of this seat noted down, None if nothing."""
    return Note.objects.filter(seat=seat).first()
