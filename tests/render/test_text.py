"""The table in plain text."""

import pytest

from games import azul
from games.azul import WallKind
from games.render import text

NAMES = ("alice", "山田太郎", "a name of thirty characters ok", "dave")


def position(players: int = 4, moves: int = 30, kind: WallKind = WallKind.COLORED) -> azul.Position:
    dealer = azul.SeededDealer(bytes(range(32)))
    now = azul.start(players=players, wall_kind=kind, start_seat=0, dealer=dealer)
    for number in range(moves):
        seat = now.to_move[0]
        legal = azul.legal_moves(now, seat)
        now = azul.apply(now, seat, legal[number % len(legal)], dealer)
    return now


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_line_is_wider_than_78_columns(language: str) -> None:
    lines = [
        *text.displays_text(position()).splitlines(),
        *text.boards_text(position(), NAMES, first=1, language=language).splitlines(),
        *text.key(language).splitlines(),
    ]
    assert max(text.width(line) for line in lines) <= text.COLUMNS


def test_every_tile_of_the_table_is_written_once() -> None:
    now = position(moves=3)
    written = text.displays_text(now)
    tiles = sum(len(tiles) for tiles in now.displays) + sum(now.center)
    assert sum(letter in "BYRKC" for letter in written.replace("C:", "")) == tiles


def test_taken_displays_show_a_dash() -> None:
    now = position(moves=1)
    empty = next(index for index, tiles in enumerate(now.displays) if not tiles)
    assert f"{empty + 1}: -" in text.displays_text(now)


def test_boards_go_clockwise_from_the_reader() -> None:
    written = text.boards_text(position(), NAMES, first=2, is_narrow=True)
    order = [line.split(":")[0] for line in written.splitlines() if line.endswith(" points")]
    assert order[0].startswith("a name of")
    assert order[1:] == ["dave", "alice", "山田太郎"]


def test_boards_stand_side_by_side_in_a_mail() -> None:
    first = text.boards_text(position(), NAMES).splitlines()[0]
    assert "alice" in first
    assert "山田太郎" in first


def test_a_gray_wall_shows_free_spaces_as_dots() -> None:
    board = position(2, 0, WallKind.GRAY).boards[0]
    assert text.board_text(board, WallKind.GRAY, "bob").splitlines()[1].endswith("|  . . . . .")


def test_a_text_is_clipped_by_columns_not_by_letters() -> None:
    assert text.clip("山田太郎です", 7) == "山田太…"
    assert text.clip("short", 7) == "short"
