"""The page of a player."""

import pytest
from django.test import Client
from django.utils.http import urlencode
from pytest_django import DjangoAssertNumQueries

from games.models import Player, Result
from tests.factories import NOW, a_finished_game, a_game, a_player

pytestmark = pytest.mark.django_db


def test_a_players_page_sums_up_the_results(client: Client) -> None:
    game = a_finished_game()
    page = client.get("/players/alice/").content.decode()
    result = Result.objects.get(game=game, seat__player__name="alice")
    assert "<dt>Finished games</dt><dd>1</dd>" in page
    assert f"<dt>Best score</dt><dd>{result.score}</dd>" in page
    assert f"<dt>Won</dt><dd>{int(result.place == 1)}</dd>" in page


def test_a_players_page_lists_live_games(client: Client) -> None:
    game = a_game()
    page = client.get("/players/alice/").content.decode()
    assert f'href="/games/{game.pk}/"' in page
    assert "No game finished yet." in page


def test_names_are_found_whatever_their_case_and_letters(client: Client) -> None:
    a_player("brian", last_login=NOW)
    Player.objects.filter(name="brian").update(name="O’Brien 中 & Co")
    assert client.get("/players/o%E2%80%99brien%20%E4%B8%AD%20&%20co/").status_code == 200


def test_the_address_of_a_player_is_on_no_public_page(client: Client) -> None:
    a_game()
    for path in ("/players/alice/", "/games/", "/"):
        assert "alice@example.org" not in client.get(path).content.decode()


def test_a_name_made_of_an_address_that_never_signed_in_has_no_page(client: Client) -> None:
    a_player("erin")
    assert client.get("/players/erin/").status_code == 404
    Player.objects.filter(name="erin").update(last_login=NOW)
    assert client.get("/players/erin/").status_code == 200


@pytest.mark.parametrize(
    "name", ["nobody", "a%00b", "x" * 3000, "%E2%80%AE", "%F0%9F", "..", "a%0Ab"]
)
def test_nobodys_page_is_a_404(client: Client, name: str) -> None:
    assert client.get(f"/players/{name}/").status_code == 404


def test_a_players_page_takes_the_same_queries_for_any_number_of_games(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(4):
        a_game("alice", "bob", "carol", seed=bytes([number]) * 32)
    a_finished_game("alice", "dave")
    with django_assert_max_num_queries(19):
        client.get("/players/alice/")


def test_a_players_page_tells_places_opponents_and_statistics(client: Client) -> None:
    a_finished_game("alice", "bob")
    page = client.get("/players/alice/").content.decode()
    for title in ("Places by number of players", "Head to head", "What beginning was worth"):
        assert title in page
    assert '<th scope="row"><a href="/players/bob/">bob</a></th><td>1</td>' in page
    assert "Points per tile placed" in page
    assert "<dt>Time to move</dt><dd>1\N{NO-BREAK SPACE}min</dd>" in page


def test_who_has_finished_no_game_is_shown_no_empty_tables(client: Client) -> None:
    a_game()
    page = client.get("/players/alice/").content.decode()
    assert "<table" not in page
    assert "Statistics" not in page


def test_the_list_of_a_players_games_can_be_reached_from_a_strange_name(client: Client) -> None:
    a_player("odd", last_login=NOW)
    Player.objects.filter(name="odd").update(name="a&b=c")
    query = urlencode({"player": "a&b=c"})
    assert client.get(f"/games/?{query}").status_code == 200
