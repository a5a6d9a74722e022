"""The leaderboard, and the rating on a player's page."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Player, Rating
from games.selectors.ratings import leaderboard
from games.services.ratings import rate_games
from tests.factories import NOW, a_game, a_player
from tests.services.test_ratings import a_result

pytestmark = pytest.mark.django_db


def ranked(*numbers: int) -> None:
    """Write settled ratings with these numbers."""
    for index, shown in enumerate(numbers, start=1):
        Rating.objects.create(
            player=a_player(f"player {index}"),
            mu=30,
            sigma=3,
            games=12,
            forfeits=0,
            shown=shown,
            is_provisional=False,
        )


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_players_page_shows_the_rating_its_course_and_that_it_is_provisional(
    client: Client,
) -> None:
    first = a_result("alice", "bob")
    a_result("bob", "alice", at=NOW + timedelta(days=1))
    rate_games()
    text = page(client, "/players/alice/")
    assert "provisional" in text
    assert 'class="chart"' in text
    assert f"/games/{first.pk}/" in text
    assert "−" in text


def test_who_has_no_rated_game_has_no_rating(client: Client) -> None:
    a_game()
    assert "Last rated games" not in page(client, "/players/alice/")


def test_the_leaderboard_leaves_out_provisional_ratings_and_people_who_left(client: Client) -> None:
    assert "Nobody has played enough" in page(client, "/ratings/")
    ranked(1200, 1500, 1300)
    Rating.objects.filter(shown=1200).update(is_provisional=True)
    Player.objects.filter(name="player 3").update(is_active=False)
    text = page(client, "/ratings/")
    assert "/players/player%202/" in text
    assert "/players/player%201/" not in text
    assert "/players/player%203/" not in text


def test_equal_ratings_share_a_place_across_pages(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    ranked(*[2000] * 49, *[1500] * 3, *[1400] * 60)
    first = leaderboard()
    assert [line.place for line in first.lines[48:]] == [1, 50]
    with django_assert_max_num_queries(3):
        second = leaderboard(after=first.after)
    assert [line.place for line in second.lines[:4]] == [50, 50, 53, 53]
    third = leaderboard(after=second.after)
    assert (len(third.lines), third.after) == (12, "")
    back = leaderboard(before=third.before)
    assert [line.rating.pk for line in back.lines] == [line.rating.pk for line in second.lines]
    assert leaderboard(before=second.before).before == ""


@pytest.mark.parametrize("key", ["x", "1-", "-1", "9" * 30 + "-1", "１-１", "%00"])
def test_a_key_that_makes_no_sense_shows_the_first_page(client: Client, key: str) -> None:
    ranked(1500)
    assert "/players/player%201/" in page(client, f"/ratings/?after={key}&before={key}")
