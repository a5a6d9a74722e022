"""The desk looks after directors: stale dry runs, dates out of range, steps that can't be taken yet."""

from collections.abc import Mapping

import pytest
from django.test import Client
from django.utils import timezone

from games.models import DirectorAction, Season, SeasonEntry, Step
from games.services.season_draw import move_entry
from games.services.season_steps import run_season, run_step
from tests.desk import DESK, looked, table_id
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide_all
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined, no-any-return]


@pytest.fixture
def carol() -> Client:
    return signed_in("carol")


@pytest.mark.parametrize(
    ("dates", "sentence"),
    [
        ({"starts_at": "9999-12-31T23:59"}, "Give a year from 2000 to 2100."),
        ({"opens_at": "0001-01-01T00:00"}, "Give a year from 2000 to 2100."),
        ({"closes_at": "2020-01-01T12:00"}, "This day is past."),
        (
            {"closes_at": "2099-05-02T12:00", "starts_at": "2099-05-01T12:00"},
            "“Starts on” can’t come before “Entries close on”.",
        ),
    ],
)
def test_dates_no_season_can_have_are_refused_with_a_sentence(
    carol: Client, dates: Mapping[str, str], sentence: str
) -> None:
    a_player("carol", time_zone="America/Chicago")
    season = a_season(a_league(), is_drawn=False)
    page = text(carol.post(f"{DESK}dates/", dates, follow=True))
    assert sentence in page
    season.refresh_from_db()
    assert [season.starts_at, season.opens_at, season.closes_at] == [None] * 3
    assert not DirectorAction.objects.exists()


def test_past_dates_may_stay_while_others_are_changed(carol: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    opened = NOW.replace(year=2025, second=7)
    Season.objects.update(opens_at=opened)
    local = timezone.localtime(opened, timezone.get_default_timezone())
    fields = {"opens_at": f"{local:%Y-%m-%dT%H:%M}", "closes_at": "2099-05-02T12:00"}
    carol.post(f"{DESK}dates/", fields)
    season.refresh_from_db()
    assert season.opens_at == opened
    assert season.closes_at is not None


def test_a_dry_run_that_another_decision_overtook_is_shown_anew_not_carried_out(
    carol: Client,
) -> None:
    season = a_running_season(a_league(), "alice", "bob", "dave")
    path = f"{DESK}do/set-result/?fixture={table_id(season, 'alice', 'bob')}"
    first = looked(carol, path, place_0="1", place_1="2")
    second = looked(carol, path, place_0="2", place_1="1")
    assert carol.post(path, second).status_code == 303
    stale = carol.post(path, first)
    assert stale.status_code == 409
    assert "This has changed since; look again." in text(stale)
    assert DirectorAction.objects.get().arguments["places"] == [2, 1]
    again = looked(carol, path, place_0="1", place_1="2")
    assert carol.post(path, again).status_code == 303
    assert carol.post(path, again).status_code == 303
    assert DirectorAction.objects.count() == 2


def test_publishing_with_a_lonely_player_is_refused_with_the_reason_and_not_logged(
    carol: Client,
) -> None:
    league = a_league(smallest_division=2, largest_division=3)
    season = a_season(league, "alice", "bob", "dave", "erin", is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    alone = SeasonEntry.objects.filter(division__level=0).order_by("pk")[0]
    reason = "Division 1 has too few players. Move somebody there, or empty it."
    move_entry(entry_id=alone.pk, level=1, by=None, now=NOW)
    assert reason in text(carol.get(DESK))
    assert reason in text(carol.post(f"{DESK}step/", {"step": "publish"}, follow=True))
    assert not DirectorAction.objects.exists()


def test_a_request_that_the_server_could_not_meet_says_so_in_the_log(carol: Client) -> None:
    league = a_league(smallest_division=2, largest_division=3)
    season = a_season(league, "alice", "bob", "dave", "erin", is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    carol.post(f"{DESK}step/", {"step": "publish"})
    alone = SeasonEntry.objects.filter(division__level=0).order_by("pk")[0]
    move_entry(entry_id=alone.pk, level=1, by=None, now=NOW)
    run_season(season_id=season.pk, clock=lambda: NOW)
    log = text(carol.get("/leagues/tiles/log/"))
    assert "asked for a step that could not be taken: Publish divisions and fixtures" in log


def test_a_step_pressed_twice_is_asked_for_and_logged_once(carol: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    for _press in range(2):
        page = text(carol.post(f"{DESK}step/", {"step": "close"}, follow=True))
    assert "This step is taken, or asked for, already." in page
    run_season(season_id=season.pk, clock=lambda: NOW)
    page = text(carol.post(f"{DESK}step/", {"step": "close"}, follow=True))
    assert "This step is taken, or asked for, already." in page
    assert DirectorAction.objects.count() == 1


def test_the_final_tables_can_be_written_only_when_no_game_is_open(carol: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    page = text(carol.get(DESK))
    assert "1 game of this season isn’t over." in page
    assert "Do this now" not in page
    decide_all(season)
    assert "Do this now" in text(carol.get(DESK))


def test_the_proposal_is_hidden_from_players_until_it_is_published() -> None:
    season = a_season(a_league(), is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    alice = signed_in("alice")
    page = text(alice.get("/leagues/tiles/seasons/1/"))
    assert "Division 1" not in page
    assert "You are entered." in page
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW)
    assert "You play in Division 1." in text(alice.get("/leagues/tiles/seasons/1/"))


def test_no_place_is_chosen_before_the_director_chooses(carol: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    path = f"{DESK}do/set-result/?fixture={table_id(season, 'alice', 'bob')}"
    assert "selected" not in text(carol.get(path)).split("place_0")[1].split("</form>")[0]
    careless = carol.post(path, {"reason": "Oops.", "step": "try"})
    assert careless.status_code == 422
    assert "Choose a place." in text(careless)
