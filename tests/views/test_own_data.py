"""Taking one's data away, and erasing the account, on the site's pages."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Player
from games.services.deadlines import expire_turn
from games.services.notes import save_note
from games.services.talk import post_message
from games.services.vacations import set_vacation
from tests.factories import NOW, a_finished_game, a_game, a_player, a_table, play_random_moves

pytestmark = pytest.mark.django_db

DATA, ERASE = "/accounts/preferences/data.json", "/accounts/erase/"


@pytest.fixture
def alice(client: Client) -> Player:
    """Return alice, signed in."""
    player = a_player("alice")
    client.force_login(player)
    return player


def data(client: Client) -> dict[str, Any]:
    return dict(json.loads(client.get(DATA).content))


def test_everything_of_a_player_is_in_one_file(client: Client, alice: Player) -> None:
    game = a_game()
    play_random_moves(game, 4)
    post_message(game_id=game.pk, by=alice, text="Good luck 中", now=NOW)
    save_note(game_id=game.pk, by=alice, text="Take blue", now=NOW)
    a_table("bob", invite=("alice",))
    found = data(client)
    assert found["profile"]["email"] == "alice@example.org"
    assert [row["name"] for row in found["games"]] == ["Friday tiles"]
    assert [row["game"] for row in found["seats"]] == [game.pk]
    assert [row["seat_index"] for row in found["moves"]] == [0, 0]
    assert [row["text"] for row in found["messages"]] == ["Good luck 中"]
    assert [row["text"] for row in found["notes"]] == ["Take blue"]
    assert "your-turn" in {row["kind"] for row in found["mails"]}
    assert [row["from"] for row in found["invitations_received"]] == ["bob"]


def test_nights_vacations_and_time_outs_are_in_the_file(client: Client, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(night=23)
    game = a_game()
    expire_turn(game_id=game.pk, seat=0, now=NOW + timedelta(days=3))
    days = (NOW + timedelta(days=3)).date(), (NOW + timedelta(days=5)).date()
    set_vacation(player_id=alice.pk, first=days[0], last=days[1], now=NOW)
    found = data(client)
    assert found["profile"]["night"] == 23
    assert [row["from_at"][:10] for row in found["vacations"]] == ["2026-06-04"]
    assert [(row["game"], row["turn"]) for row in found["time_outs"]] == [(game.pk, 0)]
    assert found["seats"][0]["timeouts"] == 1


def test_the_file_is_a_download_that_nobody_keeps(client: Client, alice: Player) -> None:
    response = client.post(DATA)
    assert response["Content-Type"] == "application/json"
    assert "attachment" in response["Content-Disposition"]
    assert "no-store" in response["Cache-Control"]


def test_the_file_tells_no_seed_and_nothing_of_others(client: Client, alice: Player) -> None:
    game = a_game()
    post_message(game_id=game.pk, by=a_player("bob"), text="xyzzy", now=NOW)
    save_note(game_id=game.pk, by=a_player("bob"), text="plugh", now=NOW)
    text = client.get(DATA).content.decode()
    for secret in (game.seed, "xyzzy", "plugh", "bob@example.org", "password"):
        assert secret not in text


def test_the_file_takes_the_same_queries_for_any_number_of_games(
    client: Client, alice: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_finished_game(seed=b"f" * 32)
    for number in range(3):
        a_game(seed=bytes([number]) * 32)
    with django_assert_max_num_queries(24):
        client.get(DATA)


@pytest.mark.parametrize("path", [DATA, ERASE])
def test_visitors_are_led_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"].startswith("/accounts/login/code/?next=")


def test_the_preferences_lead_to_both(client: Client, alice: Player) -> None:
    page = client.get("/accounts/preferences/").content.decode()
    assert f'href="{DATA}"' in page
    assert f'href="{ERASE}"' in page


def test_erasing_asks_for_the_name_first(client: Client, alice: Player) -> None:
    page = client.get(ERASE).content.decode()
    assert "This can't be undone" in page or "This can&#x27;t be undone" in page
    for name in ("", "bob"):
        assert client.post(ERASE, {"name": name}).status_code == 422
    alice.refresh_from_db()
    assert alice.is_active


def test_the_typed_name_erases_the_account_and_signs_out(client: Client, alice: Player) -> None:
    other = Client()
    other.force_login(alice)
    response = client.post(ERASE, {"name": " Alice "}, follow=True)
    assert "Your account is erased." in response.content.decode()
    assert "_auth_user_id" not in client.session
    assert other.get("/accounts/preferences/").status_code == 302
    alice.refresh_from_db()
    assert alice.name == f"former player {alice.pk}"


def test_a_former_player_has_no_page_without_games(client: Client, alice: Player) -> None:
    client.post(ERASE, {"name": "alice"})
    assert client.get(f"/players/former player {alice.pk}/").status_code == 404


def test_pages_of_finished_games_show_a_former_player(client: Client, alice: Player) -> None:
    game = a_finished_game()
    client.post(ERASE, {"name": "alice"})
    for path in (f"/games/{game.pk}/", f"/games/{game.pk}/scores/", f"/games/{game.pk}/turns/3/"):
        page = client.get(path).content.decode()
        assert f"former player {alice.pk}" in page
        assert "alice" not in page


def test_a_superuser_is_told_why_not(client: Client) -> None:
    client.force_login(a_player("chief", is_superuser=True))
    response = client.post(ERASE, {"name": "chief"})
    assert response.status_code == 422
    assert "Take that right away first." in response.content.decode()
