"""Tie-breaks: what each says about an entry, compared with those it is tied with."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from games.competition.standings.duplicates import Comparison, comparisons, mean_ahead
from games.competition.standings.results import (
    Entry,
    PointRule,
    SeatResult,
    TableResult,
    placed,
    table_points,
)


class Criterion(StrEnum):
    """What may decide a place. The first two come before all others and aren't chosen."""

    STAYED = "stayed"
    POINTS = "points"
    POINTS_SHARE = "points_share"
    HEAD_TO_HEAD = "head_to_head"
    SONNEBORN_BERGER = "sonneborn_berger"
    SCORE_RATIO = "score_ratio"
    DUPLICATE = "duplicate"
    ROWS = "rows"


@dataclass(frozen=True, slots=True)
class Tally:
    """What an entry has gathered.

    `points` include byes; `possible` is what first places would have brought at the same tables;
    `berger` adds up opponents' points, whole for those beaten and half for those tied with;
    `score` and `expected` (the mean score of the table, each time) come from tables that
    everybody played to the end, and so do `rows`.
    """

    points: Fraction = Fraction(0)
    earned: Fraction = Fraction(0)
    possible: Fraction = Fraction(0)
    berger: Fraction = Fraction(0)
    score: int = 0
    expected: Fraction = Fraction(0)
    rows: int = 0
    games: int = 0
    forfeits: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Duel:
    """How often two entries sat together, and how much of it the first won: 1, or 1/2 for a tie."""

    games: int = 0
    won: Fraction = Fraction(0)


_Seat = tuple[TableResult, SeatResult]
Duels = Mapping[tuple[Entry, Entry], Duel]
_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Book:
    """Tallies of all entries, duels of all who met, both ways, and what duplicate deals compare."""

    tallies: Mapping[Entry, Tally]
    duels: Duels
    compared: Mapping[Entry, Sequence[Comparison]]


def booked(
    entries: Sequence[Entry],
    results: Sequence[TableResult],
    byes: Sequence[Entry],
    rule: PointRule,
) -> Book:
    """Add up results; void tables count for nothing."""
    counted = [table for table in results if not table.is_void]
    duels = _duels(counted)
    rested = Counter(byes)
    totals = {entry: rested[entry] * Fraction(rule.bye) for entry in entries}
    seats: dict[Entry, list[_Seat]] = {entry: [] for entry in entries}
    for table in counted:
        for entry, points in table_points(table, rule).items():
            totals[entry] += points
        for seat in table.seats:
            seats[seat.entry].append((table, seat))
    berger = dict.fromkeys(entries, Fraction(0))
    for (entry, other), duel in duels.items():
        berger[entry] += duel.won * totals[other]
    tallies = {
        entry: _tally(seats[entry], rested[entry], rule, (totals[entry], berger[entry]))
        for entry in entries
    }
    return Book(tallies, duels, comparisons(counted))


def value(criterion: Criterion, entry: Entry, among: Sequence[Entry], book: Book) -> Fraction:
    """Return what a criterion says of an entry among those it is tied with; more is better."""
    return _VALUES[criterion](entry, among, book)


def _duels(tables: Sequence[TableResult]) -> dict[tuple[Entry, Entry], Duel]:
    duels: dict[tuple[Entry, Entry], Duel] = {}
    for table in tables:
        places = placed(table.seats)
        for one, place in places.items():
            for two, other in places.items():
                if one != two:
                    old = duels.get((one, two), Duel())
                    won = Fraction(place < other) + (_HALF if place == other else 0)
                    duels[one, two] = Duel(old.games + 1, old.won + won)
    return duels


def _tally(
    mine: Sequence[_Seat], byes: int, rule: PointRule, sums: tuple[Fraction, Fraction]
) -> Tally:
    whole = [(table, seat) for table, seat in mine if table.is_played_out]
    points, berger = sums
    return Tally(
        points=points,
        earned=points - byes * Fraction(rule.bye),
        possible=sum([rule.shared(len(table.seats), 1, 1) for table, _ in mine], Fraction(0)),
        berger=berger,
        score=sum([seat.score for _, seat in whole]),
        expected=sum(
            [
                Fraction(sum([seat.score for seat in table.seats]), len(table.seats))
                for table, _ in whole
            ],
            Fraction(0),
        ),
        rows=sum([seat.rows for _, seat in whole]),
        games=len(mine),
        forfeits=sum([seat.is_forfeit for _, seat in mine]),
        byes=byes,
    )


def _points(entry: Entry, _among: Sequence[Entry], book: Book) -> Fraction:
    return book.tallies[entry].points


def _points_share(entry: Entry, _among: Sequence[Entry], book: Book) -> Fraction:
    tally = book.tallies[entry]
    return tally.earned / tally.possible if tally.possible else Fraction(0)


def _head_to_head(entry: Entry, among: Sequence[Entry], book: Book) -> Fraction:
    """Add up the share won against each other; 0 for all unless every two have met."""
    if any((one, two) not in book.duels for one in among for two in among if one != two):
        return Fraction(0)
    duels = [book.duels[entry, other] for other in among if other != entry]
    return sum([duel.won / duel.games for duel in duels], Fraction(0))


def _berger(entry: Entry, _among: Sequence[Entry], book: Book) -> Fraction:
    return book.tallies[entry].berger


def _score_ratio(entry: Entry, _among: Sequence[Entry], book: Book) -> Fraction:
    """Return own scores to the mean scores of own tables; 1 while there is nothing to compare."""
    tally = book.tallies[entry]
    return tally.score / tally.expected if tally.expected else Fraction(1)


def _duplicate(entry: Entry, _among: Sequence[Entry], book: Book) -> Fraction:
    return mean_ahead(book.compared.get(entry, ()))


def _rows(entry: Entry, _among: Sequence[Entry], book: Book) -> Fraction:
    return Fraction(book.tallies[entry].rows)


_VALUES: Final[Mapping[Criterion, Callable[[Entry, Sequence[Entry], Book], Fraction]]] = {
    Criterion.POINTS: _points,
    Criterion.POINTS_SHARE: _points_share,
    Criterion.HEAD_TO_HEAD: _head_to_head,
    Criterion.SONNEBORN_BERGER: _berger,
    Criterion.SCORE_RATIO: _score_ratio,
    Criterion.DUPLICATE: _duplicate,
    Criterion.ROWS: _rows,
}
