"""Mailing the code that signs a player in."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import MailKind, Player
from games.services import outbox


@transaction.atomic(durable=True)
def send_sign_in_code(*, email: str, nonce: str, now: datetime) -> None:
    """Queue the mail with the code made from `nonce`; nothing for an unknown or inactive address.

    The row holds the nonce only: the code is made from it, with the site's key, when the mail is sent.
    """
    player = Player.objects.filter(email=email.strip().lower(), is_active=True).first()
    if player is None:
        return
    outbox.queue_mail(
        key=f"{MailKind.SIGN_IN}:{player.pk}:{nonce}",
        kind=MailKind.SIGN_IN,
        player=player,
        context={"nonce": nonce},
        now=now,
    )


def note_signed_in(*, player_id: int) -> None:
    """Take the address as good again: the code that was mailed there has arrived."""
    failing = Player.objects.filter(pk=player_id, mail_failing_at__isnull=False)
    failing.update(mail_failing_at=None)
