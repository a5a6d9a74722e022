"""Records to download."""

import json
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from games import azul
from games.models import Game
from tests.factories import a_finished_game, a_game, play_random_moves

pytestmark = pytest.mark.django_db


def test_a_finished_game_is_told_whole_in_text(client: Client) -> None:
    game = a_finished_game("alice", "bob", "carol")
    response = client.get(f"/games/{game.pk}/record.azul")
    record = azul.parse_record(response.content.decode())
    assert azul.check_record(record).faults == ()
    assert azul.check_draws(record).faults == ()
    assert (record.seed, record.players) == (game.seed, ("alice", "bob", "carol"))


def test_a_finished_game_is_told_whole_in_json(client: Client) -> None:
    game = a_finished_game(wall="gray")
    text = client.get(f"/games/{game.pk}/record.json").content.decode()
    assert json.loads(text)["format"] == "azul-record/1"
    assert azul.check_record(azul.parse_json(text)).faults == ()


@pytest.mark.parametrize("kind", ["azul", "json"])
@pytest.mark.parametrize("moves", [0, 1, 25])
def test_a_game_in_progress_gives_its_record_so_far_without_the_seed(
    client: Client, kind: str, moves: int
) -> None:
    game = a_game()
    play_random_moves(game, moves)
    text = client.get(f"/games/{game.pk}/record.{kind}").content.decode()
    assert game.seed not in text
    record = azul.parse_record(text) if kind == "azul" else azul.parse_json(text)
    assert sum(len(part.moves) for part in record.rounds) == moves
    assert record.result is None


def test_records_come_as_files_with_a_name(client: Client) -> None:
    game = a_game()
    text = client.get(f"/games/{game.pk}/record.azul")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text["Content-Disposition"] == f'attachment; filename="azul-{game.pk}.azul"'
    assert client.get(f"/games/{game.pk}/record.json")["Content-Type"] == "application/json"


def test_a_text_record_of_a_usual_game_is_small(client: Client) -> None:
    game = a_finished_game("alice", "bob", "carol", "dave")
    assert len(client.get(f"/games/{game.pk}/record.azul").content) < 2048


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_the_table_is_one_picture_that_stands_by_itself(client: Client, wall: str) -> None:
    game = a_game("alice", "bob", "carol", wall=wall)
    play_random_moves(game, 20)
    response = client.get(f"/games/{game.pk}/board.svg")
    root = ET.fromstring(response.content)  # noqa: S314  our own
    assert response["Content-Type"] == "image/svg+xml"
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    labels = [node.get("aria-label") or "" for node in root.iter() if node.get("role") == "img"]
    assert [label.split(":")[0] for label in labels] == ["alice", "bob", "carol"]
    shapes = {node.get("id") for node in root.iter()}
    links = {node.get("href", "#")[1:] for node in root.iter() if node.tag.endswith("use")}
    assert links <= shapes


def test_a_picture_escapes_names_and_holds_no_script(client: Client) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(name='</title><script>"x"</script>')
    page = client.get(f"/games/{game.pk}/board.svg").content.decode()
    assert "<script" not in page
    ET.fromstring(page)  # noqa: S314  our own


def test_the_picture_of_a_game_that_never_was_is_a_404(client: Client) -> None:
    assert client.get("/games/999/board.svg").status_code == 404
    assert client.get("/games/1000000000000000000000000000000/board.svg").status_code == 404
