"""`manage.py export_games`: finished games as data, a line each."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand

from games import azul
from games.selectors.records import record_of_game
from games.selectors.verification import finished_games


class Command(BaseCommand):
    """Print the records of finished games."""

    help = (
        "Print finished games as NDJSON, one azul-record/1 document a line (docs/notation.md), oldest first. "
        "Exit 0: all printed; 1: some can't be replayed, one line per fault on standard error; 2: bad usage."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --since."""
        parser.add_argument(
            "--since",
            metavar="DATE",
            type=moment_of,
            help="only games that ended on that day (2026-01-31, in UTC) or later",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print game after game; none is kept in memory."""
        faults = 0
        for game_id in finished_games(since=options["since"]):
            try:
                line = azul.format_json(record_of_game(game_id))
            except ValueError as fault:  # InvalidRecord, IllegalMove, InvalidNotation
                faults += 1
                self.stderr.write(f"game {game_id}: {fault}")
            else:
                self.stdout.write(line)
        if faults:
            sys.exit(1)


def moment_of(text: str) -> datetime:
    """Read a day as its first moment in UTC. Raises ArgumentTypeError."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise ArgumentTypeError(f"{text} is not a date like 2026-01-31") from None
