"""An SMTP server that keeps what it gets and answers what a test tells it to."""

import asyncio
import email
import email.policy
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from tests.servers import free_port, wait_until


@dataclass(frozen=True, kw_only=True)
class Received:
    """One mail as it came over the wire."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        """Return the mail parsed with Python's modern rules."""
        return email.message_from_bytes(self.raw, policy=email.policy.default)

    def part(self, subtype: str) -> str:
        """Return the text of the first `text/SUBTYPE` part."""
        for part in self.message.walk():
            if part.get_content_type() == f"text/{subtype}":
                return str(part.get_content())
        raise AssertionError(f"no text/{subtype} part")


@dataclass(kw_only=True)
class Reply:
    """What to answer at a stage, how often, and to whom."""

    text: str
    times: int | None = None
    to: str = ""
    seconds: float = 0.0
    given: int = 0

    def fits(self, address: str) -> bool:
        """Tell whether this answer is due for `address` and not used up."""
        return self.to in ("", address) and (self.times is None or self.given < self.times)


@dataclass
class _Handler:
    """What aiosmtpd calls at each stage of a delivery."""

    received: list[Received] = field(default_factory=list)
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    connections: int = 0

    async def _answer(self, stage: str, address: str = "") -> str | None:
        for reply in self.replies.get(stage, ()):
            if reply.fits(address):
                reply.given += 1
                await asyncio.sleep(reply.seconds)
                return reply.text or None
        return None

    async def handle_EHLO(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        refusal = await self._answer("ehlo")
        return [refusal] if refusal else responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if refusal := await self._answer("mail", address):
            return refusal
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if refusal := await self._answer("rcpt", address):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        recipients = tuple(envelope.rcpt_tos)
        if refusal := await self._answer("data", recipients[0]):
            return refusal
        raw = envelope.original_content or b""
        self.received.append(
            Received(sender=envelope.mail_from or "", recipients=recipients, raw=raw)
        )
        return "250 OK"


class SmtpSink:
    """A local SMTP server; `url` is its EMAIL_URL, `received` what it got.

    `sink.reply("rcpt", "550 5.1.1 No such user", to="bob@example.org")` refuses one address;
    `sink.reply("data", "451 4.3.0 Try later", times=2)` the next two mails;
    `sink.reply("auth", "535 5.7.8 Bad credentials")` every log-in;
    `sink.reply("data", "", seconds=30)` answers well, but late. `accept()` forgets them all.
    """

    def __init__(self) -> None:
        """Listen on a free port."""
        self.port = free_port()
        self.handler = _Handler()
        self._controller: Controller | None = None
        self.start()

    @property
    def url(self) -> str:
        """Return the EMAIL_URL for a delivery without log-in."""
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def url_with_login(self) -> str:
        """Return the EMAIL_URL for a delivery with log-in."""
        return f"smtp://azul:secret@127.0.0.1:{self.port}"

    @property
    def received(self) -> list[Received]:
        """Return the mails taken so far, oldest first."""
        return list(self.handler.received)

    @property
    def connections(self) -> int:
        """Return how often somebody said EHLO."""
        return self.handler.connections

    def to(self, address: str) -> list[Received]:
        """Return the mails taken for one address."""
        return [mail for mail in self.received if address in mail.recipients]

    def reply(
        self, stage: str, text: str, *, times: int | None = None, to: str = "", seconds: float = 0.0
    ) -> None:
        """Answer `text` at a stage (ehlo, auth, mail, rcpt, data), `times` times or always."""
        reply = Reply(text=text, times=times, to=to, seconds=seconds)
        self.handler.replies.setdefault(stage, []).append(reply)

    def accept(self) -> None:
        """Take everything again."""
        self.handler.replies.clear()

    def wait_for(self, count: int, *, seconds: float = 20) -> list[Received]:
        """Wait until at least `count` mails came and return all."""
        wait_until(lambda: len(self.received) >= count, seconds=seconds, what=f"{count} mails")
        return self.received

    def start(self) -> None:
        """Listen (again) on the same port."""
        self._controller = _AuthController(
            self.handler, hostname="127.0.0.1", port=self.port, decode_data=False
        )
        self._controller.start()

    def stop(self) -> None:
        """Refuse connections from now on."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None


class _AuthController(Controller):
    """A controller whose server offers AUTH without TLS: both ends are on this machine."""

    def factory(self) -> SMTP:
        """Return the server of one connection."""
        refusals = self.handler.replies

        def authenticate(*_: Any) -> AuthResult:
            for reply in refusals.get("auth", ()):
                if reply.fits(""):
                    reply.given += 1
                    return AuthResult(success=False, handled=False, message=reply.text)
            return AuthResult(success=True)

        return SMTP(
            self.handler,
            authenticator=authenticate,
            auth_require_tls=False,
            decode_data=False,
            enable_SMTPUTF8=False,
        )
