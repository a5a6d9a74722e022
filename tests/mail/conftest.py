"""Fixtures for mail tests: a clock, a row to send, and mails as they come out at the other end."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from games.mail import connection, delivery
from games.models import Game, OutgoingMail
from tests.factories import NOW, a_player
from tests.smtp import SmtpSink

LATER = NOW + timedelta(hours=30)


def mail_to(name: str, kind: str = "your-turn", game: Game | None = None) -> OutgoingMail:
    """Return the newest row of a kind for a player."""
    mails = OutgoingMail.objects.filter(kind=kind, player__name=name)
    if game is not None:
        mails = mails.filter(game=game)
    return mails.select_related("player", "game").order_by("-pk")[0]


def a_code_mail(key: str, *, asked_at: datetime) -> OutgoingMail:
    """Return the row of a sign-in mail for alice."""
    return OutgoingMail.objects.create(
        key=key,
        kind="sign-in",
        player=a_player(),
        context={"nonce": key},
        created_at=asked_at,
        next_at=asked_at,
    )


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """Return a clock that stands still, 30 hours after the games of the factories began."""
    return lambda: LATER


@pytest.fixture
def send(clock: Callable[[], datetime]) -> Callable[[OutgoingMail], bool]:
    """Return a function that delivers one row."""
    return lambda mail: delivery.deliver(mail.pk, clock=clock)


@pytest.fixture
def sink(smtp_sink: SmtpSink, settings: Settings) -> Iterator[SmtpSink]:
    """Send this process's mail to a real SMTP server."""
    connection.close()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", smtp_sink.port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_TIMEOUT = 5
    yield smtp_sink
    connection.close()
