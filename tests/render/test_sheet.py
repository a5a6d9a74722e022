"""The drawings of a score sheet."""

import re
from xml.etree import ElementTree

import pytest

from games.azul import Color, Placement, WallKind
from games.render import sheet
from games.render.sheet import Line, WallTile


def frames(fragment: str) -> list[tuple[int, ...]]:
    """Return x, y, width and height of each frame round a run."""
    found = re.findall(r'class="rf" x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"', fragment)
    return [tuple(map(int, numbers)) for numbers in found]


def test_both_runs_of_a_tile_are_framed_and_the_rest_is_pale() -> None:
    standing = [
        WallTile(0, 1, Color.YELLOW),
        WallTile(1, 0, Color.CYAN),
        WallTile(4, 4, Color.BLUE),
    ]
    fragment = sheet.run_wall(standing, Placement(1, Color.BLUE, 1, 2, 2, 4))
    assert frames(fragment) == [(-2, 43, 89, 44), (43, -2, 44, 89)]
    assert '<g class="pale"><use href="#tB" x="180" y="180"/></g>' in fragment


def test_a_gap_ends_a_run() -> None:
    standing = [WallTile(0, column, Color.RED) for column in (0, 1, 3)]
    fragment = sheet.run_wall(standing, Placement(0, Color.CYAN, 4, 2, 1, 2))
    assert frames(fragment) == [(133, -2, 89, 44)]


def test_a_tile_alone_has_no_frame_but_its_mark() -> None:
    fragment = sheet.run_wall([], Placement(2, Color.RED, 2, 1, 1, 1))
    assert frames(fragment) == []
    assert 'class="at"' in fragment


def test_a_line_that_fell_draws_no_wall() -> None:
    assert sheet.run_wall([], Placement(2, Color.RED, None, 0, 0, 0)) == ""


def test_a_chart_has_a_line_of_its_own_dashes_for_everybody() -> None:
    lines = [Line(f"p{number}", (number, 10 + number, None)) for number in range(4)]
    fragment = sheet.score_chart(lines, ["R1", "R2", "R3"], label="<Scores>")
    assert len(re.findall(r'class="ln"', fragment)) == 4
    assert len(set(re.findall(r'class="ln"( stroke-dasharray="[^"]+")?', fragment))) == 4
    assert len(re.findall(r'class="mk"', fragment)) == 8
    assert "&lt;Scores&gt;" in fragment


@pytest.mark.parametrize("top", [0, 1, 9, 47, 121, 240, 3400])
def test_every_score_lies_inside_the_chart(top: int) -> None:
    fragment = sheet.score_chart([Line("alice", (0, top))], ["R1", "R2"], label="Scores")
    heights = [float(y) for y in re.findall(r"translate\([\d.]+ ([\d.]+)\)", fragment)]
    assert all(sheet.TOP <= y <= sheet.BOTTOM for y in heights)
    assert len(re.findall('class="gr"', fragment)) <= sheet.MOST_TICKS + 2


def test_all_drawings_are_well_formed_and_carry_no_style() -> None:
    drawn = [
        *(sheet.wall_symbol(kind) for kind in WallKind),
        sheet.run_wall([], Placement(2, Color.RED, 2, 1, 1, 1)),
        sheet.score_chart([Line("a", (3,))], ["R1"], label="a & b"),
        sheet.series_key(1),
    ]
    for fragment in drawn:
        ElementTree.fromstring(fragment)  # noqa: S314 - our own drawing
        assert "style=" not in fragment
