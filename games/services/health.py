"""The sign of life that workers leave for /readyz."""

from datetime import datetime

from django.core.cache import cache

from games.selectors.health import SWEPT_KEY


def note_sweep(*, now: datetime) -> None:
    """Write down that a worker swept at `now`. Effect: one cache entry, no rows."""
    cache.set(SWEPT_KEY, now.timestamp(), timeout=None)
