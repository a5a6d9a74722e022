"""What directors do with clocks."""

from datetime import timedelta

import pytest
import time_machine
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from games.models import (
    AuditEntry,
    Game,
    GamePause,
    Outage,
    Seat,
    SeatOffer,
    SignOfLife,
    TimeOut,
    Vacation,
)
from tests.admin_rows import confirmed, done, looked
from tests.factories import (
    NOW,
    a_game,
    a_league,
    a_player,
    a_running_season,
    a_stand_by,
    play_random_moves,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock() -> object:
    with time_machine.travel(NOW + HOUR, tick=False):
        yield


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(a_player("carol", is_staff=True, is_superuser=True))
    return client


def run(staff: Client, action: str, row: Model) -> str:
    url = reverse(f"admin:games_{row._meta.model_name}_changelist")
    data = {"action": action, "_selected_action": str(row.pk)}
    return staff.post(url, data, follow=True).content.decode()


def test_a_clock_is_looked_at_stopped_for_a_reason_and_runs_again_a_day_later(
    staff: Client,
) -> None:
    game = a_game()
    assert "→ the clock stands" in looked(staff, "game", "desk_pause", game.pk)
    assert not GamePause.objects.exists()
    assert Seat.objects.get(game=game, index=0).deadline_at is not None
    assert "Done 1 time" in done(staff, "game", "desk_pause", game.pk)
    assert Seat.objects.get(game=game, index=0).deadline_at is None
    assert "Done 1 time" in done(staff, "game", "desk_resume", game.pk)
    assert GamePause.objects.get().to_at == NOW + 25 * HOUR
    entry = AuditEntry.objects.get(action="pause_game")
    assert (entry.actor, entry.reason) == (a_player("carol"), "Power cut.")


def test_games_of_a_league_and_others_are_stopped_together_and_the_league_logs_its_own(
    staff: Client,
) -> None:
    loose, season = a_game("alice", "bob"), a_running_season(a_league(), "alice", "bob")
    table = season.divisions.get().fixtures.get().game
    assert table is not None
    assert "Done 2 times" in done(staff, "game", "desk_pause", loose.pk, table.pk)
    assert GamePause.objects.count() == 2
    action = season.actions.get(kind="pause")
    assert (action.reason, action.by.name) == ("Power cut.", "carol")


def test_a_game_that_went_on_since_the_dry_run_is_left_alone(staff: Client) -> None:
    game = a_game()
    page = looked(staff, "game", "desk_pause", game.pk)
    play_random_moves(game, 1)
    answer = confirmed(staff, "game", "desk_pause", page, game.pk)
    assert "This has changed since you looked." in answer
    assert not GamePause.objects.exists()


def test_a_turn_is_extended_by_hours(staff: Client) -> None:
    seat = Seat.objects.get(game=a_game(), index=0)
    assert "Done 1 time" in done(staff, "seat", "desk_add_time", seat.pk, hours="24")
    seat.refresh_from_db()
    assert seat.deadline_at == NOW + 4 * DAY


def test_a_time_out_is_forced(staff: Client) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy="bot-once")
    seat = Seat.objects.get(game=game, index=0)
    assert "Done 1 time" in done(staff, "seat", "desk_time_out", seat.pk)
    assert TimeOut.objects.get().outcome == "bot-once"


def test_a_seat_that_is_not_to_move_is_refused_in_words(staff: Client) -> None:
    seat = Seat.objects.get(game=a_game(), index=1)
    assert "This seat is not to move." in looked(staff, "seat", "desk_time_out", seat.pk)
    page = looked(staff, "seat", "desk_add_time", seat.pk, hours="24")
    assert "This seat is not to move." in page


def test_a_seat_is_offered_and_the_offer_taken_back(staff: Client) -> None:
    seat = Seat.objects.get(game=a_game(), index=0)
    assert "Nobody stands in" in run(staff, "offer", seat)
    a_stand_by("dave")
    assert "done." in run(staff, "offer", seat)
    assert SeatOffer.objects.get().cause == "director"
    assert "done." in run(staff, "withdraw", seat)
    assert not SeatOffer.objects.get().is_open


@pytest.mark.parametrize("model", [GamePause, Vacation, Outage, SignOfLife, TimeOut])
def test_what_services_wrote_is_to_look_at_only(staff: Client, model: type[Model]) -> None:
    name = model._meta.model_name
    assert staff.get(reverse(f"admin:games_{name}_changelist")).status_code == 200
    assert staff.post(reverse(f"admin:games_{name}_add"), {}).status_code == 403
