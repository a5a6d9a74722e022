"""The demo site: a world that is the same everywhere, one process, and nothing lost when it is killed."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from games import azul
from games.management.demo import world
from games.management.demo.story import PLANS, Plan, moves_of
from games.models import Game, GameStatus, Move, OutgoingMail, Player, Result, Seat
from tests.servers import ROOT, Process, free_port, wait_until


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_every_game_of_the_demo_comes_to_its_point(plan: Plan) -> None:
    moves = list(moves_of(plan))
    position = azul.replay(
        players=len(plan.people),
        wall_kind=plan.wall,
        start_seat=azul.drawn_start_seat(plan.seed, len(plan.people)),
        dealer=azul.SeededDealer(plan.seed),
        moves=moves,
    )
    assert plan.is_reached(position)


@pytest.mark.django_db(transaction=True)
def test_the_demo_world_has_games_at_every_stage() -> None:
    world.seed_world(now=timezone.now())
    assert world.is_seeded()
    assert Player.objects.count() == len(world.PEOPLE)
    assert Game.objects.filter(status=GameStatus.FINISHED).count() == 3
    assert set(Game.objects.filter(status=GameStatus.RUNNING).values_list("wall", flat=True)) == {
        "colored",
        "gray",
    }
    assert {game.seats.count() for game in Game.objects.all()} == {2, 3, 4}
    assert Result.objects.filter(place=1).count() >= 3
    assert Seat.objects.awaited().filter(player__name="Alice").count() >= 3


@pytest.mark.django_db(transaction=True)
def test_nothing_in_the_demo_world_lies_in_the_future() -> None:
    now = timezone.now()
    world.seed_world(now=now)
    assert not Move.objects.filter(played_at__gt=now).exists()
    assert not Game.objects.filter(status=GameStatus.RUNNING, deadline_at__lt=now).exists()


@pytest.mark.django_db(transaction=True)
def test_only_mails_that_still_matter_wait_in_the_demo() -> None:
    world.seed_world(now=timezone.now())
    waiting = OutgoingMail.objects.filter(kind="your-turn", state="pending")
    asked = Seat.objects.awaited().filter(player__isnull=False).count()
    assert waiting.count() == asked


@pytest.mark.django_db(transaction=True)
def test_a_seeding_that_broke_off_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    played = 0
    play = world._play

    def break_off(*arguments: object) -> None:
        nonlocal played
        played += 1
        if played == 20:
            raise KeyboardInterrupt
        play(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world, "_play", break_off)
    with pytest.raises(KeyboardInterrupt):
        world.seed_world(now=timezone.now())
    assert not world.is_seeded()
    world.seed_world(now=timezone.now())
    assert Game.objects.count() == len(PLANS)
    assert Game.objects.get(name=PLANS[0].name).turn == len(list(moves_of(PLANS[0])))


class Demo:
    """A demo process on files of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.env = {
            "PATH": os.environ["PATH"],
            "PYTHONUNBUFFERED": "1",
            "DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite3'}",
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
            seconds=60,
            what="the demo",
        )
        assert self.process.is_running, self.process.log
        return self.process

    def get(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return str(answer.read().decode())

    def ask(self, expression: str) -> str:
        command = [sys.executable, "manage.py", "shell", "-v", "0", "-c"]
        code = f"from games.models import *; print({expression})"
        done = subprocess.run(
            [*command, code], cwd=ROOT, env=self.env, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    made = Demo(tmp_path)
    yield made
    if made.process:
        made.process.kill()


@pytest.mark.real_servers
def test_the_demo_says_where_it_is_and_who_can_sign_in(demo: Demo) -> None:
    log = demo.start().log
    assert f"http://localhost:{demo.port}/" in log
    assert f"http://localhost:{demo.port}/mailbox/" in log
    assert "alice@example.org" in log
    assert json.loads(demo.get("/readyz"))["database"]


@pytest.mark.real_servers
def test_killed_and_started_again_the_demo_has_lost_no_mail(demo: Demo) -> None:
    first = demo.start()
    first.kill()
    counts = "Move.objects.count(), OutgoingMail.objects.filter(kind='your-turn').count()"
    before = demo.ask(counts)
    demo.start()
    unsent = "OutgoingMail.objects.filter(state__in=['pending', 'sending']).count()"
    wait_until(lambda: demo.ask(unsent) == "0", seconds=150, what="every mail")
    moves, mails = map(int, re.findall(r"\d+", demo.ask(counts)))
    seeded_moves, seeded_mails = map(int, re.findall(r"\d+", before))
    assert moves >= seeded_moves
    assert mails >= seeded_mails
    assert int(
        demo.ask("MailboxMail.objects.values('message_id', 'to').distinct().count()")
    ) == int(demo.ask("MailboxMail.objects.count()"))


@pytest.mark.real_servers
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_demo_ends_cleanly_when_asked(demo: Demo, number: signal.Signals) -> None:
    process = demo.start()
    process.popen.send_signal(number)
    assert process.popen.wait(15) == 0
    assert process.log.rstrip().endswith("Stopped.")
    assert "Traceback" not in process.log


def run(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "demo", *options],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
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


@pytest.mark.real_servers
def test_reset_begins_with_a_new_world(demo: Demo) -> None:
    demo.start().kill()
    demo.ask("Player.objects.create(email='zoe@example.org', name='Zoe')")
    demo.start("--reset")
    assert demo.ask("Player.objects.filter(name='Zoe').exists()") == "False"
    assert demo.ask("Game.objects.count()") == str(len(PLANS))
