"""Games played at random, the same on every run: what the benchmarks work on."""

from games.azul import Move, Position, SeededDealer, WallKind, apply, legal_moves, start

MAX_MOVES = 1000
"""Random players can block each other for ever; their game is broken off there."""

_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_MASK = (1 << 64) - 1


def random_game(
    players: int, wall_kind: WallKind, number: int
) -> tuple[Position, list[tuple[int, Move]]]:
    """Play one whole game, every move chosen evenly among the legal ones.

    A plain linear congruential generator is enough to choose, and costs next to nothing.
    """
    dealer = SeededDealer(number.to_bytes(32, "big"))
    position = start(
        players=players, wall_kind=wall_kind, start_seat=number % players, dealer=dealer
    )
    state = number
    played: list[tuple[int, Move]] = []
    while position.to_move and len(played) < MAX_MOVES:
        seat = position.to_move[0]
        moves = legal_moves(position, seat)
        state = state * _MULTIPLIER + _INCREMENT & _MASK
        move = moves[(state >> 33) % len(moves)]
        position = apply(position, seat, move, dealer)
        played.append((seat, move))
    return position, played
