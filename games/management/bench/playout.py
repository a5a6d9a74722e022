"""Games played at random, the same on every run: what the benchmarks work on."""

from games.azul import Move, Position, SeededDealer, WallKind, apply, legal_moves, start

MAX_MOVES = 1000
"""Random players can block each other for ever; their game is broken off there."""

_MULTIPLIER = 1103515245
_INCREMENT = 12345
_MASK = (1 << 31) - 1


def random_game(
    players: int,
    wall_kind: WallKind,
    number: int,
    played: list[tuple[int, Move]] | None = None,
) -> Position:
    """Play one whole game, every move chosen evenly among the legal ones; return its end.

    A plain linear congruential generator is enough to choose, and costs next to nothing. The moves are
    added to `played` if it is given.
    """
    dealer = SeededDealer(number.to_bytes(32, "big"))
    position = start(
        players=players, wall_kind=wall_kind, start_seat=number % players, dealer=dealer
    )
    state = number
    while (waiting := position.to_move) and position.turn < MAX_MOVES:
        seat = waiting[0]
        moves = legal_moves(position, seat)
        state = state * _MULTIPLIER + _INCREMENT & _MASK
        move = moves[(state >> 9) % len(moves)]
        position = apply(position, seat, move, dealer)
        if played is not None:
            played.append((seat, move))
    return position
