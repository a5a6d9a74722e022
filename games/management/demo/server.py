"""One process that is the whole site: web server, Celery worker and Celery beat in threads."""

import contextlib
import logging
import signal
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from types import FrameType

from celery import current_app
from celery.beat import Scheduler
from celery.beat import _Threaded as BeatThread
from django.core.servers.basehttp import get_internal_wsgi_application
from waitress.server import create_server

HOST = "127.0.0.1"
WEB_THREADS = 8
WORKER_THREADS = 2
STOP_SECONDS = 10
PORTS_TO_TRY = 10


class PortTaken(OSError):
    """Somebody else listens there."""


def free_port(wanted: int, *, is_fixed: bool) -> int:
    """Return `wanted`, or the next free port unless `is_fixed`. Raises PortTaken."""
    for port in [wanted] if is_fixed else range(wanted, wanted + PORTS_TO_TRY):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind((HOST, port))
                return port
    raise PortTaken(f"Port {wanted} is taken; choose another one with --port.")


def serve(*, port: int, on_ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM, then stop every part; calls `on_ready` once the site answers."""
    signal.signal(signal.SIGTERM, _end)
    # A shell that starts it in the background has its children ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    application = get_internal_wsgi_application()
    with running_worker(), running_beat():
        server = create_server(application, host=HOST, port=port, threads=WEB_THREADS, ident="")
        announcer = threading.Thread(target=_announce, args=(port, on_ready), daemon=True)
        announcer.start()
        server.run()  # returns on KeyboardInterrupt and SystemExit
        server.close()


def _end(number: int, frame: FrameType | None) -> None:
    """Turn SIGTERM into the same orderly end as Ctrl-C."""
    raise SystemExit(0)


def _announce(port: int, on_ready: Callable[[], None]) -> None:
    """Ask the site until it answers, then tell."""
    while True:
        try:
            urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=5).close()
        except OSError:
            time.sleep(0.05)
        else:
            return on_ready()


@contextlib.contextmanager
def running_worker() -> Iterator[None]:
    """Run a Celery worker in a thread for the length of the block."""
    worker = current_app.WorkController(
        pool="threads",
        concurrency=WORKER_THREADS,
        hostname="demo@localhost",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    # What Celery tells of its connections would hide the site's own lines. Making the worker has set
    # up the logs once more, so this comes after it.
    logging.getLogger("celery").setLevel(logging.WARNING)
    thread = threading.Thread(target=worker.start, name="worker", daemon=True)
    thread.start()
    # What a killed process left is found now and not only at beat's first tick.
    current_app.send_task("games.tasks.sweep", ignore_result=True)
    try:
        yield
    finally:
        worker.stop()
        thread.join(STOP_SECONDS)


@contextlib.contextmanager
def running_beat() -> Iterator[None]:
    """Run Celery beat in a thread for the length of the block."""
    beat = BeatThread(current_app, max_interval=1, scheduler_cls=Scheduler)
    beat.start()
    try:
        yield
    finally:
        beat.stop()
        beat.join(STOP_SECONDS)
