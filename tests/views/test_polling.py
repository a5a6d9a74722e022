"""Open pages that ask whether their table has changed."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Player
from games.services.notes import save_note
from games.services.play import undo_move
from games.services.talk import post_message, read_up_to, switch_talk
from games.services.tokens import turn_token
from tests.factories import NOW, a_game, a_player, awaited_seat, play_next
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db


def link_of(game: Game) -> str:
    seat = awaited_seat(game.pk)
    token = turn_token(
        game_id=game.pk, seat=seat.index, turn=seat.awaited_turn or 0, epoch=seat.epoch
    )
    return reverse("turn-link", args=[token])


def ask(client: Client, path: str, tag: str = "") -> tuple[int, str]:
    headers = {"HX-Request": "true", **({"If-None-Match": tag} if tag else {})}
    response = client.get(path, headers=headers)
    return response.status_code, response["ETag"]


def test_a_page_that_is_right_costs_one_query_even_signed_in(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = a_game()
    client = Client()
    client.force_login(Player.objects.get(name="alice"))
    for path in (f"/games/{game.pk}/", link_of(game)):
        tag = ask(client, path)[1]
        with django_assert_num_queries(1):
            assert ask(client, path, tag) == (304, tag)


def test_a_move_and_its_taking_back_change_the_tag(client: Client) -> None:
    game = a_game()
    path = f"/games/{game.pk}/"
    first = ask(client, path)[1]
    played = play_next(game.pk)
    status, second = ask(client, path, first)
    assert (status, second != first) == (200, True)
    undo_move(game_id=game.pk, seat=played.seat, now=NOW)
    status, third = ask(client, path, second)
    assert (status, len({first, second, third})) == (200, 3)


def test_the_page_itself_carries_the_tag_of_its_table(client: Client) -> None:
    game = a_game()
    page = client.get(f"/games/{game.pk}/")
    tag = ask(client, f"/games/{game.pk}/")[1]
    assert f'data-tag="{tag.replace(chr(34), "&quot;")}"' in page.content.decode()
    assert not page.has_header("ETag")


def test_a_reload_is_never_answered_304(client: Client) -> None:
    game = a_game()
    tag = ask(client, f"/games/{game.pk}/")[1]
    reload = client.get(f"/games/{game.pk}/", headers={"If-None-Match": tag})
    assert reload.status_code == 200


def test_answers_to_scripts_stay_out_of_caches(client: Client) -> None:
    game = a_game()
    response = client.get(f"/games/{game.pk}/", headers={"HX-Request": "true"})
    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]


def test_no_such_game_and_a_bad_token_are_404s_whatever_the_tag(client: Client) -> None:
    for path in ("/games/999/", "/games/999999999999999999/", "/t/none/"):
        response = client.get(path, headers={"HX-Request": "true", "If-None-Match": '"0.0."'})
        assert response.status_code == 404


def words_part(tag: str) -> str:
    return tag.strip('"').partition("-")[2]


def test_messages_and_notes_change_the_tag_of_the_players_pages_only() -> None:
    game, alice, stranger = a_game(), signed_in("alice"), Client()
    path = f"/games/{game.pk}/"
    tags = [ask(alice, path)[1]]
    seen = ask(stranger, path)[1]
    post_message(game_id=game.pk, by=a_player("bob"), text="hello", now=NOW)
    tags.append(ask(alice, path, tags[-1])[1])
    save_note(game_id=game.pk, by=a_player("alice"), text="watch red", now=NOW)
    tags.append(ask(alice, path, tags[-1])[1])
    assert len(set(tags)) == 3
    assert ask(stranger, path, seen) == (304, seen)


def test_a_page_with_messages_that_is_right_is_answered_304_in_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game, alice = a_game(), signed_in("alice")
    post_message(game_id=game.pk, by=a_player("bob"), text="hello", now=NOW)
    save_note(game_id=game.pk, by=a_player("alice"), text="watch red", now=NOW)
    tag = ask(alice, f"/games/{game.pk}/")[1]
    with django_assert_num_queries(1):
        assert ask(alice, f"/games/{game.pk}/", tag) == (304, tag)


def test_who_is_shown_no_messages_learns_of_none_from_tags() -> None:
    game, bob = a_game(), signed_in("bob")
    switch_talk(game_id=game.pk, by=a_player("bob"), is_on=False)
    path = f"/games/{game.pk}/"
    tag = ask(bob, path)[1]
    post_message(game_id=game.pk, by=a_player("alice"), text="hello", now=NOW)
    assert ask(bob, path, tag) == (304, tag)
    assert not words_part(ask(Client(), path)[1])


def test_a_tag_that_names_a_seat_which_is_not_there_is_merely_wrong(client: Client) -> None:
    path = f"/games/{a_game().pk}/"
    tag = ask(client, path)[1]
    for words in ("3.0123456789abcdef", "9.0", "x", "-"):
        assert ask(client, path, f'{tag[:-1]}-{words}"')[0] in {200, 304}


def test_what_a_script_fetches_does_not_count_as_read() -> None:
    game, bob = a_game(), signed_in("bob")
    message = post_message(game_id=game.pk, by=a_player("alice"), text="hello", now=NOW)
    ask(bob, f"/games/{game.pk}/")
    seat = game.seats.get(index=1)
    assert read_up_to(seat) < message.pk
    bob.get(f"/games/{game.pk}/")
    assert read_up_to(seat) == message.pk
