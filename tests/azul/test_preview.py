"""What a choice would lead to, before it is made."""

import pytest

from games.azul import (
    CENTER,
    FLOOR,
    Color,
    IllegalMove,
    Phase,
    Pick,
    Tile,
    WallKind,
    board_if_round_ended,
    legal_moves,
    open_columns,
    pick_result,
    set_up_board,
    set_up_position,
    take,
    tile,
)
from tests.azul.playing import playout, pseudo_choices

RED, BLUE = Color.RED, Color.BLUE


def test_a_pick_tells_what_is_kept_what_falls_and_what_it_costs() -> None:
    board = set_up_board(lines={2: (RED, 1)}, floor=[BLUE])
    position = set_up_position(
        boards=[board, set_up_board()], displays=[[BLUE]], center=(0, 0, 4, 0, 0)
    )

    result = pick_result(position, 0, Pick(CENTER, RED, 2))

    assert (result.count, result.kept, result.fallen, result.marker) == (4, 2, 2, True)
    assert result.completes
    assert result.floor_cost == 1 + 2 + 2
    assert result.target == (2, 4)
    assert result.points == 1


def test_points_see_the_lines_above_that_are_complete() -> None:
    board = set_up_board(lines={0: (BLUE, 1)}, wall=[(1, 1, BLUE)])
    position = set_up_position(boards=[board, set_up_board()], displays=[[Color.CYAN, Color.CYAN]])

    assert pick_result(position, 0, Pick(0, Color.CYAN, 1)).points == 4


def test_an_incomplete_line_and_the_floor_have_no_points() -> None:
    position = set_up_position(displays=[[RED, RED]])

    assert pick_result(position, 0, Pick(0, RED, 3)).points is None
    assert pick_result(position, 0, Pick(0, RED, 3)).target == (3, 0)
    floor = pick_result(position, 0, Pick(0, RED, FLOOR))
    assert (floor.target, floor.kept, floor.floor_cost) == (None, 0, 2)


def test_the_gray_wall_has_no_target_of_its_own() -> None:
    position = set_up_position(wall_kind=WallKind.GRAY, displays=[[RED]])

    result = pick_result(position, 0, Pick(0, RED, 0))

    assert result.completes
    assert (result.target, result.points) == (None, None)


def test_an_illegal_pick_has_no_result() -> None:
    with pytest.raises(IllegalMove):
        pick_result(set_up_position(displays=[[RED]]), 0, Pick(0, BLUE, 0))


def test_every_result_is_what_then_happens() -> None:
    positions, _ = playout(3, WallKind.COLORED, 4, pseudo_choices(9))
    for position in positions[:-1:3]:
        seat = position.to_move[0]
        for move in legal_moves(position, seat):
            assert isinstance(move, Pick)
            result = pick_result(position, seat, move)
            before, after = position.boards[seat], take(position, seat, move).boards[seat]
            if move.line != FLOOR:
                assert after.line(move.line)[1] == before.line(move.line)[1] + result.kept
                assert result.completes is (move.line in after.complete_lines())
            if result.completes:
                tiled = board_if_round_ended(after, WallKind.COLORED)
                points = {placed.row: placed.points for placed in tiled.placements}
                assert result.points == points[move.line]


def test_a_board_is_tiled_as_if_the_round_ended() -> None:
    board = set_up_board(score=3, lines={0: (BLUE, 1), 3: (RED, 2)}, floor=[RED])

    tiled = board_if_round_ended(board, WallKind.COLORED)

    assert [placed.row for placed in tiled.placements] == [0]
    assert (tiled.gained, tiled.penalty, tiled.score_after) == (1, 1, 3)


def test_on_the_gray_wall_the_best_scoring_column_is_taken() -> None:
    board = set_up_board(lines={1: (RED, 2)}, wall=[(0, 3, BLUE), (1, 2, BLUE)])

    tiled = board_if_round_ended(board, WallKind.GRAY)

    assert tiled.placements[0].column == 3
    assert tiled.gained == 4


def test_open_columns_follow_the_wall() -> None:
    board = set_up_board(wall=[(0, 1, RED), (1, 0, BLUE)])

    assert open_columns(board, 2, RED, WallKind.COLORED) == (4,)
    assert open_columns(board, 0, RED, WallKind.GRAY) == ()
    assert open_columns(board, 1, RED, WallKind.GRAY) == (2, 3, 4)


def test_an_estimate_is_a_tiling_that_the_rules_allow() -> None:
    board = set_up_board(lines={0: (RED, 1), 1: (BLUE, 2), 2: (RED, 3)})
    position = set_up_position(
        boards=[board, set_up_board()], wall_kind=WallKind.GRAY, phase=Phase.TILING
    )
    guess = board_if_round_ended(board, WallKind.GRAY)
    move = next(
        move
        for move in legal_moves(position, 0)
        if isinstance(move, Tile)
        and [place.column for place in move.places]
        == [placed.column for placed in guess.placements]
    )

    assert tile(position, 0, move).boards[0].score == guess.score_after
