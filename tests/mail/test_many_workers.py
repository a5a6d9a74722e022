"""Many workers, repeated hints, dead workers: each mail leaves once, or again with the same id."""

import threading
from datetime import datetime, timedelta

import pytest
from django.db import connections

from games.mail import connection, delivery
from games.models import MailState, OutgoingMail
from games.services import outbox
from tests.factories import NOW, a_game
from tests.mail.conftest import LATER
from tests.smtp import SmtpSink

pytestmark = pytest.mark.timeout(120)


def deliver_everything(mail_ids: list[int], sent: list[bool]) -> None:
    try:
        sent += [delivery.deliver(mail_id, clock=lambda: LATER) for mail_id in mail_ids]
    finally:
        connection.close()
        connections.close_all()


def test_of_eight_workers_with_the_same_hints_one_sends_each_mail(
    shared_database: str, sink: SmtpSink
) -> None:
    a_game("alice", "bob", "carol", "dave")
    mail_ids = list(OutgoingMail.objects.values_list("pk", flat=True))
    sent: list[bool] = []
    workers = [threading.Thread(target=deliver_everything, args=(mail_ids, sent)) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(sink.received) == len(mail_ids) == sum(sent) == 5
    assert set(OutgoingMail.objects.values_list("state", flat=True)) == {MailState.SENT}


@pytest.mark.django_db
def test_the_mail_of_a_dead_worker_is_sent_by_another_when_the_lease_is_over(
    sink: SmtpSink,
) -> None:
    a_game()
    mail = OutgoingMail.objects.get(kind="your-turn")
    assert outbox.claim_mail(mail_id=mail.pk, now=LATER)

    def at(seconds: int) -> datetime:
        return LATER + timedelta(seconds=seconds)

    assert not delivery.deliver(mail.pk, clock=lambda: at(119))
    assert delivery.deliver(mail.pk, clock=lambda: at(121))
    assert len(sink.received) == 1


@pytest.mark.django_db
def test_a_worker_that_comes_back_too_late_notes_nothing(sink: SmtpSink) -> None:
    a_game()
    mail = OutgoingMail.objects.get(kind="your-turn")
    late = outbox.claim_mail(mail_id=mail.pk, now=NOW)
    assert late is not None
    assert delivery.deliver(mail.pk, clock=lambda: LATER)
    outbox.mark_retry(mail=late, error="too late", now=LATER)
    mail.refresh_from_db()
    assert mail.state == MailState.SENT
