"""Japanese texts that pages and mails put together have the signs and spaces of Japanese."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from games.azul import WallKind
from games.mail import messages
from games.mail.relevance import check_wanted
from games.models import Game, MailKind, OutgoingMail, Wall
from games.render import words
from tests import catalog
from tests.factories import NOW, a_game, a_player, a_table, play_random_moves

TEMPLATES = Path(__file__).parents[2] / "templates"
# A label and what it labels are apart by a space of the template's own, in every language.
GLUED = re.compile(r'translate "[^"]*:"(?: context "[^"]*")? %\}(?:</?[a-z]+>)* \S')
COMMA = re.compile(r"endblocktranslate %\}, \S")


def read(client: Client, path: str) -> str:
    """Return the Japanese text of a page, one space where its source has any."""
    page = client.get(path, headers={"accept-language": "ja"}).content.decode()
    return " ".join(re.sub(r"<[^>]+>", "", page).split())


@pytest.mark.parametrize("pattern", [GLUED, COMMA])
def test_no_template_glues_texts_with_signs_of_english(pattern: re.Pattern[str]) -> None:
    glued = [
        f"{path.relative_to(TEMPLATES)}: {found[0]}"
        for path in sorted(TEMPLATES.rglob("*"))
        if path.suffix in {".html", ".txt"}
        for found in pattern.finditer(path.read_text())
    ]
    assert glued == []


def test_no_translation_has_a_space_after_a_full_width_colon_or_at_its_end() -> None:
    told = [
        text
        for message in catalog.messages_of(catalog.read("ja")).values()
        for text in catalog.strings_of(message)
    ]
    assert len(told) > 500
    assert [text for text in told if "： " in text or text != text.rstrip(" ")] == []


def test_the_gray_wall_has_one_name_outside_the_rules() -> None:
    with translation.override("ja"):
        assert str(Wall.GRAY.label) == words.wall_kind_name(WallKind.GRAY, "ja") == "灰色の壁"


@pytest.mark.django_db
def test_the_rules_say_once_what_the_variant_is(client: Client) -> None:
    assert "灰色の壁を使うゲームを、ルールでは「バリアント」と呼びます" in read(client, "/rules/")


@pytest.mark.django_db
def test_an_invitation_lists_its_terms_with_japanese_commas() -> None:
    bob = a_player("bob")
    bob.language = "ja"
    bob.save(update_fields=["language"])
    table = a_table(invite=("bob",), free=2)
    Game.objects.filter(pk=table.pk).update(wall="gray")
    mail = OutgoingMail.objects.get(kind=MailKind.INVITATION)
    message = messages.compose(mail, wanted=check_wanted(mail, now=NOW), now=NOW)
    for part in (str(message.body), str(message.alternatives[0][0])):
        assert "4人、灰色の壁、1手につき3日" in part


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/games/{}/", "/games/{}/turns/2/"])
def test_a_name_and_whose_turn_it_is_stand_together(client: Client, path: str) -> None:
    game = a_game()
    play_random_moves(game, 2)
    page = read(client, path.format(game.pk))
    assert re.search(r"(alice|bob)の手番", page)
    assert " の手番" not in page


@pytest.mark.django_db
def test_what_happened_since_stands_right_behind_the_colon(client: Client) -> None:
    game = a_game()
    play_random_moves(game, 2)
    assert re.search(r"最近の手：2手", read(client, f"/games/{game.pk}/"))


@pytest.mark.django_db
def test_whoever_erases_an_account_reads_the_japanese_name_first(client: Client) -> None:
    client.force_login(a_player("alice", language="ja"))
    assert "「退会したプレイヤー」（former player）" in read(client, "/accounts/erase/")
