"""Pages of a season's steps and dates: a look first, sentences at the fields, nothing typed is lost."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import DirectorAction, Season, Step
from games.services.season_steps import run_step
from tests.desk import DESK, looked, step_through
from tests.factories import NOW, a_league, a_season
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined, no-any-return]


@pytest.fixture
def carol() -> Client:
    return signed_in("carol")


def test_a_step_is_looked_at_done_with_a_reason_and_taken_back_from_the_desk(carol: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    assert f"{DESK}do/step/?step=close" in text(carol.get(DESK))
    assert step_through(carol, f"{DESK}do/step/?step=close").status_code == 303
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    back = f"{DESK}do/step-back/?step=draw"
    assert back in text(carol.get(DESK))
    page = text(carol.post(back, {"reason": "More players.", "step": "try"}))
    assert "Take back: Propose divisions" in page
    step_through(carol, back)
    season.refresh_from_db()
    assert season.drawn_at is None
    log = text(Client().get("/leagues/tiles/log/"))
    assert "asked for a step: Close entries" in log
    assert "took a step back: Propose divisions" in log


def test_a_stale_dry_run_of_a_step_is_shown_anew(carol: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    path = f"{DESK}do/step/?step=publish"
    form = looked(carol, path)
    season.entries.filter(player__name="dave").update(withdrawn_at=NOW)
    answer = carol.post(path, form)
    assert answer.status_code == 409
    assert "3 players have entered" in text(answer)
    assert not DirectorAction.objects.exists()


def test_dates_say_what_happens_at_once(carol: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    path = f"{DESK}do/dates/"
    local = timezone.localtime(timezone.now(), timezone.get_default_timezone())
    fields = {"closes_at": f"{local:%Y-%m-%d}T00:00", "reason": "Now."}
    page = text(carol.post(path, {**fields, "step": "try"}))
    assert "the server does this within seconds: Close entries, Propose divisions." in page
    assert "4 players have entered" in page
    page = text(carol.post(path, {"closes_at": "2099-05-01T12:00", "reason": "So.", "step": "try"}))
    assert "Nothing happens at once." in page
    season.refresh_from_db()
    assert season.closes_at is None
    same = carol.post(path, {"reason": "So.", "step": "try"})
    assert "These are the dates that stand there already." in text(same)


def test_stale_dates_are_refused_with_what_is_there_now_and_nothing_typed_is_lost(
    carol: Client,
) -> None:
    season = a_season(a_league(), is_drawn=False)
    path = f"{DESK}do/dates/"
    were = text(carol.get(path)).split('name="were" value="')[1].split('"')[0]
    step_through(carol, path, closes_at="2098-03-01T12:00")
    typed = {"were": were, "closes_at": "2099-05-01T12:00", "reason": "Holidays.", "step": "try"}
    answer = carol.post(path, typed)
    assert answer.status_code == 422
    page = text(answer)
    assert "There now stands: 1 Mar 2098, 12:00 UTC." in page
    assert 'value="2099-05-01T12:00"' in page
    assert "Holidays." in page
    fresh = page.split('name="were" value="')[1].split('"')[0]
    assert carol.post(path, typed | {"were": fresh}).status_code == 200
    assert Season.objects.get(pk=season.pk).closes_at.year == 2098  # type: ignore[union-attr]


def test_dates_sent_twice_are_written_once(carol: Client) -> None:
    a_season(a_league(), is_drawn=False)
    path = f"{DESK}do/dates/"
    form = looked(carol, path, closes_at="2099-05-01T12:00")
    assert [carol.post(path, form).status_code for _press in range(2)] == [303, 303]
    assert DirectorAction.objects.count() == 1


def test_the_former_addresses_lead_on_and_write_nothing(carol: Client) -> None:
    a_season(a_league(), is_drawn=False)
    for name in ("step", "dates"):
        assert carol.get(f"{DESK}{name}/")["Location"] == DESK
    asked = carol.post(f"{DESK}step/", {"step": "close"})
    assert asked["Location"] == f"{DESK}do/step/?step=close"
    dated = carol.post(f"{DESK}dates/", {"closes_at": "2099-07-01T12:00"}, follow=True)
    assert "Nothing was saved." in text(dated)
    assert not DirectorAction.objects.exists()


def test_a_season_called_off_leads_back_to_the_league(carol: Client) -> None:
    a_season(a_league(), is_drawn=False)
    done = step_through(carol, f"{DESK}do/call-off/")
    assert done["Location"] == "/manage/tiles/"
    assert "called off season 1" in text(Client().get("/leagues/tiles/log/"))
    assert carol.get(DESK).status_code == 404
