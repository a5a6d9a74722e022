"""What waits for a worker: found by looking at rows, never remembered elsewhere."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.models import Game, GameStatus, MailPause, MailState, OutgoingMail, Seat


def due_mail(*, now: datetime, limit: int) -> list[int]:
    """Return ids of mails to send now, oldest first: waiting ones and those of a worker that died.

    Empty while the outbox is paused.
    """
    if is_mail_paused(now=now):
        return []
    due = Q(state=MailState.PENDING, next_at__lte=now) | Q(
        state=MailState.SENDING, lease_until__lt=now
    )
    return list(
        OutgoingMail.objects.filter(due)
        .order_by("next_at", "pk")
        .values_list("pk", flat=True)[:limit]
    )


def is_mail_paused(*, now: datetime) -> bool:
    """Whether the mail server refused our log-in a short while ago."""
    return MailPause.objects.filter(until__gt=now).exists()


def games_to_finalize(*, limit: int) -> list[int]:
    """Return ids of games whose last tile is placed and whose result is not written yet."""
    return list(
        Game.objects.filter(status=GameStatus.SCORING)
        .order_by("pk")
        .values_list("pk", flat=True)[:limit]
    )


def tables_to_expire(*, since: datetime, limit: int) -> list[int]:
    """Return ids of tables that have waited for players since then or longer."""
    return list(
        Game.objects.filter(status=GameStatus.OPEN, created_at__lte=since)
        .order_by("pk")
        .values_list("pk", flat=True)[:limit]
    )


def games_with_bots_to_move(*, limit: int) -> list[int]:
    """Return ids of running games in which a bot's seat is to move."""
    return list(
        Seat.objects.awaited()
        .exclude(bot="")
        .order_by("game_id")
        .values_list("game_id", flat=True)
        .distinct()[:limit]
    )
