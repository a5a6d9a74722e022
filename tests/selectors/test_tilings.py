"""Choosing a tiling of the gray wall, line by line or whole."""

import pytest

from games import azul
from games.azul import Phase, Position, Tile, format_move
from games.selectors import tilings
from games.selectors.tilings import LONGEST_WORDS, TilingView, tiling_of


def a_tiling(least: int, most: int = 10_000) -> tuple[Position, int, list[Tile]]:
    """Return a position where a seat has that many ways to tile, the seat, and the ways."""
    for number in range(300):
        dealer = azul.SeededDealer(number.to_bytes(32))
        position = azul.start(players=2, wall_kind=azul.WallKind.GRAY, start_seat=0, dealer=dealer)
        for step in range(400):
            if not position.to_move:
                break
            seat = position.to_move[0]
            legal = azul.legal_moves(position, seat)
            if position.phase is Phase.TILING and least <= len(legal) <= most:
                return position, seat, [move for move in legal if isinstance(move, Tile)]
            position = azul.apply(position, seat, legal[(step * 7) % len(legal)], dealer)
    raise AssertionError("no such position found")


def view(position: Position, seat: int, place: str = "") -> TilingView:
    found = tiling_of(position, seat, place=place)
    assert found is not None
    return found


def spots(tiling: TilingView) -> list[tuple[int, str, str]]:
    return [(spot.column, spot.value, spot.place) for row in tiling.rows for spot in row.spots]


def test_one_line_to_choose_offers_every_way_as_a_move() -> None:
    position, seat, legal = a_tiling(2, 5)
    tiling = view(position, seat)
    assert tiling.is_last_step
    assert [value for _, value, _ in spots(tiling)] == [format_move(move) for move in legal]


def test_going_step_by_step_reaches_every_way() -> None:
    position, seat, legal = a_tiling(6, 60)
    reached, open_steps = set(), [""]
    while open_steps:
        for _, value, place in spots(view(position, seat, open_steps.pop())):
            if value:
                reached.add(value)
            else:
                open_steps.append(place)
    assert reached == {format_move(move) for move in legal}


def test_any_line_may_be_chosen_first() -> None:
    position, seat, legal = a_tiling(6, 60)
    rows = {p.row for move in legal for p in move.places}
    last = max(row for row in rows if len({m.places[-1] for m in legal}) > 1)
    for first in {p for move in legal for p in move.places if p.row == last}:
        reached, open_steps = set(), [format_move(Tile((first,)))]
        while open_steps:
            for _, value, place in spots(view(position, seat, open_steps.pop())):
                if value:
                    reached.add(value)
                else:
                    open_steps.append(place)
        assert reached >= {format_move(move) for move in legal if first in move.places}


def test_a_line_chosen_first_stays_chosen_while_another_is_asked() -> None:
    position, seat, legal = a_tiling(6, 60)
    first = legal[-1].places[-1]
    tiling = view(position, seat, format_move(Tile((first,))))
    assert format_move(Tile((first,)))[1:] in tiling.place
    assert tiling.line != first.row + 1
    assert tiling.step > 1


def test_the_points_shown_are_those_that_the_tiling_scores() -> None:
    position, seat, legal = a_tiling(6, 60)
    best = view(position, seat).all[0]
    scored = {
        format_move(move): azul.tile(position, seat, move).tilings[-1][seat] for move in legal
    }
    assert best.points == max(tiled.gained for tiled in scored.values() if tiled)
    assert scored[best.value].gained == best.points  # type: ignore[union-attr]


def test_placements_that_fit_nothing_are_ignored() -> None:
    position, seat, _ = a_tiling(6, 60)
    plain = spots(view(position, seat))
    for place in ("W11+W21+W31+W41+W51", "nonsense", "3R2", "W99", "W1F"):
        assert spots(view(position, seat, place)) == plain


def test_a_complete_choice_in_the_address_is_marked() -> None:
    position, seat, legal = a_tiling(6, 60)
    tiling = view(position, seat, format_move(legal[-1]))
    assert [s.is_chosen for row in tiling.rows for s in row.spots].count(True) == 1
    assert sum(whole.is_chosen for whole in tiling.all) == 1


def test_the_chosen_tiling_is_previewed_in_every_row() -> None:
    position, seat, legal = a_tiling(6, 60)
    move = legal[-1]
    tiling = view(position, seat, format_move(move))
    assert tiling.preview is not None
    assert tiling.preview.value == format_move(move)
    shown = [(row.index, target.column) for row in tiling.rows for target in row.targets]
    assert shown == [(place.row, place.column) for place in move.places if place.column is not None]
    assert view(position, seat).preview is None


def test_many_ways_are_all_listed_in_figures() -> None:
    position, seat, legal = a_tiling(LONGEST_WORDS + 1)
    tiling = view(position, seat)
    assert {whole.value for whole in tiling.all} == {format_move(move) for move in legal}
    assert tiling.all[0].text.replace("→", "").replace(", ", "").isdigit()


def test_of_very_many_ways_the_best_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tilings, "LONGEST_LIST", 10)
    position, seat, legal = a_tiling(11)
    tiling = view(position, seat)
    assert (len(tiling.all), tiling.total) == (10, len(legal))
    assert tiling.all[0].points >= tiling.all[-1].points


def test_a_seat_without_a_choice_has_no_tiling() -> None:
    dealer = azul.SeededDealer(bytes(32))
    position = azul.start(players=2, wall_kind=azul.WallKind.GRAY, start_seat=0, dealer=dealer)
    assert tiling_of(position, 0) is None
