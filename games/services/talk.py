"""Messages at the table: writing one, turning them off, and remembering what was read."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.models import Game, MailKind, Message, Player, Seat
from games.models.talk import MESSAGE_LENGTH, clean_text
from games.selectors.positions import Table
from games.services import outbox
from games.services.errors import BadText, NotAllowed, TooLate, TooMany
from games.services.locking import locked_table

MESSAGES_PER_HOUR = 20
SAME_AGAIN = timedelta(minutes=1)
REMEMBER_SECONDS = 60 * 60 * 24 * 60


@transaction.atomic(durable=True)
def post_message(*, game_id: int, by: Player, text: str, now: datetime) -> Message:
    """Write a message to the table; the others are mailed once, until they have read it.

    The same text sent twice within a minute is one message. Writing means having read: the seat's
    `last_read` moves on. Raises NoSuchGame, NotAllowed, TooLate, BadText or TooMany.
    """
    table = locked_table(game_id)
    seat = own_seat(table, by)
    if seat.is_talk_off:
        raise NotAllowed(_("You have turned messages off. Turn them on to write."))
    cleaned = _checked(text)
    recent = list(
        Message.objects.filter(seat=seat, created_at__gt=now - timedelta(hours=1)).order_by("-pk")
    )
    if recent and recent[0].text == cleaned and now - recent[0].created_at < SAME_AGAIN:
        return recent[0]
    if len(recent) >= MESSAGES_PER_HOUR:
        raise TooMany(_("You have written many messages in a short time. Wait a while."))
    message = Message.objects.create(game=table.game, seat=seat, text=cleaned, created_at=now)
    _mark_read(seat, message.pk)
    for other in table.seats:
        if other.pk != seat.pk:
            _queue_mail(table, other, now)
    return message


@transaction.atomic(durable=True)
def switch_talk(*, game_id: int, by: Player, is_on: bool) -> None:
    """Turn the messages of one table off or on for oneself; what came meanwhile counts as read.

    Raises NoSuchGame, NotAllowed or TooLate.
    """
    table = locked_table(game_id)
    seat = own_seat(table, by)
    if seat.is_talk_off != is_on:
        return
    seat.is_talk_off = not is_on
    seat.last_read = max(seat.last_read, newest_message(table.game))
    seat.save(update_fields=["is_talk_off", "last_read"])


def newest_message(game: Game) -> int:
    """Return the id of the newest message of a table, 0 if there is none."""
    newest: int | None = Message.objects.filter(game=game).aggregate(newest=Max("pk"))["newest"]
    return newest or 0


def note_read(*, seat: Seat, message_id: int) -> None:
    """Remember that the seat's player has seen the messages up to this one.

    Kept in the cache only: looking at a page writes nothing to the database. The next message writes
    it down. A lost note means one mail less, never one more.
    """
    if message_id > read_up_to(seat):
        cache.set(_read_key(seat), message_id, REMEMBER_SECONDS)


def read_up_to(seat: Seat) -> int:
    """Return the id of the last message the seat's player has seen, 0 if none."""
    return max(seat.last_read, int(cache.get(_read_key(seat)) or 0))


def own_seat(table: Table, player: Player) -> Seat:
    """Return the player's seat at a table that has begun. Raises NotAllowed or TooLate."""
    seat = table.seat_of(player)
    if seat is None:
        raise NotAllowed(_("Only the players of this game can do this."))
    if table.game.started_at is None:
        raise TooLate(_("This game has not begun."))
    return seat


def _checked(text: str) -> str:
    cleaned = clean_text(text)
    if not cleaned:
        raise BadText(_("Write something first."))
    if len(cleaned) > MESSAGE_LENGTH:
        raise BadText(
            _("A message has at most %(most)d characters; this one has %(count)d.")
            % {"most": MESSAGE_LENGTH, "count": len(cleaned)}
        )
    return cleaned


def _queue_mail(table: Table, seat: Seat, now: datetime) -> None:
    """Queue the one mail of the seat's unread batch: its key holds what was read last."""
    if seat.player is None or seat.is_talk_off or seat.is_muted or seat.resigned_at is not None:
        return
    _mark_read(seat, read_up_to(seat))
    game, fact = table.game, str(seat.last_read)
    outbox.queue_to_seat(seat, kind=MailKind.MESSAGE, game=game, turn=game.turn, fact=fact, now=now)


def _mark_read(seat: Seat, message_id: int) -> None:
    if message_id > seat.last_read:
        seat.last_read = message_id
        seat.save(update_fields=["last_read"])


def _read_key(seat: Seat) -> str:
    return f"talk-read:{seat.pk}"
