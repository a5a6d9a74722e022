"""`manage.py verify_games`: replay finished games by today's rules and compare what is stored."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.selectors.verification import RECENT, faults_of_game, finished_games


class Command(BaseCommand):
    """Check that finished games still give the results that were written down."""

    help = (
        f"Replay the finished games of the last {RECENT.days} days (--all: every one) by today's rules and "
        "compare scores, places, rounds and the seed's commitment with what the database holds. "
        "Exit 0: all agree; 1: some don't, one line per fault; 2: bad usage."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --all."""
        parser.add_argument("--all", action="store_true", help="every finished game, however old")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the games one by one and print what doesn't agree."""
        since = None if options["all"] else timezone.now() - RECENT
        games = agreed = 0
        for game_id in finished_games(since=since):
            faults = faults_of_game(game_id)
            games += 1
            agreed += not faults
            for fault in faults:
                self.stdout.write(f"game {game_id}: {fault}")
        self.stdout.write(f"{agreed} of {games} games agree")
        if agreed < games:
            sys.exit(1)
