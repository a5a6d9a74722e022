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
from tests.factories import NOW, a_game, a_player, a_stand_by

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


def test_a_clock_is_stopped_and_runs_again_a_day_later(staff: Client) -> None:
    game = a_game()
    assert "done." in run(staff, "pause", game)
    assert Seat.objects.get(game=game, index=0).deadline_at is None
    assert "done." in run(staff, "go_on", game)
    assert GamePause.objects.get().to_at == NOW + 25 * HOUR
    assert AuditEntry.objects.get(action="pause_game").actor == a_player("carol")


def test_a_turn_is_extended_by_a_day(staff: Client) -> None:
    seat = Seat.objects.get(game=a_game(), index=0)
    assert "done." in run(staff, "extend", seat)
    seat.refresh_from_db()
    assert seat.deadline_at == NOW + 4 * DAY


def test_a_time_out_is_forced(staff: Client) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy="bot-once")
    assert "done." in run(staff, "time_out", Seat.objects.get(game=game, index=0))
    assert TimeOut.objects.get().outcome == "bot-once"


def test_a_seat_that_is_not_to_move_is_refused_in_words(staff: Client) -> None:
    seat = Seat.objects.get(game=a_game(), index=1)
    for action in ("extend", "time_out"):
        assert "This seat is not to move." in run(staff, action, seat)


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
