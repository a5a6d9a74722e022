"""Ratings as they should be: which games count, and the rows that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.db.models import OuterRef, Q, Subquery

from games.competition.rating import RatedGame, changes
from games.competition.rating import Rating as Strength
from games.models import Game, GameStatus, Player, Rating, RatingChange
from games.selectors.holders import is_forfeit, rated_holders

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = [
    "COLUMNS",
    "changes_of",
    "finished_after",
    "is_forfeit",
    "rated_game",
    "rating_faults",
    "strength_of",
    "strengths_before",
    "values_of",
]

COLUMNS: Final = (
    "at", "place", "is_forfeit", "mu_before", "sigma_before", "shown_before", "mu", "sigma",
    "shown", "games", "forfeits",
)  # fmt: skip
"""What a row tells of a game and a player."""


def finished_after(at: datetime | None, number: int) -> QuerySet[Game]:
    """Return finished games after this place in the order of rating, with all that rating needs."""
    games = (
        Game.objects.finished()
        .select_related("fixture__division__season__league")
        .prefetch_related("seats__result", "seat_changes", "rating_changes")
        .order_by("finished_at", "pk")
    )
    if at is None:
        return games
    return games.filter(Q(finished_at__gt=at) | Q(finished_at=at, pk__gt=number)).filter(
        finished_at__gte=at
    )


def rated_game(game: Game) -> RatedGame | None:
    """Return a finished game as ratings see it; None for one with a bot, or of an unrated league."""
    fixture = getattr(game, "fixture", None)
    if fixture is not None and not fixture.division.season.league.is_rated:
        return None
    for seat in game.seats.all():
        if seat.player_id is None or getattr(seat, "result", None) is None:
            return None
    seats = rated_holders(game)
    return RatedGame(game.pk, seats) if len(seats) > 1 else None


def strengths_before(
    players: Iterable[int], at: datetime | None, number: int
) -> dict[int, Strength]:
    """Return the ratings of these players as they stood right after a place in the order. One query."""
    if at is None:
        return {}
    earlier = RatingChange.objects.filter(player=OuterRef("pk"), at__lte=at).exclude(
        at=at, game__gt=number
    )
    newest = earlier.order_by("-at", "-game").values("pk")[:1]
    people = Player.objects.filter(pk__in=set(players)).annotate(last=Subquery(newest))
    changes = RatingChange.objects.filter(pk__in=people.values("last"))
    return {change.player_id: strength_of(change) for change in changes}


def strength_of(row: Rating | RatingChange) -> Strength:
    """Return a row's rating as the arithmetic knows it."""
    return Strength(row.mu, row.sigma, row.games, row.forfeits)


def changes_of(game: Game, strengths: MutableMapping[int, Strength]) -> list[RatingChange]:
    """Return the rows of a finished game, not written; `strengths` are brought up to after it."""
    rated = rated_game(game)
    if rated is None or game.finished_at is None:
        return []
    rows = []
    for change in changes(rated, strengths):
        place = next(seat.place for seat in rated.seats if seat.player == change.player)
        strengths[change.player] = change.after
        rows.append(
            RatingChange(
                game=game,
                player_id=change.player,
                at=game.finished_at,
                place=place,
                is_forfeit=change.is_forfeit,
                mu_before=change.before.mu,
                sigma_before=change.before.sigma,
                shown_before=change.before.shown,
                mu=change.after.mu,
                sigma=change.after.sigma,
                shown=change.after.shown,
                games=change.after.games,
                forfeits=change.after.forfeits,
            )
        )
    return rows


def values_of(row: RatingChange) -> tuple[Any, ...]:
    """Return what a row tells, to compare it with another."""
    return tuple(getattr(row, column) for column in COLUMNS)


def rating_faults() -> Iterator[str]:
    """Reckon all ratings from nothing and yield a sentence for each row that says something else."""
    strengths: dict[int, Strength] = {}
    for game in finished_after(None, 0).iterator(chunk_size=500):
        rows = changes_of(game, strengths)
        there = {row.player_id: values_of(row) for row in game.rating_changes.all()}
        for row in rows:
            if there.pop(row.player_id, None) != values_of(row):
                yield f"game {game.pk}, player {row.player_id}: not {row.shown_before}→{row.shown}"
        for player_id in there:
            yield f"game {game.pk}, player {player_id}: should not be rated"
    for player_id in RatingChange.objects.exclude(game__status=GameStatus.FINISHED).values_list(
        "player_id", flat=True
    ):
        yield f"player {player_id}: rated by a game without a result"
    stored = {rating.player_id: strength_of(rating) for rating in Rating.objects.all()}
    for player_id in sorted(stored.keys() | strengths.keys()):
        if stored.get(player_id) != strengths.get(player_id):
            yield f"player {player_id}: the rating is not that after the last game"
