"""`manage.py simulate_league`: seasons of leagues lived through in minutes, every rule checked."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections import Counter
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.management.bench.database import own_database
from games.management.league_life.checks import Fault
from games.management.league_life.life import START, live
from games.models import Pairing, TimeoutPolicy

USUAL: Final = (Pairing.SINGLE, Pairing.MIXED)


class Command(BaseCommand):
    """Live some seasons in a database of its own, and say what has happened."""

    help = (
        "Simulate leagues in a database of its own: people enter, withdraw, forfeit, play and stand in, a "
        "director corrects and undoes; after each action and each season everything that must hold is "
        "checked. Exit 0: all holds; 1: the first fault is printed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare how long, how many, and by which pairing."""
        parser.add_argument("--seasons", type=int, default=5, metavar="N")
        parser.add_argument("--players", type=int, default=60, metavar="N")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="another life")
        parser.add_argument(
            "--pairing",
            choices=[value for value in Pairing.values if value != Pairing.KNOCKOUT],
            help="one league of this kind; without it one at tables of two and one of mixed tables",
        )
        parser.add_argument(
            "--table-size",
            type=int,
            choices=[2, 3, 4],
            default=2,
            help="for the league of --pairing",
        )
        parser.add_argument("--json", action="store_true", help="the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the simulation; ends with 1 at the first fault."""
        if options["seasons"] < 1 or options["players"] < 8:
            raise CommandError("At least 1 season and 8 players are needed.", returncode=2)
        begun = time.monotonic()
        with own_database():
            try:
                counts = self._live(options)
            except Fault as fault:
                raise CommandError(str(fault)) from None
        seconds = round(time.monotonic() - begun)
        if options["json"]:
            self.stdout.write(json.dumps({**counts, "seconds": seconds}, indent=1, sort_keys=True))
            return
        for league, figures in counts.items():
            self.stdout.write(f"{league}:")
            for what, count in sorted(figures.items()):
                self.stdout.write(f"  {what}: {count:,}")
        self.stdout.write(f"seconds: {seconds}")

    def _live(self, options: dict[str, Any]) -> dict[str, Counter[str]]:
        """Live one league after the other, each from where the one before has ended."""
        now, counts = START, {}
        for pairing in [options["pairing"]] if options["pairing"] else USUAL:
            is_mixed = pairing == Pairing.MIXED
            # Divisions of six and more sit at threes and fours; smaller ones at one table.
            limits = {"smallest_division": 6, "largest_division": 11} if is_mixed else {}
            counts[str(pairing)], now = live(
                str(pairing),
                seasons=options["seasons"],
                people=options["players"],
                seed=options["seed"],
                begun=now,
                pairing=pairing,
                table_size=4 if is_mixed else options["table_size"],
                timeout_policy=TimeoutPolicy.SUBSTITUTE,
                **limits,
            )
        return counts
