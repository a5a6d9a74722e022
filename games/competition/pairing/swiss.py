"""Swiss rounds for two: players of equal points meet, nobody twice, nobody has two byes."""

from collections.abc import Sequence

from games.competition.lots import Lots
from games.competition.pairing.contenders import Contender, meeting_counts, whole_points
from games.competition.pairing.matching import ALONE, matched
from games.competition.pairing.seats import fair_seats
from games.competition.pairing.tables import Bye, Schedule, Table, check_entries

_NEAR = 8
"""How far down the round's pairs an exchange of opponents is tried."""


def swiss_round(contenders: Sequence[Contender], number: int, seed: bytes) -> Schedule:
    """Return one round between contenders in the order of the standings, the best first.

    In each group of equal points the upper half meets the lower half, as far as possible. If any
    pairing of all exists in which nobody meets anybody again and nobody has a second bye, then
    this is one; if there is none, as few as possible are left over by the best such pairing, and
    are paired with those they have met least often. The bye of an odd field goes to the last
    who had none, unless that would force a rematch. Raises InvalidPairing for fewer than 2
    contenders or one that comes twice.
    """
    check_entries([contender.entry for contender in contenders])
    pairs = _Pairing(contenders).pairs()
    lots = Lots(seed, f"swiss {number}")
    seats = {contender.entry: contender.seats for contender in contenders}
    tables, byes = [], []
    for one, two in pairs:
        if two == len(contenders):
            byes.append(Bye(number, contenders[one].entry))
        else:
            present = (contenders[one].entry, contenders[two].entry)
            tables.append(Table(number, fair_seats(present, seats, lots)))
    return Schedule(tuple(tables), tuple(byes))


_Pair = tuple[int, int]


class _Pairing:
    """Players by rank from 0; in an odd field one more stands for the bye."""

    def __init__(self, contenders: Sequence[Contender]) -> None:
        self.players = len(contenders)
        self.size = self.players + self.players % 2
        self.points = whole_points(contenders)
        self.met = meeting_counts(contenders)
        if self.size > self.players:
            fewest = min(contender.byes for contender in contenders)
            byes = {rank: one.byes - fewest for rank, one in enumerate(contenders)}
            self.met.append({rank: more for rank, more in byes.items() if more})
            for rank, more in self.met[-1].items():
                self.met[rank][self.players] = more

    def pairs(self) -> list[_Pair]:
        """Return all pairs, the better player first, by rank."""
        often = 0
        mates = self._widened(self._greedy(), often)
        while ALONE in mates:
            often += 1
            mates = self._widened(mates, often)
        return self._nearer([(one, two) for one, two in enumerate(mates) if one < two])

    def _widened(self, mates: list[int], often: int) -> list[int]:
        """Match more, allowing those to meet who have met at most `often` times."""

        def neighbors(player: int) -> list[int]:
            met = self.met[player]
            return [
                other
                for other in sorted(range(self.size), key=lambda other: abs(other - player))
                if other != player and met.get(other, 0) <= often
            ]

        return matched(mates, neighbors)

    def _greedy(self) -> list[int]:
        """Pair from the top: each with the nearest to the one half a group below."""
        mates = [ALONE] * self.size
        if self.size > self.players:
            free = [rank for rank in range(self.players) if rank not in self.met[self.players]]
            mates[self.players], mates[free[-1]] = free[-1], self.players
        left = [rank for rank in range(self.players) if mates[rank] == ALONE]
        while left:
            one = left.pop(0)
            two = self._opponent(one, left)
            if two is not None:
                left.remove(two)
                mates[one], mates[two] = two, one
        return mates

    def _opponent(self, one: int, left: list[int]) -> int | None:
        group = [other for other in left if self.points[other] == self.points[one]]
        aim = group[len(group) // 2] if group else one
        fresh = (other for other in left if other not in self.met[one])
        return min(
            fresh,
            key=lambda other: (self.points[one] - self.points[other], abs(other - aim)),
            default=None,
        )

    def _nearer(self, pairs: list[_Pair]) -> list[_Pair]:
        """Exchange opponents between neighboring pairs where points come closer together."""
        changed = True
        while changed:
            changed = False
            for first in range(len(pairs)):
                for second in range(first + 1, min(first + _NEAR, len(pairs))):
                    better = self._exchanged(pairs[first], pairs[second])
                    if better is not None:
                        pairs[first], pairs[second] = better
                        changed = True
        return sorted(pairs)

    def _exchanged(self, one: _Pair, two: _Pair) -> tuple[_Pair, _Pair] | None:
        """Return the two pairs that these four should form, or None if these are best."""
        if self.players in (*one, *two):
            return None
        (first, second), (third, fourth) = one, two
        others = ((first, third), (second, fourth)), ((first, fourth), (second, third))
        best = min(others, key=self._cost)
        if self._cost(best) >= self._cost((one, two)):
            return None
        left, right = (min(best[0]), max(best[0])), (min(best[1]), max(best[1]))
        return left, right

    def _cost(self, pairs: tuple[_Pair, _Pair]) -> tuple[int, int]:
        """Return meetings before, and the sum of squared differences of points."""
        return (
            sum([self.met[one].get(two, 0) for one, two in pairs]),
            sum([(self.points[one] - self.points[two]) ** 2 for one, two in pairs]),
        )
