"""The game page: what it shows to whom, and what a form sent to it does."""

import gzip
import re

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games import azul
from games.models import Game, Move, Player, Seat
from games.selectors.positions import load_table
from tests.factories import (
    NOW,
    a_finished_game,
    a_game,
    a_player,
    awaited_seat,
    play_next,
    play_random_moves,
    some_move,
)
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

FOUR = ("alice", "bob", "carol", "dave")


def url_of(game: Game) -> str:
    return reverse("game", args=[game.pk])


def a_move(game: Game) -> str:
    return some_move(load_table(game.pk), awaited_seat(game.pk).index)


def an_illegal_pick(game: Game) -> str:
    position = load_table(game.pk).position
    taken = next(i for i, tiles in enumerate(position.displays) if azul.Color.RED not in tiles)
    return f"{taken + 1}R1"


def a_tiling_game(most: int, least: int = 2, round_number: int = 1) -> Game:
    """Return a gray-wall game that waits for a tiling with that many ways."""
    for salt in range(60):
        game = a_game("alice", "bob", wall="gray", seed=bytes([salt]) * 32)
        for number in range(200):
            table = load_table(game.pk)
            position = table.position
            if position.phase is azul.Phase.TILING and position.round >= round_number:
                ways = len(azul.legal_moves(position, position.to_move[0]))
                if least <= ways <= most:
                    game.refresh_from_db()
                    return game
            if not position.to_move:
                break
            play_next(game.pk, salt=bytes([salt, number]))
    raise AssertionError("no such game found")


# What the page shows


def test_anybody_sees_the_table_without_a_form(client: Client) -> None:
    game = a_game(*FOUR)
    page = client.get(url_of(game)).content.decode()
    assert "alice" in page
    assert 'id="move"' not in page
    assert 'type="radio"' not in page


def test_the_player_to_move_gets_every_take_and_line_and_no_preselection() -> None:
    game = a_game(*FOUR)
    page = signed_in("alice").get(url_of(game)).content.decode()
    position = load_table(game.pk).position
    takes = {azul.format_move(move)[:2] for move in azul.legal_moves(position, 0)}
    assert set(re.findall(r'name="take" value="(\w\w)"', page)) == takes
    assert set(re.findall(r'name="line" value="(\w)"', page)) == set("12345F")
    assert "checked" not in page


def test_a_player_who_waits_gets_no_form() -> None:
    game = a_game(*FOUR)
    assert 'id="move"' not in signed_in("bob").get(url_of(game)).content.decode()


def test_an_address_with_a_choice_shows_what_it_would_do_and_changes_nothing() -> None:
    game = a_game("alice", "bob")
    pick = a_move(game)[:2] + "F"
    page = signed_in("alice").get(url_of(game), {"take": pick[:2], "line": "F"}).content.decode()
    assert f'value="{pick[:2]}"' in page
    assert page.count("checked") == 2
    assert 'class="pv"' in page
    assert not Move.objects.exists()


def test_lines_that_cannot_take_the_chosen_color_are_no_choices() -> None:
    game = a_game("alice", "bob")
    play_random_moves(game, 6)
    table = load_table(game.pk)
    seat = table.position.to_move[0]
    legal = [azul.format_move(move) for move in azul.legal_moves(table.position, seat)]
    take = min({move[:2] for move in legal}, key=lambda t: sum(m[:2] == t for m in legal))
    page = signed_in(table.seats[seat].name).get(url_of(game), {"take": take}).content.decode()
    lines = set(re.findall(r'name="line" value="(\w)"', page))
    assert lines == {move[2] for move in legal if move[:2] == take}


@pytest.mark.parametrize(
    "query",
    ["?take=9Z&line=8", "?take=<script>", "?place=W99", "?take=3R&take=4B", "?line=%00", "?view=x"],
)
def test_an_unreadable_choice_in_the_address_is_ignored(query: str) -> None:
    game = a_game("alice", "bob")
    response = signed_in("alice").get(url_of(game) + query)
    assert response.status_code == 200
    assert "<script>" not in response.content.decode()


def test_a_page_of_a_long_game_needs_few_queries_and_few_bytes(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game = a_game(*FOUR)
    play_random_moves(game, 70)
    client = signed_in(awaited_seat(game.pk).player.name)  # type: ignore[union-attr]
    take = a_move(game)[:2]
    with django_assert_max_num_queries(12):
        response = client.get(url_of(game), {"take": take, "line": "F"})
    assert len(gzip.compress(response.content)) < 12_000


def test_the_page_carries_no_style_and_no_script_in_itself() -> None:
    game = a_game(*FOUR)
    page = signed_in("alice").get(url_of(game)).content.decode()
    assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=", page)
    assert all(
        re.fullmatch(r"/static/[\w/.-]+", src) for src in re.findall(r"<script src=\"(.*?)\"", page)
    )


def test_the_seed_is_told_only_when_the_game_is_over(client: Client) -> None:
    running, over = a_game("alice", "bob"), a_finished_game("alice", "bob")
    running_page = client.get(url_of(running)).content.decode()
    over_page = client.get(url_of(over)).content.decode()
    assert running.seed not in running_page
    assert running.seed_hash in running_page
    assert over.seed in over_page
    assert over.seed_hash in over_page


def test_a_finished_game_shows_places_and_bonuses(client: Client) -> None:
    game = a_finished_game(*FOUR)
    page = client.get(url_of(game)).content.decode()
    winner = max(load_table(game.pk).position.boards, key=lambda board: board.score)
    assert "Final result" in page
    assert f'<b class="num">{winner.score}</b>' in page
    assert 'id="move"' not in page


def test_the_story_since_the_own_turn_is_told() -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 3)
    page = signed_in("alice").get(url_of(game)).content.decode()
    assert "Since your turn:" in page
    assert re.search(r"bob took \d \w+ from", page)
    assert re.search(r"carol took \d \w+ from", page)
    assert not re.search(r"alice took \d", page)


def test_the_text_board_takes_typed_moves() -> None:
    game = a_game("alice", "bob")
    client = signed_in("alice")
    page = client.get(url_of(game), {"view": "text"}).content.decode()
    assert "alice: 0 points" in page
    move = a_move(game)
    typed = f"{move[0]} {move[1].lower()} {move[2]}"
    assert client.post(url_of(game), {"turn": 0, "move": typed}).status_code == 303
    assert Move.objects.get().notation == move


def test_a_game_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/games/999/").status_code == 404
    assert client.get("/games/99999999999999999999999/").status_code == 404


def test_a_typed_move_that_is_refused_stays_on_the_text_board() -> None:
    game = a_game("alice", "bob")
    client = signed_in("alice")
    response = client.post(url_of(game) + "?view=text", {"turn": 0, "move": '"what?"'})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="&quot;what?&quot;"' in page
    assert "alice: 0 points" in page


# What a form does


@pytest.mark.parametrize("shape", ["move", "parts"])
def test_a_legal_move_is_played_and_leads_back_to_the_game(shape: str) -> None:
    game = a_game("alice", "bob")
    move = a_move(game)
    data = {"move": move} if shape == "move" else {"take": move[:2], "line": move[2]}
    response = signed_in("alice").post(url_of(game), {"turn": 0, **data})
    assert (response.status_code, response["Location"]) == (303, url_of(game))
    assert Move.objects.get().notation == move


def test_the_same_form_sent_again_gives_the_same_answer() -> None:
    game = a_game("alice", "bob")
    client, data = signed_in("alice"), {"turn": 0, "move": a_move(game)}
    answers = [client.post(url_of(game), data) for _ in range(3)]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(303, url_of(game))}
    assert Move.objects.count() == 1


def test_after_the_move_the_page_says_what_was_played_and_offers_to_take_it_back() -> None:
    game = a_game("alice", "bob")
    client = signed_in("alice")
    page = client.post(url_of(game), {"turn": 0, "move": a_move(game)}, follow=True)
    assert "Played:" in page.content.decode()
    undo = client.post(reverse("undo", args=[game.pk]))
    assert (undo.status_code, undo["Location"]) == (303, f"{url_of(game)}?undone=1")
    assert not Move.objects.standing().exists()


def test_a_move_that_the_next_player_has_seen_stays() -> None:
    game = a_game("alice", "bob")
    client = signed_in("alice")
    client.post(url_of(game), {"turn": 0, "move": a_move(game)})
    signed_in("bob").get(url_of(game))
    response = client.post(reverse("undo", args=[game.pk]))
    assert response.status_code == 409
    assert "back any more" in response.content.decode()
    assert Move.objects.standing().count() == 1


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({}, 422),
        ({"turn": 0}, 422),
        ({"turn": 0, "take": "1B"}, 422),
        ({"turn": 0, "line": "2"}, 422),
        ({"turn": 0, "move": "what?"}, 422),
        ({"turn": 0, "take": "1B", "line": "-1"}, 422),
        ({"turn": -1, "move": "1B1"}, 422),
        ({"turn": 0, "move": ["1B1", "1B2"]}, 422),
        ({"turn": 0, "move": "W11"}, 409),
        ({"turn": 5, "move": "1B1"}, 409),
    ],
)
def test_a_bad_form_changes_nothing_and_says_why(data: dict[str, object], status: int) -> None:
    game = a_game("alice", "bob")
    response = signed_in("alice").post(url_of(game), data)
    assert response.status_code == status
    assert 'role="alert"' in response.content.decode()
    assert not Move.objects.exists()


def test_an_illegal_move_is_refused_with_the_reason_and_the_choice_kept() -> None:
    game = a_game("alice", "bob")
    move = an_illegal_pick(game)
    response = signed_in("alice").post(url_of(game), {"turn": 0, "take": move[:2], "line": move[2]})
    page = response.content.decode()
    assert response.status_code == 409
    assert re.search(r'name="line" value="1" class="was" checked', page)
    assert not Move.objects.exists()


def test_another_move_for_a_turn_that_is_played_is_refused() -> None:
    game = a_game("alice", "bob")
    client, move = signed_in("alice"), a_move(game)
    client.post(url_of(game), {"turn": 0, "move": move})
    response = client.post(url_of(game), {"turn": 0, "move": move[:2] + "F"})
    assert response.status_code == 409
    assert Move.objects.count() == 1


def test_a_player_out_of_turn_is_refused() -> None:
    game = a_game("alice", "bob")
    response = signed_in("bob").post(url_of(game), {"turn": 0, "move": a_move(game)})
    assert response.status_code == 409
    assert "It is not your turn." in response.content.decode()


def test_a_stranger_may_not_play(client: Client) -> None:
    game = a_game("alice", "bob")
    client.force_login(a_player("carol"))
    response = client.post(url_of(game), {"turn": 0, "move": a_move(game)})
    assert response.status_code == 403
    assert not Move.objects.exists()


def test_a_form_without_its_csrf_token_is_refused_with_a_sentence() -> None:
    game = a_game("alice", "bob")
    client = Client(enforce_csrf_checks=True)
    client.force_login(Player.objects.get(name="alice"))
    response = client.post(url_of(game), {"turn": 0, "move": a_move(game)})
    assert response.status_code == 403
    assert "could not be checked" in response.content.decode()
    assert not Move.objects.exists()


def test_the_preview_button_leads_to_the_address_of_the_choice() -> None:
    game = a_game("alice", "bob")
    data = {"turn": 0, "take": "1B", "line": "2"}
    response = signed_in("alice").post(url_of(game) + "?preview=1", data)
    assert response.status_code == 303
    assert response["Location"] == f"{url_of(game)}?take=1B&line=2#place"
    assert not Move.objects.exists()


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_refused(method: str) -> None:
    game = a_game("alice", "bob")
    response = getattr(signed_in("alice"), method)(url_of(game))
    assert response.status_code == 405


# Tiling the gray wall


def test_a_tiling_with_one_line_to_choose_is_one_set_of_radios() -> None:
    game = a_tiling_game(most=5)
    seat = awaited_seat(game.pk)
    position = load_table(game.pk).position
    page = signed_in(seat.player.name).get(url_of(game)).content.decode()  # type: ignore[union-attr]
    legal = {azul.format_move(move) for move in azul.legal_moves(position, seat.index)}
    on_wall = re.findall(r'class="spot s\d"><input type="radio" name="move" value="([^"]+)"', page)
    assert set(on_wall) == legal
    assert 'name="take"' not in page


def test_a_tiling_with_several_lines_is_chosen_step_by_step() -> None:
    game = a_tiling_game(most=1000, least=8)
    seat = awaited_seat(game.pk)
    client = signed_in(seat.player.name)  # type: ignore[union-attr]
    played = Move.objects.count()
    page = client.get(url_of(game)).content.decode()
    for _ in range(5):
        links = re.findall(r'class="spot s\d" href="(\?place=[^"#]+)#place"', page)
        if not links:
            break
        page = client.get(url_of(game) + links[-1].replace("&amp;", "&")).content.decode()
    move = re.findall(r'class="spot s\d"><input type="radio" name="move" value="([^"]+)"', page)[0]
    assert Move.objects.count() == played
    assert seat.awaited_turn is not None
    response = client.post(url_of(game), {"turn": seat.awaited_turn, "move": move})
    assert response.status_code == 303
    assert Move.objects.get(seat=seat, asked_turn=seat.awaited_turn).notation == move


def test_placing_without_the_last_column_keeps_the_choices_so_far() -> None:
    game = a_tiling_game(most=1000, least=8)
    seat = awaited_seat(game.pk)
    client = signed_in(seat.player.name)  # type: ignore[union-attr]
    page = client.get(url_of(game)).content.decode()
    link = re.findall(r'class="spot s\d" href="(\?place=[^"#]+)#place"', page)[-1]
    page = client.get(url_of(game) + link.replace("&amp;", "&")).content.decode()
    kept = re.findall(r'name="place" value="([^"]+)"', page)[0]
    line = re.findall(r"<b>Line (\d)</b>: choose a column", page)[0]
    response = client.post(url_of(game), {"turn": seat.awaited_turn or 0, "place": kept})
    again = response.content.decode()
    assert response.status_code == 422
    assert f"Choose a column for line {line}." in again
    assert f'name="place" value="{kept}"' in again
    assert f"<b>Line {line}</b>: choose a column" in again


def test_every_tiling_is_on_a_list_and_the_page_stays_small() -> None:
    game = a_tiling_game(most=625, least=100)
    seat = awaited_seat(game.pk)
    position = load_table(game.pk).position
    page = signed_in(seat.player.name).get(url_of(game)).content.decode()  # type: ignore[union-attr]
    listed = re.findall(r'class="choice"><input type="radio" name="move" value="([^"]+)"', page)
    legal = {azul.format_move(move) for move in azul.legal_moves(position, seat.index)}
    assert set(listed) == legal
    assert len(gzip.compress(page.encode())) <= 12 * 1024


def test_the_board_is_noted_as_seen_in_the_cache_only() -> None:
    game = a_game("alice", "bob")
    before = list(Seat.objects.values())
    signed_in("alice").get(url_of(game))
    assert cache.get(f"opened:{game.pk}:0:0:0") == 1
    assert list(Seat.objects.values()) == before
    assert game.started_at == NOW


def test_a_move_tells_until_when_it_can_be_taken_back_and_then_that_it_was() -> None:
    game = a_game("alice", "bob")
    client = signed_in("alice")
    with time_machine.travel(NOW, tick=False):
        client.post(url_of(game), {"turn": 0, "move": a_move(game)})
        page = client.get(url_of(game)).content.decode()
        assert "until 12:02:00" in page
        assert "You took" in page
        again = client.post(reverse("undo", args=[game.pk]), follow=True).content.decode()
    assert "Taken back: choose again." in again
    assert 'id="move"' in again


def test_the_tiling_page_shows_the_floor_line_and_what_the_estimate_assumes() -> None:
    game = a_tiling_game(most=1000, least=2)
    seat = awaited_seat(game.pk)
    page = signed_in(seat.player.name).get(url_of(game)).content.decode()  # type: ignore[union-attr]
    assert '<div class="floor">' in page
    assert "the best tiling is assumed" in page
