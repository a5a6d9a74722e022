"""For whom a game counts when seats have changed hands."""

from datetime import timedelta

import pytest

from games.competition.rating import RatedSeat
from games.models import Game, Result, Seat, SeatChange
from games.selectors.holders import rated_holders
from games.selectors.own_data import own_data
from games.selectors.reliability import reliability_of
from games.services.substitutes import Answer, answer_request, offer_seat
from tests.factories import NOW, a_game, a_player, a_stand_by, play_random_moves

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def take_over(game: Game, leaver: str, newcomer: str) -> SeatChange:
    a_stand_by(newcomer)
    offer = offer_seat(game_id=game.pk, seat=0, by=a_player(leaver), now=LATER)
    asked = offer.requests.get()
    answer_request(request_id=asked.pk, answer=Answer.ACCEPT, now=LATER)
    return SeatChange.objects.latest("pk")


def finish(game: Game, *places: int) -> Game:
    """Write these places by hand: what counts for whom doesn't depend on the boards."""
    for seat, place in zip(Seat.objects.filter(game=game).order_by("index"), places, strict=True):
        Result.objects.create(
            game=game, seat=seat, place=place, score=9, rows=0, columns=0, colors=0, bonus=0
        )
    Game.objects.filter(pk=game.pk).update(status="finished")
    game.refresh_from_db()
    return game


def ids(*names: str) -> list[int]:
    return [a_player(name).pk for name in names]


def test_a_game_without_a_change_counts_for_its_players() -> None:
    game = a_game()
    assert rated_holders(game) == ()
    alice, bob = ids("alice", "bob")
    assert rated_holders(finish(game, 2, 1)) == (RatedSeat(alice, 2), RatedSeat(bob, 1))


def test_who_left_has_forfeited_and_the_substitute_has_the_place() -> None:
    game = a_game()
    take_over(game, "alice", "carol")
    alice, bob, carol = ids("alice", "bob", "carol")
    assert rated_holders(finish(game, 1, 2)) == (
        RatedSeat(alice, 2, is_forfeit=True, relieved_by=carol),
        RatedSeat(carol, 1, is_substitute=True),
        RatedSeat(bob, 2),
    )


def test_a_substitute_who_leaves_too_is_not_rated() -> None:
    game = a_game()
    take_over(game, "alice", "carol")
    take_over(game, "carol", "dave")
    Seat.objects.filter(game=game, index=0).update(resigned_at=LATER)
    assert [seat.player for seat in rated_holders(finish(game, 1, 2))] == ids("alice", "bob")


def test_moves_count_for_who_made_them() -> None:
    game = a_game()
    play_random_moves(game, 4)
    take_over(game, "alice", "carol")
    play_random_moves(game, 3)
    players = ids("alice", "bob", "carol")
    figures = reliability_of(players, now=LATER)
    assert [figures[pk].turns for pk in players] == [2, 3, 2]
    for name, moves, left in (("alice", 0, 2), ("carol", 2, 0)):
        data = own_data(a_player(name), now=LATER)
        assert (len(data["moves"]), len(data["moves_in_seats_left"])) == (moves, left)
    assert len(data["seats_taken_over"]) == len(data["stand_in_requests"]) == 1
