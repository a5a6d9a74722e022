"""Players ask the directors of their league; directors answer; nobody else reads it."""

from typing import Any

import pytest
from django.test import Client

from games.mail import messages
from games.mail.relevance import NoLongerWanted, check_wanted
from games.models import Appeal, Fixture, OutgoingMail, Season
from tests.factories import NOW, a_game, a_league, a_player, a_running_season
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

ASKED = {"about": "pause", "text": "The river is in our cellar."}


@pytest.fixture
def game() -> int:
    """The game of alice and bob in a league that carol directs."""
    a_running_season(a_league(), "alice", "bob")
    return Fixture.objects.get().game_id or 0


def compose(mail: OutgoingMail) -> Any:
    return messages.compose(mail, wanted=check_wanted(mail, now=NOW), now=NOW)


def test_a_question_reaches_the_director_and_the_answer_the_player(game: int) -> None:
    alice, carol = signed_in("alice"), signed_in("carol")
    assert f"/games/{game}/appeal/" in alice.get(f"/games/{game}/").content.decode()
    assert alice.post(f"/games/{game}/appeal/", ASKED).status_code == 303
    asked = Appeal.objects.get()
    mail = OutgoingMail.objects.get(kind="season-appeal")
    told = compose(mail)
    assert told.subject == f"[Azul] Tiles: alice asks about #{game}"
    assert "  The river is in our cellar." in told.body
    page = f"/manage/tiles/1/appeals/{asked.pk}/"
    assert page in told.body
    assert page in carol.get("/manage/tiles/1/").content.decode()
    assert "in our cellar" in carol.get(page).content.decode()
    assert carol.post(page, {"text": "The clock stands."}).status_code == 303
    with pytest.raises(NoLongerWanted):
        compose(OutgoingMail.objects.get(pk=mail.pk))
    answer = OutgoingMail.objects.get(kind="season-appeal", player__name="alice")
    assert "  The clock stands." in compose(answer).body
    assert "The clock stands." in alice.get(f"/games/{game}/appeal/").content.decode()


def test_one_question_at_a_time_in_words_and_in_season(game: int) -> None:
    alice, page = signed_in("alice"), f"/games/{game}/appeal/"
    assert alice.post(page, {**ASKED, "text": " "}).status_code == 422
    assert alice.post(page, {**ASKED, "about": "money"}).status_code == 422
    assert alice.post(page, {**ASKED, "text": "x" * 501}).status_code == 422
    assert alice.post(page, ASKED).status_code == 303
    again = alice.post(page, ASKED)
    assert again.status_code == 429
    assert "Wait for the answer." in again.content.decode()
    Season.objects.update(finished_at=NOW)
    assert signed_in("bob").post(page, ASKED).status_code == 409


def test_nobody_else_asks_reads_or_answers(game: int) -> None:
    signed_in("alice").post(f"/games/{game}/appeal/", ASKED)
    desk = f"/manage/tiles/1/appeals/{Appeal.objects.get().pk}/"
    a_league("other").directors.set([a_player("grace")])
    for name in ("alice", "bob", "grace"):
        assert signed_in(name).get(desk).status_code == 403
        assert signed_in(name).post(desk, {"text": "No."}).status_code == 403
    assert signed_in("erin").get(f"/games/{game}/appeal/").status_code == 403
    assert "cellar" not in signed_in("bob").get(f"/games/{game}/appeal/").content.decode()
    assert Client().get(f"/games/{game}/appeal/").status_code == 302
    assert signed_in("carol").get("/manage/tiles/1/appeals/99999/").status_code == 404


def test_directors_do_not_answer_their_own_questions(game: int) -> None:
    Season.objects.get().league.directors.add(a_player("alice"))
    alice = signed_in("alice")
    alice.post(f"/games/{game}/appeal/", ASKED)
    desk = f"/manage/tiles/1/appeals/{Appeal.objects.get().pk}/"
    assert alice.post(desk, {"text": "Granted."}).status_code == 403
    assert {
        mail.player.name
        for mail in OutgoingMail.objects.filter(kind="season-appeal")
        if mail.player
    } == {"carol"}


def test_a_game_outside_leagues_has_no_director() -> None:
    game = a_game()
    alice = signed_in("alice")
    assert alice.get(f"/games/{game.pk}/appeal/").status_code == 404
    assert "/appeal/" not in alice.get(f"/games/{game.pk}/").content.decode()
