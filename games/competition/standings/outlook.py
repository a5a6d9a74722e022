"""Outlooks: who is certain to go up or down already, and who can't any more."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.competition.standings.outcomes import Outcomes, PlaceRange, Remaining
from games.competition.standings.ranking import Standing
from games.competition.standings.results import Entry, InvalidResult, PointRule

LIMIT: Final = 3_000
"""So many different sums of points are looked at; beyond them only bounds are."""


class Outlook(StrEnum):
    """What may still become of an entry; UNKNOWN: it wasn't worked out."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Zones:
    """How many places from the top go up, and how many from the foot go down."""

    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Prospect:
    """Whether an entry's last place will be in the zone that goes up, or down."""

    entry: Entry
    promotion: Outlook
    relegation: Outlook


def prospects(
    table: Sequence[Standing],
    remaining: Iterable[Remaining],
    zones: Zones,
    *,
    rule: PointRule | None = None,
    withdrawn: Collection[Entry] = frozenset(),
    limit: int = LIMIT,
) -> tuple[Prospect, ...]:
    """Return everybody's prospects, in the order of the table.

    They hold whatever happens at the remaining tables: any places, shared or not, forfeits, or
    the table void; as long as no earlier result is changed, no more byes are given and nobody
    else withdraws. Where points alone leave a place open it counts as open, for tie-breaks can
    still turn. When no table is left, the table's own places decide.

    All outcomes are gone through if they come to at most `limit` different sums; otherwise what
    each entry can reach is compared, which is never wrong and sometimes UNKNOWN. Raises
    InvalidResult for a remaining table with somebody who isn't in the standings.
    """
    known = {line.entry for line in table}
    open_tables = [tuple(entries) for entries in remaining]
    if any(entry not in known for entries in open_tables for entry in entries):
        raise InvalidResult("a remaining table seats somebody who isn't in the division")
    if not open_tables:
        found = {line.entry: PlaceRange.of([(line.place, line.last_place)]) for line in table}
    else:
        points = {line.entry: line.tally.points for line in table}
        outcomes = Outcomes(points, open_tables, rule or PointRule(), withdrawn)
        found = outcomes.exact(limit) or outcomes.bounds()
    return tuple([_prospect(line.entry, found[line.entry], len(table), zones) for line in table])


def _prospect(entry: Entry, places: PlaceRange, size: int, zones: Zones) -> Prospect:
    up, down = min(zones.up, size), min(zones.down, size)
    return Prospect(
        entry,
        _outlook(
            is_certain=places.worst <= up,
            is_out=places.best > up,
            is_possible=places.least_worst <= up,
        ),
        _outlook(
            is_certain=places.best > size - down,
            is_out=places.worst <= size - down,
            is_possible=places.greatest_best > size - down,
        ),
    )


def _outlook(*, is_certain: bool, is_out: bool, is_possible: bool) -> Outlook:
    if is_certain:
        return Outlook.CERTAIN
    if is_out:
        return Outlook.IMPOSSIBLE
    return Outlook.POSSIBLE if is_possible else Outlook.UNKNOWN
