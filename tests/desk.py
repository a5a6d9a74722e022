"""The director's desk as tests sit at it: finding a table, looking before acting."""

import re
from datetime import datetime
from typing import Any

from django.test import Client

from games.models import DirectorAction, Fixture, Season, Step
from games.services.desk import perform
from tests.factories import NOW, a_player

DESK = "/manage/tiles/1/"


def table_id(season: Season, *names: str) -> int:
    """Return the number of the fixture at which these people sit."""
    found = Fixture.objects.tables().filter(division__season=season)
    for name in names:
        found = found.filter(seats__entry__player__name=name)
    return found.get().pk


def nonce_of(page: str) -> str:
    """Return what makes a dry run's confirmation count once."""
    return _hidden(page, "nonce")


def looked(client: Client, path: str, **fields: Any) -> dict[str, Any]:
    """Look what an action would change; return the form that confirms it."""
    fields.setdefault("reason", "Power cut.")
    tried = client.post(path, {**fields, "step": "try"})
    page = tried.content.decode()
    assert tried.status_code == 200, page
    assert "Nothing has been done yet." in page
    seen = _hidden(page, "seen")
    return {**fields, "step": "do", "nonce": nonce_of(page), "seen": seen}


def step_through(client: Client, path: str, **fields: Any) -> Any:
    """Look first, then do, with what the page of the dry run holds."""
    return client.post(path, looked(client, path, **fields))


def _hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="(\w+)"', page)
    assert found is not None
    return found[1]


def ask(season: Season, step: Step, by: str = "carol", now: datetime = NOW) -> DirectorAction:
    """Ask for a step as a director does on the desk."""
    done = perform(
        season_id=season.pk, kind="step", arguments={"step": step.value}, by=a_player(by),
        reason="It is time.", nonce=f"{step.value} {by} {now.timestamp()}", now=now,
    )  # fmt: skip
    season.refresh_from_db()
    return done
