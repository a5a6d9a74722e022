"""`manage.py simulate_year`: a year of games with absent players and outages, checked after every event."""

import json
import logging
import random
import time
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.test.utils import override_settings

from games.mail import connection as mail_connection
from games.management.bench.database import own_database
from games.management.year.post import OFFICE, Backend
from games.management.year.site import LivingSite
from games.management.year.story import Year

LEAST_DAYS = 2


class Command(BaseCommand):
    """Let a year pass in a database of its own and check that every clock was fair."""

    help = (
        "Simulate a year of games in a database of its own: absent players, vacations, pauses, gifts, outages, "
        "a dead worker. Prints figures; ends with 1 and a line for each fault if a clock was not fair."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the size of the year."""
        parser.add_argument("--games", type=int, default=200, metavar="N")
        parser.add_argument("--days", type=int, default=365, metavar="N")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="of all chance in it")
        parser.add_argument(
            "--write-every",
            type=int,
            default=10,
            metavar="N",
            help="write out and hand over one of N mails that leave at once (1: every one)",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate and report; end with 1 after a fault, with 2 for a year that is none."""
        if options["games"] < 1 or options["days"] < LEAST_DAYS:
            self.stderr.write(f"A year has at least one game and {LEAST_DAYS} days.")
            raise SystemExit(2)
        begun = time.process_time()
        site = LivingSite(write_every=max(1, options["write_every"]))
        year = _simulated(options["games"], options["days"], options["seed"], site)
        figures: dict[str, float] = dict(sorted(year.figures.items()))
        figures["faults"] = len(year.checks.faults)
        figures["cpu_s"] = round(time.process_time() - begun, 1)
        if options["json"]:
            self.stdout.write(json.dumps(figures))
        else:
            for name, value in figures.items():
                self.stdout.write(f"{name}: {value:,}")
        for fault in year.checks.faults:
            self.stderr.write(fault)
        if year.checks.faults:
            raise SystemExit(1)


def _simulated(games: int, days: int, seed: int, site: LivingSite) -> Year:
    """Return a year that has passed. The site's own database, cache and mail server are not touched."""
    year = Year(games, days, Random(seed), site)  # noqa: S311 - the same year for the same seed
    random.seed(seed)  # the waits of mails that are tried again
    logging.getLogger("games").setLevel(logging.CRITICAL)  # outages are meant here
    OFFICE.open_anew()
    mail_connection.close()
    backend = f"{Backend.__module__}.{Backend.__qualname__}"
    with own_database(), override_settings(EMAIL_BACKEND=backend):
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA synchronous=OFF")  # nobody misses it after a crash
        year.run()
    mail_connection.close()
    return year
