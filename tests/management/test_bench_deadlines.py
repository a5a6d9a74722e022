"""`bench deadlines` times out every game in one sweep, in flat memory."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.servers import ROOT


def test_one_sweep_times_out_every_game_and_leaves_nothing_behind(tmp_path: Path) -> None:
    # In a process of its own: it makes another database the default one.
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "azulsite.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
        "TMPDIR": str(tmp_path),
    }
    command = [sys.executable, "manage.py", "bench", "deadlines", "--json", "--games", "15"]
    answer = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    figures = json.loads(answer.stdout)["deadlines"]
    assert (figures["timed_out"], figures["left"]) == (15, 0)
    assert figures["moves_by_bots"] == figures["rows_of_time_outs"] == 15
    assert figures["memory_growth_mb"] < 20
    assert list(tmp_path.iterdir()) == []
