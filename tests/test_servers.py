"""The servers that tests start are real, separate and can be broken on purpose."""

import smtplib
from collections.abc import Callable

import pytest
from django.core.mail import EmailMessage, get_connection

from games.models import Player
from tests.servers import PostgresServer, RedisServer, Site
from tests.smtp import SmtpSink


def test_redis_keeps_what_it_took_when_it_is_killed(redis_server: RedisServer) -> None:
    redis_server.client().set("seat", "alice")
    redis_server.kill()
    redis_server.start()
    assert redis_server.client().get("seat") == b"alice"


def test_every_postgres_url_is_a_migrated_database_of_its_own(
    postgres_url: str, postgres_server: PostgresServer
) -> None:
    assert postgres_url != postgres_server.url()
    assert "azul" in postgres_url


def test_a_command_sees_the_rows_this_process_wrote(
    shared_database: str, live_site: Callable[..., Site]
) -> None:
    Player.objects.create(email="alice@example.org", name="Alice")
    names = live_site(database_url=shared_database).manage(
        "shell",
        "-v",
        "0",
        "-c",
        "from games.models import Player; print(Player.objects.get().name)",
    )
    assert names.strip() == "Alice"


def send(sink: SmtpSink, *, to: str) -> None:
    backend = get_connection(
        "django.core.mail.backends.smtp.EmailBackend", host="127.0.0.1", port=sink.port
    )
    EmailMessage("Your turn", "Play.", "turns@example.org", [to], connection=backend).send()


def test_the_mail_server_keeps_mails_as_sent(smtp_sink: SmtpSink) -> None:
    send(smtp_sink, to="alice@example.org")
    mail = smtp_sink.wait_for(1)[0]
    assert mail.recipients == ("alice@example.org",)
    assert mail.part("plain").strip() == "Play."


def test_the_mail_server_refuses_whom_it_is_told_to(smtp_sink: SmtpSink) -> None:
    smtp_sink.reply("rcpt", "550 5.1.1 No such user", to="bob@example.org")
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        send(smtp_sink, to="bob@example.org")
    send(smtp_sink, to="alice@example.org")
    assert len(smtp_sink.received) == 1


def test_the_mail_server_puts_off_as_often_as_it_is_told_to(smtp_sink: SmtpSink) -> None:
    smtp_sink.reply("data", "451 4.3.0 Try later", times=1)
    with pytest.raises(smtplib.SMTPDataError):
        send(smtp_sink, to="alice@example.org")
    send(smtp_sink, to="alice@example.org")
    assert len(smtp_sink.received) == 1


def test_the_mail_server_refuses_a_log_in(smtp_sink: SmtpSink) -> None:
    smtp_sink.reply("auth", "535 5.7.8 Bad credentials")
    client = smtplib.SMTP("127.0.0.1", smtp_sink.port)
    with client, pytest.raises(smtplib.SMTPAuthenticationError):
        client.login("azul", "secret")
