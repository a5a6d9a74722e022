"""What load balancers and monitors are told."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.utils import timezone

from games.models import MailKind, OutgoingMail
from games.selectors.health import LATE_MAIL_SECONDS, LATE_SWEEP_SECONDS, SWEPT_KEY, readiness
from games.services.health import note_sweep
from games.views.health import healthz
from tests.factories import NOW, a_player


@pytest.fixture(autouse=True)
def _swept_just_now() -> None:
    cache.delete(SWEPT_KEY)
    note_sweep(now=NOW)


def a_mail_due(seconds_ago: int) -> None:
    OutgoingMail.objects.create(
        key="your-turn:1:2:3",
        kind=MailKind.YOUR_TURN,
        player=a_player("alice"),
        next_at=NOW - timedelta(seconds=seconds_ago),
    )


@pytest.mark.django_db
def test_a_site_at_work_is_ready() -> None:
    state = readiness(now=NOW + timedelta(seconds=4))
    assert state.faults == []
    assert (state.outbox_age, state.beat_age) == (None, 4)


@pytest.mark.django_db
def test_a_mail_that_waits_too_long_is_a_fault() -> None:
    a_mail_due(seconds_ago=LATE_MAIL_SECONDS + 1)
    assert readiness(now=NOW).faults == ["outbox"]


@pytest.mark.django_db
def test_a_mail_put_off_to_later_is_none() -> None:
    a_mail_due(seconds_ago=-600)
    assert readiness(now=NOW).outbox_age is None


@pytest.mark.django_db
def test_a_beat_that_stopped_is_a_fault() -> None:
    assert readiness(now=NOW + timedelta(seconds=LATE_SWEEP_SECONDS + 1)).faults == ["beat"]


@pytest.mark.django_db
def test_a_site_on_which_nobody_ever_swept_is_not_ready() -> None:
    cache.delete(SWEPT_KEY)
    assert readiness(now=NOW).faults == ["beat"]


@pytest.mark.django_db
def test_a_database_that_is_away_is_told_and_not_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", fail)
    state = readiness(now=NOW)
    assert not state.database
    assert "database" in state.faults


@pytest.mark.django_db
def test_readyz_answers_200_or_503_and_says_why(client: Client) -> None:
    note_sweep(now=timezone.now())
    ready = client.get("/readyz")
    cache.delete(SWEPT_KEY)
    not_ready = client.get("/readyz")
    assert (ready.status_code, json.loads(ready.content)["ready"]) == (200, True)
    assert (not_ready.status_code, json.loads(not_ready.content)["faults"]) == (503, ["beat"])


def test_healthz_asks_nobody() -> None:
    answer = healthz(RequestFactory().get("/healthz"))
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert healthz(RequestFactory().post("/healthz")).status_code == 405
