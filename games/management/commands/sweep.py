"""`manage.py sweep`: one pass of what beat does every few seconds."""

from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand

SWEEP = "games.tasks.sweep"


class Command(BaseCommand):
    """Send what is due, play bots, write results; for cron on a site without workers, or by hand."""

    help = "Do once what waits: mails, bots, results, tables that found no players. Prints how many of each."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep once and print the counts, one per line."""
        current_app.loader.import_default_modules()
        counts: dict[str, int] = current_app.tasks[SWEEP]()
        for name, count in counts.items():
            self.stdout.write(f"{name}: {count}")
