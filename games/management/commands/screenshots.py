"""`manage.py screenshots`: pictures of the site for its documents, from a world of their own."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.screenshots import camera, site


class Command(BaseCommand):
    """Seed a temporary demo world, serve it, and photograph its pages on phone and desktop."""

    help = "Make the documents' pictures of the site: phone and desktop, light and dark."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --out and --only."""
        parser.add_argument(
            "--out", type=Path, default=Path("docs/images"), help="folder (default: docs/images)"
        )
        parser.add_argument(
            "--only",
            action="append",
            metavar="PAGE",
            choices=sorted(camera.PAGES),
            help="this page",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write one PNG per page, width, theme and language; prints each."""
        if not camera.is_installed():
            raise CommandError("Install Playwright first: it comes with requirements-dev.lock.")
        out: Path = options["out"]
        out.mkdir(parents=True, exist_ok=True)
        languages = [code for code, _name in settings.LANGUAGES]
        with site.temporary_site() as base_url:
            for name, picture in camera.photos(
                base_url, pages=options["only"] or sorted(camera.PAGES), languages=languages
            ):
                path = out / f"{name}.png"
                path.write_bytes(picture)
                self.stdout.write(f"{path}  {len(picture) // 1024} KB")
