"""The Celery app as web threads, workers and beat see it."""

from concurrent.futures import ThreadPoolExecutor

from celery import current_app
from celery.signals import celeryd_init

from azulsite.celery import PATIENT_SOCKET_SECONDS, app


def test_every_thread_sends_its_hints_through_the_sites_app() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: current_app.main).result() == "azulsite"


def test_beats_messages_expire_when_no_worker_takes_them() -> None:
    for entry in app.conf.beat_schedule.values():
        assert entry["options"]["expires"] == 2 * entry["schedule"].run_every.total_seconds()


def test_every_task_of_the_beat_table_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_a_worker_waits_longer_for_redis_than_a_page() -> None:
    kept = app.conf.broker_transport_options
    app.conf.broker_transport_options = {"socket_timeout": 1}
    try:
        celeryd_init.send(sender="worker", instance=None, conf=app.conf, options={})
        assert app.conf.broker_transport_options["socket_timeout"] == PATIENT_SOCKET_SECONDS
    finally:
        app.conf.broker_transport_options = kept


def test_a_task_that_kills_its_worker_is_not_tried_for_ever() -> None:
    assert app.conf.task_acks_late
    assert not app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
