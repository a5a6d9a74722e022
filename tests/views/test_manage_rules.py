"""A league's rules in the middle of a season: looked at first, never over somebody else's change, taken back."""

import re

import pytest
from django.test import Client

from games.models import DirectorAction, Fixture, League, Season
from games.services.ratings import rate_games
from tests.desk import looked, table_id
from tests.factories import NOW, a_league, a_player, a_running_season, decide
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

PATH = "/manage/tiles/rules/"


@pytest.fixture
def season() -> Season:
    return a_running_season(a_league(), "alice", "bob", "dave")


@pytest.fixture
def carol(season: Season) -> Client:
    return signed_in("carol")


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined, no-any-return]


def fields_of(client: Client) -> dict[str, str]:
    """What the form holds when it is opened, as a browser sends it back."""
    page = client.get(PATH)
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields if name != "reason"}
    values["were"] = re.findall(r'name="were" value="([^"]+)"', text(page))[0]
    return {
        name: str(value)
        for name, value in values.items()
        if value not in (None, "") and value is not False
    }


def test_other_points_are_tried_without_effect_then_saved_and_undone(
    season: Season, carol: Client
) -> None:
    decide(Fixture.objects.get(pk=table_id(season, "alice", "bob")).game, now=NOW)  # type: ignore[arg-type]
    rate_games()
    fields = {**fields_of(carol), "points_2_1": "7", "points_2_2": "1"}
    page = text(carol.post(PATH, {**fields, "reason": "Agreed.", "step": "try"}))
    assert '<td>2</td><td class="sum">7</td>' in page
    assert "A mail goes to: alice, bob, dave." in page
    assert "Points: – → 2: 7-1" in page
    assert League.objects.get().points == {}
    sent = looked(carol, PATH, **fields, reason="Agreed.")
    for _twice in range(2):
        assert carol.post(PATH, sent).status_code == 303
    assert League.objects.get().points == {"2": [7, 1]}
    done = DirectorAction.objects.get()
    assert (done.reason, done.season) == ("Agreed.", season)
    assert "Agreed." in text(Client().get("/leagues/tiles/log/"))
    undo = f"/manage/tiles/actions/{done.pk}/undo/"
    assert undo in text(carol.get("/leagues/tiles/log/"))
    assert carol.post(undo, {"reason": "Rather not."}).status_code == 303
    assert League.objects.get().points == {}


@pytest.mark.parametrize("is_running", [True, False])
def test_who_writes_over_a_change_is_told_what_stands_there_now(is_running: bool) -> None:
    if is_running:
        a_running_season(a_league(points={"2": [9, 4]}), "alice", "bob")
    else:
        a_league(points={"2": [9, 4]})
    carol = signed_in("carol")
    old = fields_of(carol)
    League.objects.update(points={})
    answer = carol.post(PATH, {**old, "promoted": "1", "reason": "Fewer.", "step": "try"})
    assert answer.status_code == 422
    page = text(answer)
    assert "Somebody has changed the rules since you opened this page." in page
    assert "There now stands: –." in page
    assert League.objects.get().points == {}
    again = {**fields_of(carol), "promoted": "1", "reason": "Fewer."}
    assert carol.post(PATH, {**again, "step": "try"}).status_code == (200 if is_running else 303)


def test_a_table_of_ones_own_offers_no_button_but_says_who_may(season: Season) -> None:
    season.league.directors.add(a_player("alice"))
    alice, desk = signed_in("alice"), "/manage/tiles/1/"
    own, other = table_id(season, "alice", "bob"), table_id(season, "bob", "dave")
    page = text(alice.get(f"{desk}tables/{own}/"))
    assert "You play at this table yourself. Another director" in page
    assert "/do/" not in page
    assert "/do/void/" in text(alice.get(f"{desk}tables/{other}/"))
    refused = alice.get(f"{desk}do/pause/?fixture={own}")
    assert refused.status_code == 403
    assert "You play at this table yourself." in text(refused)
    people = text(alice.get(f"{desk}players/"))
    assert people.count("You are in the middle of a game with this player.") == 2
    assert people.count("/do/withdraw/") == 1
    assert '"/manage/"' in text(alice.get("/accounts/preferences/"))
    assert '"/manage/"' not in text(signed_in("bob").get("/accounts/preferences/"))
