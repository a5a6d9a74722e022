"""`manage.py export_games`."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import azul
from games.models import Move
from tests.factories import NOW, a_finished_game, a_game

pytestmark = pytest.mark.django_db


def exported(*arguments: str) -> tuple[int, list[str], str]:
    """Return the exit code, the lines printed and what went to standard error."""
    out, err, code = StringIO(), StringIO(), 0
    try:
        call_command("export_games", *arguments, stdout=out, stderr=err)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, out.getvalue().splitlines(), err.getvalue()


def test_finished_games_are_printed_as_records_and_others_are_not() -> None:
    a_game("carol", "dave")
    game = a_finished_game()
    code, lines, _ = exported()
    assert (code, len(lines)) == (0, 1)
    document = json.loads(lines[0])
    assert (document["format"], document["players"]) == ("azul-record/1", ["alice", "bob"])
    assert azul.check_record(azul.parse_json(lines[0])).faults == ()
    assert document["seed"] == game.seed


def test_only_games_that_ended_since_a_day_are_printed_if_asked() -> None:
    ended = (NOW + timedelta(days=30)).date()  # as a_finished_game ends
    a_finished_game()
    assert len(exported("--since", str(ended))[1]) == 1
    assert exported("--since", str(ended + timedelta(days=1)))[1] == []


def test_a_day_that_is_none_is_bad_usage() -> None:
    with pytest.raises(CommandError, match="not a date like"):
        exported("--since", "yesterday")


def test_a_game_that_cannot_be_replayed_is_told_and_the_others_are_printed() -> None:
    game = a_finished_game()
    Move.objects.filter(game=game, turn=3).update(notation="9K1")
    code, lines, said = exported()
    assert (code, lines) == (1, [])
    assert said.startswith(f"game {game.pk}: ")
