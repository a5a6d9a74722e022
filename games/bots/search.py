"""A bot that looks ahead over the rest of the round.

It looks one move deep, then two, and so on to the end of the round, as far as its budget goes. Everybody is
expected to play for being ahead of the best other. Each look tries the moves that looked best the time
before, first and most of them; what the end of the round is worth is said by `worth`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final, TypeAlias

from games.azul import Move, Phase, Pick, Position, legal_moves, take, tile
from games.bots.view import Budget, View
from games.bots.worth import Appraiser, final_standings

WIDTHS: Final = (16, 10, 8, 7, 6)
"""How many moves are looked at further: by depth, the last one for all that is deeper."""
FAR: Final = 1e9
LONGEST_ROUND: Final = 60
"""More picks than any round has."""

Branch: TypeAlias = tuple[float, Pick, Position]
"""A pick: what it is worth to its mover, and where it leads."""

_first = itemgetter(0)


class _Spent(Exception):
    """The budget is used up."""


def choose(view: View, budget: Budget) -> Move:
    """Return the best move found within the budget.

    Raises ValueError if the seat isn't to move.
    """
    moves = view.moves()
    if len(moves) == 1:
        return moves[0]
    appraiser = Appraiser(view.position)
    if view.position.phase is not Phase.OFFER:
        return _best_tiling(view, moves, appraiser)
    return _Search(appraiser, budget).best(view.position, view.seat, moves)


def _best_tiling(view: View, moves: list[Move], appraiser: Appraiser) -> Move:
    """Return the tiling after which the seat stands best; others' tiles are laid by estimate."""

    def standing(move: Move) -> float:
        if isinstance(move, Pick):
            raise TypeError("no tiles are taken in wall-tiling")
        after = tile(view.position, view.seat, move)
        is_over = after.phase is Phase.OVER
        return (final_standings(after) if is_over else appraiser.standings(after))[view.seat]

    return max(moves, key=standing)


class _Search:
    """One look ahead: counts the positions it looks at."""

    def __init__(self, appraiser: Appraiser, budget: Budget) -> None:
        self._standings = appraiser.standings
        self._is_out_of_time = budget.is_out_of_time
        self._left = budget.nodes
        self._was_cut = False
        self._looked: list[Branch] = []

    def best(self, position: Position, seat: int, moves: list[Move]) -> Move:
        """Return the best of these picks: look deeper until the round's end or the budget's."""
        branches = self._ranked(position, seat, moves)
        try:
            for depth in range(1, LONGEST_ROUND):
                self._was_cut = False
                branches = self._look_into(branches, seat, depth)
                if not self._was_cut:
                    break
        except _Spent:
            # What looked best the time before was looked at first: part of a look is worth something.
            branches = self._looked or branches
        return max(branches, key=_first)[1]

    def _look_into(self, branches: list[Branch], seat: int, depth: int) -> list[Branch]:
        """Return the branches that are worth it, each with its worth some moves later, best first."""
        self._looked = []
        floor = -FAR
        for _, pick, after in branches[: WIDTHS[0]]:
            ceiling = -floor if len(after.boards) == 2 else FAR
            worth = self._look(after, depth, 1, -FAR, ceiling)[seat]
            self._looked.append((worth, pick, after))
            floor = max(floor, worth)
        return sorted(self._looked, key=_first, reverse=True)

    def _look(
        self, position: Position, depth: int, ply: int, floor: float, ceiling: float
    ) -> tuple[float, ...]:
        """Return everybody's standing when all play their best for `depth` more moves.

        Between two players, what the mover is sure of (`floor`) and what the other won't allow (`ceiling`)
        leave out moves that can't matter.
        """
        if depth == 0 or position.phase is not Phase.OFFER:
            self._was_cut = self._was_cut or position.phase is Phase.OFFER
            return self._standings(position)
        if self._left <= 0 or self._is_out_of_time():
            raise _Spent
        seat = position.to_move[0]
        branches = self._ranked(position, seat, legal_moves(position, seat))
        is_duel = len(position.boards) == 2
        best: tuple[float, ...] = ()
        for _, _, after in branches[: WIDTHS[min(ply, len(WIDTHS) - 1)]]:
            bounds = (-ceiling, -floor) if is_duel else (-FAR, FAR)
            found = self._look(after, depth - 1, ply + 1, *bounds)
            if not best or found[seat] > best[seat]:
                best = found
                floor = max(floor, found[seat])
                if floor >= ceiling:
                    break
        return best

    def _ranked(self, position: Position, seat: int, moves: list[Move]) -> list[Branch]:
        """Return the picks with what they lead to, the best at first sight in front."""
        self._left -= len(moves)
        branches = []
        for move in moves:
            if isinstance(move, Pick):
                after = take(position, seat, move)
                branches.append((self._standings(after)[seat], move, after))
        return sorted(branches, key=_first, reverse=True)
