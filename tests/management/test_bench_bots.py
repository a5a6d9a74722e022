"""`manage.py bench bots`: matches of two between the bots."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.azul import Phase
from games.management.bench import bots as bench


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "USUAL_NODES", 100)


def figures(*arguments: str) -> dict[str, float]:
    out = StringIO()
    call_command("bench", "bots", "--json", *arguments, stdout=out)
    answer: dict[str, dict[str, float]] = json.loads(out.getvalue())
    return answer["bots"]


def test_wins_draws_and_losses_make_up_the_games_asked_for() -> None:
    found = figures("--games", "4")
    for match in ("greedy_vs_random", "search_vs_greedy"):
        ends = [found[f"{match}_{end}"] for end in ("wins", "draws", "losses")]
        assert sum(ends) == found[f"{match}_games"] == 4
        assert found[f"{match}_won_percent"] == 25 * ends[0]


def test_the_same_games_are_played_on_every_run() -> None:
    first, again = (
        {k: v for k, v in figures("--games", "2").items() if "_ms" not in k} for _ in "ab"
    )
    assert first == again


def test_each_seed_is_played_from_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[tuple[str, str], int]] = []
    real = bench._play

    def play(names: tuple[str, str], number: int, times: list[float]) -> object:
        played.append((names, number))
        return real(names, number, times)

    monkeypatch.setattr(bench, "_play", play)
    figures("--games", "2")
    assert played[:2] == [(("greedy", "random"), 0), (("random", "greedy"), 0)]
    assert played[2:] == [(("search", "greedy"), 0), (("greedy", "search"), 0)]


def test_a_game_that_has_not_ended_is_no_result() -> None:
    position = bench._play(("greedy", "greedy"), 0, [])
    assert position.phase is Phase.OVER
    assert bench._result(position, 0) == -bench._result(position, 1)


def test_too_few_games_are_refused() -> None:
    with pytest.raises(SystemExit) as stopped:
        figures("--games", "1")
    assert stopped.value.code == 2
