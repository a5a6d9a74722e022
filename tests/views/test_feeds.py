"""Feeds: a player's deadlines behind a secret address, and a league's results for everybody."""

from datetime import timedelta
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.models import Fixture, Player, Season, Seat
from games.render.ical import Event, calendar
from games.services.players import renew_calendar
from games.services.tokens import calendar_token
from tests.factories import NOW, a_game, a_league, a_player, a_running_season, a_season, decide

pytestmark = pytest.mark.django_db


def address_of(player: Player) -> str:
    return f"/d/{calendar_token(player_id=player.pk, epoch=player.calendar_epoch)}.ics"


def test_a_calendar_holds_the_turns_to_play_and_nothing_of_others(client: Client) -> None:
    game = a_game("alice", "bob")
    alice, bob = Seat.objects.filter(game=game).order_by("index")
    assert alice.deadline_at is not None
    answer = client.get(address_of(a_player("alice")))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
    text = answer.content.decode()
    assert f"DTSTART:{alice.deadline_at:%Y%m%dT%H%M%SZ}" in text
    assert f"SUMMARY:Your turn: {game.title}" in text
    assert bob.awaited_turn is None
    assert "VEVENT" not in client.get(address_of(a_player("bob"))).content.decode()


def test_the_start_of_a_season_one_is_entered_in_is_a_date(client: Client) -> None:
    a_season(a_league(), "alice", is_drawn=False)
    Season.objects.update(starts_at=NOW + timedelta(days=9))
    assert "Tiles: season 1 starts" in client.get(address_of(a_player("alice"))).content.decode()


def test_another_address_ends_the_old_one(client: Client) -> None:
    alice = a_player("alice")
    old = address_of(alice)
    reader = Client()
    reader.force_login(alice)
    shown = reader.get("/accounts/calendar/").content.decode()
    assert old in shown
    assert reader.post("/accounts/calendar/").status_code == 303
    assert client.get(old).status_code == 404
    alice.refresh_from_db()
    assert client.get(address_of(alice)).status_code == 200
    Player.objects.update(is_active=False)
    assert client.get(address_of(alice)).status_code == 404


@pytest.mark.parametrize("token", ["x", "1-1.aaaaaaaaaaaaaaaaaaaaaa", "%00", "1-1"])
def test_an_address_cannot_be_guessed(client: Client, token: str) -> None:
    renew_calendar(player_id=a_player("alice").pk)
    assert client.get(f"/d/{token}.ics").status_code == 404


def test_lines_are_folded_and_texts_cannot_end_them() -> None:
    event = Event("k", NOW, "タイル" * 30 + "\nEND:VCALENDAR", "a;b,c", "https://example.org/")
    text = calendar([event], name="Azul", host="example.org", made_at=NOW)
    lines = text.encode().split(b"\r\n")
    assert max(len(line) for line in lines) <= 75
    assert lines.count(b"END:VCALENDAR") == 1
    assert "DESCRIPTION:a\\;b\\,c" in text
    assert "タイル" * 30 + "\\nEND:VCALENDAR" in text.replace("\r\n ", "")


def test_a_leagues_results_are_an_atom_feed(client: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob", "dave")
    fixture = Fixture.objects.tables().filter(division__season=season)[0]
    assert fixture.game is not None
    decide(fixture.game, now=NOW)
    answer = client.get("/leagues/tiles/results.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)  # noqa: S314
    space = {"a": "http://www.w3.org/2005/Atom"}
    entries = feed.findall("a:entry", space)
    assert len(entries) == 1
    assert entries[0].findtext("a:title", "", space).startswith(f"{fixture.game.title}: 1. ")
    assert urlsplit(entries[0].findtext("a:id", "", space)).path == f"/games/{fixture.game.pk}/"
    assert client.get("/leagues/none/results.atom").status_code == 404
    assert "/leagues/tiles/results.atom" in client.get("/leagues/tiles/").content.decode()
