"""How the site is doing: the database, the broker, the oldest waiting mail, the last sweep."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from celery import current_app
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import Min
from kombu.exceptions import OperationalError

from games.models import MailState, OutgoingMail

SWEPT_KEY = "swept-at"
# Mail is due at once and beat sweeps every few seconds: minutes mean that somebody must look.
LATE_MAIL_SECONDS = 300
LATE_SWEEP_SECONDS = 120


@dataclass(frozen=True, kw_only=True)
class Readiness:
    """What /readyz answers. Ages in seconds; None: nothing waits, or nobody swept yet."""

    database: bool
    broker: bool
    outbox_age: int | None
    beat_age: int | None

    @property
    def faults(self) -> list[str]:
        """Return what is wrong, one word each: database, broker, outbox, beat."""
        late_mail = self.outbox_age is not None and self.outbox_age > LATE_MAIL_SECONDS
        late_beat = self.beat_age is None or self.beat_age > LATE_SWEEP_SECONDS
        states = {
            "database": not self.database,
            "broker": not self.broker,
            "outbox": late_mail,
            "beat": late_beat,
        }
        return [name for name, is_wrong in states.items() if is_wrong]

    def as_json(self) -> dict[str, Any]:
        """Return the answer as a JSON object."""
        return {"ready": not self.faults, "faults": self.faults, **asdict(self)}


def readiness(*, now: datetime) -> Readiness:
    """Look at every part once; takes at most some seconds when one doesn't answer."""
    is_database_up = _answers_database()
    return Readiness(
        database=is_database_up,
        broker=_answers_broker(),
        outbox_age=_outbox_age(now) if is_database_up else None,
        beat_age=_beat_age(now),
    )


def _answers_database() -> bool:
    """Tell whether the database answers the smallest question."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _answers_broker() -> bool:
    """Tell whether a connection to the broker can be made; always so inside one process."""
    try:
        with current_app.connection_for_write() as link:
            link.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    except (OperationalError, OSError):
        return False
    return True


def _outbox_age(now: datetime) -> int | None:
    """Return for how many seconds the most overdue mail has waited."""
    waiting = OutgoingMail.objects.filter(state=MailState.PENDING, next_at__lte=now)
    oldest = waiting.aggregate(oldest=Min("next_at"))["oldest"]
    return None if oldest is None else int((now - oldest).total_seconds())


def _beat_age(now: datetime) -> int | None:
    """Return how many seconds ago a worker last swept."""
    swept_at = cache.get(SWEPT_KEY)
    if swept_at is None:
        return None
    return max(0, int((now - datetime.fromtimestamp(swept_at, UTC)).total_seconds()))
