"""Mailing a fresh turn link to somebody who opened an old one."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import MailKind, OutgoingMail
from games.services import outbox
from games.services.errors import NotYourTurn, TooMany
from games.services.locking import locked_table

RENEW_EVERY = timedelta(minutes=5)


@transaction.atomic(durable=True)
def renew_link(*, game_id: int, seat: int, now: datetime) -> None:
    """Mail the link of the seat's present turn to its player's registered address, once per 5 minutes.

    Raises NoSuchGame, NotYourTurn when the seat isn't to move, TooMany.
    """
    table = locked_table(game_id)
    holder = table.seats[seat] if 0 <= seat < len(table.seats) else None
    if holder is None or holder.player is None or holder.is_bot or holder.awaited_turn is None:
        raise NotYourTurn(_("It is not your turn. A mail will come when it is."))
    recent = OutgoingMail.objects.filter(
        kind=MailKind.YOUR_TURN,
        game=table.game,
        seat=seat,
        key__contains=":renewed:",
        created_at__gt=now - RENEW_EVERY,
    )
    if recent.exists():
        raise TooMany(_("A new link was mailed a few minutes ago. Look into your mailbox."))
    outbox.queue_mail(
        key=f"{MailKind.YOUR_TURN}:{game_id}:{holder.awaited_turn}:{seat}:renewed:{int(now.timestamp())}",
        kind=MailKind.YOUR_TURN,
        player=holder.player,
        game=table.game,
        turn=holder.awaited_turn,
        seat=seat,
        context={"renewed": True},
        now=now,
    )
