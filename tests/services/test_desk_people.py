"""What directors do about players and divisions, and how it is undone."""

from typing import Any

import pytest

from games.models import (
    Division,
    Fixture,
    FixtureSeat,
    League,
    MailKind,
    OutgoingMail,
    Player,
    Season,
    SeasonEntry,
    Seat,
)
from games.services.errors import Refused, TooLate, TooMany
from games.services.season_tables import start_tables
from games.services.seasons import SeasonRefused
from tests.factories import NOW, a_league, a_player, a_running_season, a_season
from tests.services.test_desk import do, take_back

pytestmark = pytest.mark.django_db


def entry(name: str) -> SeasonEntry:
    return SeasonEntry.objects.select_related("division").get(player__name=name)


def seating(season: Season) -> list[tuple[Any, ...]]:
    """Every fixture with its seats, by names."""
    seats = FixtureSeat.objects.filter(fixture__division__season=season)
    return sorted(
        seats.values_list(
            "fixture__division__level", "fixture__round", "fixture__number", "index",
            "entry__player__name",
        )
    )  # fmt: skip


def two_divisions() -> League:
    return a_league(smallest_division=2, largest_division=3)


def six() -> tuple[str, ...]:
    return ("alice", "bob", "dave", "erin", "frank", "grace")


def test_a_player_is_withdrawn_and_comes_back_to_games_and_fixtures() -> None:
    season = a_running_season(a_league(rounds_at_once=1), "alice", "bob", "dave", "erin")
    before = seating(season)
    action = do(season, "withdraw", entry=entry("alice").pk)
    assert Seat.objects.get(player__name="alice").is_bot
    assert seating(season) != before
    take_back(action)
    assert not Seat.objects.get(player__name="alice").is_bot
    assert seating(season) == before
    assert entry("alice").withdrawn_at is None


def test_a_withdrawal_stands_once_games_have_begun_without_the_player() -> None:
    league = a_league(table_size=3, pairing="balanced", games_each=3, rounds_at_once=1)
    season = a_running_season(league, "alice", "bob", "dave", "erin", "frank", "grace")
    action = do(season, "withdraw", entry=entry("alice").pk)
    season.divisions.update(released=20)
    while start_tables(season_id=season.pk, clock=lambda: NOW):
        pass
    with pytest.raises(TooLate, match="begun since"):
        take_back(action)


def test_a_late_player_meets_everybody_and_leaves_again_before_playing() -> None:
    season = a_running_season(a_league(), "alice", "bob", "dave")
    before = seating(season)
    division = season.divisions.get()
    late = a_player("erin")
    action = do(season, "add-player", player="erin", player_id=late.pk, division=division.pk)
    new = Fixture.objects.filter(seats__entry=entry("erin"))
    assert new.count() == 3
    assert Fixture.objects.to_start().filter(division__season=season).count() == 3
    take_back(action)
    assert seating(season) == before
    again = do(season, "add-player", player="erin", player_id=late.pk, division=division.pk)
    start_tables(season_id=season.pk, clock=lambda: NOW)
    with pytest.raises(TooLate, match="Withdraw the player instead"):
        take_back(again)


def test_before_the_draw_a_player_is_entered_whatever_the_entries_date() -> None:
    season = a_season(a_league(), is_drawn=False)
    Season.objects.filter(pk=season.pk).update(closed_at=NOW)
    action = do(season, "add-player", player="erin", player_id=a_player("erin").pk)
    assert entry("erin").division is None
    with pytest.raises(SeasonRefused, match="entered this season already"):
        do(season, "add-player", player="erin", player_id=a_player("erin").pk)
    take_back(action)
    assert not SeasonEntry.objects.filter(player__name="erin").exists()


def test_balanced_tables_take_nobody_more() -> None:
    league = a_league(table_size=3, pairing="balanced", games_each=3)
    season = a_season(league, "alice", "bob", "dave", "erin")
    late = a_player("frank")
    with pytest.raises(SeasonRefused, match="substitute"):
        do(
            season, "add-player", player="frank", player_id=late.pk,
            division=season.divisions.get().pk,
        )  # fmt: skip


def test_a_player_changes_divisions_before_the_start_and_back_to_the_same_fixtures() -> None:
    season = a_season(two_divisions(), *six())
    before = seating(season)
    below = Division.objects.get(season=season, level=1)
    mover = Player.objects.get(season_entries__division__level=0, name="alice")
    action = do(season, "move", entry=entry(mover.name).pk, to=below.pk)
    assert below.entries.count() == 4
    assert seating(season) != before
    take_back(action)
    assert seating(season) == before


def test_divisions_are_merged_and_parted_again() -> None:
    season = a_season(two_divisions(), *six())
    before = seating(season)
    top, below = season.divisions.order_by("level")
    action = do(season, "merge", division=below.pk, to=top.pk)
    assert top.entries.count() == 6
    assert Fixture.objects.filter(division=top).count() == 15
    take_back(action)
    assert seating(season) == before


def test_once_games_have_begun_everybody_stays_in_the_division() -> None:
    season = a_running_season(two_divisions(), *six())
    top, below = season.divisions.order_by("level")
    with pytest.raises(TooLate, match="have begun"):
        do(season, "merge", division=below.pk, to=top.pk)
    with pytest.raises(TooLate, match="have begun"):
        do(season, "move", entry=entry("alice").pk, to=below.pk)


def test_a_division_is_written_to_three_times_a_day_at_most() -> None:
    season = a_season(a_league(), "alice", "bob", "dave")
    division = season.divisions.get()
    Player.objects.filter(name="bob").update(notices="never")
    action = do(season, "message", division=division.pk, text="Welcome!")
    told = OutgoingMail.objects.filter(kind=MailKind.SEASON_MESSAGE)
    assert {mail.player.name for mail in told if mail.player} == {"alice", "dave"}
    with pytest.raises(TooLate, match="called back"):
        take_back(action)
    for _ in range(2):
        do(season, "message", division=division.pk, text="Again.")
    with pytest.raises(TooMany):
        do(season, "message", division=division.pk, text="Once more.")
    with pytest.raises(Refused):
        do(season, "message", division=division.pk, text="x" * 2000)


def test_many_players_are_entered_at_once_and_out_again() -> None:
    season = a_season(a_league(), "alice", "bob", is_drawn=False)
    people = [a_player(name).pk for name in ("bob", "dave", "erin")]
    action = do(season, "import", players=people, count=2)
    assert season.entries.count() == 4
    take_back(action)
    assert season.entries.count() == 2
