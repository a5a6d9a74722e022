"""`manage.py sweep` does once what beat does all the time."""

from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command

from games.selectors.health import readiness
from tests.factories import a_game


@pytest.mark.django_db(transaction=True)
def test_it_sends_what_is_due_and_prints_counts() -> None:
    from django.utils import timezone

    a_game("alice", "bob", now=timezone.now())
    out = StringIO()
    call_command("sweep", stdout=out)
    counts = dict(line.split(": ") for line in out.getvalue().splitlines())
    assert int(counts["mails"]) == len(mail.outbox) > 0
    assert readiness(now=timezone.now()).beat_age is not None
