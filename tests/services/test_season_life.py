"""The life of a season: steps by dates and clicks, tables, rounds, withdrawals, mails."""

from collections import Counter
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest

from games.models import (
    AuditEntry,
    Claim,
    Fixture,
    FixtureSeat,
    Game,
    GameStatus,
    League,
    OutgoingMail,
    Player,
    Season,
    SeasonEntry,
    Seat,
    Shift,
    Step,
)
from games.selectors.divisions import read_play
from games.selectors.due import seasons_to_run
from games.services import season_steps
from games.services.errors import NotAllowed
from games.services.season_draw import move_entry
from games.services.season_steps import run_season, run_step
from games.services.season_tables import start_fixture, start_tables
from games.services.seasons import SeasonRefused, create_season, enter_season, follow_league
from games.services.withdrawals import leave_season
from tests.desk import ask
from tests.factories import (
    NOW,
    a_league,
    a_player,
    a_running_season,
    a_season,
    decide,
    decide_all,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
SIX = ("alice", "bob", "carol", "dave", "erin", "frank")


def run(season: Season, now: datetime = NOW) -> Season:
    """Let the server do what is due in a season."""
    run_season(season_id=season.pk, clock=lambda: now)
    season.refresh_from_db()
    return season


def mails(news: str) -> dict[str, int]:
    """How many mails of a kind of news each player has waiting."""
    found = OutgoingMail.objects.filter(kind="season-news", context__news=news)
    return Counter(found.values_list("player__name", flat=True))


def games(season: Season) -> list[Game]:
    return list(Game.objects.filter(fixture__division__season=season).order_by("pk"))


def entry(season: Season, name: str) -> SeasonEntry:
    return season.entries.select_related("division").get(player__name=name)


def quick_league(slug: str = "tiles", **rules: object) -> League:
    return a_league(slug, **{"entry_days": 7, "proposal_days": 2, **rules})


def test_dates_alone_carry_a_season_through_its_life_and_into_the_next() -> None:
    league = quick_league()
    director = league.directors.get()
    season = create_season(league_id=league.pk, by=director, now=NOW, opens_at=NOW + DAY)
    assert season.opened_at is None
    assert run(season).opened_at is None
    Season.objects.filter(pk=season.pk).update(closes_at=NOW + 3 * DAY, starts_at=NOW + 6 * DAY)
    assert run(season, NOW + DAY).opened_at == NOW + DAY
    for name in SIX[:4]:
        enter_season(season_id=season.pk, player_id=a_player(name).pk, now=NOW + DAY)
    run(season, NOW + 3 * DAY)
    assert (season.closed_at, season.drawn_at) == (NOW + 3 * DAY, NOW + 3 * DAY)
    assert season.published_at is None
    assert not Fixture.objects.exists()
    assert run(season, NOW + 4 * DAY).published_at is None
    assert run(season, NOW + 5 * DAY).published_at == NOW + 5 * DAY
    assert not games(season)
    run(season, NOW + 6 * DAY)
    assert len(games(season)) == 6
    decide_all(season, NOW + 20 * DAY)
    assert run(season, NOW + 21 * DAY - SECOND).finished_at is None
    run(season, NOW + 21 * DAY)
    assert season.finished_at == season.promoted_at == NOW + 21 * DAY
    assert season.entries.filter(final_place=1).exists()
    following = league.seasons.get(number=2)
    assert following.takes_entries
    assert following.closes_at == NOW + 28 * DAY
    assert following.starts_at == NOW + 30 * DAY
    assert set(mails("opens")) == set(SIX[:4])


def test_one_click_brings_a_season_from_entries_to_its_games() -> None:
    season = a_season(a_league(), is_drawn=False)
    ask(season, Step.START)
    assert season.closed_at is None
    assert seasons_to_run(now=NOW) == [season.pk]
    run(season)
    assert season.started_at == NOW
    assert season.asked_step == ""
    assert len(games(season)) == 6
    drawn = AuditEntry.objects.get(action="season-draw")
    assert drawn.actor == a_player("carol")


def test_a_step_done_twice_changes_nothing() -> None:
    season = a_running_season(a_league())
    before = list(FixtureSeat.objects.order_by("pk").values()), OutgoingMail.objects.count()
    for step in list(Step)[:5]:
        run_step(season_id=season.pk, step=step, by=None, now=NOW + DAY)
    start_tables(season_id=season.pk, clock=lambda: NOW + DAY)
    run(season, NOW + DAY)
    assert season.started_at == NOW
    after = list(FixtureSeat.objects.order_by("pk").values()), OutgoingMail.objects.count()
    assert after == before
    assert len(games(season)) == 6


@pytest.mark.parametrize("step", [Step.DRAW, Step.PUBLISH, Step.START])
def test_a_crash_in_mid_step_leaves_it_undone_and_the_next_try_does_it(step: Step) -> None:
    season = a_season(a_league(), is_drawn=False)
    for before in list(Step)[: list(Step).index(step)]:
        run_step(season_id=season.pk, step=before, by=None, now=NOW)
    with (
        patch.object(season_steps, "_record", side_effect=OSError("power cut")),
        pytest.raises(OSError, match="power cut"),
    ):
        run_step(season_id=season.pk, step=step, by=None, now=NOW)
    season.refresh_from_db()
    assert season.done_at(step) is None
    run_step(season_id=season.pk, step=Step.START, by=None, now=NOW)
    run(season)
    assert len(games(season)) == 6
    assert mails("starts") == dict.fromkeys(("alice", "bob", "carol", "dave"), 1)


def test_tables_broken_off_half_way_are_all_started_once_at_last() -> None:
    season = a_season(a_league(), *SIX)
    run_step(season_id=season.pk, step=Step.START, by=None, now=NOW)
    answers = iter([False, False, True])
    start_tables(season_id=season.pk, clock=lambda: NOW, is_out_of_time=lambda: next(answers))
    assert len(games(season)) == 2
    run(season)
    assert len(games(season)) == 15
    fixture = Fixture.objects.exclude(game=None).order_by("pk")[0]
    assert not start_fixture(fixture_id=fixture.pk, now=NOW)


def test_a_game_has_the_leagues_rules_and_the_fixtures_seats() -> None:
    season = a_running_season(a_league(pace="2d", wall="gray", timeout_policy="void"))
    fixture = Fixture.objects.select_related("game").exclude(game=None).order_by("pk")[0]
    game = fixture.game
    assert game is not None
    assert (game.pace, game.wall, game.timeout_policy) == ("2d", "gray", "void")
    assert (game.name, game.start_seat) == (f"Tiles 1-{fixture.round}", 0)
    seats = fixture.seats.order_by("index").values_list("entry__player", flat=True)
    assert list(game.seats.order_by("index").values_list("player", flat=True)) == list(seats)
    assert season.started_at == NOW


def test_rounds_in_waves_start_when_the_last_are_over_or_their_days_have_passed() -> None:
    season = a_running_season(a_league(rounds_at_once=1, round_days=5))
    assert len(games(season)) == 2
    run(season, NOW + DAY)
    assert len(games(season)) == 2
    decide_all(season)
    run(season, NOW + DAY)
    assert len(games(season)) == 4
    run(season, NOW + 5 * DAY)
    assert len(games(season)) == 4
    run(season, NOW + 6 * DAY)
    assert len(games(season)) == 6
    assert season.finished_at is None


def test_a_swiss_season_draws_each_round_from_the_table_and_nobody_meets_twice() -> None:
    league = a_league(pairing="swiss", games_each=3, bye_points=2)
    season = a_running_season(league, *SIX[:5])
    for number in range(1, 4):
        assert season.divisions.get().released == number
        assert Fixture.objects.filter(round=number).count() == 3
        assert decide_all(season) == 2
        run(season)
    run(season, NOW + DAY)
    assert season.finished_at == NOW + DAY
    pairs = Counter(
        frozenset(fixture.seats.values_list("entry", flat=True))
        for fixture in Fixture.objects.all()
    )
    assert set(pairs.values()) == {1}
    assert Fixture.objects.count() == 9


def test_a_knockout_goes_on_without_who_withdrew_until_one_is_left() -> None:
    season = a_running_season(a_league(pairing="knockout"), *SIX)
    division = season.divisions.get()
    assert division.rounds == 3
    assert len(games(season)) == 2
    decide_all(season)
    gone = Seat.objects.filter(result__place=1).order_by("pk")[0].player
    assert gone is not None
    leave_season(season_id=season.pk, player_id=gone.pk, by=gone, now=NOW)
    run(season)
    assert decide_all(season) == 1
    run(season)
    assert decide_all(season) == 1
    run(season, NOW + DAY)
    assert season.finished_at == NOW + DAY
    play = read_play(season.league, division)
    table = play.table()
    assert [line.place for line in table][:2] == [1, 2]
    assert table[-1].entry == entry(season, gone.name).pk


def test_who_withdraws_resigns_running_games_and_leaves_the_ones_to_come() -> None:
    season = a_running_season(a_league(rounds_at_once=1))
    alice = a_player("alice")
    leave_season(season_id=season.pk, player_id=alice.pk, by=alice, reason="ill", now=NOW)
    leave_season(season_id=season.pk, player_id=alice.pk, by=alice, now=NOW + DAY)
    left = entry(season, "alice")
    assert (left.withdrawn_at, left.withdrawn_round) == (NOW, 2)
    assert Seat.objects.filter(player=alice, resigned_at=NOW).count() == 1
    assert FixtureSeat.objects.filter(entry=left).count() == 1
    byes = [fixture for fixture in Fixture.objects.all() if fixture.seats.count() == 1]
    assert {fixture.round for fixture in byes} == {2, 3}
    decide_all(season)
    run(season)
    assert len(games(season)) == 3


def test_a_table_of_four_goes_on_with_three() -> None:
    league = a_league(table_size=4, pairing="balanced", games_each=4, rounds_at_once=1)
    season = a_running_season(league)
    bob = a_player("bob")
    leave_season(season_id=season.pk, player_id=bob.pk, by=a_player("carol"), now=NOW)
    later = Fixture.objects.filter(game=None)
    assert {fixture.seats.count() for fixture in later} == {3}
    assert {tuple(f.seats.values_list("index", flat=True)) for f in later} == {(0, 1, 2)}


def test_only_the_player_or_a_director_withdraws() -> None:
    season = a_season(a_league())
    with pytest.raises(NotAllowed):
        leave_season(
            season_id=season.pk, player_id=a_player("alice").pk, by=a_player("bob"), now=NOW
        )
    with pytest.raises(SeasonRefused, match="entered"):
        leave_season(
            season_id=season.pk, player_id=a_player("erin").pk, by=a_player("erin"), now=NOW
        )


def test_before_the_draw_a_withdrawn_entry_rests_and_may_come_back() -> None:
    season = a_season(a_league(), is_drawn=False)
    for name in ("alice", "bob"):
        player = a_player(name)
        leave_season(season_id=season.pk, player_id=player.pk, by=player, now=NOW)
    enter_season(season_id=season.pk, player_id=a_player("bob").pk, now=NOW + DAY)
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW + DAY)
    drawn = season.entries.exclude(division=None).values_list("player__name", flat=True)
    assert set(drawn) == {"bob", "carol", "dave"}


def test_a_closed_account_is_withdrawn_and_the_others_have_byes() -> None:
    season = a_season(a_league())
    Player.objects.filter(name="dave").update(is_active=False)
    run_step(season_id=season.pk, step=Step.START, by=None, now=NOW)
    run(season)
    assert entry(season, "dave").withdrawn_at == NOW
    assert len(games(season)) == 3


def test_directors_change_the_proposal_and_the_fixtures_follow_it() -> None:
    league = a_league(smallest_division=2, largest_division=3)
    season = a_season(league, *SIX, is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    alice, dave = entry(season, "alice"), entry(season, "dave")
    assert (alice.claim, alice.shift) == (Claim.NEW, Shift.NONE)
    with pytest.raises(NotAllowed):
        move_entry(entry_id=alice.pk, level=1, by=a_player("bob"), now=NOW)
    with pytest.raises(SeasonRefused):
        move_entry(entry_id=alice.pk, level=2, by=a_player("carol"), now=NOW)
    for one, level in ((alice, 1), (dave, 0)):
        move_entry(entry_id=one.pk, level=level, by=a_player("carol"), reason="friends", now=NOW)
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW)
    top = season.divisions.get(level=0)
    seated = FixtureSeat.objects.filter(fixture__division=top)
    assert set(seated.values_list("entry__player__name", flat=True)) == {"bob", "carol", "dave"}
    with pytest.raises(SeasonRefused):
        move_entry(entry_id=alice.pk, level=0, by=a_player("carol"), now=NOW)


def test_an_emptied_division_is_dropped_and_a_lonely_player_holds_publication_up() -> None:
    league = a_league(smallest_division=2, largest_division=3)
    season = a_season(league, *SIX, is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=None, now=NOW)
    for name in ("alice", "bob"):
        move_entry(entry_id=entry(season, name).pk, level=1, by=None, now=NOW)
    with pytest.raises(SeasonRefused, match="too few"):
        run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW)
    move_entry(entry_id=entry(season, "carol").pk, level=1, by=None, now=NOW)
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW)
    assert [division.level for division in season.divisions.all()] == [0]


def test_a_season_ends_only_when_every_game_is_over() -> None:
    season = a_running_season(a_league())
    first, *others = games(season)
    for game in others:
        decide(game)
    with pytest.raises(SeasonRefused, match="1 game of this season"):
        run_step(season_id=season.pk, step=Step.FINISH, by=None, now=NOW)
    Game.objects.filter(pk=first.pk).update(status=GameStatus.VOID)
    run_step(season_id=season.pk, step=Step.FINISH, by=None, now=NOW)
    assert mails("final") == dict.fromkeys(("alice", "bob", "carol", "dave"), 1)


def test_players_stay_for_the_next_season_where_the_league_says_so() -> None:
    league = a_league(carries_over=True)
    season = a_running_season(league)
    leave_season(season_id=season.pk, player_id=a_player("bob").pk, by=a_player("bob"), now=NOW)
    decide_all(season)
    run_step(season_id=season.pk, step=Step.PROMOTE, by=None, now=NOW)
    following = league.seasons.get(number=2)
    names = following.entries.values_list("player__name", flat=True)
    assert set(names) == {"alice", "carol", "dave"}


def test_mails_go_once_to_whom_they_concern_and_not_to_who_wants_none() -> None:
    league = a_league()
    first = a_running_season(league)
    follow_league(league_id=league.pk, player_id=a_player("erin").pk, is_following=True)
    a_player("dave", notices="never")
    create_season(league_id=league.pk, by=a_player("carol"), now=NOW)
    assert mails("opens") == dict.fromkeys(("alice", "bob", "carol", "erin"), 1)
    run(first, NOW + 6 * DAY)
    assert not mails("week")
    for days in (7, 7, 8, 14):
        run(first, NOW + days * DAY)
    assert mails("week") == dict.fromkeys(("alice", "bob", "carol"), 2)


def test_directors_of_other_leagues_and_players_ask_for_nothing() -> None:
    season = a_season(a_league(), is_drawn=False)
    a_league("other").directors.set([a_player("dave")])
    for name in ("alice", "dave"):
        with pytest.raises(NotAllowed):
            ask(season, Step.CLOSE, by=name)
