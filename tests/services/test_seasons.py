"""Seasons: begun, entered and drawn."""

from collections import Counter

import pytest

from games.models import AuditEntry, Fixture, FixtureSeat, Player, Season, SeasonEntry, Step
from games.selectors.divisions import read_play
from games.services.errors import NotAllowed
from games.services.season_draw import tables_planned
from games.services.season_proposal import proposal_for
from games.services.season_steps import run_step
from games.services.seasons import SeasonRefused, create_season, enter_season
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide_all, rank

pytestmark = pytest.mark.django_db


def draw(season: Season, by: Player) -> Season:
    """Bring a season to its published fixtures."""
    return run_step(season_id=season.pk, step=Step.PUBLISH, by=by, now=NOW)


def names(season: Season) -> list[list[str]]:
    """The names of each division, from the top, in the order of entering."""
    return [
        [entry.player.name for entry in division.entries.order_by("pk")]
        for division in season.divisions.order_by("level")
    ]


def finish(season: Season, *order: str) -> None:
    """Write the final places: each division in this order."""
    for division in season.divisions.all():
        entries = sorted(division.entries.all(), key=lambda entry: order.index(entry.player.name))
        for place, entry in enumerate(entries, start=1):
            SeasonEntry.objects.filter(pk=entry.pk).update(final_place=place)
    Season.objects.filter(pk=season.pk).update(finished_at=NOW)


def test_only_a_director_of_this_league_begins_and_draws_its_seasons() -> None:
    league, other = a_league(), a_league("other")
    alice, dave = a_player("alice"), a_player("dave")
    other.directors.add(dave)
    season = a_season(league, is_drawn=False)
    for player in (alice, dave):
        with pytest.raises(NotAllowed):
            create_season(league_id=league.pk, by=player, now=NOW)
        with pytest.raises(NotAllowed):
            draw(season, player)
    season.refresh_from_db()
    assert season.drawn_at is None


def test_seasons_are_numbered_and_entries_counted_once() -> None:
    league = a_league()
    first, second = a_season(league, is_drawn=False), a_season(league, is_drawn=False)
    assert (first.number, second.number) == (1, 2)
    enter_season(season_id=first.pk, player_id=a_player("alice").pk, now=NOW)
    assert first.entries.count() == 4


def test_everybody_meets_everybody_and_is_in_one_division() -> None:
    season = a_season(a_league(), "alice", "bob", "carol", "dave", "erin")
    assert names(season) == [["alice", "bob", "carol", "dave", "erin"]]
    fixtures = Fixture.objects.filter(division__season=season)
    sizes = Counter(fixture.seats.count() for fixture in fixtures)
    assert sizes == {2: 10, 1: 5}
    pairs = {
        frozenset(fixture.seats.values_list("entry", flat=True))
        for fixture in fixtures
        if fixture.seats.count() == 2
    }
    assert len(pairs) == 10


def test_tables_of_four_seat_everybody_as_often() -> None:
    league = a_league(table_size=4, pairing="balanced", games_each=4)
    people = [f"player {number}" for number in range(1, 8)]
    season = a_season(league, *people)
    counts = Counter(FixtureSeat.objects.values_list("entry", "index"))
    assert set(counts.values()) == {1}
    assert len(counts) == 7 * 4
    assert Fixture.objects.filter(division__season=season).count() == 7


def test_tables_of_three_and_four_seat_everybody_in_every_round_for_points_that_compare() -> None:
    league = a_league(table_size=4, pairing="mixed", games_each=2, rounds_at_once=1)
    season = a_running_season(league, *[f"player {number}" for number in range(1, 8)])
    fixtures = Fixture.objects.filter(division__season=season)
    sizes = Counter((fixture.round, fixture.seats.count()) for fixture in fixtures)
    assert sizes == {(1, 4): 1, (1, 3): 1, (2, 4): 1, (2, 3): 1}
    assert tables_planned(season, 0, 7) == 4
    assert set(Counter(fixtures.values_list("round", "seats__entry")).values()) == {1}
    decide_all(season)
    table = read_play(league, season.divisions.get()).table()
    assert [int(line.tally.points) for line in table] == [6, 6, 4, 3, 2, 0, 0]


def test_drawing_twice_changes_nothing() -> None:
    season = a_season(a_league())
    before = list(FixtureSeat.objects.order_by("pk").values())
    later = a_player("carol")
    draw(season, later)
    assert list(FixtureSeat.objects.order_by("pk").values()) == before
    assert AuditEntry.objects.filter(action="season-draw").count() == 1


def test_a_drawn_season_takes_no_entries_and_too_few_are_refused() -> None:
    league = a_league()
    season = a_season(league)
    with pytest.raises(SeasonRefused):
        enter_season(season_id=season.pk, player_id=a_player("erin").pk, now=NOW)
    lonely = a_season(league, "alice", is_drawn=False)
    with pytest.raises(SeasonRefused):
        draw(lonely, a_player("carol"))
    assert not lonely.divisions.exists()


def test_the_best_go_up_the_last_go_down_and_who_returns_comes_after_them() -> None:
    league = a_league(smallest_division=2, largest_division=3, promoted=1, relegated=1)
    first = a_season(league, "alice", "bob", "carol", "dave", "erin", "frank")
    assert names(first) == [["alice", "bob", "carol"], ["dave", "erin", "frank"]]
    finish(first, "alice", "bob", "carol", "dave", "erin", "frank")
    second = a_season(league, "frank", "erin", "dave", "carol", "bob")
    assert [sorted(each) for each in names(second)] == [["bob", "dave"], ["carol", "erin", "frank"]]
    finish(second, "bob", "dave", "carol", "erin", "frank")
    third = a_season(league, "alice", "bob", "carol", "grace")
    assert [sorted(each) for each in names(third)] == [["bob", "carol"], ["alice", "grace"]]


def test_a_seed_draws_the_same_fixtures_again() -> None:
    season = a_season(a_league(), is_drawn=False)
    Season.objects.filter(pk=season.pk).update(seed="00" * 32)
    draw(season, a_player("carol"))
    other = a_season(a_league("other"), is_drawn=False)
    Season.objects.filter(pk=other.pk).update(seed="00" * 32)
    draw(other, a_player("carol"))

    def seating(drawn: Season) -> list[tuple[int, int, int, str]]:
        seats = FixtureSeat.objects.filter(fixture__division__season=drawn)
        return list(
            seats.order_by("fixture__round", "fixture__number", "index").values_list(
                "fixture__round", "fixture__number", "index", "entry__player__name"
            )
        )

    assert seating(season) == seating(other)


def test_a_first_season_goes_by_rating_then_by_lot_whatever_the_order_of_entering() -> None:
    league = a_league(smallest_division=2, largest_division=3)
    people = ["alice", "bob", "dave", "erin", "frank", "grace"]
    rank("frank", "dave")
    first = a_season(league, *people[:3], is_drawn=False)
    for name in people[3:]:
        enter_season(season_id=first.pk, player_id=a_player(name).pk, now=NOW)
    proposal = proposal_for(first, [a_player(name).pk for name in people])
    assert proposal == proposal_for(first, [a_player(name).pk for name in reversed(people)])
    lines = [line for division in proposal.divisions for line in division]
    assert [line.player for line in lines[:2]] == [a_player("frank").pk, a_player("dave").pk]
    assert [line.is_by_lot for line in lines] == [False, False, True, True, True, True]
    drawn = set()
    for number in range(8):
        first.seed = f"{number:064x}"
        drawn.add(
            proposal_for(first, [a_player(name).pk for name in people]).divisions[0][2].player
        )
    assert len(drawn) > 1
