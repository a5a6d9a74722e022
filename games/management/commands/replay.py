"""`manage.py replay`: play recorded games through the rules and compare all they state."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.azul import Check, check_file
from games.management.record_input import read_record_file


class Command(BaseCommand):
    """Check record files, without touching the database."""

    help = (
        "Read game records (text, or azul-record/1 JSON lines), play each through the rules and compare "
        "everything it states. Exit 0: all is as stated; 1: some is not, one line per fault; 2: bad usage."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the files and the form of the answer."""
        parser.add_argument("files", metavar="FILE", nargs="+", help="a file of game records")
        parser.add_argument("--json", action="store_true", help="print one JSON object per game")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check every record of every file and print what was found."""
        texts = [(name, read_record_file(name, self)) for name in options["files"]]
        games = agreed = 0
        for name, text in texts:
            for check in check_file(text):
                games += 1
                agreed += check.ok
                lines = [as_json(check)] if options["json"] else as_lines(name, check)
                for line in lines:
                    self.stdout.write(line)
        if not options["json"]:
            self.stdout.write(f"{agreed} of {games} ok")
        if agreed < games:
            sys.exit(1)


def as_json(check: Check) -> str:
    """Return a check as one line of JSON."""
    answer = {
        "id": check.game,
        "ok": check.ok,
        "faults": list(check.faults),
        "scores": check.scores,
        "ranking": check.ranking,
        "moves": check.moves,
    }
    return json.dumps(answer, ensure_ascii=False)


def as_lines(name: str, check: Check) -> list[str]:
    """Return a check as lines for people: one, or one for each fault."""
    if not check.ok:
        return [f"{name}: {check.game}: {fault}" for fault in check.faults]
    scores = ", ".join(f"{player} {score}" for player, score in check.scores.items())
    return [f"{name}: {check.game}: ok, {check.moves} moves, {scores}"]
