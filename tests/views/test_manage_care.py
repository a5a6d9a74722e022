"""The desk looks after directors: stale dry runs, dates out of range, steps that can't be taken yet."""

import re
from collections.abc import Mapping

import pytest
from django.test import Client
from django.utils import timezone

from games.models import DirectorAction, Fixture, Rating, Season, SeasonEntry, Seat, Step
from games.selectors.season_end import GRACE
from games.services.desk import perform
from games.services.season_draw import move_entry
from games.services.season_steps import run_season, run_step
from games.services.withdrawals import leave_season
from tests.desk import DESK, ask, looked, table_id
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide, decide_all
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
        (
            {
                "closes_at": "2099-05-03T12:00",
                "publishes_at": "2099-05-02T12:00",
                "starts_at": "2099-05-04T12:00",
            },
            "“Divisions stand from” can’t come before “Entries close on”.",
        ),
    ],
)
def test_dates_no_season_can_have_are_refused_with_a_sentence(
    carol: Client, dates: Mapping[str, str], sentence: str
) -> None:
    a_player("carol", time_zone="America/Chicago")
    season = a_season(a_league(), is_drawn=False)
    answer = carol.post(f"{DESK}do/dates/", {**dates, "reason": "Why not.", "step": "try"})
    assert answer.status_code == 422
    page = text(answer)
    assert sentence in page
    assert all(f'value="{typed}"' in page for typed in dates.values())
    season.refresh_from_db()
    assert [season.starts_at, season.opens_at, season.closes_at] == [None] * 3
    assert not DirectorAction.objects.exists()


@pytest.mark.parametrize("were", ["nonsense", "||", "||||||", "x|y|z|1"])
def test_a_tampered_note_of_the_dates_before_is_no_fault_of_the_server(
    carol: Client, were: str
) -> None:
    a_season(a_league(), is_drawn=False)
    fields = {"closes_at": "2099-05-02T12:00", "were": were, "reason": "Time.", "step": "try"}
    assert carol.post(f"{DESK}do/dates/", fields).status_code in {200, 422}


def test_dates_say_that_too_few_players_have_entered(carol: Client) -> None:
    season = a_season(a_league(), "alice", is_drawn=False)
    run_step(season_id=season.pk, step=Step.CLOSE, by=None, now=NOW)
    fields = {"closes_at": f"{timezone.localtime():%Y-%m-%dT00:00}", "reason": "x", "step": "try"}
    page = text(carol.post(f"{DESK}do/dates/", fields))
    assert "Then this waits until there are enough players: Propose divisions." in page
    assert "A season of this league needs 2 players at least." in page
    assert "from the top: ." not in page


def test_a_bye_says_so_and_has_nothing_to_declare_void(carol: Client) -> None:
    season = a_season(a_league(), "alice", "bob", "dave")
    bye = Fixture.objects.exclude(pk__in=Fixture.objects.tables()).first()
    if bye is None:
        bye = season.divisions.get().fixtures.order_by("pk")[0]
        bye.seats.get(index=1).delete()
    page = text(carol.get(f"{DESK}tables/{bye.pk}/"))
    assert "bye" in page
    assert "do/void/" not in page
    asked = {"reason": "Why not.", "step": "try"}
    answer = carol.post(f"{DESK}do/void/?fixture={bye.pk}", asked)
    assert "This is a bye: there is no game to declare void." in text(answer)


def test_past_dates_may_stay_while_others_are_changed(carol: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    opened = NOW.replace(year=2025, second=7)
    Season.objects.update(opens_at=opened)
    local = timezone.localtime(opened, timezone.get_default_timezone())
    fields = {"opens_at": f"{local:%Y-%m-%dT%H:%M}", "closes_at": "2099-05-02T12:00"}
    path = f"{DESK}do/dates/"
    carol.post(path, looked(carol, path, **fields))
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
    asked = {"reason": "It is time.", "step": "try"}
    assert reason in text(carol.post(f"{DESK}do/step/?step=publish", asked))
    assert not DirectorAction.objects.exists()


def test_a_division_that_falls_away_gives_its_number_to_the_next() -> None:
    league = a_league(smallest_division=2, largest_division=2)
    season = a_season(league, "alice", "bob", "dave", "erin", "frank", "grace", is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    season.divisions.filter(level=1).update(name="Old hands")
    season.entries.filter(division__level=0).update(division=season.divisions.get(level=1))
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW)
    found = season.divisions.order_by("level").values_list("level", "name")
    assert list(found) == [(0, "Old hands"), (1, "Division 2")]


def test_a_request_that_the_server_could_not_meet_says_so_in_the_log(carol: Client) -> None:
    league = a_league(smallest_division=2, largest_division=3)
    season = a_season(league, "alice", "bob", "dave", "erin", is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    ask(season, Step.PUBLISH)
    alone = SeasonEntry.objects.filter(division__level=0).order_by("pk")[0]
    move_entry(entry_id=alone.pk, level=1, by=None, now=NOW)
    run_season(season_id=season.pk, clock=lambda: NOW)
    log = text(carol.get("/leagues/tiles/log/"))
    assert "asked for a step that could not be taken: Publish divisions and fixtures" in log


def test_a_step_pressed_twice_is_asked_for_and_logged_once(carol: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    path = f"{DESK}do/step/?step=close"
    form = looked(carol, path)
    for _press in range(2):
        assert carol.post(path, form).status_code == 303
    again = {"reason": "Once more.", "step": "try"}
    assert "This step is taken, or asked for, already." in text(carol.post(path, again))
    run_season(season_id=season.pk, clock=lambda: NOW)
    assert "This step is taken, or asked for, already." in text(carol.post(path, again))
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


def test_a_dry_run_says_when_it_ends_the_season_and_the_desk_when_the_server_closes_it(
    carol: Client,
) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    path = f"{DESK}do/set-result/?fixture={table_id(season, 'alice', 'bob')}"
    fields = {"reason": "Agreed.", "place_0": "2", "place_1": "1", "step": "try"}
    page = text(carol.post(path, fields))
    assert "This is the season’s last result." in page
    assert "That can’t be undone." in page
    assert "The new result: 1 " in page
    carol.post(path, looked(carol, path, place_0="2", place_1="1"))
    run_season(season_id=season.pk, clock=timezone.now)
    season.refresh_from_db()
    assert season.finished_at is None
    desk = text(carol.get(DESK))
    assert "by itself from" in desk
    assert "Do this now" in desk
    again = text(carol.post(path, fields | {"place_0": "1", "place_1": "2"}))
    assert "The result so far: 1 " in again
    assert "last result" not in again
    run_season(season_id=season.pk, clock=lambda: timezone.now() + GRACE)
    season.refresh_from_db()
    assert season.finished_at is not None


def test_a_dry_run_of_a_mail_shows_its_text_and_who_gets_it(carol: Client) -> None:
    season = a_season(a_league(), "alice", "bob", "dave")
    a_player("dave", notices="never")
    division = season.divisions.get()
    path = f"{DESK}do/message/?division={division.pk}"
    page = text(carol.post(path, {"text": "Meet <me>", "reason": "News.", "step": "try"}))
    assert "A mail goes to: alice, bob." in page
    assert "The mail says: Meet &lt;me&gt;" in page
    assert "A mail that was sent can’t be called back." in page


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        ("withdraw/?entry={alice}", "A bot takes over 2 running games at once"),
        ("nudge/?fixture={table}", "A mail reminds of the turn that is to be played:"),
        ("void/?fixture={table}", "The game is in progress and ends with this."),
        ("restart/?fixture={table}", "The game is in progress and ends with this."),
        ("time-out/?fixture={table}&seat={seat}", "it moves within seconds"),
    ],
)
def test_a_dry_run_says_what_it_does_to_people_and_games(
    carol: Client, deed: str, sentence: str
) -> None:
    season = a_running_season(a_league(), "alice", "bob", "dave")
    number = table_id(season, "alice", "bob")
    seat = Seat.objects.awaited().get(game__fixture=number)
    alice = season.entries.get(player__name="alice")
    path = f"{DESK}do/{deed}".format(alice=alice.pk, table=number, seat=seat.index)
    assert sentence in text(carol.post(path, {"reason": "Why.", "step": "try"}))


def test_a_merger_that_makes_a_division_too_large_says_so(carol: Client) -> None:
    league = a_league(smallest_division=2, largest_division=3)
    season = a_season(league, "alice", "bob", "dave", "erin")
    top, low = season.divisions.order_by("level")
    fields = {"to": str(top.pk), "reason": "Few.", "step": "try"}
    page = text(carol.post(f"{DESK}do/merge/?division={low.pk}", fields))
    assert "Division 1 would have 4 players; the league’s rules say 3 at most." in page
    assert "The published fixtures of both divisions are drawn anew." in page


def test_a_newcomer_is_named_and_neither_ratings_nor_ways_are_made_up(carol: Client) -> None:
    season = a_season(a_league(promoted=1, relegated=1), "alice", "bob")
    Rating.objects.create(
        player=a_player("heidi", last_login=NOW),
        mu=27,
        sigma=6,
        games=3,
        forfeits=0,
        shown=1360,
        is_provisional=True,
    )
    fields = {"player": "heidi", "division": str(season.divisions.get().pk)}
    page = text(carol.post(f"{DESK}do/add-player/", fields | {"reason": "Late.", "step": "try"}))
    assert "heidi is entered in Division 1." in page
    assert "Ratings stay as they are." in page
    assert "<td>up</td>" not in page


def test_the_log_says_which_result_dates_and_rules_changed_from_what_to_what(
    carol: Client,
) -> None:
    league = a_league()
    season = a_running_season(league, "alice", "bob")
    number = table_id(season, "alice", "bob")
    names = Fixture.objects.get(pk=number).seats.order_by("index")
    first, second = names.values_list("entry__player__name", flat=True)
    path = f"{DESK}do/set-result/?fixture={number}"
    carol.post(path, looked(carol, path, place_0="2", place_1="1"))
    carol.post(path, looked(carol, path, place_0="1", place_1="forfeit"))
    director = league.directors.get()
    rules = {"promoted": [2, 1], "pace": ["3d", "2d"]}
    perform(
        season_id=season.pk, kind="rules", arguments={"rules": [*rules], "changes": rules}, by=director,
        reason="Faster.", nonce="rules", now=NOW,
    )  # fmt: skip
    at = NOW.replace(month=7, day=1, hour=12, minute=0)
    changes = {"closes_at": [None, at.isoformat()]}
    perform(
        season_id=season.pk, kind="dates", arguments={"changes": changes}, by=director,
        reason="Later.", nonce="dates", now=NOW,
    )  # fmt: skip
    log = text(Client().get("/leagues/tiles/log/"))
    assert f": 1 {second}, 2 {first}" in log
    assert f": 1 {first}, forfeited: {second} (before: 1 {second}, 2 {first})" in log
    assert "Pace: 3d → 2d" in log
    assert re.search("Entries close on: – → 1 Jul 2026, [0-9:]{5} [A-Z]", log)


def test_undoing_is_offered_where_it_may_work_and_a_second_time_says_so(carol: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob", "dave")
    decide(Fixture.objects.get(pk=table_id(season, "alice", "bob")).game)  # type: ignore[arg-type]
    for names in (("alice", "bob"), ("alice", "dave")):
        path = f"{DESK}do/set-result/?fixture={table_id(season, *names)}"
        carol.post(path, looked(carol, path, place_0="2", place_1="1"))
    over, running = DirectorAction.objects.order_by("pk")
    log = text(carol.get("/leagues/tiles/log/"))
    undo = "/manage/tiles/actions/{}/undo/".format
    assert undo(over.pk) in log
    assert undo(running.pk) not in log
    page = text(carol.get(undo(running.pk)))
    assert "It can’t go on; have it played again from the start." in page
    assert 'name="reason"' not in page
    assert carol.post(undo(over.pk), {"reason": "Wrong."}).status_code == 303
    second = carol.post(undo(over.pk), {"reason": "Wrong."})
    assert second.status_code == 409
    assert "It has been undone already." in text(second)


def test_nothing_is_offered_for_undoing_once_the_season_is_over(carol: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    path = f"{DESK}do/withdraw/?entry={season.entries.get(player__name='alice').pk}"
    carol.post(path, looked(carol, path))
    assert "/undo/" in text(carol.get("/leagues/tiles/log/"))
    Season.objects.update(finished_at=NOW)
    assert "/undo/" not in text(carol.get("/leagues/tiles/log/"))


def test_one_season_at_a_time_is_begun_and_the_first_is_called_so(carol: Client) -> None:
    a_league()
    path = "/manage/tiles/"
    assert "Begin the first season" in text(carol.get(path))
    carol.post(path, {"do": "begin"})
    assert "Season 1 hasn’t started yet." in text(carol.get(path))
    assert carol.post(path, {"do": "begin"}).status_code == 409
    assert Season.objects.count() == 1


def test_a_director_is_removed_only_after_a_second_thought(carol: Client) -> None:
    league = a_league()
    league.directors.add(a_player("alice", last_login=NOW))
    asked = carol.post("/manage/tiles/", {"do": "drop", "name": "alice"})
    assert "Remove alice as director?" in text(asked)
    assert league.directors.count() == 2
    carol.post("/manage/tiles/", {"do": "drop", "name": "alice", "sure": "1"})
    assert [each.name for each in league.directors.all()] == ["carol"]


def test_what_is_proposed_is_in_the_public_log_only_once_it_is_published(carol: Client) -> None:
    league = a_league(smallest_division=2, largest_division=3)
    people = ("alice", "bob", "dave", "erin", "frank", "grace")
    season = a_season(league, *people, is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    below = season.divisions.get(level=1)
    alice = SeasonEntry.objects.get(player__name="alice")
    path = f"{DESK}do/move/?entry={alice.pk}"
    carol.post(path, looked(carol, path, to=below.pk, reason="Friends asked."))
    log = "/leagues/tiles/log/"
    assert "Friends asked." not in text(Client().get(log))
    assert "Friends asked." in text(carol.get(log))
    path = f"{DESK}do/message/?division={below.pk}"
    answer = carol.post(path, {"text": "Hello", "reason": "News.", "step": "try"})
    assert "Divisions are only proposed" in text(answer)
    assert "Write to all" not in text(carol.get(DESK))
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=timezone.now())
    assert "Friends asked." in text(Client().get(log))


def test_a_late_players_division_is_chosen_and_the_dry_run_warns(carol: Client) -> None:
    season = a_running_season(a_league(smallest_division=2, largest_division=2), "alice", "bob")
    a_player("erin", last_login=NOW)
    path = f"{DESK}do/add-player/"
    assert 'value="" selected' in text(carol.get(path))
    fields = {"player": "erin", "reason": "Late.", "step": "try"}
    assert "Choose a division." in text(carol.post(path, fields))
    page = text(carol.post(path, fields | {"division": str(season.divisions.get().pk)}))
    assert "Division 1 would have 3 players; the league’s rules say 2 at most." in page
    assert "These games and their mails begin at once." in page


def test_a_player_who_leaves_is_in_the_log_and_on_the_desk(carol: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    alice = a_player("alice")
    leave_season(season_id=season.pk, player_id=alice.pk, by=alice, now=NOW)
    assert "withdrew from the season" in text(Client().get("/leagues/tiles/log/"))
    assert "Have withdrawn" in text(carol.get(DESK))
