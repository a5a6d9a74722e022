"""`manage.py demo`: the whole site with something to look at, in one process."""

import os
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from games.management.demo import alone, league, server, world
from games.models import BotKind

DEFAULT_PORT = 8000
HIGHEST_PORT = 65535


class Command(BaseCommand):
    """Prepare the database, seed the demo world once, and serve it until Ctrl-C."""

    help = "Run the whole site on this machine with players and games to look at."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --port, --reset and --bot."""
        parser.add_argument(
            "--port",
            type=int,
            help=f"port to listen on (default: {DEFAULT_PORT}, or the next free one)",
        )
        parser.add_argument(
            "--reset", action="store_true", help="throw away everything and begin with a new world"
        )

        parser.add_argument(
            "--bot",
            choices=BotKind.values,
            default=BotKind.GREEDY.value,
            help="who plays against you in a new world (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the site; returns when it was stopped."""
        if not settings.DEBUG:
            raise CommandError("The demo is for your own machine: it doesn't run with DEBUG off.")
        wanted = options["port"]
        if wanted is not None and not 1 <= wanted <= HIGHEST_PORT:
            raise CommandError(f"A port is a number from 1 to {HIGHEST_PORT}.", returncode=2)
        try:
            with alone.only_one():
                self._run(self._port(wanted), is_reset=options["reset"], bot=options["bot"])
        except alone.AlreadyRunning as fault:
            raise CommandError(str(fault)) from None

    def _run(self, port: int, *, is_reset: bool, bot: str) -> None:
        """Prepare and serve the site."""
        if "BASE_URL" not in os.environ:
            settings.BASE_URL = f"http://localhost:{port}"
        if is_reset:
            self._reset()
        # Visitors see the site's own error pages and no query is remembered; settings that depend on
        # DEBUG, like the mailbox page, were decided when the process began.
        settings.DEBUG = False
        call_command("migrate", verbosity=0, interactive=False)
        if not world.is_seeded():
            self.stdout.write("Setting up players and games ...")
            self._seed(bot)
        connection.close()
        with alone.known_address(settings.BASE_URL):
            server.serve(port=port, on_ready=self._announce)
        self.stdout.write("Stopped.")

    def _seed(self, bot: str) -> None:
        """Seed the world; a crash now costs nothing but seeding again, so don't wait for the disk."""
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA synchronous=OFF")
        world.seed_world(now=timezone.now(), bot=bot)
        # Hints of turns long played would keep the worker from the visitor's first move; the sweep at
        # the start finds what still waits.
        current_app.control.purge()

    def _port(self, wanted: int | None) -> int:
        try:
            return server.free_port(wanted or DEFAULT_PORT, is_fixed=wanted is not None)
        except server.PortTaken as fault:
            raise CommandError(str(fault)) from None

    def _reset(self) -> None:
        """Drop the SQLite file, or empty every table of another database."""
        if connection.vendor != "sqlite":
            call_command("migrate", verbosity=0, interactive=False)
            call_command("flush", verbosity=0, interactive=False)
            return
        connection.close()
        path = Path(connection.settings_dict["NAME"])
        for name in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            name.unlink(missing_ok=True)

    def _announce(self) -> None:
        """Print where the site is and who can sign in."""
        base = settings.BASE_URL
        lines = ["", "Azul by mail is running.", "", f"  Site     {base}/"]
        if settings.MAILBOX_ENABLED:
            lines.append(f"  Mailbox  {base}/mailbox/  (every mail the site sends lands here)")
        notes = {
            world.DIRECTOR: f"  (also staff: {base}/admin/)",
            league.DIRECTOR: f"  (also director of two leagues: {base}/manage/)",
        }
        lines += ["", "Sign in with one of these addresses; the code comes by mail:", ""]
        for name in world.PEOPLE:
            note = notes.get(name, "")
            lines.append(f"  {name:<6} {world.address(name):<18}{note}")
        lines += ["", "Ctrl-C stops it. The games stay; --reset starts afresh.", ""]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()
