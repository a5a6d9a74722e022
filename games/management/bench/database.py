"""A database for the length of a benchmark."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection
from django.test.utils import override_settings

from games.models import Game
from games.services.outbox import without_hints

_CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}


def let_go() -> None:
    """Close every connection of this process, those that wait in a pool too."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()


@contextmanager
def own_database() -> Iterator[None]:
    """Make a new database with today's tables the default one for a while, then drop it.

    With DEBUG off, since Django then keeps no list of queries. The tables are made from the models at once: to run every migration takes longer than many a benchmark.

    Meanwhile the site's workers and its cache, which know other rows by the same numbers, hear nothing.
    """
    kept = connection.settings_dict["NAME"]
    let_go()
    with tempfile.TemporaryDirectory(prefix="azul-bench-") as folder:
        is_file = connection.vendor == "sqlite"
        name = str(Path(folder) / "bench.sqlite3") if is_file else f"azul_bench_{time.time_ns()}"
        connection.settings_dict["TEST"] |= {"NAME": name, "MIGRATE": False}
        made = connection.creation.create_test_db(verbosity=0, autoclobber=False, serialize=False)
        if made != name or connection.settings_dict["NAME"] != name:
            raise RuntimeError("the benchmark got another database than it asked for")
        try:
            if Game.objects.exists():
                raise RuntimeError("the benchmark's database is not empty")
            with without_hints(), override_settings(CACHES=_CACHES, DEBUG=False):
                yield
        finally:
            connection.creation.destroy_test_db(str(kept), verbosity=0)
