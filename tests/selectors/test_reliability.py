"""How reliable a player is, and tables that ask for it."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.models import Game, Move, Outcome, TimeOut
from games.selectors.reliability import Reliability, reliability_of
from games.services.errors import NotAllowed
from games.services.tables import join_table
from tests.factories import NOW, a_game, a_player, a_table, play_random_moves

DAY = timedelta(days=1)
pytestmark = pytest.mark.django_db


def figure(name: str = "alice", now: datetime = NOW + DAY) -> Reliability:
    player = a_player(name).pk
    return reliability_of([player], now=now)[player]


def missed(game: Game, count: int, at: datetime, outcome: str = Outcome.BOT_ONCE) -> None:
    """Write down that alice let turns of a game run out."""
    seat = game.seats.get(index=0)
    player = a_player("alice")
    for number in range(count):
        TimeOut.objects.create(
            game=game,
            seat=seat,
            player=player,
            turn=number,
            deadline_at=at - timedelta(seconds=number),
            outcome=outcome,
            at=at,
        )


def a_game_of_forty_turns() -> Game:
    game = a_game()
    play_random_moves(game, 40)
    return game


def test_a_newcomer_has_no_figure() -> None:
    a_player("alice")
    assert figure() == Reliability(0, 0, None)


def test_every_turn_in_time_is_a_hundred_percent() -> None:
    a_game_of_forty_turns()
    found = figure()
    assert (found.missed, found.percent) == (0, 100)
    assert found.turns == Move.objects.filter(seat__player__name="alice").count()


def test_a_turn_that_a_director_ended_early_does_not_count() -> None:
    game = a_game_of_forty_turns()
    missed(game, 3, NOW)
    TimeOut.objects.filter(turn=0).update(deadline_at=NOW + DAY)
    assert figure().missed == 2


def test_a_turn_that_ran_out_counts_and_an_excused_one_does_not() -> None:
    game = a_game_of_forty_turns()
    missed(game, 5, NOW)
    missed(game, 7, NOW + timedelta(hours=1), Outcome.EXCUSED)
    found = figure()
    assert found.missed == 5
    assert found.percent == round(100 * (found.turns - 5) / found.turns)


def test_old_lapses_weigh_less_than_recent_ones() -> None:
    game = a_game_of_forty_turns()
    missed(game, 5, NOW - 360 * DAY)
    old = figure().percent
    TimeOut.objects.update(at=NOW)
    recent = figure().percent
    assert old is not None
    assert recent is not None
    assert 90 < old < 100
    assert recent < old - 5
    TimeOut.objects.update(at=NOW - 4 * 365 * DAY)
    assert figure().percent == 100


def test_what_a_bot_played_for_a_player_counts_for_nobody() -> None:
    game = a_game_of_forty_turns()
    before = figure().turns
    move = Move.objects.filter(game=game, seat__player__name="alice").first()
    Move.objects.filter(pk=move.pk if move else 0).update(via="bot")
    assert figure().turns == before - 1


def test_a_table_may_ask_for_people_who_answer_in_time() -> None:
    missed(a_game_of_forty_turns(), 10, NOW)
    table = a_table("carol", free=2)
    Game.objects.filter(pk=table.pk).update(reliability_floor=90)
    with pytest.raises(NotAllowed, match="at least 90%"):
        join_table(game_id=table.pk, by=a_player("alice"), now=NOW + DAY)
    join_table(game_id=table.pk, by=a_player("bob"), now=NOW + DAY)
    assert table.seats.filter(player__name="bob").exists()


def test_who_is_new_or_invited_is_let_in() -> None:
    missed(a_game_of_forty_turns(), 10, NOW)
    table = a_table("carol", free=1, invite=("alice",))
    Game.objects.filter(pk=table.pk).update(reliability_floor=95)
    for name in ("alice", "dave"):
        join_table(game_id=table.pk, by=a_player(name), now=NOW + DAY)
    assert table.seats.count() == 3


def test_the_figure_stands_on_the_players_page(client: Client) -> None:
    a_game_of_forty_turns()
    assert "Answers 100 % of all turns in time." in client.get("/players/alice/").content.decode()
