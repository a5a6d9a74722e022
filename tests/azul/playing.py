"""Ways to play through games in the tests of the rules."""

from collections.abc import Iterator

from games.azul import (
    Dealer,
    Move,
    Position,
    SeededDealer,
    WallKind,
    apply,
    legal_moves,
    start,
)


def seeded(number: int) -> SeededDealer:
    return SeededDealer(number.to_bytes(32, "big"))


def begun(
    players: int = 2, wall_kind: WallKind = WallKind.COLORED, number: int = 1, start_seat: int = 0
) -> Position:
    return start(players=players, wall_kind=wall_kind, start_seat=start_seat, dealer=seeded(number))


def playout(
    players: int, wall_kind: WallKind, number: int, choices: Iterator[int], limit: int = 400
) -> tuple[list[Position], list[tuple[int, Move]]]:
    """Play on with the choices given, until the game, the choices or the limit are over."""
    dealer: Dealer = seeded(number)
    position = start(players=players, wall_kind=wall_kind, start_seat=0, dealer=dealer)
    positions = [position]
    played: list[tuple[int, Move]] = []
    for choice in choices:
        if not position.to_move or len(played) == limit:
            break
        seat = position.to_move[choice % len(position.to_move)]
        moves = legal_moves(position, seat)
        move = moves[choice % len(moves)]
        position = apply(position, seat, move, dealer)
        positions.append(position)
        played.append((seat, move))
    return positions, played


def pseudo_choices(number: int) -> Iterator[int]:
    """Yield numbers that look random, the same for the same start."""
    state = number
    while True:
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        yield state >> 33
