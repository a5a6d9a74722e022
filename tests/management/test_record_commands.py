"""`manage.py replay`, `verify_record` and `bench`, without a database."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.azul import WallKind, format_record, record_of, seed_hash
from games.management import bench
from tests.azul.playing import playout, pseudo_choices

RECORDS = Path(__file__).parents[1] / "records" / "azul_games.jsonl"


def run(*words: str) -> tuple[int, list[str]]:
    """Run a command; return its exit code and the lines it printed."""
    out, code = StringIO(), 0
    try:
        call_command(*words, stdout=out, stderr=out)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, out.getvalue().splitlines()


def seeded_record() -> str:
    seed = (7).to_bytes(32, "big")
    positions, played = playout(2, WallKind.COLORED, 7, pseudo_choices(7))
    return format_record(
        record_of(
            positions[-1],
            played,
            players=("alice", "bob"),
            game="7",
            seed_hash=seed_hash(seed),
            seed=seed.hex(),
        )
    )


def test_replay_prints_one_json_object_per_game() -> None:
    code, lines = run("replay", "--json", str(RECORDS))

    answers = [json.loads(line) for line in lines]
    assert code == 0
    assert len(answers) == 60
    assert all(answer["ok"] and answer["faults"] == [] for answer in answers)
    first = json.loads(RECORDS.read_text("utf-8").splitlines()[0])
    assert answers[0] == {
        "id": first["id"],
        "ok": True,
        "faults": [],
        "scores": first["final_scores"],
        "ranking": first["ranking"],
        "moves": sum(len(played["moves"]) for played in first["rounds"]),
    }


def test_replay_ends_with_one_and_a_line_per_fault(tmp_path: Path) -> None:
    document = json.loads(RECORDS.read_text("utf-8").splitlines()[0])
    document["final_scores"]["P1"] += 1
    changed = tmp_path / "changed.jsonl"
    changed.write_text(json.dumps(document))

    code, lines = run("replay", str(changed))

    assert code == 1
    assert lines == [
        f"{changed}: public-2p-standard-001: end: final_scores.P1 is 45, the record says 46",
        "0 of 1 ok",
    ]


def test_replay_reports_what_it_can_not_read_in_one_line(tmp_path: Path) -> None:
    junk = tmp_path / "junk.azul"
    junk.write_bytes(b"\xff\xfe\x00junk")

    code, lines = run("replay", str(junk))

    assert code == 1
    assert len(lines) == 2
    assert "can't be read" in lines[0]


@pytest.mark.parametrize("command", ["replay", "verify_record"])
def test_a_file_that_is_not_there_is_bad_usage(command: str, tmp_path: Path) -> None:
    code, lines = run(command, str(tmp_path / "nothing.azul"))

    assert code == 2
    assert len(lines) == 1


def test_verify_record_redraws_a_finished_game(tmp_path: Path) -> None:
    file = tmp_path / "game.azul"
    file.write_text(seeded_record(), "utf-8")

    code, lines = run("verify_record", str(file))

    assert code == 0
    assert "rounds drawn from the seed" in lines[0]


def test_verify_record_finds_another_seed(tmp_path: Path) -> None:
    file = tmp_path / "game.azul"
    file.write_text(seeded_record().replace("0000007", "0000008"), "utf-8")

    code, lines = run("verify_record", str(file))

    assert code == 1
    assert "SeedHash" in lines[0]


def test_verify_record_wants_a_seed() -> None:
    code, lines = run("verify_record", str(RECORDS))

    assert code == 1
    assert "Seed: the record gives none" in lines[0]


def test_bench_prints_the_figures_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.bench.engine.SECONDS", 0.01)
    monkeypatch.setattr("games.management.bench.engine.REPEATS", 1)

    code, lines = run("bench", "engine", "--json")

    figures = json.loads(lines[0])
    assert code == 0
    assert figures.keys() == {"engine"}
    assert figures["engine"]["2_players_colored_moves_per_cpu_second"] > 1000


def test_bench_knows_its_names() -> None:
    code, lines = run("bench", "nothing")

    assert code == 2
    assert all(name in lines[0] for name in bench.BENCHMARKS)
