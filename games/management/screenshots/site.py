"""A demo site of its own in a temporary folder, so that pictures never show anybody's games."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from games.management.demo.server import free_port

MANAGE = Path(sys.argv[0]).resolve()
FIRST_PORT = 8765
START_SECONDS = 180
STOP_SECONDS = 20
PAUSE = 0.3


@contextmanager
def temporary_site() -> Iterator[str]:
    """Run `manage.py demo` on a database of its own; yields the address once it answers."""
    port = free_port(FIRST_PORT, is_fixed=False)
    with TemporaryDirectory() as folder:
        env = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/demo.sqlite3", "DEBUG": "1"}
        for name in ("REDIS_URL", "EMAIL_URL", "BASE_URL", "ALLOWED_HOSTS"):
            env.pop(name, None)
        process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, str(MANAGE), "demo", "--port", str(port)],
            env=env,
            stdout=subprocess.DEVNULL,
        )
        try:
            base_url = f"http://localhost:{port}"
            _wait_for(base_url, process)
            yield base_url
        finally:
            process.terminate()
            process.wait(STOP_SECONDS)


def _wait_for(base_url: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the site answers. Raises TimeoutError, or RuntimeError when it ended."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError("the demo site ended before it answered")
        try:
            with urllib.request.urlopen(f"{base_url}/healthz", timeout=5):  # noqa: S310
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(PAUSE)
    raise TimeoutError("the demo site didn't answer")
