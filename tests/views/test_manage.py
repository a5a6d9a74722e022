"""The director's pages: for directors of the league only, whole without scripts, and never a 500."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import (
    DirectorAction,
    Fixture,
    GameStatus,
    League,
    OutgoingMail,
    Season,
    SeasonEntry,
    Seat,
)
from games.services.ratings import rate_games
from tests.desk import DESK, looked, nonce_of, step_through, table_id
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return a_running_season(a_league(), "alice", "bob", "dave")


@pytest.fixture
def carol(season: Season) -> Client:
    return signed_in("carol")


def test_who_directs_nothing_is_told_so_and_a_director_sees_the_leagues(
    season: Season, carol: Client
) -> None:
    refused = signed_in("alice").get("/manage/")
    assert refused.status_code == 403
    assert "You direct no league." in refused.content.decode()
    assert "/manage/tiles/" in carol.get("/manage/").content.decode()


def test_hostile_form_numbers_are_shortened_and_lose_what_no_database_takes(
    season: Season, carol: Client
) -> None:
    path = f"{DESK}do/message/?division={season.divisions.get().pk}"
    fields = looked(carol, path, text="Hello.")
    fields["nonce"] = "a\0b" + "9" * 5_000
    assert carol.post(path, fields).status_code == 303
    assert DirectorAction.objects.get(kind="message").nonce == "ab" + "9" * 38


def test_a_result_is_changed_after_a_dry_run_with_a_reason_and_undone_from_the_log(
    season: Season, carol: Client
) -> None:
    number = table_id(season, "alice", "bob")
    game = Fixture.objects.get(pk=number).game
    assert game is not None
    decide(game, now=NOW)
    rate_games()
    path = f"{DESK}do/set-result/?fixture={number}"
    done = step_through(carol, path, place_0="2", place_1="1")
    assert (done.status_code, done["Location"]) == (303, f"{DESK}tables/{number}/")
    log = Client().get("/leagues/tiles/log/").content.decode()
    assert "set the result of" in log
    assert "Power cut." in log
    action = DirectorAction.objects.get()
    undone = carol.post(f"/manage/tiles/actions/{action.pk}/undo/", {"reason": "Wrong table."})
    assert undone.status_code == 303
    log = Client().get("/leagues/tiles/log/").content.decode()
    assert "Wrong table." in log
    assert "/undo/" not in log


def test_a_dry_run_by_page_writes_nothing(season: Season, carol: Client) -> None:
    number = table_id(season, "alice", "bob")
    mails = OutgoingMail.objects.count()
    page = carol.post(
        f"{DESK}do/void/?fixture={number}", {"reason": "Power cut.", "step": "try"}
    ).content.decode()
    assert "void" in page
    assert Fixture.objects.get(pk=number).game.status == GameStatus.RUNNING  # type: ignore[union-attr]
    assert OutgoingMail.objects.count() == mails


def test_without_a_dry_run_nothing_is_done(season: Season, carol: Client) -> None:
    number = table_id(season, "alice", "bob")
    answer = carol.post(f"{DESK}do/void/?fixture={number}", {"reason": "x", "step": "do"})
    assert "Nothing has been done yet." in answer.content.decode()
    assert not DirectorAction.objects.exists()


@pytest.mark.parametrize(
    ("query", "fields", "status", "sentence"),
    [
        (
            "do/add-time/?fixture={fixture}&seat=0",
            {"hours": "0"},
            422,
            "Look at the marked fields.",
        ),
        ("do/add-time/?fixture={fixture}&seat=0", {"hours": "x"}, 422, "Give a number of hours."),
        (
            "do/add-time/?fixture={fixture}&seat=0",
            {"hours": "9", "reason": ""},
            422,
            "Give a reason.",
        ),
        ("do/set-result/?fixture={fixture}", {"place_0": "9"}, 422, "Look at the marked fields."),
        ("do/resume/?fixture={fixture}", {}, 409, "The clock of this game runs already."),
        ("do/add-player/?", {"player": "nobody"}, 422, "Nobody of this name plays here."),
        ("do/message/?division={division}", {"text": ""}, 422, "Write something first."),
        ("do/add-time/?fixture=999&seat=0", {"hours": "1"}, 404, ""),
        ("do/add-time/?fixture={fixture}&seat=9", {"hours": "1"}, 404, ""),
        ("do/add-time/?fixture=%00&seat=-1", {"hours": "1"}, 404, ""),
        ("do/withdraw/?entry=9999999999999999999999", {}, 404, ""),
        ("do/explode/", {}, 404, ""),
    ],
)
def test_bad_input_gets_a_sentence(
    season: Season, carol: Client, query: str, fields: dict[str, str], status: int, sentence: str
) -> None:
    place = query.format(
        fixture=table_id(season, "alice", "bob"), division=season.divisions.get().pk
    )
    answer = carol.post(DESK + place, {"reason": "Why not", "step": "try", **fields})
    assert answer.status_code == status
    assert sentence in answer.content.decode()


def test_the_dashboard_tells_who_waits_on_whom_and_who_is_at_risk(
    season: Season, carol: Client
) -> None:
    a_player("bob", mail_failing_at=NOW)
    Seat.objects.filter(player__name="dave").update(timeouts=2)
    page = carol.get(DESK).content.decode()
    waiting = Seat.objects.awaited().filter(game__fixture__division__season=season)
    for seat in waiting:
        assert f"<b>{seat.name}</b>" in page
    assert "Mail doesn’t reach them" in page
    assert "× 4" in page  # twice in each of two games
    assert "Tables over" in page


def test_the_dashboard_takes_the_same_number_of_queries_for_any_size(
    season: Season, carol: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(25) as small:
        carol.get(DESK)
    people = [f"player {number}" for number in range(1, 8)]
    a_running_season(a_league("large"), *people)
    with django_assert_max_num_queries(len(small)):
        carol.get("/manage/large/1/")


def test_a_season_is_begun_dated_and_brought_on_by_clicks() -> None:
    league = a_league()
    carol = signed_in("carol")
    begun = carol.post("/manage/tiles/", {"do": "begin"})
    assert begun["Location"] == DESK
    dated = step_through(carol, f"{DESK}do/dates/", closes_at="2099-07-01T12:00")
    assert dated.status_code == 303
    season = Season.objects.get(league=league)
    assert season.closes_at is not None
    assert step_through(carol, f"{DESK}do/step/?step=close").status_code == 303
    season.refresh_from_db()
    assert season.asked_step == "close"
    bad = carol.post(f"{DESK}do/dates/", {"closes_at": "soon", "reason": "x"})
    assert bad.status_code == 422
    assert carol.get(f"{DESK}do/step/?step=explode").status_code == 404
    assert carol.get(DESK).status_code == 200
    kinds = [each.kind for each in DirectorAction.objects.order_by("pk")]
    assert kinds == ["season-prepared", "dates", "step"]


def test_rules_are_changed_and_those_of_a_running_season_stay(
    season: Season, carol: Client
) -> None:
    path = "/manage/tiles/rules/"
    page = carol.get(path).content.decode()
    fields = {
        "name": "Tiles", "description": "", "table_size": "2", "wall": "colored", "pace": "2d",
        "timeout_policy": "forfeit", "pairing": "single", "games_each": "4",
        "bye_points": "0", "points_2_1": "3", "points_2_2": "1", "tie_break_1": "rows", "promoted": "1", "relegated": "1",
        "smallest_division": "2", "largest_division": "6", "is_rated": "on", "rounds_at_once": "0",
        "round_days": "0", "proposal_days": "3", "entry_days": "0",
    }  # fmt: skip
    assert 'name="tie_break_1"' in page
    assert "Give a reason." in carol.post(path, fields).content.decode()
    assert step_through(carol, path, **fields).status_code == 303
    league = League.objects.get(slug="tiles")
    assert (league.pace, league.promoted, league.tie_breaks) == ("2d", 1, ["rows"])
    assert league.points == {"2": [3, 1]}
    fields["reason"] = "It is only fair."
    for fault in (
        {"points_2_2": ""}, {"points_2_2": "4"}, {"tie_break_2": "rows"}, {"promoted": "7"}
    ):  # fmt: skip
        assert carol.post(path, {**fields, **fault}).status_code == 422
    changed = DirectorAction.objects.get(kind="rules").arguments
    assert {"points", "tie_breaks", "pace"} <= set(changed["rules"])
    refused = carol.post(path, {**fields, "wall": "gray"})
    assert refused.status_code == 422
    assert "until the season is over" in refused.content.decode()
    assert carol.post(path, {**fields, "pace": "never"}).status_code == 422


def test_tables_of_three_and_four_are_chosen_with_points_that_compare() -> None:
    a_league(points={"4": [5, 3, 1, 0]})
    carol, path = signed_in("carol"), "/manage/tiles/rules/"
    fields = {
        "name": "Tiles", "table_size": "2", "wall": "colored", "pace": "2d", "pairing": "mixed",
        "timeout_policy": "forfeit", "games_each": "6", "bye_points": "0", "promoted": "1",
        "relegated": "1", "smallest_division": "4", "largest_division": "9", "rounds_at_once": "0",
        "round_days": "0", "proposal_days": "3", "entry_days": "0",
    }  # fmt: skip
    refused = carol.post(path, fields)
    assert refused.status_code == 422
    assert "give 4 as the number of players at a table" in refused.content.decode()
    refused = carol.post(path, {**fields, "table_size": "4"})
    assert "points for tables of 2, 3 and 4, or for none" in refused.content.decode()
    League.objects.update(points={})
    fields |= {"table_size": "4", "reason": "Agreed by all."}
    assert carol.post(path, fields).status_code == 303
    assert DirectorAction.objects.get().reason == "Agreed by all."
    assert "Empty: six points for the first at any table" in carol.get(path).content.decode()
    page = carol.get("/leagues/tiles/").content.decode()
    assert "Everybody plays in every round, at tables of three and four (6)" in page
    assert "Tables of 4: 6 · 4 · 2 · 0" in page
    assert "Tables of 3: 6 · 3 · 0" in page
    assert "3–4 players" in carol.get("/leagues/").content.decode()


def test_directors_are_named_and_the_last_one_stays(season: Season, carol: Client) -> None:
    path = "/manage/tiles/"
    assert carol.post(path, {"do": "drop", "name": "carol", "sure": "1"}).status_code == 409
    assert carol.post(path, {"do": "add", "name": "alice"}).status_code == 303
    assert carol.post(path, {"do": "add", "name": "nobody at all"}).status_code == 409
    assert carol.post(path, {"do": "drop", "name": "carol", "sure": "1"}).status_code == 303
    assert [each.name for each in season.league.directors.all()] == ["alice"]
    assert carol.get(path).status_code == 403


def test_players_come_in_by_file_line_by_line(client: Client) -> None:
    season = a_season(a_league(), "alice", is_drawn=False)
    for name in ("alice", "bob", "dave"):
        a_player(name, last_login=NOW)
    carol = signed_in("carol")
    text = "name,club\nBob,1\nnobody,2\nbob,3\nalice,4\ndave,5\n"
    upload = SimpleUploadedFile("players.csv", text.encode())
    page = carol.post(f"{DESK}files/", {"file": upload, "reason": "Sign-up sheet."})
    told = page.content.decode()
    assert "2 players would be entered." in told
    assert told.count("Nobody of this name plays here.") == 1
    assert "stands there twice" in told
    assert "has entered already" in told
    assert season.entries.count() == 1
    fields = {"names": text, "reason": "Sign-up sheet.", "step": "do", "nonce": nonce_of(told)}
    assert carol.post(f"{DESK}files/", fields).status_code == 303
    assert SeasonEntry.objects.filter(season=season).count() == 3
    bad = SimpleUploadedFile("players.csv", b"\xff\xfe\x00")
    assert carol.post(f"{DESK}files/", {"file": bad, "reason": "x"}).status_code == 422


def test_standings_fixtures_and_results_go_out_as_csv(season: Season, carol: Client) -> None:
    game = Fixture.objects.get(pk=table_id(season, "alice", "bob")).game
    assert game is not None
    decide(game, now=NOW + timedelta(days=1))
    standings = carol.get(f"{DESK}standings.csv")
    assert standings["Content-Disposition"] == 'attachment; filename="tiles-1-standings.csv"'
    lines = standings.content.decode().splitlines()
    assert lines[0].startswith("division,place,player,points")
    assert len(lines) == 4
    assert ",1," in lines[1]
    assert len(carol.get(f"{DESK}fixtures.csv").content.decode().splitlines()) == 1 + 6
    results = carol.get(f"{DESK}results.csv").content.decode().splitlines()
    assert len(results) == 3
    assert carol.get(f"{DESK}secrets.csv").status_code == 404


def test_tables_are_found_by_state_and_player(season: Season, carol: Client) -> None:
    page = carol.get(f"{DESK}tables/?status=running&player=ali").content.decode()
    assert page.count('class="row-link"') == 2
    assert "No table fits this choice." in carol.get(f"{DESK}tables/?status=over").content.decode()
