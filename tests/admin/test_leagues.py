"""Leagues in the admin."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from games.models import (
    DirectorAction,
    Fixture,
    Game,
    GamePause,
    GameStatus,
    League,
    OutgoingMail,
    Season,
    Seat,
    Step,
)
from games.services.season_steps import run_season, run_step
from tests.admin_rows import confirmed, done, looked
from tests.factories import NOW, a_game, a_league, a_player, a_running_season, a_season

pytestmark = pytest.mark.django_db

RULES = {
    "name": "Friday league", "slug": "friday", "description": "", "table_size": "4", "wall": "colored",
    "pace": "2D", "timeout_policy": "bot-for-good", "pairing": "balanced", "games_each": "4",
    "points": '{"4": [5, 3, 1, 0]}', "bye_points": "0", "tie_breaks": '["rows", "head_to_head"]',
    "promoted": "2", "relegated": "2", "smallest_division": "4", "largest_division": "10",
    "rounds_at_once": "0", "round_days": "0", "proposal_days": "3", "entry_days": "0",
}  # fmt: skip


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(a_player("judge", is_staff=True, is_superuser=True))
    return client


def run(client: Client, model: str, action: str, pk: int) -> str:
    data = {"action": action, "_selected_action": str(pk)}
    page = client.post(reverse(f"admin:games_{model}_changelist"), data, follow=True)
    return page.content.decode()


def test_staff_found_a_league_and_name_its_directors(staff: Client) -> None:
    carol = a_player("carol")
    staff.post(reverse("admin:games_league_add"), {**RULES, "directors": [carol.pk]})
    league = League.objects.get()
    assert (league.pace, league.tie_breaks, league.points) == (
        "2d", ["rows", "head_to_head"], {"4": [5, 3, 1, 0]},
    )  # fmt: skip
    assert list(league.directors.all()) == [carol]
    mail = OutgoingMail.objects.get(context__news="desk")
    assert (mail.holder, DirectorAction.objects.get().kind) == (carol, "director-added")


@pytest.mark.parametrize(
    "fault",
    [
        {"pace": "soon"},
        {"tie_breaks": '["rows", "rows"]'},
        {"tie_breaks": '["luck"]'},
        {"tie_breaks": '"rows"'},
        {"tie_breaks": '[["rows"]]'},
        {"points": '{"4": [1, 2, 3, 4]}'},
        {"points": '{"4": [3, 1]}'},
        {"points": '{"x": 3}'},
        {"points": "[3, 1]"},
        {"points": '{"2": [9999999999999999999999, 0]}'},
        {"points": '{"4": [5, "3", 1, 0]}'},
        {"bye_points": "1001"},
        {"promoted": "11"},
        {"pairing": "single"},
        {"smallest_division": "3"},
        {"smallest_division": "12"},
        {"table_size": "5", "smallest_division": "5"},
        {"pairing": "mixed"},
        {"pairing": "mixed", "points": "{}", "table_size": "3"},
    ],
    ids=str,
)
def test_rules_that_do_not_hold_together_are_refused(staff: Client, fault: dict[str, str]) -> None:
    page = staff.post(reverse("admin:games_league_add"), {**RULES, **fault})
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()
    assert not League.objects.exists()


def test_actions_begin_a_season_and_ask_for_its_steps(staff: Client) -> None:
    league = a_league()
    other = a_league("other")
    page = looked(staff, "league", "desk_prepare", league.pk, other.pk)
    assert page.count("Season 1 is prepared; nobody is told before it is opened.") == 2
    assert not Season.objects.exists()
    assert "Done 2 times" in done(staff, "league", "desk_prepare", league.pk, other.pk)
    assert "hasn’t started yet" in looked(staff, "league", "desk_prepare", league.pk)
    prepared = DirectorAction.objects.filter(kind="season-prepared", reason="Power cut.")
    assert {action.league for action in prepared} == {league, other}
    season = Season.objects.get(league=league)
    assert "needs 2 players" in looked(staff, "season", "ask_draw", season.pk)
    season = a_season(league, is_drawn=False)
    assert "4 players have entered" in looked(staff, "season", "ask_publish", season.pk)
    assert "Done 1 time" in done(staff, "season", "ask_publish", season.pk)
    run_season(season_id=season.pk, clock=lambda: NOW)
    assert Fixture.objects.filter(division__season=season).count() == 6
    assert "hasn’t started" in looked(staff, "season", "ask_finish", season.pk)


def test_players_change_divisions_while_these_are_proposed(staff: Client) -> None:
    league = a_league(smallest_division=2, largest_division=2)
    season = a_season(league, is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    alice = season.entries.get(player__name="alice")
    run(staff, "seasonentry", "move_down", alice.pk)
    alice.refresh_from_db()
    assert alice.division is not None
    assert alice.division.level == 1
    assert "There is no such division." in run(staff, "seasonentry", "move_down", alice.pk)


def test_the_seed_of_a_season_is_on_no_page_and_found_by_no_guess(staff: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    page = staff.get(reverse("admin:games_season_change", args=[season.pk])).content.decode()
    assert season.seed not in page
    guess = {"seed__startswith": season.seed[:2]}
    assert staff.get(reverse("admin:games_season_changelist"), guess).status_code == 400


def test_many_games_are_looked_at_stopped_for_one_reason_and_logged_each(staff: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob", "dave")
    ids = list(Game.objects.values_list("pk", flat=True))
    asked = run(staff, "game", "desk_pause", ids[0])
    assert 'name="reason"' in asked
    looked(staff, "game", "desk_pause", *ids)
    assert not GamePause.objects.exists()
    assert "Done 3 times" in done(staff, "game", "desk_pause", *ids)
    assert GamePause.objects.count() == season.actions.filter(kind="pause").count() == 3


def test_more_time_a_time_out_and_void_go_through_the_desk(staff: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    seat = Seat.objects.awaited().get()
    before = seat.deadline_at
    assert before is not None
    done(staff, "seat", "desk_add_time", seat.pk, hours="48")
    seat.refresh_from_db()
    assert seat.deadline_at is not None
    assert seat.deadline_at > before
    assert "it moves within seconds" in looked(staff, "seat", "desk_time_out", seat.pk)
    fixture = Fixture.objects.tables().get(division__season=season)
    done(staff, "fixture", "desk_void", fixture.pk)
    assert Game.objects.get().status == GameStatus.VOID
    assert set(season.actions.values_list("kind", flat=True)) == {"add-time", "void"}


def test_entries_are_withdrawn_and_what_cant_be_done_says_why(staff: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    ids = list(season.entries.order_by("pk").values_list("pk", flat=True)[:2])
    done(staff, "seasonentry", "desk_withdraw", *ids)
    assert season.entries.filter(withdrawn_at=None).count() == 2
    assert "has withdrawn already." in looked(staff, "seasonentry", "desk_withdraw", *ids)
    assert "None of these belongs" in run(staff, "game", "desk_void", a_game().pk)
    assert 'class="errorlist' in looked(staff, "seasonentry", "desk_withdraw", ids[0], reason="")


def test_a_stale_dry_run_in_the_admin_is_not_carried_out(staff: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    page = looked(staff, "season", "ask_publish", season.pk)
    season.entries.filter(player__name="dave").update(withdrawn_at=NOW)
    answer = confirmed(staff, "season", "ask_publish", page, season.pk)
    assert "This has changed since you looked." in answer
    assert not DirectorAction.objects.exists()


@pytest.mark.parametrize("model", ["game", "seat", "seasonentry", "fixture"])
def test_chosen_rows_come_as_a_file(staff: Client, model: str) -> None:
    a_running_season(a_league(), "=alice", "bob")
    rows = apps.get_model("games", model)._default_manager.values_list("pk", flat=True)
    ids = [str(pk) for pk in rows]
    data = {"action": "export_csv", "_selected_action": ids}
    answer = staff.post(reverse(f"admin:games_{model}_changelist"), data)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert len(lines) == 1 + len(ids)
    assert "\n=" not in answer.content.decode()


def test_dates_of_a_season_are_changed_on_the_desk_only_with_a_link_to_it(staff: Client) -> None:
    season = a_season(a_league(), is_drawn=False)
    path = reverse("admin:games_season_change", args=[season.pk])
    page = staff.get(path).content.decode()
    assert 'href="/manage/tiles/1/do/dates/"' in page
    assert 'name="closes_at' not in page
    assert (
        staff.post(path, {"closes_at_0": "2099-01-01", "closes_at_1": "12:00"}).status_code == 403
    )
    season.refresh_from_db()
    assert season.closes_at is None


def test_rules_of_a_running_season_are_left_to_the_desk_and_its_league_can_still_be_named(
    staff: Client,
) -> None:
    league = a_season(a_league()).league
    path = reverse("admin:games_league_change", args=[league.pk])
    page = staff.get(path).content.decode()
    assert 'href="/manage/tiles/rules/"' in page
    assert 'name="promoted"' not in page
    fields = {
        **RULES,
        "name": "Azulejos",
        "slug": "tiles",
        "promoted": "3",
        "points": '{"2": [9, 0]}',
    }
    assert staff.post(path, fields).status_code == 302
    was = league.promoted, league.points
    league.refresh_from_db()
    assert (league.name, (league.promoted, league.points)) == ("Azulejos", was)
