"""`manage.py simulate_league`: seasons of a league lived through in minutes, every rule checked."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.bench.database import own_database
from games.management.league_life.checks import Fault
from games.management.league_life.life import live
from games.models import Pairing


class Command(BaseCommand):
    """Live some seasons in a database of its own, and say what has happened."""

    help = (
        "Simulate a league in a database of its own: people enter, withdraw, forfeit and play; after each "
        "season everything that must hold is checked. Exit 0: all holds; 1: the first fault is printed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare how long, how many, and by which pairing."""
        parser.add_argument("--seasons", type=int, default=5, metavar="N")
        parser.add_argument("--players", type=int, default=60, metavar="N")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="another life")
        parser.add_argument(
            "--pairing",
            choices=[value for value in Pairing.values if value != Pairing.KNOCKOUT],
            default=Pairing.SINGLE.value,
        )
        parser.add_argument("--table-size", type=int, choices=[2, 3, 4], default=2)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the simulation; ends with 1 at the first fault."""
        if options["seasons"] < 1 or options["players"] < 8:
            raise CommandError("At least 1 season and 8 players are needed.", returncode=2)
        begun = time.monotonic()
        with own_database():
            try:
                counts = live(
                    seasons=options["seasons"],
                    people=options["players"],
                    seed=options["seed"],
                    pairing=options["pairing"],
                    table_size=options["table_size"],
                )
            except Fault as fault:
                raise CommandError(str(fault)) from None
        for what, count in sorted(counts.items()):
            self.stdout.write(f"{what}: {count:,}")
        self.stdout.write(f"seconds: {time.monotonic() - begun:.0f}")
