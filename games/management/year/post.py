"""Where the mails of the simulated year arrive: counted, and looked at for mails that come twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class PostOffice:
    """The mail server of the year; its one instance is `OFFICE`, since Django makes the backends."""

    def __init__(self) -> None:
        self.open_anew()

    def open_anew(self) -> None:
        """Forget all mails."""
        self.is_down = False
        self.refused = self.written_out = 0
        self.by_kind: Counter[str] = Counter()
        self.twice: list[str] = []
        self._known: set[str] = set()

    def take(self, message: EmailMessage) -> None:
        """Take one mail. Raises ConnectionRefusedError while the server is down."""
        if self.is_down:
            self.refused += 1
            raise ConnectionRefusedError("the mail server of the year is down")
        headers = message.extra_headers
        self.written_out += 1
        self.note(headers["Message-ID"], headers["X-Azul-Kind"], str(message.subject))

    def note(self, name: str, kind: str, words: str) -> None:
        """Note that the mail of this Message-ID came; `words` say which one it is."""
        if name in self._known:
            self.twice.append(f"a mail came twice: {words}")
        self._known.add(name)
        self.by_kind[kind] += 1


OFFICE = PostOffice()


class Backend(BaseEmailBackend):
    """Django's way to the post office."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Hand the mails over; return how many."""
        for message in email_messages:
            OFFICE.take(message)
        return len(email_messages)
