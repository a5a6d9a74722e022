"""What holds in every position of every game, tried on games nobody has thought of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.azul import (
    CENTER,
    COLORS,
    FLOOR,
    SIZE,
    Color,
    IllegalMove,
    Move,
    Phase,
    Pick,
    Place,
    RecordedDealer,
    Tile,
    WallKind,
    apply,
    check_record,
    format_json,
    format_move,
    format_record,
    has_all_tiles,
    is_legal,
    legal_moves,
    parse_json,
    parse_move,
    parse_record,
    record_of,
    replay,
    seed_hash,
)
from tests.azul.playing import playout, seeded

TABLES = st.tuples(
    st.sampled_from([2, 3, 4]),
    st.sampled_from(list(WallKind)),
    st.integers(0, 2**32),
    st.integers(0, 2**62),
)
ROUNDS = settings(max_examples=25, deadline=None)

PICKS: st.SearchStrategy[Move] = st.builds(
    Pick, st.integers(0, CENTER), st.sampled_from(COLORS), st.integers(0, FLOOR)
)
TILES: st.SearchStrategy[Move] = st.dictionaries(
    st.integers(0, SIZE - 1), st.none() | st.integers(0, SIZE - 1), min_size=1
).map(lambda columns: Tile(tuple(Place(row, columns[row]) for row in sorted(columns))))


def numbers(state: int) -> list[int]:
    choices = []
    for _ in range(400):
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        choices.append(state >> 33)
    return choices


@ROUNDS
@given(TABLES)
def test_every_position_has_all_hundred_tiles_and_no_score_below_zero(
    table: tuple[int, WallKind, int, int],
) -> None:
    players, wall_kind, seed, choices = table

    positions, _ = playout(players, wall_kind, seed, iter(numbers(choices)))

    assert all(has_all_tiles(position) for position in positions)
    assert all(board.score >= 0 for position in positions for board in position.boards)


@ROUNDS
@given(TABLES)
def test_a_replay_from_seed_or_from_draws_is_the_position_that_was_played(
    table: tuple[int, WallKind, int, int],
) -> None:
    players, wall_kind, seed, choices = table
    positions, played = playout(players, wall_kind, seed, iter(numbers(choices)))
    last = positions[-1]

    draws = RecordedDealer([deal.displays for deal in last.deals])
    for dealer in (seeded(seed), draws):
        again = replay(
            players=players, wall_kind=wall_kind, start_seat=0, dealer=dealer, moves=played
        )
        assert again == last


@ROUNDS
@given(TABLES, st.integers(0, 60))
def test_a_record_at_any_moment_comes_back_and_is_in_order(
    table: tuple[int, WallKind, int, int], cut: int
) -> None:
    players, wall_kind, seed, choices = table
    positions, played = playout(players, wall_kind, seed, iter(numbers(choices)))
    moment = max(0, len(played) - cut)
    seed_bytes = seed.to_bytes(32, "big")

    record = record_of(
        positions[moment],
        played[:moment],
        players=["alice", 'bob "the \\ tiler"', "carol\nof the hills", "dave"][:players],
        site="azul.example",
        game="42",
        date="2026-05-01",
        seed_hash=seed_hash(seed_bytes),
        seed=seed_bytes.hex(),
    )

    assert parse_record(format_record(record)) == record
    assert parse_json(format_json(record)).players == record.players
    assert check_record(record).faults == ()
    assert (record.seed is None) is (positions[moment].phase is not Phase.OVER)


@ROUNDS
@given(TABLES, st.integers(0, 400), PICKS | TILES)
def test_exactly_the_listed_moves_are_taken_and_a_refusal_changes_nothing(
    table: tuple[int, WallKind, int, int], moment: int, move: Move
) -> None:
    players, wall_kind, seed, choices = table
    positions, _ = playout(players, wall_kind, seed, iter(numbers(choices)))
    position = positions[moment % len(positions)]
    before = repr(position)

    for seat in range(players):
        listed = legal_moves(position, seat)
        assert len(set(listed)) == len(listed)
        for legal in listed:
            assert is_legal(position, seat, legal)
            apply(position, seat, legal, seeded(seed))
        if isinstance(move, Pick) and move not in listed:
            assert not is_legal(position, seat, move)
            with pytest.raises(IllegalMove):
                apply(position, seat, move, seeded(seed))
    assert repr(position) == before


@given(PICKS | TILES)
def test_every_move_comes_back_from_its_notation(move: Move) -> None:
    assert parse_move(format_move(move)) == move
    assert parse_move(format_move(move).lower()) == move


@given(st.sampled_from(COLORS), st.integers(1, 9), st.integers(1, 5))
def test_a_pick_is_read_in_words_of_both_languages(color: Color, display: int, line: int) -> None:
    japanese = ("青", "黄", "赤", "黒", "水色")[color]
    pick = Pick(display - 1, color, line - 1)

    assert parse_move(f"display {display}, {color.name.lower()}, line {line}") == pick
    assert parse_move(f"{color.name.lower()} from display {display} to line {line}") == pick
    assert parse_move(f"工房{display}の{japanese}を{line}段目へ") == pick
