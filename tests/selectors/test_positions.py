"""A game read whole, even while somebody moves."""

from typing import Any

import pytest
from django.db import connection

from games.models import Game
from games.selectors.positions import load_table
from tests.factories import a_game, play_next

pytestmark = pytest.mark.django_db


def test_a_move_written_between_the_queries_is_not_half_seen() -> None:
    game = a_game("alice", "bob")
    moved: list[int] = []

    def move_first(execute: Any, sql: str, *rest: Any) -> Any:
        if not moved and 'FROM "games_seat"' in sql:
            moved.append(game.pk)
            play_next(game.pk)
        return execute(sql, *rest)

    with connection.execute_wrapper(move_first):
        table = load_table(game.pk)
    waiting = [seat.index for seat in table.seats if seat.awaited_turn is not None]
    assert moved == [game.pk]
    assert (table.game.turn, len(table.moves), table.position.turn) == (1, 1, 1)
    assert waiting == list(table.position.to_move)


def test_a_game_whose_row_counts_wrong_is_still_shown() -> None:
    game = a_game("alice", "bob")
    play_next(game.pk)
    Game.objects.filter(pk=game.pk).update(turn=7)
    assert load_table(game.pk).position.turn == 1
