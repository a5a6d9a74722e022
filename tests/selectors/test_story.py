"""What happened in a game, line by line."""

import pytest

from games.azul import Phase
from games.selectors.positions import load_table
from games.selectors.story import fresh_tiles, story_for, story_of
from tests.factories import a_game, play_next, play_random_moves

pytestmark = pytest.mark.django_db


def test_every_move_is_one_line_and_every_scored_round_another() -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 60)
    table = load_table(game.pk)
    lines = story_of(table)
    done = sum(None not in tiled for tiled in table.position.tilings)
    assert sum(line.seat is not None for line in lines) == len(table.moves)
    assert sum(line.seat is None for line in lines) == done >= 1


def test_a_round_is_told_after_the_move_that_ended_it() -> None:
    game = a_game("alice", "bob")
    while load_table(game.pk).position.round == 1:
        play_next(game.pk)
    table = load_table(game.pk)
    move, scoring = story_of(table)[-2:]
    assert move.turn == scoring.turn == len(table.moves)
    assert scoring.text.startswith("Round 1 was scored: alice ")


def test_the_story_begins_after_the_readers_last_move() -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 5)
    story = story_for(load_table(game.pk), 0)
    assert story.own_move is not None
    assert story.own_move.turn == 4
    assert [line.seat for line in story.lines] == [1]
    assert story.count == 1


def test_a_spectator_is_told_the_last_lap() -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 7)
    story = story_for(load_table(game.pk), None)
    assert [line.turn for line in story.lines] == [5, 6, 7]


def test_a_long_story_is_cut_at_its_beginning() -> None:
    game = a_game("alice", "bob")
    play_random_moves(game, 60)
    table = load_table(game.pk)
    story = story_for(table, 0, since=0)
    assert story.count == len(table.moves)
    assert story.cut == len(table.moves) - 40
    assert story.lines[0].turn == story.cut + 1


def test_fresh_tiles_are_those_that_lie_there_since() -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 3)
    table = load_table(game.pk)
    fresh = fresh_tiles(table, first=1)
    assert set(fresh) == {1, 2}
    for seat, marks in fresh.items():
        before, after = table.positions[1].boards[seat], table.position.boards[seat]
        kept = sum(after.line(row)[1] - before.line(row)[1] for row in range(5))
        assert (marks.kept, marks.fallen) == (kept, len(after.floor))


def test_tiles_of_an_earlier_round_are_not_fresh() -> None:
    game = a_game("alice", "bob")
    while load_table(game.pk).position.round == 1:
        play_next(game.pk)
    table = load_table(game.pk)
    assert table.position.phase is Phase.OFFER
    assert fresh_tiles(table, first=0) == {}
