#!/usr/bin/env python3
"""Django's command line for the Azul server."""

import os
import sys

SETUP = """\
The packages of this project are not installed for this Python. Start the demo site with

  python3 -m venv .venv && .venv/bin/pip install -q -r requirements.lock && .venv/bin/python manage.py demo

or run the tests with

  python3 -m venv .venv && .venv/bin/pip install -q -r requirements-dev.lock && .venv/bin/python -m pytest
"""


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "azulsite.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(SETUP)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
