"""What happens at the table, in sentences."""

import pytest

from games import azul
from games.azul import CENTER, FLOOR, Color, Pick, PickResult, Placement, Tiled
from games.azul.position import EMPTY_BOARD
from games.render import words


def result(**changes: object) -> PickResult:
    facts = {
        "count": 3,
        "kept": 3,
        "fallen": 0,
        "marker": False,
        "completes": False,
        "floor_cost": 0,
        "target": None,
        "points": None,
    }
    return PickResult(**{**facts, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pick", "outcome", "sentence"),
    [
        (
            Pick(1, Color.BLUE, 3),
            result(),
            "Alice took 3 blue from display 2 for line 4",
        ),
        (
            Pick(1, Color.BLUE, 2),
            result(completes=True),
            "Alice took 3 blue from display 2 for line 3, completing it",
        ),
        (
            Pick(CENTER, Color.CYAN, 0),
            result(kept=1, fallen=2, completes=True, marker=True, floor_cost=4),
            (
                "Alice took 3 cyan from the center for line 1, completing it, 2 to the floor, "
                "with the starting player marker"
            ),
        ),
        (
            Pick(8, Color.RED, FLOOR),
            result(kept=0, fallen=3, floor_cost=4),
            "Alice took 3 red from display 9 straight to the floor line",
        ),
    ],
)
def test_a_pick_is_told_with_its_effects(pick: Pick, outcome: PickResult, sentence: str) -> None:
    assert words.pick_words(pick, outcome, "Alice") == sentence


def test_a_pick_is_told_from_the_position_before_it() -> None:
    dealer = azul.SeededDealer(bytes(32))
    position = azul.start(players=2, wall_kind=azul.WallKind.COLORED, start_seat=0, dealer=dealer)
    pick = azul.legal_moves(position, 0)[0]
    assert isinstance(pick, Pick)
    sentence = words.pick_sentence(position, pick, "Bob")
    assert sentence.startswith(f"Bob took {position.display(pick.source).count(pick.color)} ")


def test_choices_are_named_by_place_count_and_color() -> None:
    assert words.pick_label(4, Color.RED, 3) == "Display 5: 3 red"
    assert (
        words.pick_label(CENTER, Color.YELLOW, 2, marker=True)
        == "Center: 2 yellow, with the starting player marker"
    )


def test_an_empty_board_is_described_completely() -> None:
    sentence = words.board_sentence(EMPTY_BOARD, "Carol")
    assert sentence.startswith("Carol: 0 points. Line 1: empty, 1 free. Line 2: empty, 2 free.")
    assert sentence.endswith("Wall: empty. Floor line: empty.")


def test_points_carry_a_real_minus() -> None:
    assert [words.signed(points) for points in (3, 0, -2)] == ["+3", "0", "−2"]


def test_numbers_are_listed_as_in_a_sentence() -> None:
    assert words.lines_in_words([4]) == "4"
    assert words.lines_in_words([4, 6, 9]) == "4, 6 and 9"


def test_a_tiling_is_told_line_by_line() -> None:
    placements = [Placement(0, Color.RED, 2, 1, 1, 1), Placement(2, Color.CYAN, None, 0, 0, 0)]
    assert words.tiling_sentence(placements, "Dave") == (
        "Dave tiled the wall: line 1: red to column 3, +1; "
        "line 3: no column free, its tiles fell to the floor line"
    )


def test_a_scored_round_names_everybody() -> None:
    alice = Tiled((), (), 7, 2, 14, 19)
    bob = Tiled((), (), 3, 0, 5, 8)
    assert words.round_sentence(2, [("Alice", alice), ("Bob", bob)]) == (
        "Round 2 was scored: Alice +7 −2 to 19, Bob +3 to 8"
    )


def test_a_language_without_its_own_phrases_reads_english() -> None:
    assert words.color_name(Color.BLUE, "eo") == "blue"


def test_braces_in_a_name_do_no_harm() -> None:
    sentence = words.pick_words(Pick(0, Color.BLUE, 0), result(count=1, kept=1), "{0} {name}")
    assert sentence.startswith("{0} {name} took 1 blue")
