"""Schedules of one division: everybody meets everybody, and sits in each seat, equally often."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.competition.lots import Lots
from games.competition.pairing.designs import design, whole_rounds
from games.competition.pairing.search import LARGE, Design, meetings
from games.competition.pairing.seats import balanced_seats
from games.competition.pairing.tables import (
    Entry,
    InvalidPairing,
    Schedule,
    Table,
    check_entries,
    drawn_order,
)

_ROUND_TRIES: Final = 40


def possible_games(players: int, size: int, *, most: int = 8) -> list[int]:
    """Return how many games each can play so that every table is full and everybody plays as many.

    Multiples of the table size always can be, and let everybody sit in each seat equally often.

    >>> possible_games(10, 4)
    [2, 4, 6, 8]
    """
    return [games for games in range(1, most + 1) if players >= size and not players * games % size]


def balanced_tables(entries: Iterable[Entry], seed: bytes, *, size: int, games: int) -> Schedule:
    """Return full tables at which each entry plays `games` games; places are drawn.

    Who meets whom comes from `designs.design`, seats from `seats.balanced_seats`; the rounds are
    as few as could be found so that nobody plays twice in one. Who has no table in a round has no
    bye for it: everybody plays as many games. Raises InvalidPairing if it doesn't come out even
    (see `possible_games`), for too few entries or one that comes twice.
    """
    order = drawn_order(entries, Lots(seed, "balanced tables"), fewest=size)
    rounds = _rounds(len(order), size, games)
    tables = [[order[place] for place in table] for planned in rounds for table in planned]
    numbers = [number for number, planned in enumerate(rounds, start=1) for _ in planned]
    seated = balanced_seats(tables, size)
    return Schedule(
        tuple([Table(number, seats) for number, seats in zip(numbers, seated, strict=True)])
    )


@cache
def _rounds(players: int, size: int, games: int) -> tuple[Design, ...]:
    """Return a design cut into rounds, the fewest that were found."""
    whole = whole_rounds(players, size, games)
    if whole is not None:
        return whole
    tables = design(players, size, games)
    fewest = -(-len(tables) // (players // size))
    lots = Lots(b"", f"rounds {players} {size} {games}")
    best: list[Design] | None = None
    for _ in range(_ROUND_TRIES if players <= LARGE else 1):
        cut = _cut(tables, games, players, lots)
        if best is None or len(cut) < len(best):
            best = cut
        if len(best) == fewest:
            break
    return tuple(best or ())


def _cut(tables: Design, games: int, players: int, lots: Lots) -> list[Design]:
    """Fill round after round, first with tables whose players have most games left."""
    left = [games] * players
    waiting = lots.shuffled(tables)
    rounds: list[Design] = []
    while waiting:
        waiting.sort(key=lambda table: -sum([left[place] ** 2 for place in table]))
        busy: set[int] = set()
        planned, rest = [], []
        for table in waiting:
            if busy.isdisjoint(table):
                busy.update(table)
                planned.append(table)
            else:
                rest.append(table)
        for place in busy:
            left[place] -= 1
        waiting = lots.shuffled(rest)
        rounds.append(tuple(planned))
    return rounds


@dataclass(frozen=True, slots=True)
class Balance:
    """How equal a schedule is: fewest and most, over all entries and pairs of entries."""

    games: tuple[int, int]
    meetings: tuple[int, int]
    seats: tuple[int, int]


def balance(schedule: Schedule, entries: Iterable[Entry]) -> Balance:
    """Return how often these entries play, meet each other and sit in each seat.

    Raises InvalidPairing for fewer than 2 entries or one that comes twice, and KeyError for a
    table with somebody else.
    """
    ordered = sorted(entries)
    check_entries(ordered)
    if not schedule.tables:
        raise InvalidPairing("a schedule without tables has no balance")
    places = {entry: place for place, entry in enumerate(ordered)}
    tables = tuple([tuple([places[entry] for entry in t.seats]) for t in schedule.tables])
    met = meetings(tables, len(ordered))
    pairs = [met[one][two] for one in range(len(ordered)) for two in range(one)]
    seats = Counter([(seat, place) for table in tables for seat, place in enumerate(table)])
    width = max(map(len, tables))
    every = [seats[seat, place] for place in range(len(ordered)) for seat in range(width)]
    games = Counter([place for table in tables for place in table])
    played = [games[place] for place in range(len(ordered))]
    return Balance(*[(min(counts), max(counts)) for counts in (played, pairs, every)])
