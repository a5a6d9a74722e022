"""Record files: what can't be read, several records in one, and the check of a seed."""

import json
from dataclasses import replace

import pytest

from games.azul import (
    InvalidRecord,
    Record,
    WallKind,
    check_draws,
    check_file,
    check_record,
    drawn_start_seat,
    format_json,
    format_record,
    parse_json,
    parse_record,
    record_of,
    seed_hash,
)
from tests.azul.playing import playout, pseudo_choices


def finished(number: int = 3, players: int = 2, wall_kind: WallKind = WallKind.COLORED) -> Record:
    seed = number.to_bytes(32, "big")
    positions, played = playout(players, wall_kind, number, pseudo_choices(number))
    return record_of(
        positions[-1],
        played,
        players=("alice", "bob", "carol", "dave")[:players],
        site="azul.example",
        game=f"{number}",
        date="2026-05-01",
        seed_hash=seed_hash(seed),
        seed=seed.hex(),
    )


TEXT = format_record(finished())


def test_a_text_record_reads_like_this() -> None:
    lines = TEXT.splitlines()

    assert lines[:7] == [
        '[Site "azul.example"]',
        '[Game "3"]',
        '[Date "2026-05-01"]',
        '[Variant "colored"]',
        '[Players "2"]',
        '[Seat1 "alice"]',
        '[Seat2 "bob"]',
    ]
    assert any(line.startswith("Round 1 Seat1 ") for line in lines)
    assert any(line.startswith("Scores ") for line in lines)


@pytest.mark.parametrize("wall_kind", list(WallKind))
def test_a_finished_seeded_game_is_verified(wall_kind: WallKind) -> None:
    check = check_draws(finished(wall_kind=wall_kind))

    assert check.ok
    assert check.faults == ()


def test_another_seed_is_found_out() -> None:
    record = replace(finished(), seed=bytes(32).hex())

    faults = check_draws(record).faults

    assert faults[0].startswith("SeedHash: ")
    assert faults[1].startswith("round 1, draw, display 1: the seed gives ")


def test_a_changed_commitment_is_found_out() -> None:
    record = replace(finished(), seed_hash="0" * 64)

    assert check_draws(record).faults == (f"SeedHash: the seed's is {finished().seed_hash}",)


def test_another_tile_on_a_display_is_found_out() -> None:
    record = finished()
    first = record.rounds[0]
    swapped = (first.displays[1], first.displays[0], *first.displays[2:])
    record = replace(record, rounds=(replace(first, displays=swapped), *record.rounds[1:]))

    assert any("round 1, draw, display 1" in fault for fault in check_draws(record).faults)


@pytest.mark.parametrize("seed", ["", "zz", "00" * 31, "00" * 33])
def test_what_is_no_seed_is_found_out(seed: str) -> None:
    record = replace(finished(), seed=seed)

    assert "Seed: this is not 64 hexadecimal digits" in check_draws(record).faults


def test_a_game_without_its_seed_can_not_be_verified() -> None:
    record = replace(finished(), seed=None)

    assert check_record(record).ok
    assert check_draws(record).faults[0].startswith("Seed: ")


def test_json_keeps_the_seed_too() -> None:
    record = finished()

    assert parse_json(format_json(record)) == record


def test_names_that_come_twice_get_their_seat() -> None:
    positions, played = playout(3, WallKind.COLORED, 1, pseudo_choices(1))

    record = record_of(positions[-1], played, players=("bot", "alice", "bot"))

    assert record.players == ("bot (1)", "alice", "bot (3)")


def test_a_game_going_on_has_a_star_and_no_seed() -> None:
    positions, played = playout(2, WallKind.COLORED, 1, pseudo_choices(1))

    record = record_of(positions[9], played[:9], players=("alice", "bob"), seed="00" * 32)
    text = format_record(record)

    assert '[Result "*"]' in text
    assert "Seed " not in text
    assert parse_record(text) == record
    assert check_record(record).ok


def test_a_file_of_several_records_is_checked_one_by_one() -> None:
    text = "".join(format_record(finished(number)) + "\n" for number in (1, 2, 3))

    checks = list(check_file(text, draws=True))

    assert [check.game for check in checks] == ["1", "2", "3"]
    assert all(check.ok for check in checks)


def test_json_lines_and_one_spread_out_object_are_both_read() -> None:
    lines = "\n".join(format_json(finished(number)) for number in (1, 2))
    spread = json.dumps(json.loads(format_json(finished(1))), indent=2)

    assert [check.ok for check in check_file(lines)] == [True, True]
    assert [check.ok for check in check_file(spread)] == [True]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('[Players "2"]', '[Players "5"]', "Players has to be 2, 3 or 4"),
        ('[Seat2 "bob"]', "", "Seat2 is missing"),
        ('[Seat2 "bob"]', '[Seat2 "alice"]', "two seats have the same name"),
        ('[Seat2 "bob"]', "[Seat2 bob]", "line 7: a header line looks like"),
        ('[Seat2 "bob"]', '[Seat1 "bob"]', "line 7: Seat1 is given twice"),
        ('[Variant "colored"]', '[Variant "green"]', "Variant has to be"),
        ('[Start "Seat1"]', '[Start "Seat3"]', "is no seat of this table"),
        ('[Rules "1"]', '[Rules "one"]', "Rules has to be a number"),
        ("[Result ", "[Result2 ", ""),
        ('[Result "', '[Result "first ', "should look like"),
        ('[End "', '[End "no ', "End has to say why"),
        ("Round 1 ", "Round 2 ", "round 1 should come here"),
        ("Round 1 Seat1", "Round 1 Seat9", "is no seat of this table"),
        ("Round 1 Seat1 ", "Round 1 Seat1 BBBB ", "2 players have 5 displays"),
        ("Round 1 Seat1 ", "Round 1 Seat1 Q", "is no display"),
        ("Scores ", "Scores 1 2 ", "Scores has one number for each player"),
        ("Scores ", "Score ", "in a move"),
        ("Scores ", "1:3R2 Scores ", "names its seat"),
        ("Scores ", "9:W11 ", "is no seat of this table"),
    ],
)
def test_text_that_is_no_record_is_refused_in_one_sentence(
    old: str, new: str, complaint: str
) -> None:
    assert old in TEXT
    checks = list(check_file(TEXT.replace(old, new, 1)))

    assert len(checks) == 1
    if complaint:
        assert complaint in checks[0].faults[0]
        assert checks[0].faults[0].startswith("can't be read: ")
    assert not checks[0].ok


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "hello",
        "{",
        "{}",
        "[]",
        '{"format": "azul-record/2"}',
        '{"format": "azul-record/1"}',
        '{"format": "azul-record/1", "players": ["P1"]}',
        '{"format": "azul-record/1", "players": ["P1", 2]}',
        '{"format": "azul-record/1", "players": ["P1", "P1"]}',
        '{"format": "azul-record/1", "players": ["P1", "P2"], "variant": "round"}',
        '{"format": "azul-record/1", "players": ["P1", "P2"], "variant": "grey", "rounds": []}',
        '{"format": "azul-record/1", "players": ["P1", "P2"], "variant": "grey", "rounds": [3]}',
        "{" * 50_000,
        "[Site",
        "Round 1",
        "\x00\x01\ufffd",
    ],
)
def test_anything_else_is_a_fault_and_no_crash(text: str) -> None:
    checks = list(check_file(text))

    assert len(checks) == 1
    assert len(checks[0].faults) == 1
    assert checks[0].faults[0].startswith("can't be read: ")


DOCUMENT = format_json(finished(2, 2, WallKind.GRAY))


def json_paths() -> list[tuple[str | int, ...]]:
    """Return where something stands in a JSON record, one of each kind of place."""
    document = json.loads(DOCUMENT)
    placed = next(
        index
        for index, played in enumerate(document["rounds"])
        if played["tiling"]["alice"]["placements"]
    )
    of_round: tuple[str | int, ...] = ("rounds", placed)
    paths: list[tuple[str | int, ...]] = [(key,) for key in document if key != "format"]
    paths += [(*of_round, key) for key in document["rounds"][placed]]
    paths += [(*of_round, "moves", 0, key) for key in document["rounds"][placed]["moves"][0]]
    tiling = document["rounds"][placed]["tiling"]["alice"]
    paths += [(*of_round, "tiling", "alice", key) for key in tiling]
    placement = tiling["placements"][0]
    paths += [(*of_round, "tiling", "alice", "placements", 0, key) for key in placement]
    return [
        *paths,
        (*of_round, "draws", 0),
        (*of_round, "draws", 0, 0),
        ("ranking", 0),
        ("walls", "bob", 0),
    ]


@pytest.mark.parametrize("junk", [None, 7, "x", [], {}, [[1]], True])
@pytest.mark.parametrize("path", json_paths(), ids=lambda path: ".".join(map(str, path)))
def test_junk_anywhere_in_json_is_a_fault_or_harmless_but_never_a_crash(
    path: tuple[str | int, ...], junk: object
) -> None:
    document = json.loads(DOCUMENT)
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    before, inner[path[-1]] = inner[path[-1]], junk
    harmless = path[-1] in ("id", "site", "date") or before == junk
    harmless = harmless or (path == ("seed",) and junk is None)

    check = next(iter(check_file(json.dumps(document))))

    assert harmless or not check.ok
    assert all("\n" not in fault and fault for fault in check.faults)


def test_the_start_seat_can_be_drawn_from_the_seed() -> None:
    seats = {drawn_start_seat(number.to_bytes(32, "big"), 4) for number in range(40)}

    assert seats == {0, 1, 2, 3}


def test_invalid_records_are_value_errors() -> None:
    with pytest.raises(InvalidRecord) as refused:
        parse_record("nothing")

    assert isinstance(refused.value, ValueError)
