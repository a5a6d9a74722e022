"""Many games for the benchmarks: rows as the services write them, without playing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction

from games import azul
from games.azul import WallKind
from games.management.bench.playout import random_game
from games.models import Game, GameStatus, Move, Player, Result, Seat
from games.models.lookalikes import name_key

PLAYERS: Final = 500
BATCH: Final = 5_000
LIVE_EVERY: Final = 20
START: Final = datetime(2026, 1, 1, tzinfo=UTC)


def fill(games: int) -> None:
    """Write that many games of 2 to 4 players: one in twenty is live, the rest finished.

    The first player sits in every fifth game, the others evenly in all.
    """
    players = Player.objects.bulk_create(
        Player(
            email=f"player{number}@example.org",
            name=f"Player {number}",
            name_key=name_key(f"Player {number}"),
            last_login=START,
        )
        for number in range(PLAYERS)
    )
    for begin in range(0, games, BATCH):
        with transaction.atomic():
            _write(range(begin, min(games, begin + BATCH)), players)


def _write(numbers: range, players: list[Player]) -> None:
    made = Game.objects.bulk_create(_game(number) for number in numbers)
    seats = Seat.objects.bulk_create(
        Seat(game=game, index=index, player=players[_who(number, index)], score=20 + index)
        for number, game in zip(numbers, made, strict=True)
        for index in range(game.places)
    )
    over = {game.pk for game in made if game.status == GameStatus.FINISHED}
    Result.objects.bulk_create(
        Result(
            game_id=seat.game_id,
            seat=seat,
            place=seat.index + 1,
            score=seat.score,
            rows=1,
            columns=1,
            colors=0,
            bonus=9,
        )
        for seat in seats
        if seat.game_id in over
    )


def _game(number: int) -> Game:
    is_live = number % LIVE_EVERY == 0
    begun = START + timedelta(minutes=number)
    return Game(
        name="Friday tiles",
        wall=WallKind.GRAY if number % 4 == 0 else WallKind.COLORED,
        status=GameStatus.RUNNING if is_live else GameStatus.FINISHED,
        seed=number.to_bytes(32, "big").hex(),
        seed_hash="",
        places=2 + number % 3,
        turn=40,
        round=3,
        created_at=begun,
        started_at=begun,
        finished_at=None if is_live else begun + timedelta(days=20),
    )


def _who(number: int, index: int) -> int:
    """Return who sits there: nobody twice at a table."""
    if index == 0 and number % 5 == 0:
        return 0
    return 1 + (number * 7 + index * 101) % (PLAYERS - 1)


def long_game() -> int:
    """Write one whole game of four with all its moves; return its id."""
    number, played = 0, list[tuple[int, azul.Move]]()
    while len(played) < 90:
        number, played = number + 1, []
        random_game(4, WallKind.COLORED, number, played)
    game = _game(number)
    game.wall, game.places, game.status = WallKind.COLORED, 4, GameStatus.FINISHED
    game.start_seat, game.turn, game.finished_at = number % 4, len(played), START
    game.save()
    players = Player.objects.order_by("pk")[:4]
    seats = [Seat(game=game, index=index, player=player) for index, player in enumerate(players)]
    Seat.objects.bulk_create(seats)
    Move.objects.bulk_create(
        Move(
            game=game,
            turn=turn,
            asked_turn=turn,
            seat=seats[seat],
            round=1,
            notation=azul.format_move(move),
            played_at=START,
        )
        for turn, (seat, move) in enumerate(played)
    )
    return game.pk
