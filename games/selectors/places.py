"""Final places: what the boards say, and behind them whoever has lost by forfeit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from games import azul
from games.models import Game, GameStatus, Result, Seat
from games.render import words
from games.selectors.positions import Table

__all__ = [
    "DIRECTOR",
    "FORFEIT",
    "end_sentence",
    "final_ranking",
    "is_forfeited",
    "is_lost_by_all",
    "ranking_of",
]

FORFEIT: Final = "forfeit"
"""The end reason of a game that ended because nobody was left to play against."""

DIRECTOR: Final = "director"
"""The end reason of a game that a director has ended, and the reason of a result that one has set."""


def is_forfeited(game: Game) -> bool:
    """Whether a forfeit, or a director, ended the game before its last round.

    There are no bonuses then, and the boards are as they were left.
    """
    return game.is_over and game.end_reason in {FORFEIT, DIRECTOR}


def is_lost_by_all(seats: Sequence[Seat]) -> bool:
    """Whether everybody at a table that is over has forfeited: nobody has a place then."""
    return bool(seats) and all(seat.forfeited_at is not None for seat in seats)


def ranking_of(
    seats: Sequence[Seat], boards: Sequence[azul.PlayerBoard]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return (place, seats) from the best; seats that forfeited come last, among themselves by board.

    A shared place leaves out the next ones: 1, 1, 3. Rule: R21.
    """
    ranks = {seat: place for place, members in azul.ranking(boards) for seat in members}
    keys = {seat.index: (seat.forfeited_at is not None, ranks[seat.index]) for seat in seats}
    places, place = [], 1
    for _key, group in groupby(sorted(keys, key=lambda index: (keys[index], index)), key=keys.get):
        members = tuple(group)
        places.append((place, members))
        place += len(members)
    return tuple(places)


def final_ranking(
    game: Game, seats: Sequence[Seat], boards: Sequence[azul.PlayerBoard]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return (place, seats) of a game that is over: by its boards, or as a director decided (a query then)."""
    if game.end_reason != DIRECTOR:
        return ranking_of(seats, boards)
    decided: dict[int, list[int]] = {}
    results = Result.objects.filter(game=game).order_by("place", "seat__index")
    for place, index in results.values_list("place", "seat__index"):
        decided.setdefault(place, []).append(index)
    return tuple((place, tuple(members)) for place, members in decided.items())


def end_sentence(table: Table, language: str) -> str:
    """Say why a game ended; "" while it is played."""
    game = table.game
    if game.is_over and game.end_reason == DIRECTOR:
        return _("A director decided the places; the boards are as they were left.")
    if is_forfeited(game):
        return _("Time was up: the game was lost by forfeit, and the boards count as they were.")
    if game.status == GameStatus.VOID:
        return {
            "time-out": _("Time was up: the game ended without a result."),
            "blocked": _("The game went round in circles and was ended without a result."),
        }.get(game.end_reason, _("The game ended without a result."))
    reason = table.position.end_reason
    return words.end_reason_sentence(reason, language) if reason else ""
