"""Mixed tables: in every round everybody plays, at tables of three and four."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from games.competition.lots import Lots
from games.competition.pairing.search import LARGE, Design, Search
from games.competition.pairing.seats import seat_spread, seats_of_sizes
from games.competition.pairing.swiss_tables import table_sizes
from games.competition.pairing.tables import (
    Bye,
    Entry,
    InvalidPairing,
    Schedule,
    Table,
    drawn_order,
)

WIDEST: Final = 4
_RESTING: Final = 5
"""No tables of three and four seat so many: one rests."""

_STEPS: Final = 24_000
_BETWEEN_LOOKS: Final = 40
"""After so many steps the search is asked whether it has something better than before."""

_SEATINGS: Final = 32

_FIRST_TRY: Final = {
    (11, 4): 9, (11, 5): 1, (11, 8): 6, (12, 7): 2, (13, 6): 7, (13, 7): 1, (14, 7): 2,
    (15, 7): 3, (15, 8): 3, (16, 7): 5, (16, 8): 3,
}  # fmt: skip
"""Which of its drawn beginnings the search finds the most equal rounds from; others begin at 0."""


def mixed_sizes(players: int) -> list[int]:
    """Return the sizes of the tables of one round, larger ones first.

    As few tables as seat everybody, as equal as can be: threes and fours for 3 players, 4, and any
    number from 6 on. Of 5 one rests; 2 have a table of their own. Raises InvalidPairing below 2.

    >>> mixed_sizes(10), mixed_sizes(5)
    ([4, 3, 3], [4])
    """
    if players < 2:
        raise InvalidPairing(f"{players} can't play by themselves")
    return table_sizes(players - (players == _RESTING), WIDEST)


def mixed_tables(entries: Iterable[Entry], seed: bytes, *, rounds: int) -> Schedule:
    """Return so many rounds in which everybody plays, at tables of three and four; places are drawn.

    Everybody sits at either size equally often, or once more, and so in each seat of either size;
    who meets whom is as equal as a search finds with that. Of five one rests in turn, which is a
    bye. Raises InvalidPairing for fewer than 2 entries, one that comes twice, or no rounds.
    """
    order = drawn_order(entries, Lots(seed, "mixed tables"))
    if rounds < 1:
        raise InvalidPairing("a schedule has at least 1 round")
    seated = _seated(len(order), rounds)
    width = len(seated) // rounds
    tables = [
        Table(index // width + 1, tuple([order[place] for place in table]))
        for index, table in enumerate(seated)
    ]
    resting = range(1, rounds + 1) if len(order) == _RESTING else ()
    byes = [Bye(number, order[_rests(number)]) for number in resting]
    return Schedule(tuple(tables), tuple(byes))


@cache
def _seated(players: int, rounds: int) -> Design:
    """Return the tables of all rounds, one round after the other, places in the order of seats."""
    tables = _resting(rounds) if players == _RESTING else _searched(players, rounds)
    tries: list[Design] = []
    # Seats depend on where one begins to deal them.
    for first in range(min(_SEATINGS, len(tables))):
        turned = seats_of_sizes(tables[first:] + tables[:first])
        tries.append(tuple(turned[len(tables) - first :] + turned[: len(tables) - first]))
        if seat_spread(tries[-1], players) < 2:
            break
    return min(tries, key=lambda seated: seat_spread(seated, players))


def _rests(number: int) -> int:
    return (number - 1) % _RESTING


def _resting(rounds: int) -> Design:
    """Return a table of four for each round, without the place that rests."""
    everybody = range(_RESTING)
    return tuple(
        [
            tuple([place for place in everybody if place != _rests(number)])
            for number in range(1, rounds + 1)
        ]
    )


def _searched(players: int, rounds: int) -> Design:
    """Return the tables whose meetings differ least of all that a search comes by.

    The numbers of games at larger tables are as equal as can be in all that count.
    """
    sizes = mixed_sizes(players)
    lots = Lots(b"", f"mixed {players} {rounds} {_FIRST_TRY.get((players, rounds), 0)}")
    search = Search(_dealt(players, sizes, rounds, lots), players, lots, width=len(sizes))
    steps = _STEPS if players > LARGE else _BETWEEN_LOOKS
    best, mark = _copy(search), _mark(search)
    for _ in range(_STEPS // steps):
        if search.is_done:
            break
        search.run(steps)
        if not search.lopsided and (new := _mark(search)) < mark:
            best, mark = _copy(search), new
    return best


def _copy(search: Search) -> Design:
    return tuple([tuple(table) for table in search.tables])


def _mark(search: Search) -> tuple[int, int]:
    """Return how unequal meetings are, the less the better."""
    every = [row[two] for one, row in enumerate(search.met) for two in range(one)]
    return max(every) - min(every), search.cost


def _dealt(players: int, sizes: list[int], rounds: int, lots: Lots) -> list[list[int]]:
    """Seat everybody once a round; at larger tables those who have sat there least."""
    large = [0] * players
    tables = []
    for _ in range(rounds):
        left = sorted(lots.shuffled(range(players)), key=lambda place: large[place])
        for size in sizes:
            table, left = left[:size], left[size:]
            if size == sizes[0]:
                for place in table:
                    large[place] += 1
            tables.append(table)
    return tables
