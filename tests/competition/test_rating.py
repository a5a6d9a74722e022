"""Ratings."""

import json
from dataclasses import asdict
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.competition.rating import (
    SETTLED_SIGMA,
    Change,
    RatedGame,
    RatedSeat,
    Rating,
    changes,
    recomputed,
)

ALICE, BOB, CAROL, DAVE = 1, 2, 3, 4


@st.composite
def rated_games(draw: st.DrawFn) -> list[RatedGame]:
    games = []
    for number in range(draw(st.integers(1, 25))):
        players = draw(st.permutations(range(6)))[: draw(st.integers(2, 4))]
        seats = [
            RatedSeat(player, draw(st.integers(1, 4)), draw(st.integers(0, 9)) == 0)
            for player in players
        ]
        games.append(RatedGame(number, tuple(seats)))
    return games


def by_player(game: RatedGame, ratings: dict[int, Rating] | None = None) -> dict[int, Change]:
    return {change.player: change for change in changes(game, ratings or {})}


def game(*places: int, forfeited: tuple[int, ...] = ()) -> RatedGame:
    """A game of alice, bob... with these places."""
    return RatedGame(
        7,
        tuple(
            RatedSeat(player, place, player in forfeited)
            for player, place in enumerate(places, start=1)
        ),
    )


@given(games=rated_games())
@settings(max_examples=40, deadline=None)
def test_one_by_one_through_storage_and_all_at_once_agree_to_the_last_digit(
    games: list[RatedGame],
) -> None:
    stored: dict[int, str] = {}
    one_by_one = []
    for played in games:
        ratings = {player: Rating(**json.loads(text)) for player, text in stored.items()}
        for change in changes(played, ratings):
            stored[change.player] = json.dumps(asdict(change.after))
            one_by_one.append(change)
    together, last = recomputed(games)
    assert list(together) == one_by_one
    assert {player: json.dumps(asdict(rating)) for player, rating in last.items()} == stored
    assert all(round(rating.mu, 6) == rating.mu for rating in last.values())


@given(games=rated_games())
@settings(max_examples=30, deadline=None)
def test_every_game_changes_each_of_its_players_once(games: list[RatedGame]) -> None:
    done, last = recomputed(games)
    expected = sorted((game.number, seat.player) for game in games for seat in game.seats)
    assert sorted((change.game, change.player) for change in done) == expected
    assert sum(rating.games for rating in last.values()) == len(expected)
    forfeits = sum(seat.is_forfeit for game in games for seat in game.seats)
    assert sum(rating.forfeits for rating in last.values()) == forfeits


def test_the_order_of_seats_does_not_matter() -> None:
    seats = game(1, 2, 2, 4).seats
    assert len({changes(RatedGame(7, order), {}) for order in permutations(seats)}) == 1


def test_better_places_gain_more_and_equal_places_the_same() -> None:
    after = {player: change.after.mu for player, change in by_player(game(1, 2, 2, 4)).items()}
    assert after[ALICE] > after[BOB] == after[CAROL] > after[DAVE]
    assert after[ALICE] > Rating().mu > after[DAVE]


def test_beating_the_stronger_gains_more() -> None:
    strong = by_player(game(1, 2), {BOB: Rating(35, 3)})[ALICE].after.mu
    weak = by_player(game(1, 2), {BOB: Rating(15, 3)})[ALICE].after.mu
    assert strong > weak > Rating().mu


def test_who_forfeits_loses_and_nobody_gains_by_it() -> None:
    found = by_player(game(1, 2, 3, forfeited=(ALICE,)))
    without = by_player(RatedGame(7, game(1, 2, 3).seats[1:]))
    assert found[ALICE].after.mu < Rating().mu
    assert found[ALICE].is_forfeit
    assert found[ALICE].after.forfeits == 1
    assert [found[player].after for player in (BOB, CAROL)] == [
        without[player].after for player in (BOB, CAROL)
    ]


def test_the_last_left_at_a_table_keeps_the_rating_but_counts_the_game() -> None:
    bob = by_player(game(2, 1, forfeited=(ALICE,)))[BOB]
    assert (bob.after.mu, bob.after.sigma, bob.after.games) == (bob.before.mu, bob.before.sigma, 1)


def test_all_who_forfeit_together_change_nothing_but_their_counts() -> None:
    found = by_player(game(1, 2, forfeited=(ALICE, BOB)))
    assert {(c.after.mu, c.after.forfeits) for c in found.values()} == {(Rating().mu, 1)}


def test_a_beginner_is_shown_1000_and_provisional_until_enough_is_known() -> None:
    assert Rating().shown == 1000
    assert Rating().is_provisional
    assert Rating(25, SETTLED_SIGMA + 0.1, games=50).is_provisional
    assert Rating(25, 2, games=9).is_provisional
    assert not Rating(25, 2, games=10).is_provisional


def test_certainty_raises_the_number_shown_and_it_never_falls_below_nothing() -> None:
    assert Rating(25, 2).shown > Rating(25, 4).shown
    assert Rating(-30, 8).shown == 0


def test_steady_play_against_strangers_settles_after_ten_games_but_not_before() -> None:
    rivals = [
        RatedGame(number, (RatedSeat(1, 1 + number % 2), RatedSeat(100 + number, 2 - number % 2)))
        for number in range(12)
    ]
    assert recomputed(rivals[:9])[1][1].is_provisional
    assert not recomputed(rivals)[1][1].is_provisional


@pytest.mark.parametrize("seats", [(), (RatedSeat(1, 1),), (RatedSeat(1, 1), RatedSeat(1, 2))])
def test_games_without_two_players_are_refused(seats: tuple[RatedSeat, ...]) -> None:
    with pytest.raises(ValueError, match="at least 2 players"):
        changes(RatedGame(1, seats), {})


def test_a_game_is_never_rated_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        recomputed([game(1, 2), game(1, 2)])


def with_a_substitute(place: int) -> RatedGame:
    """Bob against carol, who came for alice and got this place."""
    seats = (
        RatedSeat(ALICE, 2, is_forfeit=True, relieved_by=CAROL),
        RatedSeat(CAROL, place, is_substitute=True),
        RatedSeat(BOB, 3 - place),
    )
    return RatedGame(7, seats)


def test_a_substitute_gains_like_anybody_and_loses_nothing() -> None:
    won, lost = by_player(with_a_substitute(1))[CAROL], by_player(with_a_substitute(2))[CAROL]
    assert won.after == by_player(game(1, 2))[ALICE].after
    assert (lost.after.mu, lost.after.sigma) == (lost.before.mu, lost.before.sigma)
    assert lost.after.games == 1


def test_who_left_loses_to_the_others_and_isnt_compared_with_the_substitute() -> None:
    left = by_player(with_a_substitute(1))[ALICE]
    assert left.is_forfeit
    assert left.after.mu == by_player(game(2, 1))[ALICE].after.mu


def test_an_opponent_is_rated_against_the_substitute() -> None:
    assert by_player(with_a_substitute(2))[BOB].after == by_player(game(2, 1))[BOB].after
