"""Ratings: written once for each game and player, in the order of the results, and always the same."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from games.models import (
    Fixture,
    Game,
    GameStatus,
    League,
    Rating,
    RatingChange,
    RatingLedger,
    Result,
    Seat,
)
from games.selectors.rating_rows import rating_faults, values_of
from games.services.blocked import end_without_result
from games.services.lobby import SeatPlan, create_game
from games.services.ratings import forget_result, note_result, rate_games
from tests.factories import NOW, a_finished_game, a_league, a_player, a_season

pytestmark = pytest.mark.django_db


def a_result(
    *names: str,
    places: Sequence[int] = (),
    at: datetime = NOW,
    forfeits: Sequence[str] = (),
) -> Game:
    """Write a finished game of these people without playing it: first named, first placed."""
    seats = [SeatPlan(player=a_player(name)) for name in names]
    game = create_game(name="Friday tiles", wall="colored", seats=seats, now=NOW)
    Game.objects.filter(pk=game.pk).update(
        status=GameStatus.FINISHED, started_at=NOW, finished_at=at
    )
    for seat in game.seats.select_related("player"):
        place = places[seat.index] if places else seat.index + 1
        Result.objects.create(
            game=game, seat=seat, place=place, score=50, rows=0, columns=0, colors=0, bonus=0
        )
        if seat.name in forfeits:
            Seat.objects.filter(pk=seat.pk).update(forfeited_at=at)
    game.refresh_from_db()
    note_result(game)
    return game


def rate_all() -> int:
    """Rate what waits; return how many rows changed."""
    changed = 0
    while (batch := rate_games()).games:
        changed += batch.changed
    return changed


def rows() -> list[tuple[object, ...]]:
    """All changes in order, as values."""
    changes = RatingChange.objects.order_by("at", "game", "player")
    return [(row.game_id, row.player_id, *values_of(row)) for row in changes]


def shown(name: str) -> int:
    return Rating.objects.get(player__name=name).shown


def test_a_game_that_is_played_to_its_end_has_one_row_for_each_player() -> None:
    game = a_finished_game()
    assert rate_all() == 2
    winner = Seat.objects.get(game=game, result__place=1)
    change = RatingChange.objects.get(player=winner.player, game=game)
    assert change.shown_before == 1000 < change.shown == shown(winner.name)
    assert (change.games, change.place, change.at) == (1, 1, game.finished_at)


def test_rating_twice_changes_nothing() -> None:
    a_result("alice", "bob")
    rate_all()
    before = rows()
    assert rate_games().games == 0
    note_result(Game.objects.get())
    assert rate_all() == 0
    assert rows() == before


def test_tables_of_four_and_ties_are_one_result_of_four_places() -> None:
    a_result("alice", "bob", "carol", "dave", places=(1, 2, 2, 4))
    assert rate_all() == 4
    assert shown("alice") > shown("bob") == shown("carol") > shown("dave")


def test_a_forfeit_costs_its_player_and_gives_nobody_anything() -> None:
    a_result("alice", "bob", forfeits=["alice"])
    rate_all()
    assert shown("alice") < 1000 == shown("bob")
    assert Rating.objects.get(player__name="alice").forfeits == 1


def test_games_with_a_bot_and_games_without_a_result_are_not_rated() -> None:
    seats = [SeatPlan(player=a_player("alice")), SeatPlan(bot="greedy")]
    game = create_game(name="Bots", wall="colored", seats=seats, now=NOW)
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED, finished_at=NOW)
    for seat in game.seats.all():
        Result.objects.create(
            game=game, seat=seat, place=1, score=1, rows=0, columns=0, colors=0, bonus=0
        )
    end_without_result(a_result("alice", "bob"), now=NOW, reason="blocked")
    rate_all()
    assert not RatingChange.objects.exists()


def test_a_league_may_say_that_its_games_are_not_rated() -> None:
    season = a_season(a_league(is_rated=False), "alice", "bob")
    game = a_result("alice", "bob")
    Fixture.objects.filter(division__season=season).update(game=game)
    assert rate_all() == 0
    League.objects.update(is_rated=True)
    RatingLedger.objects.update(at=None)
    assert rate_all() == 2


def test_a_result_that_comes_late_takes_its_place_among_the_others() -> None:
    a_result("alice", "bob", at=NOW + timedelta(days=2))
    a_result("bob", "carol", at=NOW + timedelta(days=3))
    a_result("dave", "erin", at=NOW + timedelta(days=3))
    rate_all()
    early = a_result("bob", "alice", at=NOW + timedelta(days=1))
    assert rate_all() == 3 * 2  # the game of dave and erin stays as it was
    assert list(rating_faults()) == []
    assert RatingChange.objects.get(game=early, player__name="bob").shown_before == 1000


def test_a_result_taken_away_leaves_ratings_as_if_it_had_never_been() -> None:
    first = a_result("alice", "bob", at=NOW)
    a_result("alice", "carol", at=NOW + timedelta(days=1))
    rate_all()
    forget_result(first)
    Game.objects.filter(pk=first.pk).update(status=GameStatus.VOID)
    assert not Rating.objects.filter(player__name="bob").exists()
    rate_all()
    assert list(rating_faults()) == []
    assert Rating.objects.get(player__name="alice").games == 1


def test_many_games_are_rated_in_batches_with_the_same_numbers() -> None:
    people = ("alice", "bob", "carol", "dave")
    for number in range(12):
        turned = people[number % 4 :] + people[: number % 4]
        a_result(*turned[: 2 + number % 3], at=NOW + timedelta(hours=number // 2))
    while rate_games(limit=5).games:
        pass
    batched = rows()
    RatingChange.objects.all().delete()
    RatingLedger.objects.update(at=None)
    rate_all()
    assert rows() == batched
    assert len(batched) == 36


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("ratings", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_reproduces_the_same_rows_and_finds_what_was_tampered_with() -> None:
    a_result("alice", "bob", "carol")
    a_result("carol", "alice", at=NOW + timedelta(days=1))
    assert command() == "2 games looked at, 5 rows changed\n"
    before = rows()
    assert command("--check") == "all ratings agree\n"
    assert command("--recompute") == "2 games looked at, 0 rows changed\n"
    RatingChange.objects.filter(player__name="bob").update(mu=30.0)
    with pytest.raises(SystemExit) as stop:
        command("--check")
    assert stop.value.code == 1
    assert command("--recompute") == "2 games looked at, 1 rows changed\n"
    assert rows() == before


def test_before_the_first_rating_every_row_is_missing() -> None:
    a_result("alice", "bob")
    assert len(list(rating_faults())) == 4
