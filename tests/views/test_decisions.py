"""A game that a director ended says on its page who, when and why; directors find the desk from it."""

import pytest
from django.test import Client

from games.models import Fixture, Game
from games.services.desk import perform
from tests.factories import NOW, a_league, a_player, a_running_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Fixture:
    """A table in progress of a league that carol directs."""
    season = a_running_season(a_league(), "alice", "bob")
    return Fixture.objects.select_related("game").get(division__season=season)


def page(game_id: int | None, name: str = "alice") -> str:
    client = Client()
    client.force_login(a_player(name))
    return client.get(f"/games/{game_id}/").content.decode()


def decide_it(table: Fixture, kind: str, **arguments: object) -> None:
    perform(
        season_id=table.division.season_id,
        kind=kind,
        arguments={"fixture": table.pk, **arguments},
        by=a_player("carol"),
        reason="Both asked for it.",
        nonce=f"decision {kind}",
        now=NOW,
    )


@pytest.mark.parametrize(
    ("kind", "arguments", "words"),
    [
        ("void", {}, "declared this game void"),
        ("set-result", {"places": [2, 1], "forfeits": []}, "decided the places"),
        ("restart", {}, "has the table played again"),
    ],
)
def test_a_decided_game_says_who_and_why_and_estimates_nothing(
    table: Fixture, kind: str, arguments: dict[str, object], words: str
) -> None:
    old = table.game_id
    assert "If the round ended now" in page(old)
    decide_it(table, kind, **arguments)
    text = page(old)
    assert "If the round ended now" not in text
    for line in (
        words,
        "carol, a director of the league",
        "Both asked for it.",
        "/leagues/tiles/log/",
    ):
        assert line in text
    newest = Game.objects.order_by("-pk")[0].pk
    assert (f'href="/games/{newest}/">Go to game' in text) == (kind == "restart")


def test_a_director_finds_the_desk_at_home_and_at_a_table_and_others_dont(table: Fixture) -> None:
    desk = f"/manage/tiles/1/tables/{table.pk}/"
    assert desk in page(table.game_id, "carol")
    assert desk not in page(table.game_id, "alice")
    for name, finds in (("carol", True), ("alice", False)):
        client = Client()
        client.force_login(a_player(name))
        assert ('href="/manage/"' in client.get("/").content.decode()) == finds
