"""`manage.py bench pages`: a database of its own, filled, measured, taken away."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.management.bench.pages import CHOICES
from tests.servers import ROOT

pytestmark = pytest.mark.timeout(300)


def bench(folder: Path, *arguments: str, database: str = "") -> subprocess.CompletedProcess[str]:
    """Run the benchmark in a process of its own: it makes another database the default one."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "azulsite.settings",
        "DATABASE_URL": database or f"sqlite:///{folder / 'site.sqlite3'}",
        "TMPDIR": str(folder),
    }
    command = [
        sys.executable,
        "manage.py",
        "bench",
        "pages",
        "--json",
        "--repeats",
        "1",
        *arguments,
    ]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def check(answer: subprocess.CompletedProcess[str]) -> None:
    assert answer.returncode == 0, answer.stderr
    figures = json.loads(answer.stdout)["pages"]
    assert figures["games"] == 500
    assert figures["turn_80_queries"] <= 10
    assert figures["table_queries"] <= 12
    assert figures["table_gzip_bytes"] <= 12 * 1024
    for name in CHOICES:
        assert figures[f"{name}_queries"] <= 5
        assert figures[f"{name}_ratio"] > 0


def test_it_measures_and_leaves_nothing_behind(tmp_path: Path) -> None:
    check(bench(tmp_path, "--games", "500"))
    assert list(tmp_path.iterdir()) == []


def test_the_sites_own_postgresql_data_stays_as_it_is(postgres_url: str, tmp_path: Path) -> None:
    import psycopg

    question = "SELECT datname FROM pg_database ORDER BY 1"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        before = connection.execute(question).fetchall()
        check(bench(tmp_path, "--games", "500", database=postgres_url))
        assert connection.execute(question).fetchall() == before
        assert connection.execute("SELECT count(*) FROM games_game").fetchone() == (0,)


def test_too_few_games_are_bad_usage(tmp_path: Path) -> None:
    assert bench(tmp_path, "--games", "0").returncode == 2
