"""Bots' seats as a worker plays them."""

from collections.abc import Callable
from typing import Any

import pytest

from games import azul, bots, tasks, work
from games.bots import Budget
from games.models import BotKind, Game, GameStatus, Move, Seat, Via
from games.selectors.positions import load_table
from games.services.bots import play_bot_turn
from games.services.endings import resign_seat
from games.services.lobby import Setup
from games.services.play import undo_fault
from games.services.rematch import offer_rematch
from games.services.tables import Company, offer_table
from tests.factories import NOW, a_game, a_player, play_next

pytestmark = pytest.mark.django_db


def a_practice_game(*kinds: str, seed: int = 1) -> Game:
    """Return a begun game of alice against these bots."""
    setup = Setup(name="Practice", seed=seed.to_bytes(32, "big"), start_seat=1)
    return offer_table(by=a_player("alice"), setup=setup, company=Company(bots=kinds), now=NOW)


def test_the_bots_on_offer_are_the_bots_there_are() -> None:
    assert list(BotKind.values) == list(bots.BOTS)


@pytest.mark.parametrize("kind", bots.BOTS)
def test_a_seat_is_played_by_the_bot_it_was_given_to(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def choose(name: str, *args: Any, **options: Any) -> azul.Move:
        asked.append(name)
        return azul.legal_moves(args[0], args[1])[0]

    monkeypatch.setattr(bots, "choose", choose)
    game = a_practice_game(kind)
    assert play_bot_turn(game_id=game.pk, now=NOW)
    assert asked == [kind]
    assert Move.objects.get().via == Via.BOT


def test_a_seat_that_was_left_is_played_by_the_simplest_bot() -> None:
    game = a_practice_game("search")
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    assert Seat.objects.get(game=game, index=0).bot == bots.SIMPLEST


def test_a_bot_plays_the_move_it_chose_for_the_position_everybody_sees() -> None:
    game = a_practice_game("greedy")
    position, salt = load_table(game.pk).position, game.seed_hash.encode()
    play_bot_turn(game_id=game.pk, now=NOW)
    chosen = bots.choose("greedy", position, 1, salt)
    assert Move.objects.get().notation == azul.format_move(chosen)


def test_a_bot_stops_thinking_when_the_worker_says_so() -> None:
    game = a_practice_game("search")
    questions = 0

    def is_out_of_time() -> bool:
        nonlocal questions
        questions += 1
        return questions > 3

    assert play_bot_turn(game_id=game.pk, now=NOW, is_out_of_time=is_out_of_time)
    assert questions == 4


def test_a_worker_gives_each_move_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[float] = []

    def time_box(seconds: float) -> Callable[[], bool]:
        boxes.append(seconds)
        return lambda: True

    monkeypatch.setattr(work, "time_box", time_box)
    game = a_practice_game("search")
    tasks.play_bots(game.pk)
    assert boxes == [2.0, 2.0]  # the bot's move, then the look whether there is another
    assert Move.objects.count() == 1


def test_a_time_box_is_out_after_its_time() -> None:
    assert not work.time_box(60)()
    assert work.time_box(-1)()


def test_a_worker_that_died_thinking_leaves_the_turn_to_the_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = a_practice_game("greedy")

    def die(*_args: object, **_options: object) -> azul.Move:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(bots, "choose", die)
        with pytest.raises(KeyboardInterrupt):
            play_bot_turn(game_id=game.pk, now=NOW)
    assert not Move.objects.exists()
    assert tasks.sweep()["bot_games"] == 1
    assert Move.objects.get(game=game).via == Via.BOT


def test_a_second_worker_does_not_think_about_the_same_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = a_practice_game("greedy")
    second: list[bool] = []

    def choose(
        _bot: str, position: azul.Position, seat: int, *_args: Any, **_more: Any
    ) -> azul.Move:
        second.append(play_bot_turn(game_id=game.pk, now=NOW))
        return azul.legal_moves(position, seat)[0]

    monkeypatch.setattr(bots, "choose", choose)
    assert play_bot_turn(game_id=game.pk, now=NOW)
    assert second == [False]
    assert Move.objects.count() == 1


@pytest.mark.parametrize("wall", ["colored", "gray"])
def test_bots_play_a_whole_game_of_four_to_its_end(
    wall: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.bots.USUAL_NODES", 100)
    setup = Setup(name="Robots", wall=wall, seed=bytes(32))
    company = Company(bots=("search", "greedy", "random"))
    game = offer_table(by=a_player("alice"), setup=setup, company=company, now=NOW)
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    while play_bot_turn(game_id=game.pk, now=NOW):
        pass
    game.refresh_from_db()
    assert game.status == GameStatus.SCORING


def test_nobody_takes_back_a_bots_move() -> None:
    game = a_practice_game("greedy")
    play_bot_turn(game_id=game.pk, now=NOW)
    assert undo_fault(load_table(game.pk), seat=1, now=NOW)


def test_a_rematch_has_the_same_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.bots.USUAL_NODES", 50)
    game = a_practice_game("search", "greedy")
    while Seat.objects.awaited().filter(game=game).exists():
        if not play_bot_turn(game_id=game.pk, now=NOW):
            play_next(game.pk)
    tasks.finalize_game(game.pk)
    again = offer_rematch(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert [seat.bot for seat in again.seats.order_by("index")] == ["", "search", "greedy"]


def test_a_bot_waits_while_a_person_is_to_move() -> None:
    game = a_game()
    assert not play_bot_turn(game_id=game.pk, now=NOW)


def test_the_usual_budget_is_in_positions_not_in_seconds() -> None:
    assert not Budget(bots.USUAL_NODES).is_out_of_time()
