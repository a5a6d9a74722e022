"""The demo site: a world that is the same everywhere, one process, and nothing lost when it is killed."""

import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.management.demo import league
from games.management.demo.story import PLANS
from tests.servers import ROOT, Process, free_port, wait_until


class Demo:
    """A demo process on files of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "demo.sqlite3"
        self.port = free_port()
        self.env = {
            "PATH": os.environ["PATH"],
            "PYTHONUNBUFFERED": "1",
            "DATABASE_URL": f"sqlite:///{self.file}",
        }
        self.process: Process | None = None

    def start(self, *options: str) -> Process:
        command = [sys.executable, "manage.py", "demo", "--port", str(self.port), *options]
        self.process = Process(command, folder=self.folder, name="demo", env=self.env)
        before = self.process.log.count("Ctrl-C stops it")
        wait_until(
            lambda: (
                self.process
                and (
                    not self.process.is_running
                    or self.process.log.count("Ctrl-C stops it") > before
                )
            ),
            seconds=200,
            what="the demo",
        )
        assert self.process.is_running, self.process.log
        return self.process

    @property
    def is_ready(self) -> bool:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=10).close()
        except urllib.error.HTTPError:
            return False
        return True

    def ask(self, sql: str) -> int:
        """Run one statement in the demo's file and return the number it answers with."""
        with contextlib.closing(sqlite3.connect(self.file, timeout=20)) as database, database:
            row = database.execute(sql).fetchone()
        return int(row[0]) if row else 0


@pytest.fixture(scope="module")
def seeded_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the database of a demo that was started for the first time and then killed."""
    first = Demo(tmp_path_factory.mktemp("demo"))
    first.start().kill()
    return first.file


@pytest.fixture
def demo(tmp_path: Path, seeded_file: Path) -> Iterator[Demo]:
    made = Demo(tmp_path)
    for file in seeded_file.parent.glob(f"{seeded_file.name}*"):
        shutil.copy(file, tmp_path)
    yield made
    if made.process:
        made.process.kill()


@pytest.mark.real_servers
def test_the_demo_says_where_it_is_and_who_can_sign_in_and_ends_on_sigterm(demo: Demo) -> None:
    process = demo.start()
    log = process.log
    assert f"http://localhost:{demo.port}/" in log
    assert f"http://localhost:{demo.port}/mailbox/" in log
    assert "alice@example.org" in log
    wait_until(lambda: demo.is_ready, what="worker and beat")
    check_that_who_goes_astray_sees_the_sites_own_page(demo)
    check_that_it_ends_cleanly(process, signal.SIGTERM)


@pytest.mark.real_servers
def test_the_demo_ends_cleanly_on_ctrl_c_right_after_the_start(demo: Demo) -> None:
    check_that_it_ends_cleanly(demo.start(), signal.SIGINT)
    assert not list(ROOT.glob("celerybeat-schedule*"))


def check_that_it_ends_cleanly(process: Process, number: signal.Signals) -> None:
    process.popen.send_signal(number)
    assert process.popen.wait(60) == 0  # what is under way is finished first
    assert process.log.rstrip().endswith("Stopped.")
    assert "Traceback" not in process.log


def check_that_who_goes_astray_sees_the_sites_own_page(demo: Demo) -> None:
    with pytest.raises(urllib.error.HTTPError) as astray:
        urllib.request.urlopen(f"http://127.0.0.1:{demo.port}/games/999999/", timeout=10)
    page = astray.value.read().decode()
    assert astray.value.code == 404
    assert "/static/games/site.css" in page
    assert "DEBUG = True" not in page


@pytest.mark.real_servers
def test_killed_and_started_again_the_demo_has_lost_no_move_and_no_mail(demo: Demo) -> None:
    moves = demo.ask("SELECT count(*) FROM games_move")
    stuck = (
        "UPDATE games_outgoingmail SET lease_until = '2026-01-01 00:00:00' WHERE state = 'sending'"
    )
    demo.ask(stuck)
    demo.start()
    waiting = (
        "SELECT count(*) FROM games_outgoingmail WHERE state IN ('pending', 'sending', 'dead')"
    )
    wait_until(lambda: demo.ask(waiting) == 0, seconds=60, what="every mail")
    assert demo.ask("SELECT count(*) FROM games_move") >= moves
    sent = demo.ask("SELECT count(*) FROM games_outgoingmail WHERE state = 'sent'")
    assert sent == demo.ask("SELECT count(*) FROM games_mailboxmail") > 20


def run(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "demo", *options],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


def test_the_demo_refuses_to_run_in_production() -> None:
    done = run(
        DEBUG="0",
        SECRET_KEY="x" * 60,
        ALLOWED_HOSTS="azul.example.org",
        BASE_URL="https://azul.example.org",
    )
    assert done.returncode == 1
    assert "DEBUG" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_named_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("--port", str(port), DATABASE_URL=f"sqlite:///{tmp_path / 'x.sqlite3'}")
    assert done.returncode == 1
    assert str(port) in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("port", ["99999", "-1", "0"])
def test_a_number_that_is_no_port_is_bad_usage(port: str, settings: object) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match=r"^A port is a number from 1 to 65535\.$") as refused:
        call_command("demo", f"--port={port}")
    assert refused.value.returncode == 2


@pytest.mark.real_servers
def test_a_second_demo_on_one_database_is_refused_and_commands_name_the_first(demo: Demo) -> None:
    process = demo.start()
    done = run("--port", str(free_port()), DATABASE_URL=demo.env["DATABASE_URL"])
    assert done.returncode == 1
    assert "A demo runs on this database already" in done.stderr
    assert "Traceback" not in done.stderr
    command = [sys.executable, "manage.py", "new_game", "a@example.org", "b@example.org"]
    made = subprocess.run(
        command, cwd=ROOT, env=demo.env, capture_output=True, text=True, check=True
    )
    assert f'"url": "http://localhost:{demo.port}/games/' in made.stdout
    process.kill()
    made = subprocess.run(
        command, cwd=ROOT, env=demo.env, capture_output=True, text=True, check=True
    )
    assert '"url": "http://localhost:8000/games/' in made.stdout


@pytest.mark.real_servers
def test_reset_begins_with_a_new_world(demo: Demo) -> None:
    demo.ask("UPDATE games_player SET name = 'Zoe' WHERE name = 'Alice'")
    demo.start("--reset")
    assert demo.ask("SELECT count(*) FROM games_player WHERE name = 'Zoe'") == 0
    games = demo.ask("SELECT count(*) FROM games_game WHERE status <> 'open'")
    assert games == len(PLANS) + league.GAMES
