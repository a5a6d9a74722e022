"""`manage.py verify_record`: check a finished game's seed, its commitment and every draw."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.azul import check_file
from games.management.record_input import read_record_file


class Command(BaseCommand):
    """Check that a finished game was drawn from the seed it was committed to."""

    help = (
        "Check a finished game's record: SeedHash is the SHA-256 of Seed, every round's tiles are what "
        "the seed draws, and the moves lead to the result. Exit 0: so it is; 1: it is not, one line per "
        "fault; 2: bad usage."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file."""
        parser.add_argument("file", metavar="FILE", help="a record with its Seed, text or JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check every record of the file and print what was found."""
        name = options["file"]
        faulty = False
        for check in check_file(read_record_file(name, self), draws=True):
            faulty = faulty or not check.ok
            for fault in check.faults:
                self.stdout.write(f"{name}: {check.game}: {fault}")
            if check.ok and check.position is not None:
                rounds = len(check.position.deals)
                self.stdout.write(f"{name}: {check.game}: ok, {rounds} rounds drawn from the seed")
        if faulty:
            sys.exit(1)
