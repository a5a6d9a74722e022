"""Composing mails: one function per kind says what it tells, its templates say how."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.mail import (
    addresses,
    clocks,
    codes,
    desk,
    endings,
    invitations,
    news,
    reminders,
    seasons,
    starts,
    substitutes,
    talk,
    turns,
)
from games.mail.headers import headers_of, recipient_of
from games.mail.html import inlined
from games.mail.links import absolute, footer_links
from games.mail.plain import make_names_plain
from games.mail.relevance import Sitting
from games.mail.times import zone_of
from games.mail.wrapping import wrapped
from games.models import ADDRESS_KINDS, SEAT_KINDS, MailKind, OutgoingMail

LONGEST_SUBJECT = 200

_GAME_KINDS: dict[str, Callable[..., dict[str, Any]]] = {
    MailKind.YOUR_TURN: turns.your_turn,
    MailKind.GAME_STARTED: starts.game_started,
    MailKind.GAME_OVER: endings.game_over,
    MailKind.TABLE_NEWS: news.table_news,
    MailKind.MESSAGE: talk.message,
    MailKind.CLOCK_NEWS: clocks.clock_news,
}


def compose(mail: OutgoingMail, *, wanted: Sitting | None, now: datetime) -> EmailMultiAlternatives:
    """Return the mail of a row, ready to send, in its player's language and time zone.

    Links and codes are made here and nowhere kept. Renders at most four queries' worth of data.
    """
    # Somebody invited by address is no player yet, and reads what the one who invites writes in.
    reader = mail.player or (mail.invitation.inviter if mail.invitation else mail.holder)
    language = reader.reading_language
    with translation.override(language), timezone.override(zone_of(reader.time_zone)):
        if mail.invitation is not None:
            context = invitations.invited(mail.invitation)
        elif mail.kind in ADDRESS_KINDS:
            context = addresses.address_news(mail)
        elif mail.kind in SEAT_KINDS:
            context = substitutes.seat_news(mail, now=now, language=language)
        elif mail.kind == MailKind.REMINDER:
            context = reminders.reminder(mail, now=now)
        elif mail.kind == MailKind.SEASON_NEWS:
            is_desk = mail.context.get("news") == "desk"
            context = desk.desk_news(mail) if is_desk else seasons.season_news(mail, now=now)
        elif mail.kind == MailKind.SEASON_MESSAGE:
            context = seasons.season_message(mail)
        elif mail.kind == MailKind.SEASON_APPEAL:
            context = seasons.season_appeal(mail)
        elif wanted is not None:
            context = _game_context(mail, wanted, now, language)
        else:
            context = _sign_in_context(mail)
        context["language"] = language
        return _rendered(mail, context)


def _game_context(
    mail: OutgoingMail, sitting: Sitting, now: datetime, language: str
) -> dict[str, Any]:
    make_names_plain(sitting.table)
    game, tell = sitting.table.game, _GAME_KINDS[mail.kind]
    return {
        "game_id": game.pk,
        "game_name": game.name,
        "title": game.title,
        "name": sitting.seat.name if sitting.seat.player is None else sitting.seat.player.name,
        "address": mail.holder.email,
        "links": footer_links(mail),
        **tell(mail, sitting, now=now, language=language),
    }


def _sign_in_context(mail: OutgoingMail) -> dict[str, Any]:
    """Return the code of a nonce; the row holds only the nonce."""
    address = mail.holder.email
    return {
        "code": codes.sign_in_code(str(mail.context["nonce"]), address),
        "address": address,
        "site": absolute("home"),
        "host": settings.HOST,
        "minutes": settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60,
    }


def _rendered(mail: OutgoingMail, context: dict[str, Any]) -> EmailMultiAlternatives:
    folder = f"mail/{context.get('folder', mail.kind)}"
    subject = " ".join(render_to_string(f"{folder}/subject.txt", context).split())
    context["subject"] = subject
    message = EmailMultiAlternatives(
        subject=subject[:LONGEST_SUBJECT],
        body=wrapped(render_to_string(f"{folder}/body.txt", context)),
        to=[context.get("to") or recipient_of(mail)],
        headers=headers_of(mail),
    )
    message.attach_alternative(
        inlined(render_to_string(f"{folder}/body.html", context)), "text/html"
    )
    return message
