"""Seat against seat: how each player of a division did beside those who had the same tiles in the same seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.competition.standings import Comparison, comparisons, mean_ahead
from games.models import SeasonEntry
from games.selectors.divisions import Play

__all__ = ["Compared", "DuplicateLine", "duplicate_lines"]


@dataclass(frozen=True, slots=True)
class Compared:
    """One game beside the others with its tiles. `seat` counts from 1; `others` are scores, the best first."""

    round: int
    game_id: int | None
    seat: int
    score: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DuplicateLine:
    """A player of a division: points a game above the same seats, the share of them beaten in percent, and where."""

    entry: SeasonEntry
    ahead: Fraction
    percent: int
    games: tuple[Compared, ...]


def duplicate_lines(play: Play) -> tuple[DuplicateLine, ...]:
    """Return those who can be compared, the best first; () where no tables share their tiles."""
    fixtures = {fixture.pk: fixture for fixture, _ in play.tables}

    def compared(each: Comparison) -> Compared:
        fixture = fixtures[each.table]
        return Compared(fixture.round, fixture.game_id, each.seat + 1, each.score, each.others)

    lines = [
        DuplicateLine(
            play.entries[entry],
            mean_ahead(found),
            _percent(found),
            tuple(
                [
                    compared(each)
                    for each in sorted(found, key=lambda each: fixtures[each.table].round)
                ]
            ),
        )
        for entry, found in comparisons(list(play.results.values())).items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.ahead, line.entry.pk)))


def _percent(found: Sequence[Comparison]) -> int:
    return round(100 * sum([each.share for each in found], Fraction(0)) / len(found))
