"""What everybody may know of a table that only its players may see yet: who plays, and how rounds ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Deal, Fixture, Game, Result, RoundScore, Season, Seat

__all__ = ["HiddenPage", "HiddenSeat", "finished_rounds", "hidden_page"]


@dataclass(frozen=True, slots=True)
class HiddenSeat:
    """A player with the scores after each finished round; `total` and `place` once the table is over."""

    name: str
    player: str
    rounds: tuple[int, ...]
    total: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class HiddenPage:
    """A table whose tiles others still play with. `over` of `tables` that share them are over."""

    game: Game
    season: Season | None
    seats: tuple[HiddenSeat, ...]
    rounds: tuple[int, ...]
    over: int
    tables: int


def hidden_page(game: Game) -> HiddenPage:
    """Return what everybody may know of a hidden table. Six queries at most."""
    seats = list(Seat.objects.filter(game=game).select_related("player").order_by("index"))
    scores = finished_rounds([game.pk]).get(game.pk, {})
    results = {result.seat_id: result for result in Result.objects.filter(game=game)}
    fixtures = Fixture.objects.tables().filter(deal=game.deal_id, voided_at=None)
    tables = fixtures.count()
    return HiddenPage(
        game=game,
        season=_season(game.deal),
        seats=tuple([_seat(seat, scores, results.get(seat.pk)) for seat in seats]),
        rounds=tuple(sorted(scores)),
        over=tables - fixtures.unfinished().count(),
        tables=tables,
    )


def finished_rounds(games: Iterable[int]) -> dict[int, dict[int, dict[int, int]]]:
    """Return each game's scores after its finished rounds: game -> round -> seat -> score. Two queries.

    A round is finished when every seat has tiled; on the gray wall some do while others still choose.
    """
    ids = list(games)
    sizes: dict[int, int] = dict(Game.objects.filter(pk__in=ids).values_list("pk", "places"))
    rows = RoundScore.objects.filter(round__game__in=ids)
    found: dict[int, dict[int, dict[int, int]]] = {}
    for game, number, seat, score in rows.values_list(
        "round__game", "round__number", "seat", "score_after"
    ):
        found.setdefault(game, {}).setdefault(number, {})[seat] = score
    return {
        game: {number: row for number, row in rounds.items() if len(row) == sizes[game]}
        for game, rounds in found.items()
    }


def _seat(seat: Seat, scores: dict[int, dict[int, int]], result: Result | None) -> HiddenSeat:
    return HiddenSeat(
        name=seat.shown_name,
        player=seat.player.name if seat.player is not None else "",
        rounds=tuple([scores[number][seat.pk] for number in sorted(scores)]),
        total=result.score if result is not None else None,
        place=result.place if result is not None else None,
    )


def _season(deal: Deal | None) -> Season | None:
    if deal is None:
        return None
    return Season.objects.select_related("league").get(divisions=deal.division_id)
