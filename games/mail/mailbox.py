"""The local mailbox: mails are kept in the database for the /mailbox/ page instead of being sent."""

from __future__ import annotations

from collections.abc import Sequence
from email.header import decode_header, make_header

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from games.models import MailboxMail


class MailboxBackend(BaseEmailBackend):
    """Keeps each message as a row, one per Message-ID and recipient.

    A worker may die between storing a mail and noting that it left; the repeat carries the same
    Message-ID and so adds nothing.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store messages; return how many were given. Writes MailboxMail."""
        with transaction.atomic():
            for message in email_messages:
                _store(message)
        return len(email_messages)


def _store(message: EmailMessage) -> None:
    """Write one row per recipient unless it is there."""
    built = message.message()
    source = built.as_bytes().decode("utf-8", "replace")
    for address in message.recipients():
        MailboxMail.objects.get_or_create(
            message_id=str(built["Message-ID"])[:200],
            to=_plain_address(address),
            defaults={
                "subject": str(make_header(decode_header(str(built["Subject"]))))[:300],
                "source": source,
                "stored_at": timezone.now(),
            },
        )


def _plain_address(header: str) -> str:
    """Return the address in a To header, without the name."""
    return header.rpartition("<")[2].rstrip(">").strip()[:254]
