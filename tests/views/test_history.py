"""A game's past: every turn for ever, and the score sheet."""

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import azul
from games.models import Game, PlacementScore, Result, RoundScore
from games.selectors.history import history_page
from games.selectors.positions import load_table
from games.selectors.scores import score_sheet
from games.services.deadlines import force_time_out
from games.services.endings import finalize_game
from tests.factories import NOW, a_finished_game, a_game, a_player, play_next, play_random_moves

pytestmark = pytest.mark.django_db

HUGE = "1" + "0" * 30


def test_every_turn_of_a_game_has_its_page(client: Client) -> None:
    game = a_game("alice", "bob", "carol")
    play_random_moves(game, 30)
    for turn in range(game.turn + 1):
        assert client.get(f"/games/{game.pk}/turns/{turn}/").status_code == 200


def test_a_turn_shows_the_table_as_it_was() -> None:
    game = a_game()
    play_random_moves(game, 25)
    positions = load_table(game.pk).positions
    for turn in (0, 7, 25):
        page = history_page(game.pk, turn)
        assert page.position == positions[turn]
        assert [seat.board for seat in page.boards] == list(positions[turn].boards)


def test_a_turn_stays_the_same_when_the_game_goes_on(client: Client) -> None:
    game = a_game()
    play_random_moves(game, 5)
    before = history_page(game.pk, 3)
    play_random_moves(game, 5)
    after = history_page(game.pk, 3)
    assert (before.position, before.lines) == (after.position, after.lines)


def test_a_turn_tells_the_move_in_words_and_who_played_it(client: Client) -> None:
    game = a_game()
    play_next(game.pk)
    page = client.get(f"/games/{game.pk}/turns/1/").content.decode()
    assert re.search(r"alice took \d (blue|yellow|red|black|cyan) from", page)


def test_the_first_turn_tells_that_nobody_has_moved(client: Client) -> None:
    page = client.get(f"/games/{a_game().pk}/turns/0/").content.decode()
    assert "Nobody has taken a tile yet." in page


def test_turns_are_linked_to_their_neighbors_rounds_and_the_present(client: Client) -> None:
    game = a_game()
    play_random_moves(game, 25)
    page = client.get(f"/games/{game.pk}/turns/20/").content.decode()
    for turn in (0, 19, 21):
        assert f'href="/games/{game.pk}/turns/{turn}/"' in page
    assert "Back to now" in page
    assert 'aria-label="Start of round 2"' in page


def test_round_jumps_lead_to_the_fresh_deal() -> None:
    game = a_game()
    play_random_moves(game, 40)
    positions = load_table(game.pk).positions
    for jump in history_page(game.pk, 0).rounds:
        position = positions[jump.turn]
        assert position.round == jump.number
        assert all(position.displays)


def test_the_last_move_of_a_round_tells_the_scores(client: Client) -> None:
    game = a_game()
    play_random_moves(game, 40)
    jump = history_page(game.pk, 0).rounds[1].turn
    page = history_page(game.pk, jump)
    assert len(page.lines) == 2
    assert "Round 1" in page.lines[1].text


def test_the_list_holds_every_move_with_a_link(client: Client) -> None:
    game = a_finished_game()
    page = client.get(f"/games/{game.pk}/turns/0/").content.decode()
    for turn in range(1, game.turn + 1):
        assert f'href="/games/{game.pk}/turns/{turn}/"' in page


@pytest.mark.parametrize("turn", ["26", HUGE, "-1", "x", "1.5", "%00"])
def test_a_turn_that_never_was_is_a_404_page(client: Client, turn: str) -> None:
    game = a_game()
    play_random_moves(game, 25)
    assert client.get(f"/games/{game.pk}/turns/{turn}/").status_code == 404


@pytest.mark.parametrize("path", ["turns/0/", "scores/", "record.azul", "record.json"])
@pytest.mark.parametrize("game_id", ["999", HUGE, "-1", "x"])
def test_a_game_that_never_was_is_a_404_page(client: Client, game_id: str, path: str) -> None:
    assert client.get(f"/games/{game_id}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["turns/0/", "scores/", "record.azul", "record.json"])
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_past_takes_no_other_method(client: Client, path: str, method: str) -> None:
    game = a_game()
    assert getattr(client, method)(f"/games/{game.pk}/{path}").status_code == 405


def test_a_late_turn_takes_as_few_queries_as_an_early_one(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = a_finished_game("alice", "bob", "carol", "dave")
    client.force_login(a_player("alice"))
    assert game.turn >= 80
    for path in ("turns/1/", "turns/80/", "scores/", "record.azul", "record.json"):
        with django_assert_max_num_queries(5):
            client.get(f"/games/{game.pk}/{path}")


def test_the_gray_wall_has_its_pages_too(client: Client) -> None:
    game = a_finished_game(wall="gray")
    for turn in range(game.turn + 1):
        assert client.get(f"/games/{game.pk}/turns/{turn}/").status_code == 200
    assert client.get(f"/games/{game.pk}/scores/").status_code == 200


# The score sheet


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_the_score_sheet_agrees_with_what_was_stored(wall: str) -> None:
    game = a_finished_game("alice", "bob", "carol", wall=wall)
    sheet = score_sheet(game.pk)
    for row in RoundScore.objects.filter(round__game=game).select_related("round", "seat"):
        tiled = sheet.rounds[row.round.number - 1].seats[row.seat.index].tiled
        assert tiled is not None
        assert (tiled.gained, tiled.penalty) == (row.gained, row.penalty)
        assert (tiled.score_before, tiled.score_after) == (row.score_before, row.score_after)
    placements = sum(len(seat.placements) for part in sheet.rounds for seat in part.seats)
    assert placements == PlacementScore.objects.filter(round__game=game).count()
    stored = Result.objects.filter(game=game).select_related("seat__player").order_by("place")
    assert [(total.name, total.score, total.place) for total in sheet.totals] == [
        (result.seat.name, result.score, result.place) for result in stored
    ]


def test_every_column_of_the_sheet_adds_up() -> None:
    for total in score_sheet(a_finished_game("alice", "bob", "carol").pk).totals:
        assert total.bonus is not None
        assert total.before == total.rounds[-1]
        assert total.before + total.bonus.points == total.score


def test_the_sheet_of_a_game_in_progress_shows_what_is_scored_so_far(client: Client) -> None:
    game = a_game()
    play_random_moves(game, 25)
    page = client.get(f"/games/{game.pk}/scores/").content.decode()
    assert "Scores so far" in page
    assert "End bonuses" not in page


@pytest.mark.parametrize(
    ("policy", "caption", "why"),
    [
        ("forfeit", "Scores at the forfeit", "the game was lost by forfeit"),
        ("void", "Scores when the game was ended", "the game ended without a result"),
    ],
)
def test_the_sheet_of_a_game_that_time_ended_says_what_happened(
    client: Client, policy: str, caption: str, why: str
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy=policy)
    boss = a_player("carol", is_staff=True)
    force_time_out(game_id=game.pk, seat=0, by=boss, now=NOW)
    finalize_game(game_id=game.pk, now=NOW)
    page = client.get(f"/games/{game.pk}/scores/").content.decode()
    assert f">{caption}<" in page
    assert why in page
    assert "Scores so far" not in page
    if policy == "forfeit":
        assert page.index("bob</th>") < page.index("alice (bot)</th>")


def test_the_sheet_of_a_fresh_game_says_that_nothing_is_scored(client: Client) -> None:
    page = client.get(f"/games/{a_game().pk}/scores/").content.decode()
    assert "No round has been scored yet." in page


def test_minus_points_that_find_no_points_are_told() -> None:
    sheet = next(
        seat
        for number in range(40)
        for part in score_sheet(_careless_game(number).pk).rounds
        for seat in part.seats
        if seat.forgiven
    )
    assert sheet.tiled is not None
    assert sheet.tiled.score_after == 0
    lost = sheet.tiled.score_before + sheet.tiled.gained
    assert sheet.forgiven == sheet.tiled.penalty - lost


def _careless_game(number: int) -> Game:
    game = a_game(seed=bytes([number]) * 32)
    table = load_table(game.pk)
    while table.position.round == 1:
        seat = table.position.to_move[0]
        moves = azul.legal_moves(table.position, seat)
        careless = [m for m in moves if isinstance(m, azul.Pick) and m.line == azul.FLOOR]
        _play(game, seat, careless[0])
        table = load_table(game.pk)
    return game


def _play(game: Game, seat: int, move: azul.Move) -> None:
    from games.models import Seat, Via
    from games.services.play import play_move

    turn = Seat.objects.get(game=game, index=seat).awaited_turn
    assert turn is not None
    play_move(
        game_id=game.pk, seat=seat, turn=turn, move=azul.format_move(move), via=Via.PAGE, now=NOW
    )


# Fairness


def test_the_commitment_is_shown_from_the_first_turn_and_the_seed_is_not(client: Client) -> None:
    game = a_game()
    play_random_moves(game, 10)
    for path in ("turns/0/", "turns/10/", "scores/"):
        page = client.get(f"/games/{game.pk}/{path}").content.decode()
        assert game.seed_hash in page
        assert game.seed not in page


def test_the_seed_is_shown_when_the_game_is_over(client: Client) -> None:
    game = a_finished_game()
    page = client.get(f"/games/{game.pk}/scores/").content.decode()
    assert game.seed in page
    assert 'href="/fairness/#check"' in page


def test_every_template_that_names_the_seed_asks_first_whether_the_game_is_over() -> None:
    templates = Path(__file__).parents[2] / "templates"
    for path in templates.rglob("*"):
        text = path.read_text() if path.is_file() else ""
        if "game.seed }" in text:
            assert "is_over" in text[: text.index("game.seed }")], path.name


# Runs and the chart


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_every_placement_finds_the_wall_that_its_runs_count(wall: str) -> None:
    sheet = score_sheet(a_finished_game("alice", "bob", "carol", wall=wall).pk)
    steps = [step for part in sheet.rounds for seat in part.seats for step in seat.steps]
    assert steps
    for placed, standing in steps:
        if placed.column is None:
            continue
        spaces = {(tile.row, tile.column) for tile in standing} | {(placed.row, placed.column)}
        row = "".join("x" if (placed.row, column) in spaces else " " for column in range(5))
        column = "".join("x" if (row_, placed.column) in spaces else " " for row_ in range(5))
        assert _run_at(row, placed.column) == placed.across
        assert _run_at(column, placed.row) == placed.down


def _run_at(line: str, index: int) -> int:
    return next(
        m.end() - m.start() for m in re.finditer("x+", line) if m.start() <= index < m.end()
    )


def test_the_sheet_draws_a_small_wall_for_every_tile_placed(client: Client) -> None:
    game = a_finished_game("alice", "bob", "carol")
    page = client.get(f"/games/{game.pk}/scores/").content.decode()
    placed = PlacementScore.objects.filter(round__game=game, column__isnull=False).count()
    assert page.count('class="rw"') == placed
    assert " style=" not in page


def test_the_chart_ends_with_the_bonuses_and_agrees_with_the_table(client: Client) -> None:
    game = a_finished_game("alice", "bob")
    sheet = score_sheet(game.pk)
    assert sheet.chart.points == (*(f"R{n}" for n in range(1, len(sheet.rounds) + 1)), "end")
    assert [line.scores[-1] for line in sheet.chart.lines] == [t.score for t in sheet.totals]
    assert 'class="chart"' in client.get(f"/games/{game.pk}/scores/").content.decode()


def test_a_game_without_a_scored_round_has_no_chart(client: Client) -> None:
    assert 'class="chart"' not in client.get(f"/games/{a_game().pk}/scores/").content.decode()
