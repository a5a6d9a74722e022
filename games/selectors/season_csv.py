"""A season as tables of text for spreadsheets: standings, fixtures and results."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from games.models import Fixture, Season, SeasonEntry
from games.selectors.divisions import Play, plays_of

__all__ = ["FILES", "csv_of", "harmless"]

Row = Sequence[object]
MOST_SEATS: Final = 4
# Spreadsheets take what begins like this for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def csv_of(season: Season, name: str) -> str:
    """Return one of FILES as text with a heading line. A fixed number of queries."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in FILES[name](season):
        writer.writerow([harmless(value) for value in row])
    return out.getvalue()


def harmless(value: object) -> object:
    """Return a value that no spreadsheet takes for a formula."""
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else value


def _plays(season: Season) -> list[Play]:
    entries: Mapping[int, SeasonEntry] = {
        entry.pk: entry
        for entry in season.entries.select_related("player").only(
            "season", "division", "seeding", "withdrawn_at", "player__name"
        )
    }
    return plays_of(season.league, list(season.divisions.order_by("level")), entries)


def _standings(season: Season) -> Iterator[Row]:
    yield ("division", "place", "player", "points", "games", "forfeits", "withdrawn")
    for play in _plays(season):
        for line in play.table():
            entry = play.entries[line.entry]
            yield (
                play.division.name,
                line.place,
                entry.player.name,
                f"{float(line.tally.points):g}",
                line.tally.games,
                line.tally.forfeits,
                "yes" if entry.withdrawn_at else "",
            )


def _fixtures(season: Season) -> Iterator[Row]:
    yield (
        "division",
        "round",
        "table",
        "game",
        "state",
        "player 1",
        "player 2",
        "player 3",
        "player 4",
    )
    for play, fixture, names in _tables(season):
        yield (
            play.division.name, fixture.round, fixture.number, fixture.game_id or "",
            _state(fixture, len(names)), *names, *[""] * (MOST_SEATS - len(names)),
        )  # fmt: skip


def _results(season: Season) -> Iterator[Row]:
    yield ("division", "round", "table", "game", "player", "place", "score", "rows", "forfeit")
    for play, fixture, names in _tables(season):
        result = play.results.get(fixture.pk)
        for name, seat in zip(names, result.seats if result else (), strict=False):
            place: object = "void" if result and result.is_void else seat.place
            if result and all(each.is_forfeit for each in result.seats):
                place = ""
            yield (
                play.division.name, fixture.round, fixture.number, fixture.game_id or "", name, place,
                seat.score, seat.rows, "yes" if seat.is_forfeit else "",
            )  # fmt: skip


def _tables(season: Season) -> Iterator[tuple[Play, Fixture, list[str]]]:
    for play in _plays(season):
        for fixture, seats in play.planned:
            yield play, fixture, [play.entries[entry].player.name for entry in seats]


def _state(fixture: Fixture, players: int) -> str:
    if fixture.voided_at is not None:
        return "void"
    if players == 1:
        return "bye"
    return fixture.game.status if fixture.game is not None else "planned"


FILES: Final[Mapping[str, Callable[[Season], Iterable[Row]]]] = {
    "standings": _standings,
    "fixtures": _fixtures,
    "results": _results,
}
