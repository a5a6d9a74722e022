"""The drawings: what they contain, and that they are well-formed and small."""

import itertools
from xml.etree import ElementTree

from games import azul
from games.azul import Color, WallKind
from games.render import shapes, svg
from games.render.theme import STYLES


def board(kind: WallKind = WallKind.COLORED) -> azul.PlayerBoard:
    dealer = azul.SeededDealer(bytes(range(7, 39)))
    position = azul.start(players=2, wall_kind=kind, start_seat=0, dealer=dealer)
    for _ in range(4):
        seat = position.to_move[0]
        position = azul.apply(position, seat, azul.legal_moves(position, seat)[-2], dealer)
    return position.boards[0]


def parsed(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(fragment)  # noqa: S314 - our own drawing


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_drawing_is_well_formed() -> None:
    label = 'Zoe <script> & "friends"'
    fresh = svg.Fresh(line=1, kept=1, fallen=2)
    fragments = [
        shapes.symbols(),
        shapes.tile(Color.RED),
        shapes.marker_tile(label=label),
        *(shapes.icon(name) for name in ("first", "previous", "next", "last", "undo")),
        svg.mini_board(board(), WallKind.COLORED, label=label, fresh=fresh),
        svg.full_board(board(WallKind.GRAY), WallKind.GRAY, label=label, fresh=fresh),
        svg.pattern_line(board(), 4, ghost=(Color.CYAN, 2), fresh=1),
        svg.wall_row(board(), 0, WallKind.COLORED, targets=[svg.Target(1, Color.YELLOW, 10)]),
        svg.floor_strip((azul.MARKER, Color.BLUE), ghosts=(Color.RED,) * 9, fresh=1),
    ]
    assert all(parsed(fragment) is not None for fragment in fragments)


def test_a_board_has_a_text_alternative_that_is_escaped() -> None:
    drawn = svg.mini_board(board(), WallKind.COLORED, label='<b>"Bob" & co')
    assert parsed(drawn).attrib["aria-label"] == '<b>"Bob" & co'


def test_every_shape_that_drawings_refer_to_is_among_the_symbols() -> None:
    drawn = "".join(
        [
            *(shapes.tile(color) for color in Color),
            shapes.marker_tile(),
            svg.mini_board(board(), WallKind.COLORED, label="x"),
            svg.mini_board(board(), WallKind.GRAY, label="x"),
            svg.full_board(board(), WallKind.COLORED, label="x"),
        ]
    )
    used = {part.split('"')[0] for part in drawn.split('href="#')[1:]}
    defined = {part.split('"')[0] for part in shapes.symbols().split('id="')[1:]}
    assert used <= defined


def test_no_drawing_carries_a_style_or_a_script() -> None:
    drawn = shapes.symbols() + svg.full_board(board(), WallKind.COLORED, label="x")
    assert "style=" not in drawn
    assert "<script" not in drawn


def test_a_line_fills_from_the_right() -> None:
    color, count = next(line for line in board().lines[1:] if 0 < line[1] < 5)
    row = board().lines.index((color, count))
    places = [
        int(use.attrib.get("x", 0))
        for use in parsed(svg.pattern_line(board(), row))
        if use.attrib["href"].startswith("#t")
    ]
    assert places == [172 - 43 * step for step in range(count)]


def test_previewed_tiles_beyond_the_seventh_floor_space_are_not_drawn() -> None:
    drawn = svg.floor_strip((Color.BLUE,) * 5, ghosts=(Color.RED,) * 6)
    assert drawn.count('class="pv"') == 2


def test_the_wall_target_shows_its_points() -> None:
    drawn = svg.wall_row(board(), 2, WallKind.COLORED, targets=[svg.Target(4, Color.RED, 7)])
    assert "+7" in drawn


def test_five_tiles_differ_in_shape_and_in_lightness() -> None:
    lightness = sorted(luminance(style.fill) for style in STYLES.values())
    assert len({style.shape for style in STYLES.values()}) == 5
    assert all(high - low > 0.03 for low, high in itertools.pairwise(lightness))


def test_shapes_stand_out_from_their_tiles() -> None:
    assert all(contrast(style.glyph, style.fill) >= 4.5 for style in STYLES.values())
    assert all(contrast(style.ghost_edge, style.ghost_fill) >= 4.5 for style in STYLES.values())


def test_a_small_board_stays_under_four_kilobytes() -> None:
    assert len(svg.mini_board(board(), WallKind.COLORED, label="x")) < 4096
