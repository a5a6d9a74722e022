"""Duplicate deals: which tables share tiles, and when these are told."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games import azul
from games.models import (
    Deal,
    Fixture,
    FixtureSeat,
    Game,
    GameStatus,
    League,
    OfferCause,
    Player,
    Season,
)
from games.selectors.divisions import read_play
from games.selectors.duplicates import duplicate_lines
from games.selectors.positions import Eyes, HiddenTable, load_table
from games.selectors.stand_ins import stand_bys_for
from games.selectors.verification import faults_of_game, finished_games
from games.services.deals import share_deals
from games.services.desk import perform, undo
from games.services.endings import finalize_game
from games.services.errors import NotAllowed
from games.services.locking import locked_table
from games.services.season_tables import start_fixture
from games.services.seasons import SeasonRefused
from games.services.takeover import take_over
from games.services.withdrawals import leave_season
from games.work import sweep
from tests.factories import (
    NOW,
    a_league,
    a_player,
    a_running_season,
    a_season,
    a_stand_by,
    play_next,
)

pytestmark = pytest.mark.django_db

FOUR = ("alice", "bob", "dave", "erin")
HOUR = timedelta(hours=1)
_nonces = count(1)


def a_duplicate_league(**rules: Any) -> League:
    return a_league(**{"has_duplicate_deals": True, "rounds_at_once": 1, **rules})


@pytest.fixture
def season() -> Season:
    """A running season of two tables in each round, of which the first has begun."""
    return a_running_season(a_duplicate_league(), *FOUR)


def games_of(season: Season) -> list[Game]:
    found = Game.objects.filter(fixture__division__season=season)
    return list(found.select_related("deal", "fixture").order_by("pk"))


def end(game: Game) -> None:
    """End a game as its last move does, and write its result."""
    Game.objects.filter(pk=game.pk).update(status=GameStatus.SCORING)
    finalize_game(game_id=game.pk, now=NOW + HOUR)


def is_open(game: Game) -> bool:
    return not Game.objects.get(pk=game.pk).is_hidden()


def do(season: Season, kind: str, game: Game, **arguments: Any) -> Any:
    arguments["fixture"] = game.fixture.pk
    return perform(
        season_id=season.pk,
        kind=kind,
        arguments=arguments,
        by=a_player("carol"),
        reason="Because.",
        nonce=f"deal {next(_nonces)}",
        now=NOW + HOUR,
    )


def test_tables_of_a_round_share_one_seed_that_is_stored_once(season: Season) -> None:
    one, two = games_of(season)
    assert one.deal is not None
    assert one.deal == two.deal
    assert (one.seed, two.seed, one.seed_hash) == ("", "", two.seed_hash)
    assert azul.seed_hash(bytes.fromhex(one.deal.seed)) == one.seed_hash
    dealt = [load_table(game.pk, Eyes.SERVER).position.displays for game in (one, two)]
    assert dealt[0] == dealt[1]
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=one.pk).update(seed=one.deal.seed)


def test_each_round_and_each_division_has_a_deal_of_its_own() -> None:
    league = a_duplicate_league(smallest_division=4, largest_division=4)
    a_season(league, *FOUR, "frank", "grace", "heidi", "ivan")
    deals = list(Deal.objects.values_list("division__level", "round", "players"))
    assert sorted(deals) == [(level, number, 2) for level in (0, 1) for number in (1, 2, 3)]
    assert Deal.objects.values("seed").distinct().count() == 6


def test_a_round_with_a_single_table_and_other_leagues_share_nothing() -> None:
    a_running_season(a_duplicate_league(), "alice", "bob", "dave")
    a_running_season(a_league("plain"), *FOUR)
    assert not Deal.objects.exists()
    assert not Game.objects.filter(seed="").exists()


def test_a_crash_in_mid_start_leaves_the_same_deal_for_the_tables_that_follow() -> None:
    season = a_season(a_duplicate_league(), *FOUR)
    first = Deal.objects.get(round=1).seed
    season = a_running_season_from(season)
    one, two = Fixture.objects.filter(round=1).order_by("pk")
    start_fixture(fixture_id=one.pk, now=NOW)
    assert start_fixture(fixture_id=two.pk, now=NOW + HOUR)
    assert not start_fixture(fixture_id=two.pk, now=NOW + HOUR)
    assert {game.secret_seed() for game in games_of(season)} == {first}


def a_running_season_from(season: Season) -> Season:
    """Let the first round of a published season begin; no table has its game yet."""
    Season.objects.filter(pk=season.pk).update(started_at=NOW)
    season.divisions.update(released=1)
    season.refresh_from_db()
    return season


def test_the_rule_stays_as_it_is_while_a_season_goes_on(season: Season) -> None:
    director = season.league.directors.get()
    with pytest.raises(SeasonRefused):
        perform(
            season_id=season.pk, kind="rules", by=director, reason="Why not.", nonce="rules", now=NOW,
            arguments={
                "rules": ["has_duplicate_deals"], "changes": {"has_duplicate_deals": [True, False]}
            },
        )  # fmt: skip
    # Staff can write it in the admin; the season keeps what it was published with.
    League.objects.update(has_duplicate_deals=False)
    season.refresh_from_db()
    assert season.has_duplicate_deals


def test_the_tables_open_and_the_seed_is_told_when_the_last_is_over(season: Season) -> None:
    one, two = games_of(season)
    end(one)
    assert not is_open(one)
    assert Game.objects.get(pk=one.pk).told_seed() == ""
    end(two)
    assert is_open(one)
    assert is_open(two)
    told = {Game.objects.get(pk=game.pk).told_seed() for game in (one, two)}
    assert told == {Deal.objects.get(round=1).seed}


def test_only_those_who_sit_at_a_covered_table_see_it(season: Season) -> None:
    one, two = games_of(season)
    own, other = one.seats.get(index=0).player, two.seats.get(index=0).player
    assert load_table(one.pk, own).game == one
    for reader in (None, other, a_player("carol"), a_player("judge", is_superuser=True)):
        with pytest.raises(HiddenTable, match="shares its tiles"):
            load_table(one.pk, reader)


def test_covered_games_are_checked_and_exported_once_they_are_open(season: Season) -> None:
    one, two = games_of(season)
    end(one)
    assert list(finished_games()) == []
    end(two)
    assert list(finished_games()) == [one.pk, two.pk]
    # It ended before, and opened after the time asked about.
    Game.objects.filter(pk=one.pk).update(finished_at=NOW)
    assert one.pk in list(finished_games(since=NOW + HOUR / 2))
    assert not [fault for fault in faults_of_game(one.pk) if "SHA-256" in fault]


def test_the_sweep_opens_what_a_fixture_set_aside_has_left(season: Season) -> None:
    one, two = games_of(season)
    end(one)
    Game.objects.filter(pk=two.pk).update(status=GameStatus.VOID, finished_at=NOW)
    assert not is_open(one)
    assert sweep(clock=lambda: NOW + HOUR)["opened"] == 1
    assert is_open(one)


def test_a_round_taken_back_before_it_begins_is_drawn_anew_with_the_same_secret() -> None:
    season = a_season(a_duplicate_league(), *FOUR)
    later = Fixture.objects.filter(round=2)
    FixtureSeat.objects.filter(fixture__in=later).delete()
    later.delete()
    assert sweep(clock=lambda: NOW)["opened"] == 0
    fixtures = [Fixture(division=season.divisions.get(), round=2, number=n) for n in (1, 2)]
    share_deals(season.divisions.get(), fixtures, [2, 2])
    assert {fixture.deal for fixture in fixtures} == {Deal.objects.get(round=2, opened_at=None)}


def test_a_table_played_again_has_tiles_of_its_own_and_the_old_one_stays_covered(
    season: Season,
) -> None:
    old, other = games_of(season)
    play_next(old.pk)
    do(season, "restart", old)
    new = Game.objects.get(fixture=old.fixture)
    assert (new.deal, is_open(new)) == (None, True)
    assert new.seed
    assert new.seed_hash != old.seed_hash
    assert not is_open(old)
    end(other)
    assert is_open(old)


def test_a_restart_taken_back_shares_the_tiles_again(season: Season) -> None:
    old, _other = games_of(season)
    end(old)
    action = do(season, "restart", old)
    undo(action_id=action.pk, by=a_player("carol"), reason="A mistake.", now=NOW + 2 * HOUR)
    fixture = Fixture.objects.get(pk=old.fixture.pk)
    assert (fixture.game_id, fixture.deal) == (old.pk, old.deal)


def test_results_that_directors_set_and_void_tables_open_the_others(season: Season) -> None:
    one, two = games_of(season)
    do(season, "set-result", one, places=[1, 2])
    assert not is_open(one)
    do(season, "void", two)
    assert is_open(one)
    assert is_open(two)


def test_a_table_that_has_lost_a_player_has_tiles_of_its_own() -> None:
    league = a_duplicate_league(table_size=3, pairing="swiss", games_each=2)
    season = a_season(league, "alice", "bob", "dave", "erin", "frank", "grace")
    shared = Fixture.objects.filter(round=1, deal__isnull=False)
    assert shared.count() == 2
    table = shared.first()
    assert table is not None
    leaver = table.seats.get(index=0).entry.player
    leave_season(season_id=season.pk, player_id=leaver.pk, by=leaver, now=NOW)
    a_running_season_from(season)
    start_fixture(fixture_id=table.pk, now=NOW)
    game = Game.objects.get(fixture=table)
    assert (game.fixture.deal, game.places, game.deal) == (None, 2, None)


def test_nobody_who_knows_the_tiles_takes_a_seat_over(season: Season) -> None:
    one, two = games_of(season)
    stranger, former = a_stand_by("peggy", 2), a_stand_by("oscar", 2)
    table = locked_table(two.pk)
    take_over(table, table.seats[0], former, cause=OfferCause.PLAYER, now=NOW)
    table = locked_table(two.pk)
    take_over(table, table.seats[0], a_stand_by("trent"), cause=OfferCause.PLAYER, now=NOW)
    askable, _busy = stand_bys_for(one.seats.get(index=0), now=NOW)
    assert [stand_by.player for stand_by in askable] == [stranger.pk]
    table = locked_table(one.pk)
    for name in ("oscar", "trent"):
        with pytest.raises(NotAllowed, match="same tiles"):
            take_over(table, table.seats[0], a_player(name), cause=OfferCause.PLAYER, now=NOW)


def test_a_redraw_of_published_divisions_leaves_no_deal_behind() -> None:
    league = a_duplicate_league(smallest_division=2, largest_division=4)
    season = a_season(league, *FOUR, "frank", "grace", "heidi", "ivan")
    entry = season.entries.filter(division__level=0).first()
    assert entry is not None
    perform(
        season_id=season.pk,
        kind="move",
        arguments={"entry": entry.pk, "to": season.divisions.get(level=1).pk},
        by=a_player("carol"),
        reason="Because.",
        nonce="a move",
        now=NOW,
    )
    assert not Deal.objects.filter(fixtures=None).exists()


def test_scores_are_compared_with_the_same_seat_at_tables_with_the_same_tiles(
    season: Season,
) -> None:
    one, two = games_of(season)
    end(one)
    end(two)
    for game, scores in ((one, (60, 41)), (two, (52, 44))):
        for seat, score in enumerate(scores):
            game.results.filter(seat__index=seat).update(score=score)
    play = read_play(season.league, season.divisions.get())
    lines = {line.entry.player.name: line for line in duplicate_lines(play)}
    starter = one.seats.get(index=0).player
    assert isinstance(starter, Player)
    line = lines[starter.name]
    assert (int(line.ahead), line.percent) == (8, 100)
    assert [(game.seat, game.score, game.others) for game in line.games] == [(1, 60, (52,))]
