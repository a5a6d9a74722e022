"""What a player's finished games tell."""

from datetime import timedelta

import pytest

from games.models import (
    Game,
    GameStatus,
    Move,
    PlacementScore,
    Result,
    Round,
    RoundScore,
    Seat,
    Via,
)
from games.selectors.statistics import (
    Duel,
    Places,
    duels_of,
    habits_of,
    results_of,
)
from tests.factories import NOW, a_player

pytestmark = pytest.mark.django_db


def a_result(*places: tuple[str, int, int], start_seat: int = 0) -> Game:
    """Return a finished game of these (name, place, score); a name beginning with "bot" is a bot."""
    game = Game.objects.create(
        name="Friday tiles",
        status=GameStatus.FINISHED,
        seed="00" * 32,
        places=len(places),
        start_seat=start_seat,
        started_at=NOW,
        finished_at=NOW,
    )
    for index, (name, place, score) in enumerate(places):
        is_bot = name.startswith("bot")
        seat = Seat.objects.create(
            game=game,
            index=index,
            player=None if is_bot else a_player(name),
            bot="random" if is_bot else "",
        )
        Result.objects.create(
            game=game, seat=seat, place=place, score=score, rows=1, columns=2, colors=0, bonus=16
        )
    return game


def a_round(game: Game, number: int = 1) -> Round:
    return Round.objects.create(
        game=game,
        number=number,
        first_turn=0,
        start_seat=0,
        displays="",
        bag_after="",
        lid_after="",
    )


def test_places_are_counted_by_number_of_players() -> None:
    a_result(("alice", 1, 50), ("bob", 2, 40))
    a_result(("bob", 1, 50), ("alice", 2, 40))
    a_result(("alice", 1, 50), ("bob", 1, 50), ("carol", 3, 1))
    assert results_of(a_player("alice"))[1] == (Places(2, (1, 1)), Places(3, (1, 0, 0)))
    assert results_of(a_player("carol"))[1][0].columns == (0, 0, 1, None)
    assert results_of(a_player("alice"))[1][0].won_percent == 50


def test_places_are_compared_with_every_opponents() -> None:
    a_result(("alice", 1, 50), ("bob", 2, 40), ("carol", 3, 30))
    a_result(("bob", 1, 50), ("alice", 2, 40))
    a_result(("bob", 1, 50), ("alice", 1, 50))
    a_result(("bob", 1, 50), ("carol", 2, 50))
    assert duels_of(a_player("alice")) == (
        Duel("bob", "bob", games=3, better=1, level=1, worse=1),
        Duel("carol", "carol", games=1, better=1, level=0, worse=0),
    )


def test_bots_count_as_one_opponent() -> None:
    a_result(("alice", 2, 50), ("bot1", 1, 60), ("bot2", 3, 40))
    assert duels_of(a_player("alice")) == (Duel("", "", games=2, better=1, level=0, worse=1),)


def test_results_are_split_by_who_began() -> None:
    a_result(("alice", 1, 60), ("bob", 2, 40), start_seat=0)
    a_result(("alice", 2, 40), ("bob", 1, 50), start_seat=1)
    a_result(("alice", 1, 44), ("bob", 2, 40), start_seat=1)
    sums = results_of(a_player("alice"))[0]
    assert (sums.games, sums.wins, sums.mean, sums.best) == (3, 2, 48, 60)
    assert (sums.first.games, sums.first.mean, sums.first.won_percent) == (1, 60, 100)
    assert (sums.later.games, sums.later.mean, sums.later.won_percent) == (2, 42, 50)
    assert (sums.bonus, sums.rows, sums.columns, sums.colors) == (16, 1, 2, 0)


def test_tiles_floor_and_pace_are_those_of_the_player_alone() -> None:
    game = a_result(("alice", 1, 60), ("bob", 2, 40))
    alice, bob = Seat.objects.filter(game=game).order_by("index")
    for number, points, penalty in ((1, 3, 4), (2, 5, 2)):
        dealt = a_round(game, number)
        for seat, more in ((alice, 0), (bob, 9)):
            PlacementScore.objects.create(
                round=dealt,
                seat=seat,
                line=0,
                color="B",
                column=0,
                across=1,
                down=1,
                points=points + more,
            )
            RoundScore.objects.create(
                round=dealt,
                seat=seat,
                gained=points,
                penalty=penalty + more,
                score_before=0,
                score_after=0,
            )
    for turn, hours in enumerate((1, 3, 10, 11)):
        Move.objects.create(
            game=game,
            turn=turn,
            asked_turn=turn,
            seat=alice if turn % 2 == 0 else bob,
            round=1,
            notation="1B1",
            played_at=NOW + timedelta(hours=hours),
        )
    habits = habits_of(a_player("alice"))
    assert (habits.placements, habits.points, habits.floor) == (2, 4, 6)
    assert (habits.pace, habits.moves) == (timedelta(hours=4), 2)  # 1 h from the start, 7 h
    assert habits_of(a_player("bob")).pace == timedelta(hours=1.5)


def test_games_in_progress_given_up_and_bots_moves_tell_nothing() -> None:
    running = a_result(("alice", 1, 60), ("bob", 2, 40))
    Game.objects.filter(pk=running.pk).update(status=GameStatus.RUNNING)
    Result.objects.filter(game=running).delete()
    left = a_result(("alice", 2, 60), ("bob", 1, 40))
    Seat.objects.filter(game=left, index=0).update(resigned_at=NOW, bot="random")
    played = a_result(("alice", 2, 60), ("bob", 1, 40))
    for game, via in ((running, Via.PAGE), (left, Via.PAGE), (played, Via.BOT)):
        Move.objects.create(
            game=game,
            turn=0,
            asked_turn=0,
            seat=Seat.objects.get(game=game, index=0),
            round=1,
            notation="1B1",
            played_at=NOW,
            via=via,
        )
    alice = a_player("alice")
    assert habits_of(alice).moves == 0
    assert results_of(alice)[0].games == 2


def test_who_finished_nothing_has_no_figures() -> None:
    alice = a_player("alice")
    assert (results_of(alice)[1], duels_of(alice)) == ((), ())
    assert (results_of(alice)[0].games, results_of(alice)[0].mean) == (0, None)
    habits = habits_of(alice)
    assert (habits.points, habits.floor, habits.pace) == (None, None, None)
