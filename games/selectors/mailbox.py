"""The local mailbox: lists of stored mails, and one mail taken apart for reading."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

from django.db.models import Count

from games.models import MailboxMail

__all__ = ["Address", "MailboxPage", "MailboxRow", "ReadMail", "mailbox_page", "read_mail"]

PAGE_SIZE = 50
SHOWN_HEADERS = ("From", "To", "Subject", "Date")


@dataclass(frozen=True, slots=True)
class MailboxRow:
    """One mail in a list."""

    id: int
    to: str
    subject: str
    stored_at: datetime


@dataclass(frozen=True, slots=True)
class Address:
    """Somebody who got mail, and how many."""

    email: str
    count: int


@dataclass(frozen=True, slots=True)
class MailboxPage:
    """A page of mails, newest first; `older_than` is the id to go on with, None at the end."""

    rows: tuple[MailboxRow, ...]
    addresses: tuple[Address, ...]
    total: int
    older_than: int | None


@dataclass(frozen=True, slots=True)
class ReadMail:
    """One mail: its headers as (name, value), its parts, and its source as it would travel."""

    id: int
    to: str
    subject: str
    stored_at: datetime
    kind: str
    headers: tuple[tuple[str, str], ...]
    text: str
    html: str
    source: str


def mailbox_page(*, to: str = "", before: int | None = None) -> MailboxPage:
    """Return a page of stored mails, of all addresses or of one. Two queries."""
    mails = MailboxMail.objects.order_by("-pk")
    if to:
        mails = mails.filter(to=to)
    if before is not None:
        mails = mails.filter(pk__lt=before)
    found = [
        MailboxRow(mail.pk, mail.to, mail.subject, mail.stored_at)
        for mail in mails.defer("source")[: PAGE_SIZE + 1]
    ]
    counts = MailboxMail.objects.values("to").annotate(count=Count("pk")).order_by("to")
    addresses = tuple(Address(row["to"], row["count"]) for row in counts)
    return MailboxPage(
        rows=tuple(found[:PAGE_SIZE]),
        addresses=addresses,
        total=sum(address.count for address in addresses),
        older_than=found[PAGE_SIZE - 1].id if len(found) > PAGE_SIZE else None,
    )


def read_mail(mail_id: int) -> ReadMail | None:
    """Return one stored mail, None if there is none."""
    mail = MailboxMail.objects.filter(pk=mail_id).first()
    if mail is None:
        return None
    message = message_from_bytes(mail.source.encode(), policy=policy.default)
    return ReadMail(
        id=mail.pk,
        to=mail.to,
        subject=mail.subject,
        stored_at=mail.stored_at,
        kind=str(message.get("X-Azul-Kind", "")),
        headers=tuple((name, str(message[name])) for name in SHOWN_HEADERS if message[name]),
        text=_part(message, "plain"),
        html=_part(message, "html"),
        source=mail.source,
    )


def _part(message: EmailMessage, subtype: str) -> str:
    part = message.get_body((subtype,))
    return "" if part is None else str(part.get_content())
