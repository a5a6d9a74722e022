"""The desk's lists and files: results, whose turn, who waits, rows of equal length, names from any editor."""

import csv
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.models import DirectorAction, Fixture, Player, Season, SeasonEntry, Seat
from games.services.desk import perform, preview
from games.services.season_draw import propose_divisions
from games.services.season_tables import start_tables
from games.services.withdrawals import leave_season
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide

pytestmark = pytest.mark.django_db

DESK = "/manage/tiles/1/"


def page(path: str, name: str = "carol", **fields: object) -> str:
    client = Client()
    client.force_login(a_player(name, **fields))
    return client.get(path).content.decode()


@pytest.fixture
def season() -> Season:
    """A running season of alice, bob and dave, which carol directs."""
    return a_running_season(a_league(), "alice", "bob", "dave")


@pytest.fixture
def table(season: Season) -> Fixture:
    """The first table of the season; its first seat has won."""
    fixture = Fixture.objects.tables().filter(division__season=season).order_by("pk")[0]
    assert fixture.game is not None
    decide(fixture.game, now=NOW + timedelta(days=1))
    return fixture


def test_the_list_of_tables_shows_results_and_whose_turn_it_is(
    season: Season, table: Fixture
) -> None:
    first, second = table.seats.order_by("index").values_list("entry__player__name", flat=True)
    told = page(f"{DESK}tables/")
    assert f"1. {first} 50, 2. {second} 40" in told
    for seat in Seat.objects.awaited().filter(game__fixture__division__season=season):
        assert f"to move: {seat.name}" in told
    assert f"1. {first} 50, 2. {second} 40" in page(f"{DESK}tables/{table.pk}/")


def test_who_waits_is_named_beside_whom_they_wait_for(season: Season) -> None:
    told = page(DESK)
    for seat in Seat.objects.awaited().filter(game__fixture__division__season=season):
        other = seat.game.seats.exclude(pk=seat.pk).get()
        assert f"Waiting: {other.name}" in told


def test_of_many_who_wait_it_says_how_many_more_there_are(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "?status=running" not in page(DESK)
    monkeypatch.setattr("games.selectors.desk.MOST_SLOW", 1)
    told = page(DESK)
    assert "and 2 more" in told
    assert f'href="{DESK}tables/?status=running"' in told


def test_a_seat_that_is_offered_is_said_to_be_with_who_is_asked(season: Season) -> None:
    a_player("erin", stands_in=3, last_login=NOW)
    seat = Seat.objects.awaited().filter(game__fixture__division__season=season)[0]
    where = {"fixture": seat.game.fixture.pk, "seat": seat.index}
    asked: dict[str, Any] = {"season_id": season.pk, "kind": "substitute", "arguments": where,
                             "by": a_player("carol"), "now": NOW}  # fmt: skip
    notes = preview(**asked).notes
    assert "erin stands in for others and is asked first, with a day to answer." in notes
    assert f"Until somebody takes the seat, {seat.name} plays on." in notes
    perform(**asked, reason="Ill.", nonce="seat")
    told = page(f"{DESK}tables/{where['fixture']}/")
    assert f"The seat of {seat.name} is offered to those who stand in; erin is being asked." in told
    assert "/do/substitute/" not in told


def test_the_log_offers_undoing_of_an_entry_until_games_begin_and_names_the_old_game(
    season: Season, table: Fixture
) -> None:
    a_player("erin")
    about: dict[str, Any] = {
        "season_id": season.pk, "by": a_player("carol"), "reason": "Late.", "now": NOW,
    }  # fmt: skip
    newcomer = {
        "player_id": a_player("erin").pk,
        "player": "erin",
        "division": season.divisions.get().pk,
    }
    perform(**about, kind="add-player", arguments=newcomer, nonce="erin")
    old = table.game_id
    perform(**about, kind="restart", arguments={"fixture": table.pk}, nonce="again")
    undo = f"/actions/{DirectorAction.objects.get(kind='add-player').pk}/undo/"
    log = page("/leagues/tiles/log/")
    assert f"(#{old}) played again" in log
    assert undo in log
    while start_tables(season_id=season.pk, clock=lambda: NOW):
        pass
    assert undo not in page("/leagues/tiles/log/")
    assert "Games have begun since that follow from it." in page(f"/manage/tiles{undo}")


def test_where_both_forfeit_nobody_has_a_place(season: Season, table: Fixture) -> None:
    perform(
        season_id=season.pk,
        kind="set-result",
        arguments={"fixture": table.pk, "places": [0, 0], "forfeits": [0, 1]},
        by=a_player("carol"),
        reason="Neither played.",
        nonce="both",
        now=NOW + timedelta(days=2),
    )
    assert 'class="place">–</span>' in page(f"/games/{table.game_id}/")
    assert f'<a href="/games/{table.game_id}/">–</a>' in page("/leagues/tiles/seasons/1/")
    assert "½</a>" not in page("/leagues/tiles/seasons/1/")
    rows = list(csv.DictReader(page(f"{DESK}results.csv").splitlines()))
    assert [(row["place"], row["forfeit"]) for row in rows] == [("", "yes"), ("", "yes")]
    loser = table.seats.order_by("index")[0].entry.player.name
    assert "lost by all" in page("/games/?status=finished", loser)
    assert "lost by all" in page("/", loser)


def test_rows_of_files_are_as_long_as_their_heading(season: Season, table: Fixture) -> None:
    for name in ("standings", "fixtures", "results"):
        rows = list(csv.reader(page(f"{DESK}{name}.csv").splitlines()))
        assert len(rows) > 1
        assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_names_come_in_from_any_spreadsheet_and_addresses_say_nothing(encoding: str) -> None:
    a_season(a_league(), "alice", is_drawn=False)
    a_player("hanako", last_login=NOW)
    Player.objects.filter(name="hanako").update(name="花子")
    a_player("never here")
    text = "name\tclub\n花子\t1\nnever here\t2\nalice@example.org\t3\nnobody@example.org\t4\n"
    carol = Client()
    carol.force_login(a_player("carol"))
    upload = SimpleUploadedFile("players.csv", text.encode(encoding))
    told = carol.post(
        f"{DESK}files/", {"file": upload, "reason": "Sign-up sheet."}
    ).content.decode()
    assert "1 player would be entered." in told
    assert told.count("This is a mail address.") == 2
    assert told.count("Nobody of this name plays here.") == 1


@pytest.mark.parametrize(
    "lines",
    [
        "name;club;points\nbob;Kiel;1,5\ndave;Köln;2,5\n",
        'name;club\n"bob";"Kiel, Mitte"\n"dave";\n',
        "name,remark\nbob,early; loud\ndave,late\n",
    ],
)
def test_columns_are_told_apart_by_what_the_spreadsheet_writes(lines: str) -> None:
    a_season(a_league(), "alice", is_drawn=False)
    for name in ("bob", "dave"):
        a_player(name, last_login=NOW)
    carol = Client()
    carol.force_login(a_player("carol"))
    told = carol.post(f"{DESK}files/", {"names": lines, "reason": "Sign-up sheet."})
    assert "2 players would be entered." in told.content.decode()


def test_a_file_in_another_encoding_is_refused_with_the_way_out() -> None:
    a_season(a_league(), "alice", is_drawn=False)
    carol = Client()
    carol.force_login(a_player("carol"))
    upload = SimpleUploadedFile("players.csv", "Jürgen\n".encode("latin-1"))
    answer = carol.post(f"{DESK}files/", {"file": upload, "reason": "Sign-up sheet."})
    assert answer.status_code == 422
    assert "Save it again: in a spreadsheet as “CSV UTF-8”" in answer.content.decode()


def test_everybody_counts_the_same_players_and_the_withdrawn_are_none() -> None:
    season = a_season(a_league(), "alice", "bob", "dave", is_drawn=False)
    dave = a_player("dave")
    leave_season(season_id=season.pk, player_id=dave.pk, by=dave, now=NOW)
    assert "2 players" in page("/leagues/tiles/")
    assert "<dd>2</dd>" in page(DESK)


def test_a_superuser_finds_leagues_of_others_under_a_heading_of_their_own() -> None:
    a_league()
    told = page("/manage/", "alice", is_superuser=True, is_staff=True)
    assert "Other leagues" in told
    assert "Leagues you direct" not in told
    assert "Other leagues" not in page("/manage/")


def test_the_proposal_names_everybody_with_the_reason_by_division_until_it_is_published() -> None:
    names = ["alice", "bob", "dave", "erin"]
    season = a_season(a_league(smallest_division=2, largest_division=2), *names, is_drawn=False)
    propose_divisions(season, now=NOW)
    season.drawn_at = NOW
    season.save()
    entry = season.entries.get(player__name="erin")
    SeasonEntry.objects.filter(pk=entry.pk).update(shift="by_hand", is_by_lot=True)
    told = page(DESK)
    first, second = told.index("<h3>Division 1</h3>"), told.index("<h3>Division 2</h3>")
    for each in season.entries.select_related("player", "division"):
        assert each.division is not None
        place = told.index(f"entry={each.pk}")
        assert (place > second) == (each.division.level == 1)
        assert place > first
    assert "moved by a director" in told
    assert "by lot" not in told.split("moved by a director")[1].split("</small>")[0]
    assert "new" in page(f"{DESK}players/")
    Season.objects.update(published_at=NOW)
    assert "The proposal" not in page(DESK)
