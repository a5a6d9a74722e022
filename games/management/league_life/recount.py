"""The table of a division counted once more from the rows of the database, by the words of docs/leagues.md.

Nothing of the site's own arithmetic is used: places, points and tie-breaks are written here another way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.models import Division, Fixture, GameStatus, League, Pairing, SeasonEntry

BEHIND = 99
"""The place of who forfeits: behind everybody."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that counts: by entry the place, the score and the rows; the forfeiters have BEHIND."""

    places: dict[int, int]
    scores: dict[int, int]
    rows: dict[int, int]

    @property
    def is_whole(self) -> bool:
        """Whether all played to the end."""
        return BEHIND not in self.places.values()


@dataclass
class Recount:
    """A division, counted by hand."""

    league: League
    gone: frozenset[int]
    tables: list[Table]
    byes: list[int]
    points: dict[int, Fraction] = field(default_factory=dict)

    def order(self, entries: Sequence[int]) -> list[tuple[int, int]]:
        """Return places with entries, the best first, those who share a place by number."""
        self.points = {entry: self._points(entry) for entry in entries}
        criteria = [self._stayed, self._total, *[getattr(self, f"_{n}") for n in self._chosen()]]
        ranked: list[list[int]] = self._parted(sorted(entries), criteria)
        found: list[tuple[int, int]] = []
        for group in ranked:
            place = len(found) + 1
            found += [(place, entry) for entry in group]
        return found

    def _chosen(self) -> list[str]:
        return list(self.league.tie_breaks)

    def _parted(
        self, group: list[int], criteria: Sequence[Callable[[int, list[int]], Fraction]]
    ) -> list[list[int]]:
        for number, criterion in enumerate(criteria):
            says: dict[Fraction, list[int]] = {}
            for entry in group:
                says.setdefault(criterion(entry, group), []).append(entry)
            if len(says) > 1:
                parts = [self._parted(says[each], criteria[number:]) for each in sorted(says)]
                return [group for part in reversed(parts) for group in part]
        return [group]

    def worth(self, table: Table, entry: int) -> Fraction:
        """Return what a table brings an entry: the mean of the places it shares."""
        mine = table.places[entry]
        if mine == BEHIND:
            return Fraction(0)
        better = sum([place < mine for place in table.places.values()])
        level = sum([place == mine for place in table.places.values()])
        values = self.values(len(table.places))
        return Fraction(sum([values[better + extra] for extra in range(level)]), level)

    def values(self, size: int) -> list[Fraction]:
        """Return what the places of a table of this size bring."""
        own = self.league.points.get(str(size))
        if own:
            return [Fraction(number) for number in own]
        beaten = [Fraction(size - place) for place in range(1, size + 1)]
        each = Fraction(6, size - 1) if self.league.pairing == Pairing.MIXED else Fraction(2)
        return [each * number for number in beaten]

    def _points(self, entry: int) -> Fraction:
        own = [self.worth(table, entry) for table in self._of(entry)]
        return sum(own, Fraction(0)) + self.byes.count(entry) * self.league.bye_points

    def _of(self, entry: int) -> list[Table]:
        return [table for table in self.tables if entry in table.places]

    def _stayed(self, entry: int, _group: list[int]) -> Fraction:
        return Fraction(entry not in self.gone)

    def _total(self, entry: int, _group: list[int]) -> Fraction:
        return self.points[entry]

    def _points_share(self, entry: int, _group: list[int]) -> Fraction:
        most = sum([self.values(len(table.places))[0] for table in self._of(entry)], Fraction(0))
        own = sum([self.worth(table, entry) for table in self._of(entry)], Fraction(0))
        return own / most if most else Fraction(0)

    def _won(self, one: int, two: int) -> list[Fraction]:
        """Return for each table of these two what one won of the other: 1, 1/2 or 0."""
        both = [table.places for table in self.tables if {one, two} <= table.places.keys()]
        half = Fraction(1, 2)
        return [(p[one] < p[two]) + (half if p[one] == p[two] else 0) + Fraction(0) for p in both]

    def _head_to_head(self, entry: int, group: list[int]) -> Fraction:
        if any(not self._won(one, two) for one in group for two in group if one < two):
            return Fraction(0)
        games = [self._won(entry, other) for other in group if other != entry]
        return sum([sum(each, Fraction(0)) / len(each) for each in games], Fraction(0))

    def _sonneborn_berger(self, entry: int, _group: list[int]) -> Fraction:
        others = [other for other in self.points if other != entry]
        return sum(
            [sum(self._won(entry, other)) * self.points[other] for other in others], Fraction(0)
        )

    def _score_ratio(self, entry: int, _group: list[int]) -> Fraction:
        whole = [table.scores for table in self._of(entry) if table.is_whole]
        usual = sum([Fraction(sum(scores.values()), len(scores)) for scores in whole], Fraction(0))
        return sum([scores[entry] for scores in whole]) / usual if usual else Fraction(1)

    def _rows(self, entry: int, _group: list[int]) -> Fraction:
        return Fraction(sum([table.rows[entry] for table in self._of(entry) if table.is_whole]))


def recounted(league: League, division: Division) -> tuple[list[tuple[int, int]], Recount]:
    """Count a division from its rows; return its places with entries, and the count. No knockouts."""
    if league.pairing == Pairing.KNOCKOUT:
        raise ValueError("a knockout has no points to count")
    entries = list(SeasonEntry.objects.filter(division=division).order_by("pk"))
    gone = frozenset(entry.pk for entry in entries if entry.withdrawn_at is not None)
    count = Recount(league, gone, [], [])
    fixtures = Fixture.objects.filter(division=division, voided_at=None).select_related("game")
    for fixture in fixtures.prefetch_related("seats", "game__seats__result").order_by("pk"):
        seats = {seat.index: seat.entry_id for seat in fixture.seats.all()}
        if len(seats) == 1:
            count.byes += seats.values()
        elif fixture.game is not None and fixture.game.status == GameStatus.FINISHED:
            count.tables.append(_table(fixture, seats))
    return count.order([entry.pk for entry in entries]), count


def _table(fixture: Fixture, seats: dict[int, int]) -> Table:
    places, scores, rows = {}, {}, {}
    for seat in fixture.game.seats.all() if fixture.game else ():
        entry = seats[seat.index]
        lost = seat.resigned_at is not None or seat.forfeited_at is not None
        places[entry] = BEHIND if lost else seat.result.place
        scores[entry], rows[entry] = seat.result.score, seat.result.rows
    return Table(places, scores, rows)
