"""One demo at a time on one database, and where it is: notes in files of the data folder."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection


class AlreadyRunning(OSError):
    """Another demo holds this database."""


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Hold this database for the length of the block; it is free again when the process ends.

    Raises AlreadyRunning.
    """
    file = _note("demo-lock")
    with file.open("a") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyRunning("A demo runs on this database already; stop it first.") from None
        yield


@contextlib.contextmanager
def known_address(url: str) -> Iterator[None]:
    """Note where the demo is for the length of the block, so that other commands write its links."""
    file = _note("demo-url")
    file.write_text(url)
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def base_url() -> str:
    """Return where the site is: the address of a demo that runs here, unless the settings say it."""
    if not settings.DEBUG or "BASE_URL" in os.environ:
        return settings.BASE_URL
    with contextlib.suppress(OSError), _note("demo-lock").open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:  # held: the note is no leftover of a demo that was killed
            return _note("demo-url").read_text().strip() or settings.BASE_URL
    return settings.BASE_URL


def _note(kind: str) -> Path:
    """Return a file of the data folder, one for each database."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    database = "|".join(str(connection.settings_dict[part]) for part in ("HOST", "PORT", "NAME"))
    digest = hashlib.sha256(database.encode()).hexdigest()[:8]
    return Path(settings.DATA_DIR) / f"{kind}-{digest}"
