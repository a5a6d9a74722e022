"""The outbox: one mail per fact, one worker per mail, nothing lost."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import override_settings

from games.models import MailKind, MailState, OutgoingMail, Player
from games.selectors.due import due_mail
from games.services import outbox
from tests.factories import NOW, a_player

pytestmark = pytest.mark.django_db


def queue(key: str = "sign-in:1") -> OutgoingMail:
    outbox.queue_mail(key=key, kind=MailKind.SIGN_IN, player=a_player(), now=NOW)
    return OutgoingMail.objects.get(key=key)


def claim(mail: OutgoingMail, seconds: int = 0) -> OutgoingMail | None:
    return outbox.claim_mail(mail_id=mail.pk, now=NOW + timedelta(seconds=seconds))


def test_a_fact_is_queued_once() -> None:
    queue()
    queue()
    assert OutgoingMail.objects.count() == 1


def test_a_rollback_leaves_no_mail() -> None:
    a_player()
    with transaction.atomic():
        outbox.queue_mail(
            key="sign-in:1", kind=MailKind.SIGN_IN, player=Player.objects.get(), now=NOW
        )
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()


def test_a_mail_is_claimed_by_one_worker() -> None:
    mail = queue()
    assert claim(mail) is not None
    assert claim(mail) is None


def test_a_claim_of_a_dead_worker_is_taken_over_after_its_lease() -> None:
    mail = queue()
    claim(mail)
    assert claim(mail, seconds=119) is None
    again = claim(mail, seconds=121)
    assert again is not None
    assert again.attempts == 2


def test_a_worker_that_lost_its_lease_cannot_settle_the_mail() -> None:
    mail = queue()
    slow = claim(mail)
    fast = claim(mail, seconds=121)
    assert slow is not None
    assert fast is not None
    outbox.mark_sent(mail=fast, message_id="<x@y>", now=NOW)
    outbox.mark_retry(mail=slow, error="late", now=NOW)
    mail.refresh_from_db()
    assert mail.state == MailState.SENT


def test_a_retry_waits_longer_each_time_and_never_over_six_hours() -> None:
    mail = queue()
    waits = []
    now = NOW
    for _ in range(9):
        claimed = outbox.claim_mail(mail_id=mail.pk, now=now)
        assert claimed is not None
        outbox.mark_retry(mail=claimed, error="451 later", now=now)
        mail.refresh_from_db()
        waits.append((mail.next_at - now).total_seconds())
        now = mail.next_at
    assert 30 <= waits[0] <= 90
    assert waits[6] > waits[0]
    assert max(waits) <= 6 * 3600


def test_a_mail_is_given_up_after_ten_attempts() -> None:
    mail = queue()
    OutgoingMail.objects.update(attempts=9)
    claimed = claim(mail)
    assert claimed is not None
    outbox.mark_retry(mail=claimed, error="451 later", now=NOW)
    mail.refresh_from_db()
    assert mail.state == MailState.DEAD


def test_a_mail_is_given_up_after_two_days() -> None:
    mail = queue()
    later = NOW + timedelta(hours=49)
    claimed = outbox.claim_mail(mail_id=mail.pk, now=later)
    assert claimed is not None
    outbox.mark_retry(mail=claimed, error="451 later", now=later)
    mail.refresh_from_db()
    assert mail.state == MailState.DEAD


def test_a_mail_that_kills_its_worker_each_time_is_buried() -> None:
    mail = queue()
    OutgoingMail.objects.update(attempts=10, state=MailState.SENDING, lease_until=NOW)
    assert claim(mail, seconds=1) is None
    assert outbox.bury_exhausted(now=NOW + timedelta(seconds=1)) == 1
    mail.refresh_from_db()
    assert mail.state == MailState.DEAD


def test_a_dead_mail_gets_a_fresh_start_on_request() -> None:
    mail = queue()
    OutgoingMail.objects.update(attempts=10, state=MailState.DEAD)
    assert outbox.retry_mail(mail_ids=[mail.pk], now=NOW) == 1
    assert claim(mail) is not None


def test_due_mail_comes_oldest_first_and_not_during_a_pause() -> None:
    first, second = queue("sign-in:1"), queue("sign-in:2")
    OutgoingMail.objects.filter(pk=second.pk).update(next_at=NOW - timedelta(minutes=1))
    assert due_mail(now=NOW, limit=10) == [second.pk, first.pk]
    outbox.pause_mail(until=NOW + timedelta(minutes=10), reason="535")
    assert due_mail(now=NOW, limit=10) == []
    assert due_mail(now=NOW + timedelta(minutes=11), limit=10) == [second.pk, first.pk]


def test_old_sent_mail_is_purged() -> None:
    mail = queue()
    OutgoingMail.objects.filter(pk=mail.pk).update(state=MailState.SENT, sent_at=NOW)
    assert outbox.purge_mail(now=NOW + timedelta(days=29)) == 0
    assert outbox.purge_mail(now=NOW + timedelta(days=31)) == 1


@override_settings()
def test_a_dead_broker_costs_the_player_nothing(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    from celery import Celery

    app = Celery(broker="redis://127.0.0.1:1/0", set_as_current=False)
    app.conf.broker_transport_options = {"socket_connect_timeout": 0.5, "max_retries": 0}
    app.conf.task_publish_retry = False
    monkeypatch.setattr(outbox, "current_app", app)
    monkeypatch.setattr(outbox._Breaker, "closed_until", 0.0)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        mail = queue()
    assert outbox._Breaker.closed_until > 0
    assert claim(mail) is not None
