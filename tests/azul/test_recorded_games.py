"""Whole recorded games: every number they state, and that a changed one is found and placed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.azul import (
    check_json,
    check_record,
    format_json,
    format_record,
    parse_json,
    parse_record,
)

RECORDS = Path(__file__).parents[1] / "records" / "azul_games.jsonl"
LINES = RECORDS.read_text("utf-8").splitlines()
GAMES = {json.loads(line)["id"]: line for line in LINES}
COLORED = "public-3p-standard-001"
GRAY = "public-2p-grey-001"
Document = dict[str, Any]


def faults_of(game: str, change: Callable[[Document], object]) -> tuple[str, ...]:
    document = json.loads(GAMES[game])
    change(document)
    return check_json(json.dumps(document)).faults


def test_there_are_sixty_games() -> None:
    assert len(GAMES) == 60


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_replays_with_every_stated_number(game: str) -> None:
    document = json.loads(GAMES[game])

    check = check_json(GAMES[game])

    assert check.faults == ()
    assert check.scores == document["final_scores"]
    assert check.ranking == document["ranking"]


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_comes_back_from_text_and_from_json(game: str) -> None:
    record = parse_json(GAMES[game])

    assert parse_record(format_record(record)) == record
    assert parse_json(format_json(record)) == record
    assert check_record(record).faults == ()


@pytest.mark.parametrize("game", GAMES)
def test_written_json_says_what_the_recorded_game_says(game: str) -> None:
    document = json.loads(GAMES[game])

    written = json.loads(format_json(parse_json(GAMES[game])))

    assert {key: written[key] for key in document if key != "tags"} == {
        key: value for key, value in document.items() if key != "tags"
    }


def test_a_usual_game_is_under_two_kilobytes_of_text() -> None:
    sizes = sorted(len(format_record(parse_json(line)).encode()) for line in LINES)

    assert sizes[-1] < 2000
    assert sizes[len(sizes) // 2] < 1100


def change_score(document: Document) -> None:
    document["rounds"][2]["tiling"]["P2"]["score_after"] += 1


def change_move(document: Document) -> None:
    document["rounds"][1]["moves"][4]["to"] = "F"


def change_mover(document: Document) -> None:
    moves = document["rounds"][1]["moves"]
    moves[4]["player"] = moves[5]["player"]


def change_draw(document: Document) -> None:
    draws = document["rounds"][3]["draws"]
    old = draws[2][1]
    draws[2][1] = "cyan" if old != "cyan" else "red"


def change_count(document: Document) -> None:
    document["rounds"][0]["moves"][0]["count"] += 1


def change_hash(document: Document) -> None:
    document["rounds"][0]["moves"][6]["legal_hash"] = "000000000000"


def change_bag(document: Document) -> None:
    document["rounds"][1]["bag_after_draw"]["red"] += 1


def change_start(document: Document) -> None:
    document["rounds"][1]["start_player"] = (
        "P3" if document["rounds"][1]["start_player"] != "P3" else "P1"
    )


def change_points(document: Document) -> None:
    document["rounds"][1]["tiling"]["P1"]["placements"][0]["points"] += 1


def change_floor(document: Document) -> None:
    document["rounds"][1]["tiling"]["P1"]["floor"].append("marker")


def change_end(document: Document) -> None:
    document["end_reason"] = "no_tiles"


def change_final_score(document: Document) -> None:
    document["final_scores"]["P2"] += 1


def change_ranking(document: Document) -> None:
    document["ranking"].reverse()


def change_wall(document: Document) -> None:
    document["walls"]["P2"][4][4] = "blue" if document["walls"]["P2"][4][4] != "blue" else None


def change_bonus(document: Document) -> None:
    document["bonuses"]["P2"]["columns"] += 1


def drop_last_move(document: Document) -> None:
    document["rounds"][2]["moves"].pop()


def drop_last_round(document: Document) -> None:
    document["rounds"].pop()


def add_round(document: Document) -> None:
    document["rounds"].append(document["rounds"][0])


def drop_tiling(document: Document) -> None:
    del document["rounds"][0]["tiling"]["P2"]


def drop_ranking(document: Document) -> None:
    document["ranking"] = []


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (change_score, "round 3, wall-tiling (P2): score_after is"),
        (change_move, "round 2, move 5 (P"),
        (change_mover, "round 2, move 5 (P"),
        (change_draw, "round 4, deal: "),
        (change_count, "round 1, move 1 (P1): count is"),
        (change_hash, "round 1, move 7 (P1): legal_hash is"),
        (change_bag, "round 2, deal: bag_after_draw is"),
        (change_start, "round 2, deal: start_player is"),
        (change_points, "round 2, wall-tiling (P1): placements 1.points is"),
        (change_floor, "round 2, wall-tiling (P1): floor is"),
        (change_end, "end: end_reason is"),
        (change_final_score, "end: final_scores.P2 is"),
        (change_ranking, "end: ranking 1.players is"),
        (change_wall, "end: walls.P2 is"),
        (change_bonus, "end: bonuses.P2.columns is"),
        (drop_last_move, "round 3: moves are missing before round 4"),
        (drop_last_round, "deal: the record has no draws for round 5"),
        (add_round, "round 6: the game was over after round 5"),
        (drop_tiling, "round 1, wall-tiling (P2): missing in the record"),
        (drop_ranking, "end: ranking is"),
    ],
)
def test_one_change_is_found_and_its_place_named(
    change: Callable[[Document], None], place: str
) -> None:
    faults = faults_of(COLORED, change)

    assert any(place in fault for fault in faults), faults


def move_column(document: Document) -> None:
    placement = document["rounds"][0]["tiling"]["P1"]["placements"][-1]
    placement["column"] = placement["column"] % 5 + 1


def test_another_column_on_the_gray_wall_is_found() -> None:
    assert faults_of(GRAY, move_column)


def test_faults_stop_at_a_readable_number() -> None:
    def change_all(document: Document) -> None:
        for played in document["rounds"]:
            for move in played["moves"]:
                move["legal"] = 0

    faults = faults_of(COLORED, change_all)

    assert len(faults) == 21
    assert faults[-1].startswith("and ")


def test_text_with_a_changed_score_line_is_found() -> None:
    text = format_record(parse_json(GAMES[COLORED]))
    lines = text.splitlines()
    index = next(index for index, line in enumerate(lines) if line.startswith("Scores"))
    lines[index] = "Scores 99 0 0"

    faults = check_record(parse_record("\n".join(lines))).faults

    assert any(fault.startswith("round 1, scores (P1): ") for fault in faults)


def test_text_with_a_changed_ranking_is_found() -> None:
    text = format_record(parse_json(GAMES[COLORED]))
    record = parse_record(text.replace('[Result "1. ', '[Result "2. '))

    assert any("ranking is" in fault for fault in check_record(record).faults)


def test_text_with_a_changed_draw_is_found() -> None:
    text = format_record(parse_json(GAMES[COLORED]))
    start = text.index("Round 2")
    display = text[start:].split()[3]
    changed = text[:start] + text[start:].replace(display, "KKKK", 1)

    assert any(
        "deal" in fault or "Display" in fault
        for fault in check_record(parse_record(changed)).faults
    )


def test_fields_left_out_are_not_compared() -> None:
    def strip(document: Document) -> None:
        for played in document["rounds"]:
            for move in played["moves"]:
                del move["legal"], move["legal_hash"], move["count"], move["kept"], move["marker"]

    assert faults_of(COLORED, strip) == ()
