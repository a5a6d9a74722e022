"""`simulate_year` finds no fault in a year, and would find one."""

import json
import os
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from games.management.year.checks import Checks, Failure
from games.models import Game, GamePause, MailKind, OutgoingMail, Seat, TimeOut
from games.services.deadlines import expire_turn
from games.services.reminders import remind_player
from tests.factories import NOW, a_game, a_player, play_next
from tests.servers import ROOT

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def test_a_small_year_passes_without_a_fault_and_leaves_nothing_behind(tmp_path: Path) -> None:
    # In a process of its own: it makes another database the default one.
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "azulsite.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
        "TMPDIR": str(tmp_path),
    }
    command = [sys.executable, "manage.py", "simulate_year", "--json", "--games", "4"]
    answer = subprocess.run(
        [*command, "--days", "8"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    figures = json.loads(answer.stdout)
    assert (figures["games"], figures["faults"]) == (4, 0)
    assert figures["moves_by_link"] > 50
    assert figures["outages_of_worker"] >= 1
    assert figures["reminders_of_turns"] > 0
    assert figures["time_outs_reckoned"] > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
class TestChecks:
    """Each kind of unfairness, made by hand, is told."""

    def test_a_fair_game_has_no_fault(self) -> None:
        game, checks = a_game(pace="5d+12h<=7d"), Checks()
        asked = checks.look_at_all(NOW)
        assert [seat.index for seat in asked] == [0]
        play_next(game.pk, now=NOW + DAY)
        checks.look_at_game(game.pk, NOW + DAY)
        checks.recompute(NOW + DAY)
        assert checks.faults == []
        assert checks.figures["moves_reckoned"] == checks.figures["deadlines_recomputed"] == 1

    def test_a_deadline_that_moved_back_is_told(self) -> None:
        a_game()
        checks = Checks()
        checks.look_at_all(NOW)
        Seat.objects.awaited().update(deadline_at=NOW + HOUR)
        checks.look_at_all(NOW)
        assert "the deadline moved back" in checks.faults[0]

    def test_a_deadline_that_is_not_the_enforced_one_is_told(self) -> None:
        a_game()
        Seat.objects.awaited().update(deadline_at=NOW + 9 * DAY)
        checks = Checks()
        checks.recompute(NOW)
        assert "is shown" in checks.faults[0]

    def test_a_bank_that_is_wrong_after_a_move_is_told(self) -> None:
        game, checks = a_game(pace="5d+12h<=7d"), Checks()
        checks.look_at_all(NOW)
        play_next(game.pk, now=NOW + DAY)
        Seat.objects.filter(game=game, index=0).update(bank=7 * DAY)
        checks.look_at_game(game.pk, NOW + DAY)
        assert "its bank is 7 days" in checks.faults[0]

    def test_a_time_out_that_was_due_is_no_fault(self) -> None:
        game, checks = a_game(), Checks()
        checks.look_at_all(NOW)
        assert expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY) is not None
        checks.look_at_all(NOW + 3 * DAY)
        assert checks.faults == []
        assert checks.figures["time_outs_reckoned"] == 1

    def test_a_time_out_before_its_time_is_told(self) -> None:
        assert "after 1 day" in faults_of(a_game(), deadline_at=NOW + DAY)[0]

    def test_a_time_out_in_a_night_is_told(self) -> None:
        game = a_game()
        Seat.objects.filter(game=game).update(clock_night=8)
        assert "in a night" in faults_of(game, deadline_at=NOW + 3 * DAY)[0]

    def test_a_time_out_in_a_pause_is_told(self) -> None:
        game, at = a_game(), NOW + 3 * DAY
        GamePause.objects.create(game=game, kind="agreed", from_at=at, to_at=None)
        assert "in a pause" in faults_of(game, deadline_at=at)[0]

    def test_a_time_out_while_the_site_was_down_is_told(self) -> None:
        at = NOW + 3 * DAY
        down = Failure("worker", at - HOUR, at + HOUR)
        assert "while the site was down" in faults_of(a_game(), down, deadline_at=at)[0]

    def test_a_time_out_with_another_outcome_than_agreed_is_told(self) -> None:
        told = faults_of(a_game(), deadline_at=NOW + 3 * DAY, outcome="void")
        assert "instead of reminded" in told[0]

    def test_a_reminder_that_comes_twice_is_told(self) -> None:
        game, checks = a_game(), Checks()
        checks.look_at_all(NOW)
        assert remind_player(player_id=a_player("alice").pk, now=NOW + 2 * DAY)
        checks.look_at_all(NOW + 2 * DAY)
        assert checks.faults == []
        mail = OutgoingMail.objects.get(kind=MailKind.REMINDER)
        mail.pk, mail.key = None, "again"
        mail.save(force_insert=True)
        checks.look_at_all(NOW + 2 * DAY)
        assert f"game {game.pk}" in checks.faults[0]
        assert "reminded twice" in checks.faults[0]


def faults_of(
    game: Game, *failures: Failure, deadline_at: datetime, outcome: str = "reminded"
) -> list[str]:
    """Return what the checks tell of a time-out of the first seat that is written by hand."""
    checks = Checks(failures=list(failures))
    checks.look_at_all(NOW)
    seat = game.seats.get(index=0)
    TimeOut.objects.create(
        game=game,
        seat=seat,
        player=a_player("alice"),
        turn=0,
        deadline_at=deadline_at,
        outcome=outcome,
        at=deadline_at + timedelta(minutes=1),
    )
    checks.look_at_all(deadline_at + HOUR)
    return checks.faults
