"""Turn links: play a turn without signing in, and nothing else."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game, GameStatus, MailKind, Move, OutgoingMail, Player, Seat
from games.selectors.positions import load_table
from games.services.tokens import turn_token, unsubscribe_token
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

pytestmark = pytest.mark.django_db


def link_of(seat: Seat) -> str:
    assert seat.awaited_turn is not None
    token = turn_token(
        game_id=seat.game_id, seat=seat.index, turn=seat.awaited_turn, epoch=seat.epoch
    )
    return reverse("turn-link", args=[token])


def a_link(game: Game) -> str:
    return link_of(awaited_seat(game.pk))


def a_move(game: Game) -> str:
    return some_move(load_table(game.pk), awaited_seat(game.pk).index)


def has_form(response: HttpResponse) -> bool:
    return 'id="move"' in response.content.decode()


def test_reading_a_link_writes_nothing_and_sets_no_cookie(client: Client) -> None:
    link = a_link(a_game("alice", "bob"))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answers = [client.head(link), *(client.get(link) for _ in range(20))]
    statements = {query["sql"].split()[0] for query in queries}
    assert statements == {"SELECT"}
    assert {answer.status_code for answer in answers} == {200}
    assert not client.cookies
    assert has_form(client.get(link))  # type: ignore[arg-type]


def test_every_answer_carries_the_headers_of_a_token_page(client: Client) -> None:
    link = a_link(a_game("alice", "bob"))
    answers = [client.get(link), client.post(link), client.get("/t/nonsense/")]
    for answer in answers:
        assert answer["Referrer-Policy"] == "strict-origin"
        assert answer["Cache-Control"] == "no-store, private"
        assert answer["X-Robots-Tag"] == "noindex"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_pressing_the_button_without_a_choice_plays_nothing(client: Client) -> None:
    game = a_game("alice", "bob")
    answers = [client.post(a_link(game) + query, {"turn": 0}) for query in ("", "?preview=1")]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert not Move.objects.exists()


def test_a_move_is_played_without_cookies_and_without_csrf_token() -> None:
    game = a_game("alice", "bob")
    client, link, move = Client(enforce_csrf_checks=True), a_link(game), a_move(game)
    response = client.post(link, {"turn": 0, "take": move[:2], "line": move[2]})
    assert (response.status_code, response["Location"]) == (303, link)
    assert not client.cookies
    assert Move.objects.get().via == "link"
    page = client.get(link).content.decode()
    assert "Played:" in page
    assert "Take it back" in page


def test_the_same_move_again_gives_the_same_answer(client: Client) -> None:
    game = a_game("alice", "bob")
    link, data = a_link(game), {"turn": 0, "move": a_move(game)}
    answers = [client.post(link, data) for _ in range(5)]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(303, link)}
    assert Move.objects.count() == 1


def test_another_move_with_a_used_link_is_refused(client: Client) -> None:
    game = a_game("alice", "bob")
    link, move = a_link(game), a_move(game)
    client.post(link, {"turn": 0, "move": move})
    response = client.post(link, {"turn": 0, "move": move[:2] + "F"})
    assert response.status_code == 409
    assert Move.objects.get().notation == move


def test_a_link_does_not_play_a_later_turn_of_its_seat(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    play_random_moves(game, 2)
    assert awaited_seat(game.pk).index == 0
    move = a_move(game)
    answers = [client.post(link, {"turn": turn, "move": move}) for turn in (2, 0)]
    assert [answer.status_code for answer in answers] == [409, 409]
    assert Move.objects.count() == 2


@pytest.mark.parametrize("kind", ["flipped", "cut", "long", "purpose", "seat", "game", "words"])
def test_a_bad_token_is_not_found_and_always_the_same_page(client: Client, kind: str) -> None:
    game = a_game("alice", "bob")
    token = a_link(game).split("/")[2]
    signature = token.split(".")[1]
    bad = {
        "flipped": token[:-1] + ("A" if token[-1] != "A" else "B"),
        "cut": token[:-5],
        "long": "1" * 10_000,
        "purpose": unsubscribe_token(player_id=1, game_id=game.pk),
        "seat": f"{game.pk}-1-0-1.{signature}",
        "game": turn_token(game_id=999, seat=0, turn=0, epoch=1),
        "words": "%00é",
    }[kind]
    response = client.get(f"/t/{bad}/")
    plain = client.get("/t/x/")
    assert (response.status_code, plain.status_code) == (404, 404)
    assert response.content == plain.content
    assert client.post(f"/t/{bad}/", {"turn": 0, "move": a_move(game)}).status_code == 404
    assert not Move.objects.exists()


@pytest.mark.parametrize("change", ["epoch", "bot", "inactive", "finished", "void"])
def test_a_link_that_lost_its_right_is_not_playable(client: Client, change: str) -> None:
    game = a_game("alice", "bob")
    link, move = a_link(game), a_move(game)
    if change == "epoch":
        Seat.objects.filter(game=game, index=0).update(epoch=2)
    elif change == "bot":
        Seat.objects.filter(game=game, index=0).update(bot="random")
    elif change == "inactive":
        Player.objects.filter(name="alice").update(is_active=False)
    else:
        Game.objects.filter(pk=game.pk).update(status=GameStatus(change))
    page = client.get(link)
    assert page.status_code == 200
    assert not has_form(page)  # type: ignore[arg-type]
    assert client.post(link, {"turn": 0, "move": move}).status_code == 409
    assert not Move.objects.exists()


def test_a_replaced_player_sees_the_public_board_only(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    Seat.objects.filter(game=game, index=0).update(player=a_player("carol"), epoch=2)
    page = client.get(link).content.decode()
    assert "no longer plays this seat" in page
    assert "Your board" not in page


def test_a_link_acts_for_its_own_seat_whoever_is_signed_in(client: Client) -> None:
    game = a_game("alice", "bob")
    play_next(game.pk)
    client.force_login(Player.objects.get(name="alice"))
    session = client.session.session_key
    link, move = a_link(game), a_move(game)
    assert "Your turn, bob" in client.get(link).content.decode()
    client.post(link, {"turn": 1, "move": move})
    assert Move.objects.get(turn=1).seat.index == 1
    assert client.session.session_key == session
    assert client.session["_auth_user_id"] == str(Player.objects.get(name="alice").pk)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"turn": 0, "move": "nonsense"}, 422),
        ({"turn": 0, "take": "1B", "line": "-1"}, 422),
        ({"turn": 0, "take": ["1B", "2B"], "line": "1"}, 422),
        ({"turn": -3, "move": "1B1"}, 422),
        ({"turn": 0, "move": "W11"}, 409),
        ({"turn": 1, "move": "1B1"}, 409),
    ],
)
def test_bad_moves_are_refused_with_the_reason(
    client: Client, data: dict[str, object], status: int
) -> None:
    game = a_game("alice", "bob")
    response = client.post(a_link(game), data)
    assert response.status_code == status
    assert 'role="alert"' in response.content.decode()
    assert not Move.objects.exists()


def test_a_move_is_taken_back_with_its_link(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    client.post(link, {"turn": 0, "move": a_move(game)})
    response = client.post(link + "undo/")
    assert (response.status_code, response["Location"]) == (303, f"{link}?undone=1")
    assert has_form(client.get(link))  # type: ignore[arg-type]
    assert client.post(link + "undo/").status_code == 409


def test_a_move_that_was_seen_or_is_two_minutes_old_stays(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    with time_machine.travel(NOW, tick=False) as clock:
        client.post(link, {"turn": 0, "move": a_move(game)})
        client.head(a_link(game))
        seen = client.post(link + "undo/")
        cache.clear()
        clock.shift(timedelta(seconds=121))
        late = client.post(link + "undo/")
    assert (seen.status_code, late.status_code) == (409, 409)
    assert Move.objects.standing().count() == 1


def test_an_old_link_does_not_take_back_a_later_move(client: Client) -> None:
    game = a_game("alice", "bob")
    old = a_link(game)
    play_random_moves(game, 2)
    client.post(a_link(game), {"turn": 2, "move": a_move(game)})
    assert client.post(old + "undo/").status_code == 409
    assert Move.objects.standing().count() == 3


def test_an_old_link_tells_what_happened_since_and_mails_a_new_one(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    play_random_moves(game, 2)
    page = client.get(link).content.decode()
    assert "This turn is played." in page
    assert "Since this mail:" in page
    assert "Send me a new link" in page
    response = client.post(link + "renew/")
    assert response.status_code == 303
    mail = OutgoingMail.objects.get(key__contains=":renewed:")
    assert (mail.kind, mail.holder.email) == (MailKind.YOUR_TURN, "alice@example.org")
    assert "on its way" in client.get(response["Location"]).content.decode()
    assert client.post(link + "renew/").status_code == 429
    assert OutgoingMail.objects.filter(key__contains=":renewed:").count() == 1


def test_no_new_link_is_mailed_while_another_player_is_to_move(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    play_next(game.pk)
    assert "Send me a new link" not in client.get(link).content.decode()
    assert client.post(link + "renew/").status_code == 409


def test_a_link_of_a_finished_game_shows_the_result(client: Client) -> None:
    game = a_finished_game("alice", "bob")
    token = turn_token(game_id=game.pk, seat=0, turn=0, epoch=1)
    page = client.get(f"/t/{token}/").content.decode()
    assert "Final result" in page
    assert "Send me a new link" not in page


def test_mails_of_one_game_are_stopped_by_a_button_not_by_reading(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    assert client.get(link + "mute/").status_code == 405
    assert not Seat.objects.get(game=game, index=0).is_muted
    assert client.post(link + "mute/").status_code == 303
    assert Seat.objects.get(game=game, index=0).is_muted


def test_thirty_bad_tokens_from_one_address_are_enough(client: Client) -> None:
    game = a_game("alice", "bob")
    statuses = [client.get(f"/t/bad{number}/").status_code for number in range(31)]
    assert statuses == [404] * 30 + [429]
    assert client.get(a_link(game)).status_code == 200
    assert Client(REMOTE_ADDR="198.51.100.7").get("/t/bad/").status_code == 404


def test_a_player_may_leave_the_game_with_the_link(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    assert f'href="{link}resign/"' in client.get(link).content.decode()
    asked = client.get(f"{link}resign/")
    assert "Leave this game?" in asked.content.decode()
    assert asked["Referrer-Policy"] == "strict-origin"
    assert not Seat.objects.exclude(bot="").exists()
    response = Client(enforce_csrf_checks=True).post(f"{link}resign/")
    assert (response.status_code, response["Location"]) == (303, link)
    assert Seat.objects.get(game=game, index=0).bot == "random"
    assert "alice left this game; a bot plays this seat." in client.get(link).content.decode()


def test_a_link_of_an_earlier_epoch_does_not_leave_the_game(client: Client) -> None:
    game = a_game("alice", "bob")
    link = a_link(game)
    Seat.objects.filter(game=game, index=0).update(epoch=2)
    assert "Leave this game?" not in client.get(f"{link}resign/").content.decode()
    assert client.post(f"{link}resign/").status_code == 409
    assert client.get("/t/nonsense/resign/").status_code == 404
    assert not Seat.objects.exclude(bot="").exists()


def test_a_visitor_of_a_running_game_is_offered_to_sign_in(client: Client) -> None:
    game = a_game("alice", "bob")
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert f'/accounts/login/?next=/games/{game.pk}/">Sign in to play' in page
    over = a_finished_game("carol", "dave")
    assert "Sign in to play" not in client.get(f"/games/{over.pk}/").content.decode()
