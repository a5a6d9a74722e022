"""Pairs out of whom may meet whom: a matching that leaves as few as possible alone."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

ALONE: Final = -1

Neighbors = Callable[[int], Sequence[int]]
"""Whom a player may meet, best first; it must be mutual, and nobody may meet himself."""


def matched(mates: Sequence[int], neighbors: Neighbors) -> list[int]:
    """Return a matching of the greatest possible size that keeps every matched player matched.

    `mates[i]` is whom player i is matched with so far, or ALONE; so is the answer. Players change
    mates only along shortest augmenting paths. (Edmonds' blossom algorithm: a path is searched
    from each player who is alone, and odd cycles are shrunk as they are met.)
    """
    state = list(mates)
    for player in range(len(state)):
        if state[player] == ALONE:
            _Search(state, neighbors).augment(player)
    return state


class _Search:
    """One search for an augmenting path; `mates` is changed when one is found."""

    def __init__(self, mates: list[int], neighbors: Neighbors) -> None:
        self.mates = mates
        self.neighbors = neighbors
        self.parent = [ALONE] * len(mates)
        self.base = list(range(len(mates)))
        self.is_outer = [False] * len(mates)
        self.queue: deque[int] = deque()

    def augment(self, root: int) -> None:
        """Match `root`, if that is possible without leaving another alone."""
        self.is_outer[root] = True
        self.queue.append(root)
        while self.queue:
            here = self.queue.popleft()
            for there in self.neighbors(here):
                if self.base[here] == self.base[there] or self.mates[here] == there:
                    continue
                if self._is_outer(there, root):
                    self._shrink(here, there)
                elif self.parent[there] == ALONE:
                    self.parent[there] = here
                    if self.mates[there] == ALONE:
                        self._flip(there)
                        return
                    self._visit(self.mates[there])

    def _is_outer(self, player: int, root: int) -> bool:
        mate = self.mates[player]
        return player == root or (mate != ALONE and self.parent[mate] != ALONE)

    def _visit(self, player: int) -> None:
        if not self.is_outer[player]:
            self.is_outer[player] = True
            self.queue.append(player)

    def _shrink(self, one: int, two: int) -> None:
        """Make one base of the odd cycle that an edge between two outer players closes."""
        base = self._common_base(one, two)
        inside: set[int] = set()
        self._mark(one, two, base, inside)
        self._mark(two, one, base, inside)
        for player, old in enumerate(self.base):
            if old in inside:
                self.base[player] = base
                self._visit(player)

    def _common_base(self, one: int, two: int) -> int:
        above = set()
        while True:
            one = self.base[one]
            above.add(one)
            if self.mates[one] == ALONE:
                break
            one = self.parent[self.mates[one]]
        two = self.base[two]
        while two not in above:
            two = self.base[self.parent[self.mates[two]]]
        return two

    def _mark(self, player: int, child: int, base: int, inside: set[int]) -> None:
        while self.base[player] != base:
            mate = self.mates[player]
            inside.update((self.base[player], self.base[mate]))
            self.parent[player] = child
            child = mate
            player = self.parent[mate]

    def _flip(self, end: int) -> None:
        """Exchange matched and unmatched edges from `end` back to the root."""
        while end != ALONE:
            previous = self.parent[end]
            following = self.mates[previous]
            self.mates[end], self.mates[previous] = previous, end
            end = following
