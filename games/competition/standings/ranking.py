"""The ordered table of a division, with the steps that led to each place."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.competition.standings.results import (
    Entry,
    InvalidResult,
    PointRule,
    TableResult,
    check_results,
)
from games.competition.standings.tiebreaks import Book, Criterion, Tally, booked, value

USUAL_ORDER: Final = (
    Criterion.HEAD_TO_HEAD,
    Criterion.SONNEBORN_BERGER,
    Criterion.SCORE_RATIO,
    Criterion.ROWS,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion that parted an entry from some of those it was level with until then.

    `among` are all of those and the entry itself, by number; `value` is what the criterion says
    of the entry (STAYED: 1 for who plays on, 0 for who withdrew).
    """

    criterion: Criterion
    value: Fraction
    among: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table.

    Place 1 is best; those who share one have the same, and the next ones are left out. `steps`
    tell in order what decided the place; none did if all are level.
    """

    place: int
    entry: Entry
    tally: Tally
    steps: tuple[Step, ...]
    shared_with: tuple[Entry, ...]

    @property
    def decided_by(self) -> Criterion | None:
        """The last criterion that was needed: "third by head-to-head"; None if none helped."""
        return self.steps[-1].criterion if self.steps else None

    @property
    def last_place(self) -> int:
        """The last of the places that the entry shares; its own if it shares none."""
        return self.place + len(self.shared_with)


def standings(
    entries: Iterable[Entry],
    results: Iterable[TableResult],
    *,
    rule: PointRule | None = None,
    order: Sequence[Criterion] = USUAL_ORDER,
    byes: Iterable[Entry] = (),
    withdrawn: Collection[Entry] = frozenset(),
) -> tuple[Standing, ...]:
    """Return the table of a division, the best first; who shares a place comes by number.

    Those who withdrew stand behind all others. Then points decide, then `order`, the league's
    tie-breaks: each looks at the entries that are still level; if it parts them, those who stay
    level are looked at again, by the same one and then the next. The order in which anything is
    given doesn't matter. `byes` names an entry for each bye it had. Raises InvalidResult for
    results that don't belong to these entries, or criteria in `order` that can't be chosen.
    """
    division = sorted(entries)
    tables = sorted(results, key=lambda table: table.number)
    check_results(division, tables)
    if {Criterion.STAYED, Criterion.POINTS}.intersection(order) or len(set(order)) != len(order):
        raise InvalidResult("a tie-break comes twice, or isn't one to choose")
    rested = sorted(byes)
    if not set(rested).union(withdrawn) <= set(division):
        raise InvalidResult("a bye or a withdrawal of somebody else")
    book = booked(division, tables, rested, rule or PointRule())
    ranking = _Ranking(book, frozenset(withdrawn))
    ranking.rank(division, [Criterion.STAYED, Criterion.POINTS, *order], ())
    return tuple(ranking.table)


class _Ranking:
    """Groups of level entries, cut finer and finer; the table grows from the top."""

    def __init__(self, book: Book, withdrawn: frozenset[Entry]) -> None:
        self.book = book
        self.withdrawn = withdrawn
        self.table: list[Standing] = []

    def rank(
        self, group: Sequence[Entry], order: Sequence[Criterion], steps: tuple[Step, ...]
    ) -> None:
        """Append the lines of a group of level entries."""
        if len(group) < 2 or not order:
            self._share(group, steps)
            return
        values = {entry: self._value(order[0], entry, group) for entry in group}
        ranked = sorted(set(values.values()), reverse=True)
        if len(ranked) == 1:
            self.rank(group, order[1:], steps)
            return
        for number in ranked:
            step = Step(order[0], number, tuple(group))
            self.rank([entry for entry in group if values[entry] == number], order, (*steps, step))

    def _share(self, group: Sequence[Entry], steps: tuple[Step, ...]) -> None:
        place = len(self.table) + 1
        for entry in group:
            others = tuple([other for other in group if other != entry])
            self.table.append(Standing(place, entry, self.book.tallies[entry], steps, others))

    def _value(self, criterion: Criterion, entry: Entry, group: Sequence[Entry]) -> Fraction:
        if criterion is Criterion.STAYED:
            return Fraction(entry not in self.withdrawn)
        return value(criterion, entry, group, self.book)
