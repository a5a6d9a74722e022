"""`manage.py ratings`: reckon all ratings from the results, and compare or write them."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.selectors.rating_rows import rating_faults
from games.services.ratings import begin_ratings_anew, rate_games


class Command(BaseCommand):
    """Rate what waits; with --check compare only, with --recompute write everything anew."""

    help = (
        "Rate the finished games that have not been rated yet. --check: reckon all ratings from nothing, "
        "write nothing, print a line for each row that says something else. --recompute: reckon all "
        "from nothing and write what differs. "
        "Exit 0: done, or all agree; 1: some don't; 2: bad usage."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --check and --recompute."""
        ways = parser.add_mutually_exclusive_group()
        ways.add_argument("--check", action="store_true", help="compare, and write nothing")
        ways.add_argument("--recompute", action="store_true", help="write what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what was asked, and count."""
        if options["check"]:
            self._check()
            return
        games, changed = 0, begin_ratings_anew() if options["recompute"] else 0
        while (batch := rate_games()).games:
            games, changed = games + batch.games, changed + batch.changed
        self.stdout.write(f"{games} games looked at, {changed} rows changed")

    def _check(self) -> None:
        faults = 0
        for fault in rating_faults():
            faults += 1
            self.stdout.write(fault)
        self.stdout.write("all ratings agree" if not faults else f"{faults} rows differ")
        if faults:
            sys.exit(1)
