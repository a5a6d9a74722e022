"""Finding a Chromium-like browser on this machine, and starting it."""

import os
import shutil
from typing import TypedDict

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


class LaunchOptions(TypedDict):
    """How Playwright is told to start a browser; no path means its own, if it has one."""

    executable_path: str | None
    args: list[str]


def launch_options() -> LaunchOptions:
    """Return how to start the machine's own browser; root can't use its sandbox."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        "executable_path": next(filter(None, map(shutil.which, BROWSERS)), None),
        "args": ["--no-sandbox"] if is_root else [],
    }
