"""What a bot is given: the table as any player sees it, and how much it may think."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.azul import Move, Position, legal_moves


class View(NamedTuple):
    """The table from a seat that is to move.

    A position holds boards, displays, center, and how many tiles of each color lie in bag and lid, which every
    player can count. Seed and dealer are not in it, so no bot can know a later draw. `salt` is public
    too: it only settles which of equally good moves is played.
    """

    position: Position
    seat: int
    salt: bytes

    def moves(self) -> list[Move]:
        """Return the legal moves, from a place that salt, turn and seat decide.

        Raises ValueError if the seat isn't to move.
        """
        moves = legal_moves(self.position, self.seat)
        if not moves:
            raise ValueError("this seat is not to move")
        first = self.lot() % len(moves)
        return moves[first:] + moves[:first]

    def lot(self) -> int:
        """Return a number of 64 bits that is always the same for this salt, turn and seat."""
        text = b"azul-bot/1|%s|%d|%d" % (self.salt, self.position.turn, self.seat)
        return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def has_time() -> bool:
    """Answer `Budget.is_out_of_time` where only the positions looked at are counted."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: positions to look at, and whether its time has run out.

    With a budget in nodes alone the move depends on nothing but view and budget. A caller that must not
    wait longer gives `is_out_of_time`; the bot then plays the best it has found so far.
    """

    nodes: int
    is_out_of_time: Callable[[], bool] = has_time
