"""`bench season` and `simulate_league`, small: each makes a database of its own and takes it away."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own: it makes another database the default one."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "azulsite.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "TMPDIR": str(folder),
    }
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_a_season_started_by_one_action_has_every_table_and_mail_once(tmp_path: Path) -> None:
    answer = manage(tmp_path, "bench", "season", "--json", "--players", "20")
    assert answer.returncode == 0, answer.stderr
    figures = json.loads(answer.stdout)["season"]
    assert (figures["tables_2"], figures["tables_4"]) == (40, 20)
    for size in (2, 4):
        assert figures[f"wrong_tables_{size}"] == figures[f"double_{size}"] == 0
        assert figures[f"season_mails_{size}"] == 20
    assert figures["game_mails_2"] == 80
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("pairing", "people"), [("single", 8), ("mixed", 14)])
def test_a_simulated_league_keeps_its_rules_whatever_its_director_does(
    tmp_path: Path, pairing: str, people: int
) -> None:
    words = ["--seasons", "1", "--players", str(people), "--pairing", pairing, "--json"]
    answer = manage(tmp_path, "simulate_league", *words)
    assert answer.returncode == 0, answer.stderr
    figures = json.loads(answer.stdout)[pairing]
    assert (figures["seasons"], figures["entries"]) == (1, people)
    assert len([what for what in figures if what.startswith("did ")]) > 5
    assert any(what.startswith("undid ") for what in figures)
    assert figures["played"] > 0
    assert list(tmp_path.iterdir()) == []
