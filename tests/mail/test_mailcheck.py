"""`manage.py mailcheck` names the records to publish and tries the mail server."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.smtp import SmtpSink


def mailcheck(*arguments: str) -> str:
    out = StringIO()
    call_command("mailcheck", *arguments, stdout=out)
    return out.getvalue()


def test_it_names_the_records_for_the_senders_domain(sink: SmtpSink) -> None:
    text = mailcheck()
    assert '_dmarc.localhost. TXT "v=DMARC1' in text
    assert 'localhost. TXT "v=spf1 a:127.0.0.1 -all"' in text
    assert "List-Unsubscribe-Post" in text
    assert not sink.received


def test_it_sends_one_test_mail(sink: SmtpSink) -> None:
    assert "was taken by" in mailcheck("alice@example.org")
    assert [mail.recipients for mail in sink.received] == [("alice@example.org",)]


def test_it_says_why_the_server_refused(sink: SmtpSink) -> None:
    sink.reply("rcpt", "550 5.1.1 No such user")
    with pytest.raises(CommandError, match=r"550 5\.1\.1 No such user"):
        mailcheck("alice@example.org")


def test_it_says_that_the_server_is_down(sink: SmtpSink) -> None:
    sink.stop()
    with pytest.raises(CommandError, match="not taken"):
        mailcheck("alice@example.org")
    sink.start()
