"""The small positions with known answers: faults seen elsewhere, and what the rules leave open."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.azul import (
    CENTER,
    COLORS,
    FLOOR,
    MARKER,
    WALL_COLORS,
    BadDeal,
    Color,
    Counts,
    FloorTile,
    IllegalMove,
    Phase,
    Pick,
    Place,
    PlayerBoard,
    Position,
    SeededDealer,
    Tile,
    WallKind,
    deal,
    has_all_tiles,
    legal_moves,
    ranking,
    set_up_board,
    set_up_position,
    take,
    tile,
)

CASES = json.loads((Path(__file__).parents[1] / "records" / "azul_cases.json").read_text("utf-8"))[
    "cases"
]
BY_NAME = {color.name.lower(): color for color in Color}
Case = dict[str, Any]


def seat_of(player: str) -> int:
    return int(player[1:]) - 1


def source_of(word: str) -> int:
    return CENTER if word == "C" else int(word[1:]) - 1


def line_of(word: str) -> int:
    if word == "F":
        return FLOOR
    line = int(word[1:]) - 1
    return line if line < FLOOR else 99  # "L6" must not become the floor line's own number


def pick_of(words: list[str]) -> Pick:
    # A word that is no color (the marker) stands for a color that does not exist.
    color: Any = BY_NAME.get(words[1], 7)
    return Pick(source_of(words[0]), color, line_of(words[2]))


def counts_of(counts: dict[str, int]) -> Counts:
    blue, yellow, red, black, cyan = (counts.get(color.name.lower(), 0) for color in COLORS)
    return blue, yellow, red, black, cyan


def floor_of(words: list[str]) -> list[FloorTile]:
    return [MARKER if word == "marker" else BY_NAME[word] for word in words]


def board_of(setup: Case) -> PlayerBoard:
    cells = []
    for cell in setup.get("wall", []):
        row, column = cell[0] - 1, cell[1] - 1
        cells.append((row, column, BY_NAME[cell[2]] if len(cell) > 2 else WALL_COLORS[row][column]))
    return set_up_board(
        score=setup.get("score", 0),
        lines={
            int(line) - 1: (BY_NAME[color], count)
            for line, (color, count) in setup.get("lines", {}).items()
        },
        wall=cells,
        floor=floor_of(setup.get("floor", [])),
    )


def position_of(case: Case) -> Position:
    setup = case["setup"]
    center = [word for word in setup.get("centre", []) if word != "marker"]
    displays = setup.get("displays", {})
    return set_up_position(
        boards=[board_of(setup.get("boards", {}).get(player, {})) for player in case["players"]],
        wall_kind=WallKind.COLORED if case["variant"] == "standard" else WallKind.GRAY,
        phase=Phase(setup.get("phase", "offer")),
        to_move=seat_of(setup.get("to_move", "P1")),
        displays=[
            [BY_NAME[word] for word in displays.get(f"D{index}", [])] for index in range(1, 6)
        ],
        center=counts_of({word: center.count(word) for word in center}),
        marker_in_center="marker" in setup.get("centre", []),
        next_start=seat_of(setup.get("marker_with", "P1")),
        bag=counts_of(setup["bag"]) if "bag" in setup else None,
        lid=counts_of(setup["lid"]) if "lid" in setup else None,
    )


def tile_of(words: list[Any]) -> Tile:
    choices = words[1] if len(words) > 1 else {}
    return Tile(tuple(Place(int(line) - 1, column - 1) for line, column in choices.items()))


def displays_of(words: list[list[str]]) -> tuple[tuple[Color, ...], ...]:
    return tuple(tuple(BY_NAME[word] for word in display) for display in words)


def play_move(position: Position, words: list[str]) -> Position:
    return take(position, seat_of(words[0]), pick_of(words[1:]))


def play_tile(position: Position, words: list[Any]) -> Position:
    return tile(position, seat_of(words[0]), tile_of(words))


def play_draw(position: Position, words: list[list[str]]) -> Position:
    return deal(position, displays_of(words))


def play_draw_any(position: Position, _: object) -> Position:
    displays = SeededDealer(bytes(32)).deal(
        round_number=2, players=position.players, bag=position.bag, lid=position.lid
    )
    return deal(position, displays)


PLAY: dict[str, Callable[[Position, Any], Position]] = {
    "move": play_move,
    "tile": play_tile,
    "draw": play_draw,
    "draw_any": play_draw_any,
}


def play_step(position: Position, step: Case) -> Position:
    ((kind, words),) = step.items()
    if kind == "expect":
        compare(position, words)
        return position
    if kind.startswith("refused_"):
        before = repr(position)
        with pytest.raises((IllegalMove, BadDeal)):
            PLAY[kind.removeprefix("refused_")](position, words)
        assert repr(position) == before
        return position
    return PLAY[kind](position, words)


def words_of_legal(position: Position) -> set[tuple[str, str, str]]:
    words = set()
    for move in legal_moves(position, position.to_move[0]):
        assert isinstance(move, Pick)
        source = "C" if move.source == CENTER else f"D{move.source + 1}"
        line = "F" if move.line == FLOOR else f"L{move.line + 1}"
        words.add((source, move.color.name.lower(), line))
    return words


def compare_boards(position: Position, expect: Case) -> None:
    for player, score in expect.get("scores", {}).items():
        assert position.boards[seat_of(player)].score == score
    for player, floor in expect.get("floor", {}).items():
        assert list(position.boards[seat_of(player)].floor) == floor_of(floor)
    for player, lines in expect.get("lines", {}).items():
        for line, content in lines.items():
            held = (None, 0) if content is None else (BY_NAME[content[0]], content[1])
            assert position.boards[seat_of(player)].line(int(line) - 1) == held
    for player, cells in expect.get("wall", {}).items():
        board = position.boards[seat_of(player)]
        laid = [
            [row + 1, column + 1, color.name.lower()]
            for row in range(5)
            for column in range(5)
            if (color := board.wall_color(row, column)) is not None
        ]
        assert laid == cells


def compare_rules(position: Position, expect: Case) -> None:
    if "legal" in expect:
        assert words_of_legal(position) == {tuple(words) for words in expect["legal"]}
    if "end_reason" in expect:
        assert position.end_reason == expect["end_reason"]
    if "ranking" in expect:
        places = [
            {"place": place, "players": [f"P{seat + 1}" for seat in seats]}
            for place, seats in ranking(position.boards)
        ]
        assert places == expect["ranking"]


def compare(position: Position, expect: Case) -> None:
    compare_boards(position, expect)
    compare_rules(position, expect)
    if "phase" in expect:
        assert position.phase == expect["phase"]
    if "to_move" in expect:
        assert position.to_move == (seat_of(expect["to_move"]),)
    if "next_starter" in expect:
        assert position.next_start == seat_of(expect["next_starter"])
    if "centre" in expect:
        words = [word for word in expect["centre"] if word != "marker"]
        assert position.center == counts_of({word: words.count(word) for word in words})
        assert position.marker_in_center is ("marker" in expect["centre"])
    for display, words in expect.get("displays", {}).items():
        assert list(position.display(source_of(display))) == sorted(BY_NAME[word] for word in words)
    if "bag" in expect:
        assert position.bag == counts_of(expect["bag"])
    if "lid" in expect:
        # Some cases name only the colors they are about.
        lid = dict(zip((color.name.lower() for color in COLORS), position.lid, strict=True))
        assert {word: lid[word] for word in expect["lid"]} == expect["lid"]
        assert expect["lid"] or not any(position.lid)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_ends_as_worked_out_by_hand(case: Case) -> None:
    position = position_of(case)
    elsewhere = case["setup"].get("elsewhere", False)

    for step in case["steps"]:
        position = play_step(position, step)
        assert elsewhere or has_all_tiles(position)

    compare(position, case["expect"])


def test_all_cases_are_there() -> None:
    assert len(CASES) == 32
