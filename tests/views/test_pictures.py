"""Pictures of the table, and what link previews are told."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from games.services.erasure import erase_player
from tests.factories import (
    NOW,
    a_finished_game,
    a_game,
    a_player,
    play_next,
    play_random_moves,
)

pytestmark = pytest.mark.django_db


def tags_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="(.*?)">', page))


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_a_turn_is_a_small_png_of_the_size_that_previews_want(client: Client, wall: str) -> None:
    game = a_game("alice", "bob", "carol", "dave", wall=wall)
    play_random_moves(game, 25)
    response = client.get(f"/games/{game.pk}/turns/25/board.png")
    image = Image.open(BytesIO(response.content))
    assert response["Content-Type"] == "image/png"
    assert (image.size, image.mode) == ((1200, 630), "P")
    assert len(response.content) < 60_000


def test_pictures_are_drawn_without_a_letter_of_text(client: Client) -> None:
    game = a_finished_game("alice", "bob")
    for path in ("board.svg", "turns/0/board.svg", "turns/30/board.svg"):
        drawing = client.get(f"/games/{game.pk}/{path}").content.decode()
        assert "<text" not in drawing
        assert not re.search(r"\sstyle=|<style|<script|font-family", drawing)


def test_a_settled_turn_is_kept_for_a_day_and_the_present_never(client: Client) -> None:
    game = a_game(now=timezone.now() - timedelta(days=1))
    play_next(game.pk, now=timezone.now() - timedelta(hours=1))
    play_next(game.pk, now=timezone.now())
    kept = {
        path: "max-age=86400" in client.get(f"/games/{game.pk}/{path}")["Cache-Control"]
        for path in ("turns/0/board.png", "turns/1/board.svg", "turns/2/board.png", "board.svg")
    }
    assert list(kept.values()) == [True, True, False, False]


def test_a_picture_known_already_is_not_sent_again(client: Client) -> None:
    game = a_game()
    tag = client.get(f"/games/{game.pk}/board.svg")["ETag"]
    again = client.get(f"/games/{game.pk}/board.svg", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    play_next(game.pk)
    assert (
        client.get(f"/games/{game.pk}/board.svg", headers={"If-None-Match": tag}).status_code == 200
    )


def test_pictures_forget_the_name_of_whoever_erased_the_account(client: Client) -> None:
    game = a_game("alice", "bob")
    play_random_moves(game, 4)
    paths = [f"/games/{game.pk}/{path}" for path in ("board.svg", "turns/3/board.svg")]
    before = [client.get(path) for path in paths]
    bob = a_player("bob")
    erase_player(player_id=bob.pk, by=bob, now=NOW)
    for path, known in zip(paths, before, strict=True):
        after = client.get(path, headers={"If-None-Match": known["ETag"]})
        assert after.status_code == 200
        assert "bob" in known.content.decode()
        assert "bob" not in after.content.decode()
        assert f"former player {bob.pk}" in after.content.decode()


def test_a_past_turn_looks_as_it_did_then_whatever_followed(client: Client) -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 7)
    then = client.get(f"/games/{game.pk}/turns/7/board.svg").content
    play_random_moves(game, 200)
    assert client.get(f"/games/{game.pk}/turns/7/board.svg").content == then


def test_turns_that_have_not_come_and_games_that_never_were_are_404s(client: Client) -> None:
    game = a_game()
    play_next(game.pk)
    for path in (
        f"/games/{game.pk}/turns/2/board.png",
        f"/games/{game.pk}/turns/2/board.svg",
        "/games/999/turns/0/board.png",
        "/games/999/board.svg",
    ):
        assert client.get(path).status_code == 404


def test_a_picture_takes_three_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = a_game()
    play_random_moves(game, 20)
    with django_assert_num_queries(3):
        client.get(f"/games/{game.pk}/turns/10/board.png")


def test_game_and_history_tell_previews_what_the_table_shows(client: Client) -> None:
    game = a_game("alice", "bob")
    play_random_moves(game, 9)
    now = tags_of(client.get(f"/games/{game.pk}/").content.decode())
    then = tags_of(client.get(f"/games/{game.pk}/turns/4/").content.decode())
    base = f"{settings.BASE_URL}/games/{game.pk}/"
    assert (now["og:url"], now["og:image"]) == (base, f"{base}turns/9/board.png")
    assert (then["og:url"], then["og:image"]) == (f"{base}turns/4/", f"{base}turns/4/board.png")
    assert now["og:title"] == game.title
    assert now["og:description"] == "Round 1. alice 0, bob 0. To move: bob."
    assert then["og:title"] == f"{game.title}, move 4"


def test_previews_escape_names(client: Client) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(name='"><script>x</script>')
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "<script>x" not in page


def test_a_turn_link_tells_previews_nothing(client: Client) -> None:
    from tests.views.test_polling import link_of

    assert "og:" not in client.get(link_of(a_game())).content.decode()
