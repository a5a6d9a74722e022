"""Vacations: announced, capped, and fair to those who wait."""

from datetime import UTC, date, datetime, timedelta

import pytest

from games.models import Seat, Vacation
from games.services.erasure import erase_player
from games.services.errors import TooLate
from games.services.vacations import BadVacation, cancel_vacation, days_left, set_vacation
from tests.factories import NOW, a_game, a_player, play_next

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


def away(first: date, last: date, now: datetime = NOW, name: str = "alice") -> Vacation:
    return set_vacation(player_id=a_player(name).pk, first=first, last=last, now=now)


def test_days_are_whole_days_in_the_players_zone() -> None:
    a_player("alice", time_zone="Asia/Tokyo")
    vacation = away(date(2026, 6, 5), date(2026, 6, 6))
    assert vacation.from_at == datetime(2026, 6, 4, 15, tzinfo=UTC)
    assert vacation.to_at == datetime(2026, 6, 6, 15, tzinfo=UTC)


def test_every_deadline_that_waits_moves_and_no_other_does() -> None:
    games = [a_game(name=f"Game {number}") for number in range(2)]
    play_next(games[1].pk, now=NOW)  # bob is to move there
    away(date(2026, 6, 2), date(2026, 6, 8))
    seats = [Seat.objects.get(game=game, awaited_turn__isnull=False) for game in games]
    assert [seat.deadline_at for seat in seats] == [NOW + 10 * DAY, NOW + 3 * DAY]
    assert seats[0].game.deadline_at == NOW + 10 * DAY


def test_a_turn_that_is_asked_in_a_vacation_waits_for_its_end() -> None:
    away(date(2026, 6, 1), date(2026, 6, 9))
    game = a_game(now=NOW + DAY)
    assert game.deadline_at == datetime(2026, 6, 13, tzinfo=UTC)


def test_thirty_days_in_a_year_are_the_most() -> None:
    away(date(2026, 6, 10), date(2026, 6, 29))
    assert days_left(a_player("alice"), now=NOW) == 10
    with pytest.raises(BadVacation):
        away(date(2026, 12, 1), date(2026, 12, 11))
    away(date(2026, 12, 1), date(2026, 12, 10))
    away(date(2027, 7, 1), date(2027, 7, 20), now=NOW + 300 * DAY)


def test_a_summer_time_change_costs_nobody_a_day() -> None:
    a_player("alice", time_zone="Europe/Berlin")
    away(date(2026, 10, 5), date(2026, 11, 3))
    assert days_left(a_player("alice"), now=NOW) == 0


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 6, 3), date(2026, 6, 2)),
        (date(2026, 5, 31), date(2026, 6, 2)),
        (date(2028, 6, 3), date(2028, 6, 4)),
    ],
)
def test_days_that_are_no_vacation_are_refused(first: date, last: date) -> None:
    with pytest.raises(BadVacation):
        away(first, last)


def test_two_vacations_do_not_overlap() -> None:
    away(date(2026, 6, 3), date(2026, 6, 5))
    with pytest.raises(BadVacation):
        away(date(2026, 6, 5), date(2026, 6, 6))


def test_called_off_it_counts_for_turns_asked_before_and_not_for_later_ones() -> None:
    game = a_game()
    vacation = away(date(2026, 6, 2), date(2026, 6, 8))
    cancel_vacation(player_id=vacation.player_id, vacation_id=vacation.pk, now=NOW + HOUR)
    cancel_vacation(player_id=vacation.player_id, vacation_id=vacation.pk, now=NOW + 2 * HOUR)
    assert Seat.objects.get(game=game, index=0).deadline_at == NOW + 10 * DAY
    later = a_game(name="Later", now=NOW + 2 * HOUR)
    assert later.deadline_at == NOW + 3 * DAY + 2 * HOUR
    assert days_left(a_player("alice"), now=NOW + 2 * HOUR) == 30


def test_nobody_calls_off_the_vacation_of_somebody_else_or_one_that_is_over() -> None:
    vacation = away(date(2026, 6, 2), date(2026, 6, 3))
    with pytest.raises(TooLate):
        cancel_vacation(player_id=a_player("bob").pk, vacation_id=vacation.pk, now=NOW)
    with pytest.raises(TooLate):
        cancel_vacation(player_id=vacation.player_id, vacation_id=vacation.pk, now=NOW + 9 * DAY)


def test_an_erased_player_leaves_no_vacations_behind() -> None:
    vacation = away(date(2026, 6, 2), date(2026, 6, 3))
    erase_player(player_id=vacation.player_id, by=a_player("alice"), now=NOW)
    assert not Vacation.objects.exists()
