"""Who sits together: designs in which all players meet each other as equally often as can be found.

A design is about places 0 to players - 1, not about people, and has no seats yet: it is the same
for every league. `balanced` deals people onto its places and `seats` orders them at each table.
"""

from functools import cache
from typing import Final

from games.competition.lots import Lots
from games.competition.pairing.search import Design, Search, balance_cost, in_order
from games.competition.pairing.tables import InvalidPairing

_STEPS: Final = 60_000
_STEPS_IN_ROUNDS: Final = 25_000
_TRIES: Final = 4
_CYCLES: Final[dict[tuple[int, int, int], tuple[int, tuple[tuple[int, ...], ...]]]] = {
    (8, 3, 6): (8, ((0, 1, 3), (0, 1, 4))),
    (9, 3, 8): (8, ((0, 1, 2), (0, 2, 5), (0, 4, 8), (0, 4, 8))),
    (9, 4, 8): (9, ((0, 1, 2, 4), (0, 1, 4, 6))),
    (12, 3, 7): (12, ((0, 1, 3), (0, 1, 6), (0, 4, 8))),
    (12, 3, 8): (12, ((0, 1, 3), (0, 1, 6), (0, 4, 8), (0, 4, 8))),
    (12, 4, 4): (12, ((0, 1, 3, 7),)),
    (12, 4, 7): (6, ((0, 1, 2, 6), (0, 2, 8, 9), (0, 3, 7, 11), (6, 7, 9, 10))),
    (13, 3, 6): (13, ((0, 1, 4), (0, 2, 7))),
    (13, 4, 4): (13, ((0, 1, 3, 9),)),
    (13, 4, 8): (13, ((0, 1, 3, 9), (0, 1, 3, 9))),
    (14, 4, 4): (14, ((0, 1, 4, 6),)),
    (14, 4, 6): (14, ((0, 1, 2, 6), (0, 3, 7, 10))),
    (14, 4, 8): (14, ((0, 1, 2, 5), (0, 2, 6, 9))),
    (15, 3, 6): (15, ((0, 1, 3), (0, 4, 9))),
    (15, 3, 7): (15, ((0, 1, 4), (0, 2, 8), (0, 5, 10))),
    (15, 3, 8): (15, ((0, 1, 4), (0, 2, 8), (0, 5, 10), (0, 5, 10))),
    (15, 4, 4): (15, ((0, 1, 3, 7),)),
    (15, 4, 8): (15, ((0, 1, 2, 5), (0, 2, 5, 9))),
    (16, 3, 6): (16, ((0, 1, 3), (0, 4, 9))),
    (16, 4, 4): (16, ((0, 1, 3, 7),)),
    (16, 4, 5): (15, ((0, 1, 3, 7), (0, 5, 10, 15))),
    (16, 4, 6): (16, ((0, 1, 3, 7), (0, 3, 8, 11))),
    (16, 4, 8): (16, ((0, 1, 2, 5), (0, 2, 7, 10))),
}
"""A modulus and base tables, by players, table size and games each. Of each base table all its
different shifts are played: the places are cut into circles of so many, a place moves on by 1, 2,
3... in its circle, and places left over stay. Without these the search would be long or in vain."""

_LEAST_COST: Final = {(8, 4, 2): 4, (8, 4, 3): 2}
"""What can't be improved although counting alone would allow it: (8, 4, 2) by counting the players
that two tables share, (8, 4, 3) by looking at every design."""

_REST: Final = {(14, 3, 6): (15, 3, 7)}
"""Designs that are what another leaves when its last player's tables are taken away."""

_FIRST_TRY: Final = {(12, 3, 5): 4, (12, 3, 6): 1, (15, 3, 5): 10, (16, 4, 7): 11}
"""Which of its drawn beginnings a long search finds the best design from."""

_NOT_IN_ROUNDS: Final = frozenset(
    {(6, 3, games) for games in range(2, 9)}
    | {(12, 4, games) for games in range(2, 9)}
    | {(8, 4, 2), (8, 4, 3), (8, 4, 4), (8, 4, 5), (16, 4, 7), (16, 4, 8)}
    | {(12, 3, 5), (12, 3, 6), (15, 3, 5), (15, 3, 6)}
)
"""Where no design as good was found in which everybody plays in every round; not tried again."""


@cache
def design(players: int, size: int, games: int) -> Design:
    """Return tables of `size` at which each of `players` plays `games` times, never twice at one.

    For 4 to 16 players, tables of three and four and up to 8 games everybody meets everybody as
    equally often as can be at all (docs/leagues.md has the table). Other designs are searched
    for, which takes up to some seconds the first time in a process. Raises InvalidPairing if the
    seats don't come out even: players x games must be a multiple of size.
    """
    _check(players, size, games)
    key = players, size, games
    if key in _CYCLES:
        modulus, bases = _CYCLES[key]
        return _shifted(players, modulus, bases)
    if key in _REST:
        return tuple([table for table in design(*_REST[key]) if players not in table])
    found: list[Design] = []
    for attempt in range(_TRIES):
        search = _search(key, attempt + _FIRST_TRY.get(key, 0))
        search.run(_STEPS)
        found.append(in_order(search.tables))
        if search.is_done:
            break
    return min(found, key=lambda tables: balance_cost(tables, players))


@cache
def whole_rounds(players: int, size: int, games: int) -> tuple[Design, ...] | None:
    """Return a design as good as `design`'s, in rounds in which everybody plays, if one is found.

    Raises InvalidPairing as `design` does.
    """
    _check(players, size, games)
    if players % size or (players, size, games) in _NOT_IN_ROUNDS:
        return None
    key = players, size, games
    search = _search(key, 0, is_in_rounds=True)
    search.run(_STEPS_IN_ROUNDS)
    if not search.is_done and search.cost > balance_cost(design(*key), players):
        return None
    tables, width = search.tables, players // size
    return tuple([in_order(tables[at : at + width]) for at in range(0, len(tables), width)])


def _check(players: int, size: int, games: int) -> None:
    if not 2 <= size <= players or games < 1 or players * games % size:
        raise InvalidPairing(f"{players} players can't play {games} games each at tables of {size}")


def _shifted(players: int, modulus: int, bases: tuple[tuple[int, ...], ...]) -> Design:
    moving = players - players % modulus
    tables: list[tuple[int, ...]] = []
    for base in bases:
        shifts = {
            tuple(sorted([_shift(place, step, modulus, moving) for place in base]))
            for step in range(modulus)
        }
        tables += shifts
    return tuple(sorted(tables))


def _shift(place: int, step: int, modulus: int, moving: int) -> int:
    circle, spot = divmod(place, modulus)
    return circle * modulus + (spot + step) % modulus if place < moving else place


def _search(key: tuple[int, int, int], attempt: int, *, is_in_rounds: bool = False) -> Search:
    """Return a search from one of its drawn beginnings."""
    players, size, games = key
    label = f"design {players} {size} {games} {attempt}"
    lots = Lots(b"", f"{label} in rounds" if is_in_rounds else label)
    width = players // size if is_in_rounds else players * games // size
    tables = _dealt(players, size, games, lots)
    return Search(tables, players, lots, width=width, least=_LEAST_COST.get(key, 0))


def _dealt(players: int, size: int, games: int, lots: Lots) -> list[list[int]]:
    """Seat everybody `games` times, fewest games first, nobody twice at a table."""
    left = [games] * players
    tables = []
    for _ in range(players * games // size):
        order = sorted(lots.shuffled(range(players)), key=lambda place: -left[place])
        table = order[:size]
        for place in table:
            left[place] -= 1
        tables.append(table)
    return tables
