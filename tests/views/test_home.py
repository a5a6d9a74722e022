"""The front door: what waits for a player, and what a visitor sees."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Player, Seat
from games.services.endings import resign_seat
from tests.factories import (
    NOW,
    a_finished_game,
    a_game,
    a_player,
    play_random_moves,
)

pytestmark = pytest.mark.django_db


def page_for(name: str = "alice") -> str:
    """Return the home page of this player, an hour after NOW."""
    client = Client()
    client.force_login(a_player(name))
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        return client.get("/").content.decode()


def test_a_visitor_is_told_what_this_is_and_can_ask_for_a_code(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "at the pace of letters" in page
    assert '<form class="quick" method="post" action="/accounts/login/">' in page
    assert 'name="email"' in page
    assert '<svg class="full"' in page


def test_a_visitor_sees_live_games_and_results(client: Client) -> None:
    live, finished = a_game(name="Live one"), a_finished_game()
    page = client.get("/").content.decode()
    assert f'href="/games/{live.pk}/"' in page
    assert f'href="/games/{finished.pk}/"' in page


def test_an_empty_site_says_so_to_visitors(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "No game is on the table." in page
    assert "No game has been finished yet." in page


def test_a_player_without_games_is_helped_to_start_one() -> None:
    page = page_for()
    assert "An empty table" in page
    assert 'href="/games/new/"' in page


def test_a_waiting_game_tells_round_opponents_deadline_and_since_when() -> None:
    game = a_game("alice", "bob", "carol")
    page = page_for()
    assert f'<li><a href="/games/{game.pk}/">' in page
    assert "Round 1 · with bob, carol" in page
    assert "2\N{NO-BREAK SPACE}d 23\N{NO-BREAK SPACE}h left" in page
    assert 'datetime="2026-06-04T12:00:00+00:00">Thu 4 Jun, 12:00 UTC</time>' in page
    assert "waits for 1\N{NO-BREAK SPACE}h 0\N{NO-BREAK SPACE}min" in page


def test_games_that_wait_come_first_the_most_urgent_on_top() -> None:
    slow = a_game(name="Slow", pace="7d")
    urgent = a_game(name="Urgent", pace="2d")
    theirs = a_game(name="Theirs")
    play_random_moves(theirs, 1)
    page = page_for()
    places = [page.index(f'href="/games/{game.pk}/"') for game in (urgent, slow, theirs)]
    assert places == sorted(places)
    assert "to move: bob" in page


def test_a_game_that_a_bot_plays_for_you_does_not_wait_for_you() -> None:
    game = a_game()
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    page = page_for()
    assert "The others are to move" not in page
    assert "Games you left" in page
    assert "alice (bot)" in page


def test_a_finished_game_tells_place_and_scores() -> None:
    game = a_finished_game()
    page = page_for()
    scores = dict(Seat.objects.filter(game=game).values_list("player__name", "score"))
    assert f'<span class="you">{1 if scores["alice"] > scores["bob"] else 2}. alice' in page
    assert f"bob {scores['bob']}" in page


def test_a_deadline_within_a_day_is_marked_and_one_that_passed_is_told(client: Client) -> None:
    a_game(pace="12h")
    client.force_login(a_player("alice"))
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        assert (
            'class="soon">11\N{NO-BREAK SPACE}h 0\N{NO-BREAK SPACE}min left'
            in client.get("/").content.decode()
        )
    with time_machine.travel(NOW + timedelta(hours=13), tick=False):
        assert "time is up" in client.get("/").content.decode()


def test_a_failing_address_is_told(client: Client) -> None:
    client.force_login(a_player("alice", mail_failing_at=datetime(2026, 6, 1, tzinfo=UTC)))
    assert "Your mail address refuses our mails." in client.get("/").content.decode()


def test_names_cannot_bring_markup(client: Client) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(name="<b>bold</b>")
    Player.objects.filter(name="bob").update(name="<script>x</script>")
    for browser_page in (client.get("/").content.decode(), page_for()):
        assert "<b>bold" not in browser_page
        assert "<script>x" not in browser_page


def test_home_takes_the_same_queries_for_any_number_of_games(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        a_game("alice", "bob", "carol", seed=bytes([number]) * 32)
    a_finished_game("alice", "dave")
    with django_assert_max_num_queries(6):
        client.get("/")
    client.force_login(a_player("alice"))
    with django_assert_max_num_queries(12):
        client.get("/")


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_home_takes_no_other_method(client: Client, method: str) -> None:
    response = getattr(client, method)("/")
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert "Not like this" in response.content.decode()
