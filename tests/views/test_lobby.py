"""Browsing games, leaving one."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Seat
from games.selectors import lobby
from games.services.bots import play_bot_turn
from tests.factories import NOW, a_finished_game, a_game, a_player, play_random_moves

pytestmark = pytest.mark.django_db


def listed(client: Client, query: str = "") -> list[int]:
    """Return the numbers of the games on a page of the list, in its order."""
    page = client.get(f"/games/{query}").content.decode()
    return [int(number) for number in re.findall(r'class="row-link" href="/games/(\d+)/"', page)]


# Browsing


def test_games_are_listed_newest_first(client: Client) -> None:
    games = [a_game(seed=bytes([number]) * 32).pk for number in range(3)]
    assert listed(client) == games[::-1]


def test_games_are_narrowed_by_status_wall_and_player(client: Client) -> None:
    live, finished = a_game(), a_finished_game("carol", "dave")
    gray = a_game("alice", "carol", wall="gray")
    assert listed(client, "?status=live") == [gray.pk, live.pk]
    assert listed(client, "?status=finished") == [finished.pk]
    assert listed(client, "?wall=gray") == [gray.pk]
    assert listed(client, "?player=CAR") == [gray.pk, finished.pk]
    assert listed(client, "?player=carol&status=live&wall=gray") == [gray.pk]


def test_pages_follow_each_other_and_back_without_gaps(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PAGE_SIZE", 2)
    newest = [a_game(seed=bytes([number]) * 32).pk for number in range(5)][::-1]
    assert listed(client) == newest[:2]
    assert listed(client, f"?before={newest[1]}") == newest[2:4]
    assert listed(client, f"?before={newest[3]}") == newest[4:]
    assert listed(client, f"?after={newest[4]}") == newest[2:4]
    assert listed(client, f"?after={newest[2]}") == newest[:2]


def test_games_are_narrowed_by_the_number_of_players(client: Client) -> None:
    two, three = a_game(), a_game("alice", "bob", "carol")
    assert listed(client, "?players=2") == [two.pk]
    assert listed(client, "?players=3") == [three.pk]
    assert listed(client, "?players=5") == [three.pk, two.pk]


def test_a_beginning_that_fits_several_names_lets_the_reader_choose(client: Client) -> None:
    game = a_game("anna", "annabel")
    page = client.get("/games/?player=Ann&status=live&players=2").content.decode()
    assert "Whose games?" in page
    for name in ("anna", "annabel"):
        assert f'href="?status=live&amp;players=2&amp;player={name}"' in page
    assert listed(client, "?player=ann") == []
    assert listed(client, "?player=Anna") == [game.pk]
    assert listed(client, "?player=annab") == [game.pk]


def test_a_name_that_never_signed_in_is_not_suggested(client: Client) -> None:
    a_game("anna", "annabel")
    a_player("annika")
    assert "annika" not in client.get("/games/?player=ann").content.decode()


def test_links_to_other_pages_keep_the_choice(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PAGE_SIZE", 1)
    games = [a_game(seed=bytes([number]) * 32).pk for number in range(3)]
    page = client.get(f"/games/?status=live&before={games[2]}").content.decode()
    assert f'rel="next" href="?status=live&amp;before={games[1]}"' in page
    assert f'rel="prev" href="?status=live&amp;after={games[1]}"' in page


@pytest.mark.parametrize(
    "query",
    [
        "?status=nonsense",
        "?wall=%00",
        "?before=-1",
        "?before=" + "9" * 40,
        "?after=x",
        "?player=%00%E2%80%AE",
        "?player=" + "x" * 5000,
        "?status=live&status=finished",
        "?before=1e3",
    ],
)
def test_an_unreadable_choice_shows_a_list_and_no_fault(client: Client, query: str) -> None:
    a_game()
    assert client.get(f"/games/{query}").status_code == 200


def test_nothing_found_is_told(client: Client) -> None:
    assert "No game has been played here yet." in client.get("/games/").content.decode()
    assert "No game fits this choice." in client.get("/games/?player=zoe").content.decode()


def test_a_list_takes_the_same_queries_for_any_length(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(6):
        a_game("alice", "bob", "carol", "dave", seed=bytes([number]) * 32)
    with django_assert_max_num_queries(5):
        client.get("/games/?status=live&player=a")


# Leaving


def test_leaving_asks_first_and_changes_nothing(alice: Client) -> None:
    game = a_game()
    page = alice.get(f"/games/{game.pk}/resign/").content.decode()
    assert "Leave this game?" in page
    assert not Seat.objects.exclude(bot="").exists()


def test_leaving_gives_the_seat_to_a_bot(alice: Client) -> None:
    game = a_game()
    response = alice.post(f"/games/{game.pk}/resign/")
    assert (response.status_code, response["Location"]) == (303, f"/games/{game.pk}/")
    assert Seat.objects.get(game=game, index=0).bot == "random"
    assert Seat.objects.get(game=game, index=1).bot == ""


def test_leaving_twice_is_told(alice: Client) -> None:
    game = a_game()
    alice.post(f"/games/{game.pk}/resign/")
    page = alice.get(f"/games/{game.pk}/resign/").content.decode()
    assert "You have left this game" in page
    assert alice.post(f"/games/{game.pk}/resign/").status_code == 303


def test_a_finished_game_cannot_be_left(alice: Client) -> None:
    game = a_finished_game()
    assert "nothing to leave" in alice.get(f"/games/{game.pk}/resign/").content.decode()
    response = alice.post(f"/games/{game.pk}/resign/")
    assert response.status_code == 409
    assert "This game is over." in response.content.decode()


def test_who_has_no_seat_has_nothing_to_leave(alice: Client) -> None:
    game = a_game("bob", "carol")
    assert alice.get(f"/games/{game.pk}/resign/").status_code == 404
    assert alice.post(f"/games/{game.pk}/resign/").status_code == 404
    assert alice.post("/games/999/resign/").status_code == 404


def test_visitors_cannot_leave_for_somebody(client: Client) -> None:
    game = a_game()
    assert client.post(f"/games/{game.pk}/resign/").status_code == 302
    assert not Seat.objects.exclude(bot="").exists()


def test_forms_are_safe_from_other_sites() -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(a_player("alice"))
    game = a_game()
    assert strict.post(f"/games/{game.pk}/resign/").status_code == 403
    assert strict.post("/games/new/", {"name": "x"}).status_code == 403
    assert strict.post("/accounts/preferences/", {}).status_code == 403
    assert strict.post("/accounts/logout/").status_code == 403


def test_the_table_says_who_left_and_whose_moves_the_bot_makes(alice: Client) -> None:
    game = a_game()
    play_random_moves(game, 2)
    alice.post(f"/games/{game.pk}/resign/")
    play_bot_turn(game_id=game.pk, now=NOW)
    own = alice.get(f"/games/{game.pk}/").content.decode()
    assert "You left this game; a bot plays your seat." in own
    assert "alice (bot) took" in own
    assert "Your last move" not in own
    assert "Your turn" not in own
    others = Client().get(f"/games/{game.pk}/").content.decode()
    assert "You left this game" not in others
    assert "alice (bot)" in others
    assert "alice (bot)" in Client().get(f"/games/{game.pk}/turns/3/").content.decode()
    assert "alice (bot)" in Client().get("/games/").content.decode()
