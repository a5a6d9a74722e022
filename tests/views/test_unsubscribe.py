"""Unsubscribing: one click by the mail program, or two by the player; opening the link does nothing."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import AuditEntry, Notices, Player, Seat
from games.services.tokens import turn_token, unsubscribe_token
from tests.factories import a_game, a_player

pytestmark = pytest.mark.django_db

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def strict() -> Client:
    return Client(enforce_csrf_checks=True)


def link(name: str = "alice", game_id: int | None = None) -> str:
    return f"/u/{unsubscribe_token(player_id=a_player(name).pk, game_id=game_id)}/"


def is_muted(name: str = "alice") -> bool:
    return Seat.objects.get(player__name=name).is_muted


def test_one_click_without_cookies_mutes_the_game_and_repeats_change_nothing(
    strict: Client,
) -> None:
    game = a_game()
    answers = [strict.post(link(game_id=game.pk), ONE_CLICK) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert is_muted()
    assert not is_muted("bob")
    assert AuditEntry.objects.filter(action="stop_mail").count() == 1
    assert not strict.cookies


def test_one_click_for_all_games_stops_all_mail_about_games(strict: Client) -> None:
    a_game()
    assert strict.post(link(), ONE_CLICK).status_code == 200
    assert Player.objects.get(name="alice").notices == Notices.NEVER
    assert Player.objects.get(name="bob").notices == Notices.EACH


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_the_link_changes_nothing_and_sets_no_cookie(method: str, strict: Client) -> None:
    address = link(game_id=a_game().pk)
    with CaptureQueriesContext(connection) as queries:
        answer = getattr(strict, method)(address)
    assert answer.status_code == 200
    assert all(query["sql"].startswith("SELECT") for query in queries)
    assert not is_muted()
    assert not strict.cookies


def test_the_page_says_what_it_stops_and_then_that_it_is_stopped(strict: Client) -> None:
    game = a_game()
    address = link(game_id=game.pk)
    assert "Mute this game" in strict.get(address).content.decode()
    answer = strict.post(address, {"do": "stop-game"})
    assert (answer.status_code, answer["Location"]) == (303, address)
    page = strict.get(address).content.decode()
    assert "This game is muted" in page
    assert "Mail me about this game again" in page


def test_what_was_stopped_can_be_resumed(strict: Client) -> None:
    game = a_game()
    address = link(game_id=game.pk)
    for act in ("stop-game", "stop-all", "resume-game", "resume-all"):
        assert strict.post(address, {"do": act}).status_code == 303
    assert not is_muted()
    assert Player.objects.get(name="alice").notices == Notices.EACH


def test_a_post_that_names_nothing_is_refused_and_changes_nothing(strict: Client) -> None:
    game = a_game()
    for data in ({}, {"do": "everything"}, {"List-Unsubscribe": "maybe"}):
        answer = strict.post(link(game_id=game.pk), data)
        assert answer.status_code == 422
        assert "nothing was changed" in answer.content.decode()
    assert strict.post(link(), {"do": "stop-game"}).status_code == 422
    assert not is_muted()


def test_a_bad_token_is_the_same_404_whatever_is_wrong_with_it(strict: Client) -> None:
    game = a_game()
    good = link(game_id=game.pk).split("/")[2]
    stranger = a_player("carol")
    bad = [
        good[:-1],
        good.swapcase(),
        good + "x",
        "x" * 10_000,
        turn_token(game_id=game.pk, seat=0, turn=0, epoch=1),
        unsubscribe_token(player_id=stranger.pk, game_id=game.pk),
        unsubscribe_token(player_id=999_999, game_id=None),
    ]
    answers = {strict.post(f"/u/{token}/", ONE_CLICK).content for token in bad}
    assert len(answers) == 1
    assert strict.get(f"/u/{bad[0]}/").status_code == 404
    assert not is_muted()


def test_another_method_is_not_allowed(strict: Client) -> None:
    assert strict.put(link()).status_code == 405


def test_the_address_is_kept_out_of_caches_referrers_and_search(strict: Client) -> None:
    answer = strict.get(link())
    assert answer["Cache-Control"] == "no-store, private"
    assert answer["Referrer-Policy"] == "strict-origin"
    assert answer["X-Robots-Tag"] == "noindex"
