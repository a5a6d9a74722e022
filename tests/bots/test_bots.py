"""What every bot keeps to, and what each of them is good at."""

import inspect
from collections.abc import Iterator

import pytest

from games import azul, bots
from games.azul import Color, Phase, Pick, Position, WallKind
from games.bots import Budget, View, greedy, search
from games.bots.worth import Appraiser
from tests.azul.playing import begun, playout, pseudo_choices, seeded

FEW = Budget(150)


def some_positions() -> Iterator[tuple[Position, int]]:
    """Yield positions from games of 2 to 4 players on both walls, each with a seat that is to move."""
    for number, (players, wall) in enumerate((p, w) for p in (2, 3, 4) for w in WallKind):
        positions, _ = playout(players, wall, number, pseudo_choices(number), limit=60)
        for position in positions[::12]:
            for seat in position.to_move[:1]:
                yield position, seat


def play(names: tuple[str, ...], number: int, wall: WallKind = WallKind.COLORED) -> Position:
    """Return the end of a game between these bots."""
    dealer = seeded(number)
    position = azul.start(
        players=len(names), wall_kind=wall, start_seat=number % len(names), dealer=dealer
    )
    while position.to_move:
        seat = position.to_move[0]
        move = bots.choose(names[seat], position, seat, b"test", budget=FEW)
        position = azul.apply(position, seat, move, dealer)
    return position


def gray_tiling() -> Position:
    """Return a table near its end where seat 0 has a column to choose, and one is all but complete."""
    column = [(0, 3, Color.BLUE), (2, 3, Color.YELLOW), (3, 3, Color.BLACK), (4, 3, Color.CYAN)]
    row = [(0, 0, Color.YELLOW), (0, 1, Color.BLACK), (0, 2, Color.CYAN)]
    board = azul.set_up_board(lines={1: (Color.RED, 2)}, wall=column + row)
    boards = (board, azul.set_up_board())
    return azul.set_up_position(boards=boards, wall_kind=WallKind.GRAY, phase=Phase.TILING)


@pytest.mark.parametrize("name", bots.BOTS)
def test_every_bot_plays_legal_moves_at_every_table(name: str) -> None:
    for position, seat in some_positions():
        move = bots.choose(name, position, seat, b"test", budget=FEW)
        assert move in azul.legal_moves(position, seat)


@pytest.mark.parametrize("name", bots.BOTS)
def test_the_same_position_salt_and_budget_give_the_same_move(name: str) -> None:
    for position, seat in some_positions():
        moves = {bots.choose(name, position, seat, b"test", budget=FEW) for _ in range(2)}
        assert len(moves) == 1


@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_has_nothing_to_know_later_draws_from(name: str) -> None:
    # All it gets is a view and a budget; all a view holds is the position, which knows no seed.
    hints = inspect.get_annotations(bots.BOTS[name], eval_str=True)
    assert list(hints.values()) == [View, Budget, azul.Move]
    assert View.__annotations__.keys() == {"position", "seat", "salt"}
    assert not [field for field in dir(begun()) if "seed" in field or "dealer" in field]


@pytest.mark.parametrize("name", bots.BOTS)
def test_two_seeds_that_dealt_the_same_so_far_are_the_same_to_a_bot(name: str) -> None:
    first = begun(number=1)
    deals = azul.RecordedDealer([first.deals[0].displays])
    again = azul.start(players=2, wall_kind=WallKind.COLORED, start_seat=0, dealer=deals)
    chosen = bots.choose(name, first, 0, b"test", budget=FEW)
    assert bots.choose(name, again, 0, b"test", budget=FEW) == chosen


@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_refuses_to_play_for_a_seat_that_is_not_to_move(name: str) -> None:
    with pytest.raises(ValueError, match="not to move"):
        bots.choose(name, begun(), 1, b"test")


def test_a_bot_of_another_release_plays_as_the_simplest() -> None:
    position = begun()
    simplest = bots.choose("random", position, 0, b"test")
    assert bots.choose("clairvoyant", position, 0, b"test") == simplest


def test_salt_chooses_between_moves_that_are_equally_good() -> None:
    same = azul.set_up_position(displays=[[Color.RED] * 4, [Color.RED] * 4, [Color.RED] * 4])
    sources = {bots.choose("greedy", same, 0, bytes([salt])) for salt in range(20)}
    assert len(sources) > 1


def test_greedy_completes_the_line_that_scores_most() -> None:
    board = azul.set_up_board(
        lines={2: (Color.RED, 1)}, wall=[(2, 2, Color.BLUE), (2, 3, Color.YELLOW)]
    )
    position = azul.set_up_position(
        boards=(board, azul.set_up_board()), displays=[[Color.RED] * 2 + [Color.BLUE] * 2]
    )
    assert greedy.choose(View(position, 0, b""), FEW) == Pick(0, Color.RED, 2)


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_the_better_bots_lay_a_gray_tile_where_it_scores_most(name: str) -> None:
    move = bots.choose(name, gray_tiling(), 0, b"test")
    assert azul.format_move(move) == "W24"


def test_search_leaves_the_big_pile_to_the_other() -> None:
    # Of two displays and six yellow tiles in the center, who takes the last display takes it all in.
    full = dict.fromkeys(range(1, 5), (Color.BLACK, 1))
    board = azul.set_up_board(lines=full, wall=[(0, 1, Color.YELLOW), (0, 2, Color.RED)])
    position = azul.set_up_position(
        boards=(board, board),
        displays=[[Color.RED] * 4, [Color.BLUE] * 1],
        center=(0, 6, 0, 0, 0),
        marker_in_center=False,
    )
    move = search.choose(View(position, 0, b""), Budget(2_000))
    assert isinstance(move, Pick)
    assert move.source != azul.CENTER


def test_search_ends_a_game_that_it_would_win() -> None:
    wall = [(0, column, azul.WALL_COLORS[0][column]) for column in range(4)]
    ahead = azul.set_up_board(score=50, wall=wall)
    position = azul.set_up_position(
        boards=(ahead, azul.set_up_board(score=5)),
        displays=[[Color.CYAN], [Color.BLACK]],
        round_number=5,
    )
    move = search.choose(View(position, 0, b""), Budget(2_000))
    assert move == Pick(0, Color.CYAN, 0)


def test_search_stops_when_its_time_is_out() -> None:
    asked = iter([False] * 5 + [True] * 1000)
    budget = Budget(10**9, is_out_of_time=lambda: next(asked))
    assert search.choose(View(begun(players=4), 0, b""), budget) in azul.legal_moves(
        begun(players=4), 0
    )


def test_search_moves_even_without_any_time() -> None:
    budget = Budget(0, is_out_of_time=lambda: True)
    assert search.choose(View(begun(), 0, b""), budget) in azul.legal_moves(begun(), 0)


def test_standings_of_a_duel_are_each_others_opposite() -> None:
    for position, _ in some_positions():
        if position.players == 2 and position.phase is Phase.OFFER:
            mine, theirs = Appraiser(position).standings(position)
            assert mine == -theirs


@pytest.mark.parametrize("wall", WallKind)
def test_greedy_beats_random_and_search_beats_greedy(wall: WallKind) -> None:
    # A few games with a small budget; `bench bots` plays hundreds.
    for weak, strong in (("random", "greedy"), ("greedy", "search")):
        wins = 0
        for number in range(4):
            names = (weak, strong) if number % 2 else (strong, weak)
            boards = play(names, number, wall).boards
            wins += boards[names.index(strong)].score > boards[names.index(weak)].score
        assert wins >= 3


@pytest.mark.parametrize("players", [3, 4])
def test_search_plays_whole_games_of_more_players(players: int) -> None:
    end = play(("search", "greedy", "random", "greedy")[:players], 1)
    assert end.phase is Phase.OVER
    assert azul.has_all_tiles(end)
