"""A move typed by hand on the game page."""

import pytest
from django.test import Client

from games.models import Game, Move, Player
from tests.factories import a_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return a_game()


@pytest.fixture
def alice(game: Game) -> Client:
    client = Client()
    client.force_login(Player.objects.get(name="alice"))
    return client


def a_take(client: Client, game: Game) -> str:
    page = client.get(f"/games/{game.pk}/").content.decode()
    return page.split('name="take" value="')[1][:2]


@pytest.mark.parametrize("spelling", ["{}F", " {}f ", "display {0[0]} {0[1]} floor"])
def test_any_spelling_previews_and_plays_nothing(alice: Client, game: Game, spelling: str) -> None:
    tiles = a_take(alice, game)
    typed = spelling.format(tiles)
    response = alice.post(f"/games/{game.pk}/?preview=1", {"turn": 0, "typed": typed})
    assert response.status_code == 303
    assert response["Location"] == f"/games/{game.pk}/?take={tiles}&line=F#place"
    page = alice.get(f"/games/{game.pk}/", {"typed": typed}).content.decode()
    assert page.count(" checked") == 2
    assert not Move.objects.exists()


def test_a_typed_move_plays(alice: Client, game: Game) -> None:
    tiles = a_take(alice, game)
    fields = {"turn": 0, "typed": f"{tiles.lower()} 5"}
    assert alice.post(f"/games/{game.pk}/", fields).status_code == 303
    assert Move.objects.get().notation == f"{tiles}5"


def test_typed_and_chosen_must_be_the_same_move(alice: Client, game: Game) -> None:
    tiles = a_take(alice, game)
    fields = {"turn": 0, "take": tiles, "line": "5"}
    refused = alice.post(f"/games/{game.pk}/", {**fields, "typed": f"{tiles}F"})
    assert refused.status_code == 422
    assert "two moves" in refused.content.decode()
    assert alice.post(f"/games/{game.pk}/", {**fields, "typed": f"{tiles}5"}).status_code == 303


@pytest.mark.parametrize("typed", ["seven ducks", "x" * 200, "3", "<script>"])
def test_what_says_no_move_is_refused_with_a_reason_and_stays(
    alice: Client, game: Game, typed: str
) -> None:
    for path in ("", "?preview=1"):
        refused = alice.post(f"/games/{game.pk}/{path}", {"turn": 0, "typed": typed})
        assert refused.status_code == 422
        assert 'role="alert"' in refused.content.decode()
    page = alice.get(f"/games/{game.pk}/", {"typed": typed}).content.decode()
    assert 'role="alert"' in page
    assert "<script>" not in page
    assert not Move.objects.exists()


def test_tiles_that_are_not_there_are_refused_in_words(alice: Client, game: Game) -> None:
    page = alice.get(f"/games/{game.pk}/", {"typed": "CB1"}).content.decode()
    assert 'role="alert"' in page
    assert "center" in page
