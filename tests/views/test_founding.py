"""Founding a league on a page without scripts: for the site's staff."""

import pytest
from django.test import Client

from games.models import DirectorAction, League, OutgoingMail
from tests.factories import NOW, a_league, a_player
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

PATH = "/manage/new/"


@pytest.fixture
def staff() -> Client:
    a_player("judge", is_staff=True, is_superuser=True)
    a_player("carol", last_login=NOW)
    a_player("dave", last_login=NOW)
    return signed_in("judge")


def test_staff_found_a_league_and_its_directors_get_a_mail(staff: Client) -> None:
    assert PATH in staff.get("/manage/").content.decode()
    fields = {"name": "Friday tiles", "slug": "friday", "directors": "Carol\n\ndave, carol"}
    assert staff.post(PATH, fields)["Location"] == "/manage/friday/rules/"
    league = League.objects.get()
    assert {each.name for each in league.directors.all()} == {"carol", "dave"}
    told = OutgoingMail.objects.filter(context__news="desk").values_list("player__name", flat=True)
    assert sorted(told) == ["carol", "dave"]
    assert DirectorAction.objects.filter(kind="director-added").count() == 2


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ({"directors": "nobody"}, "Nobody of the name “nobody” plays here."),
        ({"directors": " , "}, "Name one director at least."),
        ({"slug": "new"}, "Choose another address"),
        ({"slug": "a b"}, "Only letters from a to z, digits, hyphens and underscores"),
        ({"name": ""}, "This field is required."),
    ],
)
def test_bad_input_gets_a_sentence_and_keeps_what_was_typed(
    staff: Client, fault: dict[str, str], sentence: str
) -> None:
    fields = {"name": "Friday tiles", "slug": "friday", "directors": "carol", **fault}
    answer = staff.post(PATH, fields)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page
    assert all(f"{typed}" in page for typed in fields.values() if typed.strip(" ,"))
    assert not League.objects.exists()


def test_two_leagues_have_neither_the_same_name_nor_the_same_address(staff: Client) -> None:
    a_league("tiles")
    fields = {"name": "TILES", "slug": "tiles", "directors": "carol"}
    page = staff.post(PATH, fields).content.decode()
    assert "There is a league of this name already." in page
    assert "Another league has this address. Choose another one." in page
    assert League.objects.count() == 1


def test_players_and_directors_found_none(staff: Client) -> None:
    del staff
    assert signed_in("carol").get(PATH).status_code == 403
    assert signed_in("carol").post(PATH, {"name": "x"}).status_code == 403
