"""Mails and refusals are in the language of whom they reach, whoever caused them."""

import re

import pytest
from django.test import Client
from django.utils.translation import override

from games.mail import messages
from games.mail.relevance import check_wanted
from games.models import OutgoingMail
from games.render.japanese import MISREADINGS, REFUSALS
from games.render.text import width
from tests.factories import NOW, a_finished_game, a_game, a_player, play_next

pytestmark = pytest.mark.django_db


def mail_to(name: str, kind: str = "your-turn") -> tuple[str, str, str]:
    """Return subject, text and HTML of a player's newest mail, made while the worker speaks Esperanto."""
    mails = OutgoingMail.objects.filter(player__name=name, kind=kind)
    mail = mails.select_related("player", "game").order_by("-pk")[0]
    with override("eo"):
        message = messages.compose(mail, wanted=check_wanted(mail, now=NOW), now=NOW)
    return str(message.subject), str(message.body), str(message.alternatives[0][0])


def test_each_player_of_a_game_is_mailed_in_the_own_language() -> None:
    a_player("alice", language="en")
    a_player("bob", language="ja", time_zone="Asia/Tokyo")
    game = a_game("alice", "bob")
    english, _text, _html = mail_to("alice")
    assert english == f"[Azul #{game.pk}] Your turn in Friday tiles - round 1"
    play_next(game.pk)
    japanese, text, html = mail_to("bob")
    assert japanese.startswith(f"[Azul #{game.pk}] ")
    assert "手番" in japanese
    assert "工房展示ボード" in text
    assert '<html lang="ja"' in html


def test_a_mail_tells_the_deadline_in_the_receivers_zone_and_writing() -> None:
    a_player("alice", language="en", time_zone="Europe/Berlin")
    a_player("bob", language="ja", time_zone="Asia/Tokyo")
    game = a_game("alice", "bob")
    assert "Thu 4 Jun, 14:00 CEST" in mail_to("alice")[1]
    play_next(game.pk)
    _subject, text, html = mail_to("bob")
    assert re.search(r"6月4日\(木\) 21:00 JST", text)
    assert "6月4日(木) 21:00 JST" in html


def test_letters_on_boards_are_explained_in_the_receivers_language() -> None:
    a_player("alice", language="ja")
    a_game("alice", "bob")
    _subject, text, _html = mail_to("alice")
    assert "B＝青　Y＝黄　R＝赤　K＝黒　C＝水色" in text
    assert "alice：0点" in text


def test_a_language_the_site_no_longer_speaks_is_mailed_in_english() -> None:
    a_player("alice", language="tlh")
    a_game("alice", "bob")
    assert "Your turn in Friday tiles" in mail_to("alice")[0]


@pytest.mark.parametrize(
    ("language", "typed", "sentence"),
    [
        ("en", "9R1", "There is no display 9 on this table."),
        ("ja", "9R1", REFUSALS["no_such_source"]),
        ("en", "3 pink 2", "The word “pink” says nothing in a move."),
        ("ja", "3 pink 2", MISREADINGS["strange_word"].format(word="pink")),
    ],
)
def test_a_refused_move_is_explained_in_the_readers_language(
    client: Client, language: str, typed: str, sentence: str
) -> None:
    client.force_login(a_player("alice", language=language))
    game = a_game("alice", "bob")
    response = client.post(f"/games/{game.pk}/", {"turn": "0", "typed": typed})
    assert response.status_code in {409, 422}
    assert sentence in response.content.decode()


def test_the_ranking_of_a_japanese_text_mail_stands_in_columns() -> None:
    a_player("alice", language="ja")
    a_finished_game("alice", "bob")
    lines = mail_to("alice", "game-over")[1].splitlines()
    head = next(number for number, line in enumerate(lines) if "プレイヤー" in line)
    assert "色 ボーナス" in lines[head]
    assert {width(line) for line in lines[head : head + 3]} == {4 + 28 + 5 * 9}
