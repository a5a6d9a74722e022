"""`manage.py mailcheck`: which DNS records our mail needs, and a test mail."""

from email.utils import make_msgid
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.mail import connection
from games.mail.headers import sender_domain
from games.mail.verdicts import refusal_of

RECORDS = """\
Mail leaves as   {sender}
by way of        {server}

Records that {domain} needs, so that others believe it is ours:

  SPF    {domain}. TXT "v=spf1 a:{host} -all"
         Only if {host} hands mail out itself; else what your mail provider says.
  DKIM   a key published as SELECTOR._domainkey.{domain}. TXT, and a mail server that signs with it
         these headers: From To Subject Date Message-ID List-Id List-Unsubscribe List-Unsubscribe-Post.
         One-click unsubscribing counts only if the last two are signed.
  DMARC  _dmarc.{domain}. TXT "v=DMARC1; p=quarantine; adkim=r; aspf=r"
  PTR    the address of {host} must lead back to {host}.
"""
TEXT = """\
This is a test mail of Azul by mail at {site}

It came by way of {server}. Look at its source: SPF, DKIM and DMARC should all say "pass".
"""


class Command(BaseCommand):
    """Print the DNS records to publish; with an address, send a test mail there."""

    help = "Print the DNS records that our mail needs; with ADDRESS also send a test mail there."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare ADDRESS."""
        parser.add_argument("address", nargs="?", help="where to send a test mail")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the records; send the test mail and say how the server answered."""
        is_kept = not settings.EMAIL_HOST
        host = settings.EMAIL_HOST or settings.HOST
        server = "the local mailbox page" if is_kept else f"{host}, port {settings.EMAIL_PORT}"
        self.stdout.write(
            RECORDS.format(
                sender=settings.DEFAULT_FROM_EMAIL,
                server=server,
                host=host,
                domain=sender_domain(),
            )
        )
        if options["address"]:
            self._send(options["address"], server)

    def _send(self, address: str, server: str) -> None:
        message = EmailMessage(
            subject="Azul by mail: test",
            body=TEXT.format(site=settings.BASE_URL, server=server),
            to=[address],
            headers={
                "Message-ID": make_msgid(domain=sender_domain()),
                "Auto-Submitted": "auto-generated",
            },
        )
        try:
            connection.send(message)
        except (OSError, ValueError) as fault:
            words = refusal_of(fault).words if isinstance(fault, OSError) else str(fault)
            raise CommandError(f"The test mail was not taken: {words}") from None
        finally:
            connection.close()
        self.stdout.write(f"A test mail to {address} was taken by {server}.")
