"""Leagues in the admin."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import DirectorAction, Fixture, League, OutgoingMail, Season, Step
from games.services.season_steps import run_season, run_step
from tests.factories import NOW, a_league, a_player, a_season

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
    assert "is being prepared" in run(staff, "league", "begin_season", league.pk)
    season = Season.objects.get()
    assert "needs 2 players" in run(staff, "season", "ask_draw", season.pk)
    season = a_season(league, is_drawn=False)
    assert "in the background" in run(staff, "season", "ask_publish", season.pk)
    run_season(season_id=season.pk, clock=lambda: NOW)
    assert Fixture.objects.filter(division__season=season).count() == 6
    assert "hasn’t started" in run(staff, "season", "ask_finish", season.pk)


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
