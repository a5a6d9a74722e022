"""What has happened in a division so far: its fixtures, their results, and the table they make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from games.competition.pairing import better_seed
from games.competition.standings import (
    Criterion,
    PointRule,
    SeatResult,
    Standing,
    TableResult,
    level_points,
    standings,
    usual_points,
)
from games.competition.standings.results import placed
from games.models import (
    Division,
    Fixture,
    FixtureSeat,
    GameStatus,
    League,
    Pairing,
    Result,
    SeasonEntry,
)
from games.selectors.places import DIRECTOR, FORFEIT

if TYPE_CHECKING:
    from django.db.models import QuerySet

OVER = frozenset({GameStatus.FINISHED, GameStatus.VOID})
# In a knockout a point is a round survived, whatever the league gives for places.
_SURVIVED = PointRule({size: [1] + [0] * (size - 1) for size in (2, 3, 4)}, bye=1)


@dataclass(frozen=True, slots=True)
class Play:
    """A division with its fixtures. `planned` has every fixture with its entries by seat, by round.

    `results` are those of fixtures that are over, by number of fixture.
    """

    league: League
    division: Division
    entries: Mapping[int, SeasonEntry]
    planned: tuple[tuple[Fixture, tuple[int, ...]], ...]
    results: Mapping[int, TableResult]

    @property
    def withdrawn(self) -> frozenset[int]:
        """Entries that play no more."""
        return frozenset(
            [pk for pk, entry in self.entries.items() if entry.withdrawn_at is not None]
        )

    @property
    def tables(self) -> list[tuple[Fixture, tuple[int, ...]]]:
        """The fixtures that are no byes."""
        return [(fixture, seats) for fixture, seats in self.planned if len(seats) > 1]

    @property
    def byes(self) -> list[tuple[Fixture, int]]:
        """The fixtures that are byes, with whose they are; not of those who withdrew before."""
        return [
            (fixture, seats[0])
            for fixture, seats in self.planned
            if len(seats) == 1 and fixture.voided_at is None
        ]

    @property
    def drawn_rounds(self) -> int:
        """The last round that has fixtures."""
        return max([fixture.round for fixture, _ in self.planned], default=0)

    @property
    def has_rounds_to_draw(self) -> bool:
        """Whether more tables will come than can be seen yet."""
        pairing = Pairing(self.league.pairing)
        return pairing.is_drawn_by_rounds and self.drawn_rounds < self.division.rounds

    @property
    def seeded(self) -> list[int]:
        """All entries, the strongest claim first."""
        return sorted(self.entries, key=lambda pk: (self.entries[pk].seeding, pk))

    def is_over(self, *, until_round: int) -> bool:
        """Tell whether every table of these rounds is over."""
        return all(
            fixture.pk in self.results for fixture, _ in self.tables if fixture.round <= until_round
        )

    def table(self) -> tuple[Standing, ...]:
        """Return the standings."""
        is_knockout = self.league.pairing == Pairing.KNOCKOUT
        results = list(self.results.values())
        return standings(
            self.entries,
            [survival(self, result) for result in results] if is_knockout else results,
            rule=self.rule,
            order=[Criterion(value) for value in self.league.tie_breaks],
            byes=[entry for _, entry in self.byes],
            withdrawn=self.withdrawn,
        )

    @property
    def rule(self) -> PointRule:
        """What points are reckoned by."""
        return _SURVIVED if self.league.pairing == Pairing.KNOCKOUT else rule_of(self.league)


def plays_of(
    league: League, divisions: Collection[Division], entries: Mapping[int, SeasonEntry]
) -> list[Play]:
    """Return divisions of a season in their order, with its entries by number. Three queries.

    Rows are read as plain values: a thousand players have thousands of seats.
    """
    ids = [division.pk for division in divisions]
    seats, results = _seats(ids), _finished(ids)
    members: dict[int | None, dict[int, SeasonEntry]] = defaultdict(dict)
    for pk, entry in entries.items():
        members[entry.division_id][pk] = entry
    planned: dict[int, list[tuple[Fixture, tuple[int, ...]]]] = defaultdict(list)
    for fixture in _fixtures(ids):
        planned[fixture.division_id].append((fixture, tuple(seats.get(fixture.pk, ()))))
    return [
        Play(
            league,
            division,
            members[division.pk],
            tuple(planned[division.pk]),
            {
                fixture.pk: found
                for fixture, seated in planned[division.pk]
                if len(seated) > 1 and (found := _result(fixture, seated, results))
            },
        )
        for division in divisions
    ]


def read_play(league: League, division: Division) -> Play:
    """Read one division, in a fixed number of queries."""
    entries = {entry.pk: entry for entry in division.entries.select_related("player")}
    return plays_of(league, [division], entries)[0]


def _fixtures(divisions: Collection[int]) -> QuerySet[Fixture]:
    found = Fixture.objects.filter(division__in=divisions).select_related("game")
    known = found.only(
        "division",
        "round",
        "number",
        "voided_at",
        "game",
        "game__status",
        "game__end_reason",
        "game__deal",
    )
    return known.order_by("round", "number")


def _seats(divisions: Collection[int]) -> dict[int, list[int]]:
    """Return the entries of each fixture by seat; only one has a bye."""
    found = FixtureSeat.objects.filter(fixture__division__in=divisions).order_by("index")
    seats: dict[int, list[int]] = defaultdict(list)
    for fixture, entry in found.values_list("fixture_id", "entry_id"):
        seats[fixture].append(entry)
    return seats


_Ended = tuple[int, int, int, int, bool]
"""Seat, place, score, rows and whether it forfeited."""


def _finished(divisions: Collection[int]) -> dict[int, list[_Ended]]:
    """Return the results of games that are finished, by game."""
    found = Result.objects.filter(
        game__fixture__division__in=divisions, game__status=GameStatus.FINISHED
    )
    results: dict[int, list[_Ended]] = defaultdict(list)
    for game, *ended, resigned_at, forfeited_at in found.order_by("seat__index").values_list(
        "game_id",
        "seat__index",
        "place",
        "score",
        "rows",
        "seat__resigned_at",
        "seat__forfeited_at",
    ):
        index, place, score, rows = ended
        is_forfeit = resigned_at is not None or forfeited_at is not None
        results[game].append((index, place, score, rows, is_forfeit))
    return results


def rule_of(league: League) -> PointRule:
    """Return a league's points; the usual ones for table sizes that it doesn't name."""
    usual = {size: usual_of(league)(size) for size in PointRule().by_size}
    own = {int(size): points for size, points in league.points.items()}
    return PointRule({**usual, **own}, bye=league.bye_points)


def usual_of(league: League) -> Callable[[int], tuple[Fraction, ...]]:
    """Return what says what each place brings at a table of some size, unless the league says it."""
    return level_points if league.pairing == Pairing.MIXED else usual_points


def _result(
    fixture: Fixture, seated: tuple[int, ...], results: Mapping[int, list[_Ended]]
) -> TableResult | None:
    """Return how a fixture ended, None while it is open.

    Who resigned or ran out of time has forfeited, whatever a bot made of the seat.
    """
    game = fixture.game
    if fixture.voided_at is not None or (game is not None and game.status == GameStatus.VOID):
        return TableResult(
            fixture.pk, tuple([SeatResult(entry, 1) for entry in seated]), is_void=True
        )
    if game is None or game.status != GameStatus.FINISHED:
        return None
    ended = results.get(game.pk, ())
    return TableResult(
        fixture.pk,
        tuple(
            [
                SeatResult(seated[index], place, score, rows, is_forfeit=is_forfeit, seat=index)
                for index, place, score, rows, is_forfeit in ended
            ]
        ),
        # Boards as a forfeit or a director left them say nothing beside others.
        deal=None if game.end_reason in {FORFEIT, DIRECTOR} else game.deal_id,
    )


def winner_of(play: Play, result: TableResult) -> int:
    """Return who goes on from a table of a knockout: the best placed, of several the better seed.

    From a void table, and from one that all have forfeited, the better seed goes on.
    """
    seats = [seat.entry for seat in result.seats]
    if not result.is_void and not all(seat.is_forfeit for seat in result.seats):
        places = placed(result.seats)
        seats = [entry for entry in seats if places[entry] == 1]
    return better_seed(seats, play.seeded)


def survival(play: Play, result: TableResult) -> TableResult:
    """Return a knockout's result as points count it: one went on, the others share what is left."""
    winner = winner_of(play, result)
    return TableResult(
        result.number,
        tuple(
            [
                SeatResult(
                    seat.entry,
                    1 if seat.entry == winner else 2,
                    seat.score,
                    seat.rows,
                    seat=seat.seat,
                )
                for seat in result.seats
            ]
        ),
        # Here nobody has forfeited, so what can't be compared has to be said.
        deal=result.deal if result.is_played_out else None,
    )
