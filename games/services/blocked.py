"""Ending a game that can't end by itself."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, GameStatus, OfferState, Seat
from games.services import audit
from games.services.deals import open_deal_of
from games.services.locking import locked_table
from games.services.seat_offers import close_offers

# Long games of people end within 20 rounds. When all tiles of the colors that are missing lie in pattern
# lines that nobody can complete, a game goes round for ever; bots alone would never notice.
MOST_ROUNDS = 60


@transaction.atomic(durable=True)
def void_blocked_game(*, game_id: int, now: datetime) -> bool:
    """Void a running game that has gone on for more than 60 rounds; return whether it did.

    Nobody wins or loses. Writes Game, Seat and AuditEntry; a game that isn't blocked stays as it is.
    """
    game = locked_table(game_id).game
    if game.status != GameStatus.RUNNING or game.round <= MOST_ROUNDS:
        return False
    end_without_result(game, now=now, reason="blocked")
    return True


def end_without_result(game: Game, *, now: datetime, reason: str) -> None:
    """Void a locked game inside the caller's transaction: nobody wins or loses."""
    game.status, game.deadline_at, game.finished_at = GameStatus.VOID, None, now
    game.end_reason = reason
    game.save(update_fields=["status", "deadline_at", "finished_at", "end_reason"])
    seats = Seat.objects.filter(game=game)
    seats.update(awaited_turn=None, awaited_at=None)
    open_deal_of(game, now=now)
    close_offers(seats=list(seats.values_list("pk", flat=True)), state=OfferState.OVER, now=now)
    audit.record("void_game", now=now, game=game, reason=reason, round=game.round)
