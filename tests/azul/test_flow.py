"""The course of a game: whose turn it is, what is refused and why, rounds and the end."""

from collections.abc import Sequence

import pytest

from games.azul import (
    CENTER,
    COLORS,
    FLOOR,
    MARKER,
    Color,
    EndReason,
    IllegalMove,
    Move,
    Phase,
    Pick,
    Place,
    PlayerBoard,
    Position,
    Reason,
    Tile,
    WallKind,
    apply,
    complete_tile,
    is_legal,
    legal_moves,
    positions,
    ranking,
    set_up_board,
    set_up_position,
    start,
    take,
)
from tests.azul.playing import begun, playout, pseudo_choices, seeded

RED, BLUE, CYAN = Color.RED, Color.BLUE, Color.CYAN


def offer(board: PlayerBoard | None = None, wall_kind: WallKind = WallKind.COLORED) -> Position:
    return set_up_position(
        boards=[board or set_up_board(), set_up_board()],
        wall_kind=wall_kind,
        displays=[[RED, RED, BLUE, CYAN], [RED, RED, RED, RED]],
        center=(0, 0, 0, 1, 0),
    )


def gray_tiling(*boards: PlayerBoard) -> Position:
    """Return the last pick of a gray round, so that `apply` does all that follows."""
    return set_up_position(
        boards=boards, wall_kind=WallKind.GRAY, displays=[[RED]], marker_in_center=True
    )


@pytest.mark.parametrize(
    ("pick", "reason"),
    [
        (Pick(5, RED, 1), Reason.NO_SUCH_SOURCE),
        (Pick(8, RED, FLOOR), Reason.NO_SUCH_SOURCE),
        (Pick(77, RED, 1), Reason.NO_SUCH_SOURCE),
        (Pick(-1, RED, 1), Reason.NO_SUCH_SOURCE),
        (Pick(0, Color.BLACK, 1), Reason.NONE_OF_THAT_COLOR),
        (Pick(3, RED, FLOOR), Reason.NONE_OF_THAT_COLOR),
        (Pick(CENTER, RED, 1), Reason.NONE_OF_THAT_COLOR),
        (Pick(0, RED, 6), Reason.NO_SUCH_LINE),
        (Pick(0, RED, -1), Reason.NO_SUCH_LINE),
        (Pick(0, RED, 0), Reason.LINE_FULL),
        (Pick(0, RED, 3), Reason.OTHER_COLOR_IN_LINE),
        (Pick(0, RED, 1), Reason.COLOR_ON_WALL),
    ],
)
def test_a_pick_is_refused_with_its_reason_and_a_sentence(pick: Pick, reason: Reason) -> None:
    board = set_up_board(lines={0: (BLUE, 1), 3: (BLUE, 2)}, wall=[(1, 3, RED)])
    position = offer(board)

    with pytest.raises(IllegalMove) as refused:
        apply(position, 0, pick, seeded(1))

    assert refused.value.reason is reason
    assert str(refused.value).endswith(".")
    assert not is_legal(position, 0, pick)


def test_the_other_player_has_to_wait() -> None:
    with pytest.raises(IllegalMove) as refused:
        take(offer(), 1, Pick(1, RED, 3))

    assert refused.value.reason is Reason.NOT_YOUR_TURN
    assert legal_moves(offer(), 1) == []


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(IllegalMove) as refused:
        take(offer(), 2, Pick(1, RED, 3))

    assert refused.value.reason is Reason.NO_SUCH_SEAT


def test_tiles_can_not_be_placed_during_the_offer() -> None:
    with pytest.raises(IllegalMove) as refused:
        apply(offer(wall_kind=WallKind.GRAY), 0, Tile((Place(0, 0),)), seeded(1))

    assert refused.value.reason is Reason.WRONG_PHASE


def test_nothing_is_taken_after_the_end() -> None:
    played, _ = playout(2, WallKind.COLORED, 5, pseudo_choices(5))
    assert played[-1].phase is Phase.OVER

    with pytest.raises(IllegalMove) as refused:
        apply(played[-1], 0, Pick(0, RED, 1), seeded(5))

    assert refused.value.reason is Reason.GAME_OVER
    assert played[-1].to_move == ()


def test_a_pick_moves_the_rest_to_the_center_and_the_turn_on() -> None:
    after = take(offer(), 0, Pick(0, RED, 3))

    assert after.display(0) == ()
    assert after.center == (1, 0, 0, 1, 1)
    assert after.boards[0].line(3) == (RED, 2)
    assert after.to_move == (1,)
    assert after.turn == 1


def test_the_first_from_the_center_gets_the_marker_before_the_tiles() -> None:
    after = take(offer(), 0, Pick(CENTER, Color.BLACK, FLOOR))

    assert after.boards[0].floor == (MARKER, Color.BLACK)
    assert after.marker_holder == 0
    assert after.next_start == 0


def test_picks_are_listed_once_each_and_all_are_taken() -> None:
    moves = legal_moves(begun(4), 0)

    assert len(set(moves)) == len(moves)
    assert all(is_legal(begun(4), 0, move) for move in moves)


@pytest.mark.parametrize(("players", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_a_game_starts_dealt_and_with_the_seat_named(players: int, displays: int) -> None:
    position = begun(players, start_seat=1)

    assert len(position.displays) == displays
    assert all(len(tiles) == 4 for tiles in position.displays)
    assert (position.round, position.turn, position.to_move) == (1, 0, (1,))
    assert position.marker_in_center
    assert position.marker_holder is None


@pytest.mark.parametrize(("players", "seat"), [(1, 0), (5, 0), (2, 2), (2, -1)])
def test_odd_tables_are_not_started(players: int, seat: int) -> None:
    with pytest.raises(ValueError, match=r"table|players"):
        start(players=players, wall_kind=WallKind.COLORED, start_seat=seat, dealer=seeded(1))


def test_colored_walls_are_tiled_and_the_next_round_dealt_with_the_last_pick() -> None:
    board = set_up_board(lines={0: (BLUE, 1)})
    position = set_up_position(boards=[board, set_up_board()], displays=[[RED]])

    after = apply(position, 0, Pick(0, RED, 2), seeded(1))

    assert after.round == 2
    assert after.phase is Phase.OFFER
    assert after.boards[0].wall_color(0, 0) is BLUE
    assert after.boards[0].score == 1
    assert after.boards[0].line(2) == (RED, 1)
    assert after.tilings[0][1] is not None
    assert after.start_seat == 0


def test_on_the_gray_wall_all_with_a_choice_are_waited_for_in_any_order() -> None:
    board = set_up_board(lines={0: (BLUE, 1)})
    position = gray_tiling(board, board)

    after = apply(position, 0, Pick(0, RED, 2), seeded(1))
    assert after.phase is Phase.TILING
    assert after.to_move == (0, 1)

    second = apply(after, 1, Tile((Place(0, 2),)), seeded(1))
    assert second.to_move == (0,)
    assert second.turn == after.turn + 1
    first = apply(second, 0, Tile((Place(0, 4),)), seeded(1))
    assert first.phase is Phase.OFFER
    assert first.round == 2


def test_on_the_gray_wall_who_has_no_choice_is_not_asked() -> None:
    forced = set_up_board(
        lines={0: (RED, 1)},
        wall=[(0, 0, BLUE), (0, 1, Color.YELLOW), (0, 2, Color.BLACK), (2, 3, RED)],
    )
    position = gray_tiling(forced, set_up_board(lines={1: (BLUE, 2)}))

    after = apply(position, 0, Pick(0, RED, 3), seeded(1))

    assert after.to_move == (1,)
    assert after.tilings[-1][0] is not None
    assert after.boards[0].wall_color(0, 4) is RED
    with pytest.raises(IllegalMove) as refused:
        apply(after, 0, Tile((Place(0, 4),)), seeded(1))
    assert refused.value.reason is Reason.ALREADY_TILED


def choosing(
    lines: dict[int, tuple[Color, int]], wall: Sequence[tuple[int, int, Color]]
) -> Position:
    board = set_up_board(lines=lines, wall=wall)
    return set_up_position(
        boards=[board, set_up_board()], wall_kind=WallKind.GRAY, phase=Phase.TILING
    )


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        ([], Reason.CHOICE_MISSING),
        ([(0, 2)], Reason.COLOR_IN_COLUMN),
        ([(0, 4)], Reason.COLUMN_TAKEN),
        ([(0, 5)], Reason.NO_SUCH_COLUMN),
        ([(0, -1)], Reason.NO_SUCH_COLUMN),
        ([(0, None)], Reason.COLUMN_OPEN),
        ([(1, 0)], Reason.CHOICE_MISSING),
        ([(0, 3), (1, 0)], Reason.LINE_NOT_COMPLETE),
        ([(0, 3), (0, 1)], Reason.LINE_TWICE),
    ],
)
def test_a_tiling_is_refused_with_its_reason(
    places: list[tuple[int, int | None]], reason: Reason
) -> None:
    position = choosing({0: (RED, 1)}, [(1, 2, RED), (0, 4, BLUE)])
    move = Tile(tuple(Place(row, column) for row, column in places))

    with pytest.raises(IllegalMove) as refused:
        apply(position, 0, move, seeded(1))

    assert refused.value.reason is reason
    assert not is_legal(position, 0, move)


def test_forced_lines_may_be_left_out_and_are_filled_in() -> None:
    # Line 1 has a choice; line 2 has one column left; line 3 has none and falls.
    wall = [(1, 0, Color.BLACK), (1, 1, CYAN), (1, 3, BLUE), (1, 4, Color.YELLOW)]
    wall += [(2, 0, CYAN), (2, 1, BLUE), (3, 2, Color.BLACK), (3, 3, Color.YELLOW), (3, 4, BLUE)]
    wall += [(2, 2, Color.YELLOW), (0, 3, Color.BLACK), (4, 4, Color.BLACK)]
    position = choosing({0: (BLUE, 1), 1: (RED, 2), 2: (Color.BLACK, 3)}, wall)

    full = complete_tile(position, 0, Tile((Place(0, 0),)))

    assert full == Tile((Place(0, 0), Place(1, 2), Place(2, None)))
    assert full in legal_moves(position, 0)
    short = apply(position, 0, Tile((Place(0, 0),)), seeded(1))
    assert short == apply(position, 0, full, seeded(1))


def test_every_full_tiling_is_listed_once() -> None:
    position = choosing({0: (RED, 1), 1: (RED, 2), 2: (BLUE, 3)}, [])

    moves = legal_moves(position, 0)

    assert len(moves) == 5 * 4 * 5
    assert len(set(moves)) == len(moves)


def test_positions_start_before_the_first_move() -> None:
    after, played = playout(3, WallKind.COLORED, 8, pseudo_choices(8))

    course = list(
        positions(
            players=3,
            wall_kind=WallKind.COLORED,
            start_seat=0,
            dealer=seeded(8),
            moves=played,
        )
    )

    assert course == after
    assert [position.turn for position in course] == list(range(len(played) + 1))


@pytest.mark.parametrize("wall_kind", list(WallKind))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_played_at_random_end_by_the_rules(players: int, wall_kind: WallKind) -> None:
    course, played = playout(players, wall_kind, 11, pseudo_choices(players))
    last = course[-1]

    assert last.phase is Phase.OVER
    assert last.end_reason in tuple(EndReason)
    assert last.turn == len(played)
    assert sorted(seat for _, seats in ranking(last.boards) for seat in seats) == list(
        range(players)
    )
    assert len(last.deals) == len(last.tilings) == last.round


def test_all_colors_have_moves_at_the_start() -> None:
    moves: list[Move] = legal_moves(begun(), 0)

    colors = {move.color for move in moves if isinstance(move, Pick)}
    assert colors <= set(COLORS)
    assert len(moves) % 6 == 0
