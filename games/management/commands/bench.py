"""`manage.py bench`: how fast the parts are."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.bench import BENCHMARKS, LEAST_GAMES, PEOPLED, REPEATED


class Command(BaseCommand):
    """Run benchmarks and print their figures."""

    help = (
        f"Run benchmarks ({', '.join(BENCHMARKS)}; all if none is named) and print their figures."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the names and the form of the answer."""
        parser.add_argument(
            "names", metavar="NAME", nargs="*", help=f"one of {', '.join(BENCHMARKS)}"
        )
        parser.add_argument(
            "--games",
            type=int,
            metavar="N",
            help="size of the database that `pages` makes; games that `bots` plays in each match",
        )
        parser.add_argument("--repeats", type=int, metavar="N", help="how often `pages` measures")
        parser.add_argument("--players", type=int, metavar="N", help="players in the `season`")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run what is asked for; end with 2 when there is no such benchmark."""
        names = options["names"] or list(BENCHMARKS)
        unknown = [name for name in names if name not in BENCHMARKS]
        if unknown:
            self.stderr.write(
                f"There is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}."
            )
            raise SystemExit(2)
        least = max((LEAST_GAMES[name] for name in names if name in LEAST_GAMES), default=0)
        if options["games"] is not None and options["games"] < least:
            self.stderr.write(f"--games must be {least} or more.")
            raise SystemExit(2)
        fewest = max((PEOPLED[name] for name in names if name in PEOPLED), default=0)
        if options["players"] is not None and options["players"] < fewest:
            self.stderr.write(f"--players must be {fewest} or more.")
            raise SystemExit(2)
        figures = {}
        for name in names:
            figures[name] = BENCHMARKS[name](**_size(name, options))
            if not options["json"]:
                for figure, value in figures[name].items():
                    self.stdout.write(f"{name} {figure}: {value:,}")
        if options["json"]:
            self.stdout.write(json.dumps(figures))


def _size(name: str, options: dict[str, Any]) -> dict[str, int]:
    """Return what was asked for of the sizes that this benchmark knows."""
    known = {
        "games": name in LEAST_GAMES, "repeats": name in REPEATED, "players": name in PEOPLED,
    }  # fmt: skip
    return {size: options[size] for size, is_known in known.items() if is_known and options[size]}
