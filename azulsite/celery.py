"""The Celery app and its beat table.

Start a worker with `celery -A azulsite worker` and one beat with `celery -A azulsite beat`.
"""

import os
from typing import Any

from celery import Celery
from celery.schedules import schedule
from celery.signals import beat_init, celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "azulsite.settings")

SWEEP_SECONDS = 5.0
# A worker may wait on Redis; a web process may not, the player waits with it.
PATIENT_SOCKET_SECONDS = 30

app = Celery("azulsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# The services send hints through `celery.current_app`; without this, threads of a web server other than
# the one that imported this module would get an unconfigured app.
app.set_default()


def every(seconds: float, task: str) -> dict[str, Any]:
    """Return a beat entry whose message is dropped when no worker took it for two periods."""
    return {
        "task": task,
        "schedule": schedule(run_every=seconds),
        "options": {"expires": 2 * seconds},
    }


app.conf.beat_schedule = {"sweep": every(SWEEP_SECONDS, "games.tasks.sweep")}


def wait_longer(**_: Any) -> None:
    """Let a worker or beat wait longer for Redis than a web process may."""
    options = dict(app.conf.broker_transport_options)
    if "socket_timeout" in options:
        options["socket_timeout"] = PATIENT_SOCKET_SECONDS
        app.conf.broker_transport_options = options


celeryd_init.connect(wait_longer)
beat_init.connect(wait_longer)
