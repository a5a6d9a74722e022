"""`manage.py verify_games`: whatever is wrong with a stored game is found and named."""

from datetime import UTC, datetime
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.db import models
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Move, PlacementScore, Result, Round, RoundScore, Seat
from games.selectors.verification import faults_of_game
from tests.factories import a_finished_game, a_game

pytestmark = pytest.mark.django_db


def verify(*args: str) -> tuple[str, int]:
    """Run the command; return what it printed and its exit code."""
    out = StringIO()
    try:
        call_command("verify_games", *args, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(str(end.code))
    return out.getvalue(), 0


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_games_played_here_agree(wall: str) -> None:
    a_finished_game("alice", "bob", "carol", wall=wall)
    assert verify("--all") == ("1 of 1 games agree\n", 0)


def test_without_games_all_is_well() -> None:
    a_game()
    assert verify() == ("0 of 0 games agree\n", 0)


def test_only_recent_games_are_looked_at_unless_all_are_asked_for() -> None:
    a_finished_game()
    with time_machine.travel(datetime(2026, 9, 1, tzinfo=UTC)):
        assert verify() == ("0 of 0 games agree\n", 0)
        assert verify("--all") == ("1 of 1 games agree\n", 0)


def test_every_kind_of_fault_is_found_and_named(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = a_finished_game()
    whole = _snapshot(game)
    for model, change, sentence in FAULTS:
        rows = model._default_manager.filter(**{OWNER[model]: game.pk}).order_by("pk")
        row = rows[0]
        one = model._default_manager.filter(pk=row.pk)
        one.update(**change)
        text, code = verify("--all")
        assert code == 1, (model, change)
        assert f"game {game.pk}: " in text
        assert sentence in text, (model, change, text)
        one.update(**{name: getattr(row, name) for name in change})
    assert _snapshot(game) == whole
    with django_assert_num_queries(7):
        assert faults_of_game(game.pk) == []


OWNER: dict[type[models.Model], str] = {
    Game: "pk",
    Seat: "game",
    Result: "game",
    Round: "game",
    RoundScore: "round__game",
    PlacementScore: "round__game",
    Move: "game",
}
FAULTS: list[tuple[type[models.Model], dict[str, object], str]] = [
    (Game, {"seed_hash": "0" * 64}, "the commitment is not the SHA-256 of the seed"),
    (Game, {"seed": "ff" * 32}, "the commitment"),
    (Game, {"seed": "no hex"}, "can't be replayed"),
    (Game, {"rules_version": 99}, "rules 99"),
    (Game, {"end_reason": "no_tiles"}, "end reason: stored no_tiles, replayed row_complete"),
    (Game, {"turn": 7}, "moves played: stored 7"),
    (Seat, {"score": 999}, "alice: score at the table: stored 999"),
    (Result, {"place": 4}, "place: stored 4"),
    (Result, {"score": 999}, "final score: stored 999"),
    (Result, {"bonus": 99}, "rows, columns, colors and bonus"),
    (Round, {"displays": "BBBB"}, "round 1: displays: stored BBBB"),
    (Round, {"start_seat": 3}, "round 1: starting seat: stored 4, replayed 1"),
    (Round, {"bag_after": "0 0 0 0 0"}, "round 1: bag"),
    (RoundScore, {"penalty": 14}, "round 1: alice: floor, points and scores"),
    (PlacementScore, {"points": 10}, "round 1: alice: placements"),
    (Move, {"notation": "9R9"}, "can't be replayed"),
]


def _snapshot(game: Game) -> list[object]:
    return [
        list(model._default_manager.filter(**{owner: game.pk}).order_by("pk").values())
        for model, owner in OWNER.items()
    ]


def test_a_missing_result_and_a_missing_round_are_found() -> None:
    game = a_finished_game()
    Result.objects.filter(game=game, seat__index=1).delete()
    PlacementScore.objects.filter(round__game=game, round__number=1).delete()
    RoundScore.objects.filter(round__game=game, round__number=1).delete()
    Round.objects.filter(game=game, number=1).delete()
    text, _code = verify("--all")
    assert "bob: no result is stored" in text
    assert "round 1: not stored" in text
    assert "round 1: alice: no score is stored" in text


def test_a_game_whose_last_moves_are_lost_is_found() -> None:
    game = a_finished_game()
    last = Move.objects.filter(game=game).latest("turn")
    Move.objects.filter(pk=last.pk).update(undone_at=last.played_at)
    text, code = verify("--all")
    assert code == 1
    assert "the game is not over after" in text
