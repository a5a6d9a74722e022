"""Rating finished games, one after the other in the order in which they finished."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final

from django.db import transaction

from games.competition.rating import Rating as Strength
from games.models import Game, GameStatus, Rating, RatingChange, RatingLedger
from games.selectors.holders import rated_holders
from games.selectors.rating_rows import (
    COLUMNS,
    changes_of,
    finished_after,
    strength_of,
    strengths_before,
    values_of,
)
from games.services import outbox

BATCH: Final = 200
"""So many games are rated while holding the ledger; some tenths of a second."""


@dataclass(frozen=True, slots=True)
class Rated:
    """How many games were looked at, and how many rows of them were not there, or other, before."""

    games: int
    changed: int


def note_result(game: Game) -> None:
    """Have a game rated whose result the caller's transaction has written, or written anew.

    Waits for whoever rates right now: a game that finished before others which are rated already
    takes its place among them, and they are rated once more.
    """
    _set_back(_locked_ledger(), game)
    outbox.hint("games.tasks.rate_games")


def forget_result(game: Game) -> None:
    """Take back what a finished game did to ratings, in the caller's transaction, before it is void.

    What its players played since is rated once more by the worker.
    """
    ledger = _locked_ledger()
    rows = RatingChange.objects.filter(game=game)
    players = list(rows.values_list("player_id", flat=True))
    rows.delete()
    for player_id in players:
        newest = RatingChange.objects.filter(player=player_id).order_by("-at", "-game").first()
        if newest is None:
            Rating.objects.filter(player=player_id).delete()
        else:
            _keep(player_id, strength_of(newest))
    _set_back(ledger, game)
    outbox.hint("games.tasks.rate_games")


@transaction.atomic(durable=True)
def rate_games(*, limit: int = BATCH) -> Rated:
    """Rate the next finished games that have not been; return how many, none when all are.

    Doing it twice, or in two processes at once, changes nothing. Writes Rating and RatingChange.
    """
    return rate_waiting(limit=limit)


def rate_waiting(*, limit: int) -> Rated:
    """Do the work of rate_games inside the caller's transaction."""
    # Holding the ledger nobody else rates, and a result that is being written waits or is seen.
    ledger = _locked_ledger()
    games = list(finished_after(ledger.at, ledger.number)[:limit])
    if not games:
        return Rated(0, 0)
    changed = _rate(games, ledger)
    ledger.at, ledger.number = games[-1].finished_at, games[-1].pk
    ledger.save(update_fields=["at", "number"])
    return Rated(len(games), changed)


@transaction.atomic(durable=True)
def begin_ratings_anew() -> int:
    """Set the ledger to its start, and remove rows of games without a result; return how many."""
    rate_again()
    removed, _by_model = RatingChange.objects.exclude(game__status=GameStatus.FINISHED).delete()
    return removed + Rating.objects.filter(player__rating_changes=None).delete()[0]


def rate_again() -> None:
    """Have all games rated anew, in the caller's transaction: which ones count has changed."""
    ledger = _locked_ledger()
    ledger.at, ledger.number = None, 0
    ledger.save(update_fields=["at", "number"])
    outbox.hint("games.tasks.rate_games")


def _locked_ledger() -> RatingLedger:
    RatingLedger.objects.get_or_create(pk=1)
    return RatingLedger.objects.select_for_update().get(pk=1)


def _set_back(ledger: RatingLedger, game: Game) -> None:
    """Let the ledger end right before this game."""
    if game.finished_at is None or ledger.at is None:
        return
    if (game.finished_at, game.pk - 1) < (ledger.at, ledger.number):
        ledger.at, ledger.number = game.finished_at, game.pk - 1
        ledger.save(update_fields=["at", "number"])


def _rate(games: Sequence[Game], ledger: RatingLedger) -> int:
    """Write the changes of these games, as far as they aren't there; return how many rows changed."""
    people = {each.player for game in games for each in rated_holders(game)}
    strengths = strengths_before(people, ledger.at, ledger.number)
    rows = [row for game in games for row in changes_of(game, strengths)]
    changed = _write(games, rows)
    for player_id in {row.player_id for row in rows}:
        _keep(player_id, strengths[player_id])
    return changed


def _write(games: Iterable[Game], rows: Sequence[RatingChange]) -> int:
    """Bring the rows of these games to what they should be; return how many were not."""
    there = {
        (row.game_id, row.player_id): row for game in games for row in game.rating_changes.all()
    }
    new, other = [], []
    for row in rows:
        old = there.pop((row.game_id, row.player_id), None)
        if old is None:
            new.append(row)
        elif values_of(old) != values_of(row):
            row.pk = old.pk
            other.append(row)
    RatingChange.objects.bulk_create(new)
    RatingChange.objects.bulk_update(other, COLUMNS)
    RatingChange.objects.filter(pk__in=[row.pk for row in there.values()]).delete()
    return len(new) + len(other) + len(there)


def _keep(player_id: int, strength: Strength) -> None:
    """Write a player's rating as it stands now."""
    values = {field.name: getattr(strength, field.name) for field in fields(strength)}
    Rating.objects.update_or_create(
        player_id=player_id,
        defaults={**values, "shown": strength.shown, "is_provisional": strength.is_provisional},
    )
