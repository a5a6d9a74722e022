"""Reading the files that record commands are given."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand


def read_record_file(name: str, command: BaseCommand) -> str:
    """Return a file's text; end the command with 2 if it can't be opened.

    What is no text is read with replacement signs, so that it is reported as a record that can't be
    read.
    """
    try:
        return Path(name).read_bytes().decode("utf-8", "replace")
    except OSError as error:
        command.stderr.write(f"{name}: {error.strerror or error}")
        sys.exit(2)
