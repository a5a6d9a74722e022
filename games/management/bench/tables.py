"""Two whole games for the benchmarks, with their moves: one over, one being played."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games import azul
from games.azul import WallKind
from games.management.bench.playout import random_game
from games.management.bench.world import START, a_game
from games.models import Game, GameStatus, Move, Player, Seat

LEAST_MOVES: Final = 90
LIVE_MOVES: Final = 70


def long_game() -> Game:
    """Write one whole game of four with all its moves."""
    number, played = _long_playout()
    game = _game(number, len(played))
    game.status, game.finished_at = GameStatus.FINISHED, START + timedelta(days=20)
    game.save()
    _write_moves(game, _seats(game), played)
    return game


def live_game() -> tuple[Game, Seat]:
    """Write a game of four after 70 moves; return it and the seat that is to move."""
    number, played = _long_playout()
    played = played[:LIVE_MOVES]
    position = azul.replay(
        players=4,
        wall_kind=WallKind.COLORED,
        start_seat=number % 4,
        dealer=azul.SeededDealer(number.to_bytes(32, "big")),
        moves=played,
    )
    game = _game(number, len(played))
    game.status, game.round = GameStatus.RUNNING, position.round
    game.save()
    seats = _seats(game)
    _write_moves(game, seats, played)
    seat = seats[position.to_move[0]]
    seat.awaited_turn, seat.awaited_at = len(played), START
    seat.save(update_fields=["awaited_turn", "awaited_at"])
    return game, seat


def _long_playout() -> tuple[int, list[tuple[int, azul.Move]]]:
    """Return the first long game of random players, and the number of its seed."""
    number, played = 0, list[tuple[int, azul.Move]]()
    while len(played) < LEAST_MOVES:
        number, played = number + 1, []
        random_game(4, WallKind.COLORED, number, played)
    return number, played


def _game(number: int, turn: int) -> Game:
    game = a_game(number)
    game.wall, game.places, game.turn, game.start_seat = WallKind.COLORED, 4, turn, number % 4
    game.finished_at = None
    return game


def _seats(game: Game) -> list[Seat]:
    players = Player.objects.order_by("pk")[:4]
    seats = [Seat(game=game, index=index, player=player) for index, player in enumerate(players)]
    return Seat.objects.bulk_create(seats)


def _write_moves(game: Game, seats: list[Seat], played: list[tuple[int, azul.Move]]) -> None:
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
