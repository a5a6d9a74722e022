"""Crosstables: every game that two entries of a division have together, seen from one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.competition.standings import TableResult
from games.competition.standings.results import placed
from games.models import Fixture


@dataclass(frozen=True, slots=True)
class Cell:
    """A game together. `mark` is 1, ½ or 0, "–" for one that is void or that all have forfeited, "…" for one in progress or planned."""

    mark: str
    game_id: int | None


def crosstable(
    order: Sequence[int],
    tables: Sequence[tuple[Fixture, tuple[int, ...]]],
    results: Mapping[int, TableResult],
) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
    """Return a row for each entry in this order, a cell in it for each entry, with all their games."""
    together: dict[tuple[int, int], list[Cell]] = {}
    for fixture, entries in tables:
        result = results.get(fixture.pk)
        for one in entries:
            for two in entries:
                if one != two:
                    cell = Cell(_mark(one, two, result), fixture.game_id)
                    together.setdefault((one, two), []).append(cell)
    return tuple([tuple([tuple(together.get((one, two), ())) for two in order]) for one in order])


def _mark(one: int, two: int, result: TableResult | None) -> str:
    if result is None:
        return "…"
    if result.is_void or all(seat.is_forfeit for seat in result.seats):
        return "–"
    places = placed(result.seats)
    if places[one] == places[two]:
        return "½"
    return "1" if places[one] < places[two] else "0"
