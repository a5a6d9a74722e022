"""Contenders: what a Swiss round must know about everybody who plays in it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from games.competition.pairing.tables import Entry


@dataclass(frozen=True, slots=True)
class Contender:
    """Where an entry stands before a round.

    `met` names opponents of earlier rounds, one again for each time; `seats` counts how often it
    has sat in each seat, seat 0 first; `byes` how many it has had.
    """

    entry: Entry
    points: Fraction = Fraction(0)
    met: tuple[Entry, ...] = ()
    seats: tuple[int, ...] = ()
    byes: int = 0


def whole_points(contenders: Sequence[Contender]) -> list[int]:
    """Return everybody's points, all multiplied by what makes them whole."""
    scale = lcm(*[contender.points.denominator for contender in contenders])
    return [int(contender.points * scale) for contender in contenders]


def meeting_counts(contenders: Sequence[Contender]) -> list[dict[int, int]]:
    """Return for each contender, by place in the sequence, how often it has met which others.

    If two disagree about how often they met, the greater number counts. Opponents who aren't
    among the contenders are left out.
    """
    ranks = {contender.entry: rank for rank, contender in enumerate(contenders)}
    met: list[dict[int, int]] = [{} for _ in contenders]
    for rank, contender in enumerate(contenders):
        for entry, times in Counter(contender.met).items():
            other = ranks.get(entry)
            if other is not None:
                most = max(times, met[rank].get(other, 0))
                met[rank][other] = met[other][rank] = most
    return met
