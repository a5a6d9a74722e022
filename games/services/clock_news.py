"""Telling the people at a table what happened to its clocks."""

from __future__ import annotations

from datetime import datetime

from games.models import MailKind, OutgoingMail, Seat
from games.selectors.positions import Table
from games.services import outbox


def tell_table(
    table: Table,
    news: str,
    *,
    now: datetime,
    seat: Seat | None = None,
    but: Seat | None = None,
    **facts: int,
) -> None:
    """Queue a mail to every person at a table but one, once for each fact.

    `news` is a word that games.mail.clocks can tell; `seat` is whose clock it is about. Runs inside the
    caller's transaction.
    """
    about = -1 if seat is None else seat.index
    fact = f"{news}:{about}:{now.timestamp():.0f}"
    mails = [
        OutgoingMail(
            key=f"{MailKind.CLOCK_NEWS}:{table.game.pk}:{each.index}:{fact}",
            kind=MailKind.CLOCK_NEWS,
            player=each.player,
            game=table.game,
            turn=table.game.turn,
            seat=each.index,
            context={"news": news, "about": about, **facts},
        )
        for each in table.seats
        if each.player is not None and not each.is_bot and (but is None or each.pk != but.pk)
    ]
    outbox.queue_mails(mails, now=now)
