"""Moves as text: one way to write them, many to say them, and no guessing."""

import time

import pytest

from games.azul import (
    CENTER,
    FLOOR,
    Color,
    InvalidNotation,
    Pick,
    Place,
    Tile,
    format_move,
    parse_move,
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3R2", "3R2"),
        ("3r2", "3R2"),
        (" 3 R 2 ", "3R2"),
        ("3-r-2.", "3R2"),
        ("3 red 2", "3R2"),
        ("Red 3 2", "3R2"),
        ("display 3, red, line 2", "3R2"),
        ("Line 2: red, from display 3!", "3R2"),
        ("take all the red tiles from display 3 to line 2", "3R2"),
        ("D3 red L2", "3R2"),
        ("3 赤 2", "3R2"),
        ("３赤２", "3R2"),
        ("展示3から赤を2段目へ", "3R2"),
        ("赤を工房展示ボード3からライン2に置く", "3R2"),
        ("三 赤 二", "3R2"),
        ("CCF", "CCF"),
        ("ccf", "CCF"),
        ("c c f", "CCF"),
        ("C cyan floor", "CCF"),
        ("center cyan floor", "CCF"),
        ("centre c floor", "CCF"),
        ("cyan from the center straight to the floor line", "CCF"),
        ("中央 水色 床", "CCF"),
        ("center black floor", "CKF"),
        ("centre, black, floor", "CKF"),
        ("中央 黒 床", "CKF"),
        ("場の中央から黒を床ラインへ", "CKF"),
        ("c k f", "CKF"),
        ("C red 2", "CR2"),
        ("3 c 2", "3C2"),
        ("3 white 2", "3C2"),
        ("c 3 2", "3C2"),
        ("W13+W42", "W13+W42"),
        ("w13 w42", "W13+W42"),
        ("W42+W13", "W13+W42"),
        ("W 1 3, W 4 2", "W13+W42"),
        ("wall line 1 column 3 and line 4 column 2", "W13+W42"),
        ("壁 1段目 3列目、4段目 2列目", "W13+W42"),
        ("W3F", "W3F"),
        ("wall line 3 floor", "W3F"),
    ],
)
def test_a_move_is_read_from_free_spelling(text: str, canonical: str) -> None:
    assert format_move(parse_move(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "!!!",
        "hello",
        "3",
        "red",
        "3 red",
        "red 2",
        "2 red center",
        "0R1",
        "10 red 2",
        "3R6",
        "3R0",
        "3 red 12345678901234567890",
        "3 red blue 2",
        "3 red 2 4",
        "3R2 4B1",
        "take 3 blue from display 2 to line 4",
        "display 3 red display 2",
        "c",
        "ccc",
        "c c c",
        "line 2 line 3 red",
        "W13+W12",
        "W1",
        "W66",
        "WF3",
        "W13+W24+W35+W41+W52+W11",
        "wall",
        "marker",
        "C marker F",
        "赤",
    ],
)
def test_what_is_unclear_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse_move(text)

    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "3 red " * 100_000, "W13+" * 100_000, "赤" * 119]
)
def test_odd_input_is_refused_at_once(text: str) -> None:
    begun = time.perf_counter()

    with pytest.raises(InvalidNotation):
        parse_move(text)

    assert time.perf_counter() - begun < 0.1


def test_cyan_and_center_share_a_letter_but_are_not_mixed_up() -> None:
    assert parse_move("CC1") == Pick(CENTER, Color.CYAN, 0)
    assert format_move(Pick(CENTER, Color.CYAN, FLOOR)) == "CCF"


def test_a_tiling_is_written_in_line_order_with_the_floor_as_f() -> None:
    move = Tile((Place(0, 2), Place(3, None)))

    assert format_move(move) == "W13+W4F"
    assert parse_move("W4F+W13") == move
