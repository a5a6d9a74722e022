"""`manage.py new_game`: start a game by mail addresses, from the command line."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from games.management.demo.alone import base_url
from games.models import BotKind, TimeoutPolicy, Wall
from games.services.errors import Refused
from games.services.lobby import Setup, excused_by, open_table

MOST_PLAYERS = 4
SEED_BYTES = 32


class Command(BaseCommand):
    """Start a game at once; everybody gets mail."""

    help = (
        "Start a game between the people at 2 to 4 mail addresses, in seat order; unknown ones become "
        "players. --bot adds bots in the last seats. Prints one line of JSON with the game's number and address. Exit 0: started; "
        "1: refused, with a sentence; 2: bad usage."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the addresses and the options of the game."""
        parser.add_argument(
            "addresses", metavar="ADDRESS", nargs="+", help="a player's mail address"
        )
        parser.add_argument("--variant", choices=Wall.values, default=Wall.COLORED.value)
        parser.add_argument("--name", metavar="TEXT", default="", help="name of the game")
        parser.add_argument(
            "--seed",
            metavar="HEX",
            type=seed_bytes,
            help="64 hexadecimal digits; made by chance else",
        )
        parser.add_argument(
            "--bot",
            metavar="KIND",
            action="append",
            default=[],
            choices=BotKind.values,
            help=f"add a bot's seat: {', '.join(BotKind.values)}; may be given again",
        )
        parser.add_argument(
            "--policy",
            choices=TimeoutPolicy.values,
            default=TimeoutPolicy.REMIND_ONLY.value,
            help="what happens when a player's time is up; each player's first time is excused",
        )
        parser.add_argument("--pace", metavar="TEXT", default="3d", help="time per move: 3d, 12h")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start the game and say where it is."""
        addresses, bots = options["addresses"], options["bot"]
        if not 2 <= len(addresses) + len(bots) <= MOST_PLAYERS:
            raise CommandError("give 2 to 4 mail addresses, bots counted", returncode=2)
        try:
            game = open_table(
                addresses=addresses,
                setup=Setup(
                    name=options["name"],
                    wall=options["variant"],
                    pace=options["pace"],
                    seed=options["seed"],
                    timeout_policy=options["policy"],
                    excused=excused_by(options["policy"]),
                ),
                bots=bots,
                now=timezone.now(),
            )
        except Refused as refused:
            raise CommandError(refused.message) from None
        url = f"{base_url()}{reverse('game', args=[game.pk])}"
        self.stdout.write(json.dumps({"game": game.pk, "url": url}))


def seed_bytes(text: str) -> bytes:
    """Return a seed written in hexadecimal; the error never repeats it."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise ArgumentTypeError("a seed is 64 hexadecimal digits")
    return seed
