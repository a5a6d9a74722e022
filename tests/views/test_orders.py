"""Standing orders on the game page and on their own."""

import pytest
from django.test import Client

from games import azul
from games.models import Game, Player, StandingOrder, Via
from games.selectors.positions import load_table
from games.services.play import play_move
from tests.factories import NOW, a_game, a_player
from tests.services.test_orders import order, pick_from, play
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db


def fields(*picks: str, stop: str = "") -> dict[str, str]:
    """Return the form of these picks."""
    sent = {"stop_1": stop}
    for number, pick in enumerate(picks, start=1):
        sent |= {f"take_{number}": pick[:2], f"line_{number}": pick[2:]}
    return sent


def page(name: str, game: Game, part: str = "") -> str:
    return signed_in(name).get(f"/games/{game.pk}/{part}").content.decode()


def test_who_waits_can_order_on_the_game_page() -> None:
    game = a_game()
    shown = page("bob", game)
    assert f'action="/games/{game.pk}/orders/"' in shown
    assert 'name="take_1"' in shown


def test_saving_leads_back_to_the_game_which_shows_the_orders_in_words() -> None:
    game = a_game()
    pick = pick_from(load_table(game.pk), 1, 1)
    answer = signed_in("bob").post(f"/games/{game.pk}/orders/", fields(pick, stop=pick[:2]))
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/#orders")
    kept = StandingOrder.objects.get()
    assert (kept.picks, kept.stops) == (pick, pick[:2])
    assert "from display 2 for line 5" in page("bob", game)


def test_nobody_else_sees_what_is_ordered() -> None:
    game = a_game()
    order(game, "bob", pick_from(load_table(game.pk), 1, 1))
    visitor = Client().get(f"/games/{game.pk}/").content.decode()
    for shown in (page("alice", game), visitor, page("carol", game)):
        assert "from display 2 for line 5" not in shown
        assert "Drop them" not in shown


def test_orders_are_dropped_by_a_button() -> None:
    game = a_game()
    order(game, "bob", pick_from(load_table(game.pk), 1, 1))
    answer = signed_in("bob").post(f"/games/{game.pk}/orders/", {"drop": "1"})
    assert answer.status_code == 303
    assert not StandingOrder.objects.exists()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"take_1": "2B"}, "Choose a line for the tiles."),
        ({"line_1": "3"}, "Choose the tiles to take."),
        ({"take_1": "9K", "line_1": "1"}, "These tiles aren&#x27;t there any more."),
    ],
)
def test_a_form_filled_in_by_half_keeps_what_is_chosen(sent: dict[str, str], sentence: str) -> None:
    game = a_game()
    if sent.get("take_1") == "2B":
        sent = {"take_1": pick_from(load_table(game.pk), 1, 1)[:2]}
    answer = signed_in("bob").post(f"/games/{game.pk}/orders/", sent)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not StandingOrder.objects.exists()


def test_orders_that_the_service_refuses_are_told_why() -> None:
    game = a_game()
    answer = signed_in("bob").post(f"/games/{game.pk}/orders/", fields())
    assert answer.status_code == 409
    assert "Choose at least one move." in answer.content.decode()


def test_who_is_to_move_is_sent_to_play() -> None:
    game = a_game()
    pick = pick_from(load_table(game.pk), 0, 1)
    assert 'name="take_1"' not in page("alice", game, "orders/")
    answer = signed_in("alice").post(f"/games/{game.pk}/orders/", fields(pick))
    assert answer.status_code in {409, 422}
    assert not StandingOrder.objects.exists()


def test_the_player_is_told_why_orders_were_not_played() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 0))
    play(game, 0, pick_from(table, 0, 0))
    assert "None of the moves in your standing orders was possible" in page("bob", game)


def test_moves_that_were_played_for_somebody_are_marked_in_the_history() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1))
    play(game, 0, pick_from(table, 0, 0))
    assert "(auto)" in page("carol", game, "turns/2/")


def test_strangers_and_visitors_have_no_orders() -> None:
    game = a_game()
    a_player("carol")
    assert signed_in("carol").get(f"/games/{game.pk}/orders/").status_code == 404
    assert signed_in("bob").get(f"/games/{10**25}/orders/").status_code == 404
    assert Client().post(f"/games/{game.pk}/orders/", {}).status_code == 302


def test_looking_at_the_orders_changes_nothing() -> None:
    game = a_game()
    signed_in("bob").get(f"/games/{game.pk}/orders/?drop=1&take_1=1B&line_1=1")
    assert not StandingOrder.objects.exists()


def test_the_only_move_is_a_preference() -> None:
    bob = signed_in("bob")
    sent = {"name": "bob", "time_zone": "UTC", "notices": "each", "language": "en"}
    bob.post("/accounts/preferences/", {**sent, "plays_forced": "on"})
    assert Player.objects.get(name="bob").plays_forced
    assert "checked" in bob.get("/accounts/preferences/").content.decode()
    bob.post("/accounts/preferences/", sent)
    assert not Player.objects.get(name="bob").plays_forced


def test_orders_saved_twice_by_a_double_tap_are_one() -> None:
    game = a_game()
    pick = pick_from(load_table(game.pk), 1, 1)
    bob = signed_in("bob")
    for _ in range(2):
        assert bob.post(f"/games/{game.pk}/orders/", fields(pick)).status_code == 303
    assert StandingOrder.objects.count() == 1


def test_a_repeated_move_fires_no_second_order() -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1))
    move = pick_from(table, 0, 0)
    for _ in range(2):
        play_move(game_id=game.pk, seat=0, turn=0, move=move, via=Via.PAGE, now=NOW)
    assert len(load_table(game.pk).moves) == 2
    assert azul.has_all_tiles(load_table(game.pk).position)
