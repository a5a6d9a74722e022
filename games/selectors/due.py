"""What waits for a worker: found by looking at rows, never remembered elsewhere."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Max, Q

from games.models import (
    Game,
    GameStatus,
    MailPause,
    MailState,
    OfferState,
    OutgoingMail,
    Season,
    Seat,
    SeatOffer,
    Step,
)
from games.selectors import deals


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


def turns_run_out(
    *, now: datetime, limit: int, after: tuple[datetime, int] | None = None
) -> list[tuple[int, int, datetime, int]]:
    """Return (game, seat index, deadline, seat id) of turns whose time is up, the oldest first.

    `after` is the deadline and id of the last one of the batch before: whatever became of it, a sweep
    goes on behind it.
    """
    seats = Seat.objects.on_clock().filter(deadline_at__lte=now)
    if after is not None:
        at, pk = after
        seats = seats.filter(Q(deadline_at__gt=at) | Q(deadline_at=at, pk__gt=pk))
    found = seats.order_by("deadline_at", "pk").only("game_id", "index", "deadline_at")[:limit]
    return [
        (seat.game_id, seat.index, seat.deadline_at, seat.pk)
        for seat in found
        if seat.deadline_at is not None
    ]


def offers_to_move_on(
    *, now: datetime, limit: int, after: tuple[datetime, int] | None = None
) -> list[tuple[int, datetime]]:
    """Return (id, when to look) of offered seats about which the next player is to be asked, the oldest first.

    `after` are when to look and the id of the last one of the batch before.
    """
    offers = SeatOffer.objects.filter(state=OfferState.OPEN, look_at__lte=now)
    if after is not None:
        at, pk = after
        offers = offers.filter(Q(look_at__gt=at) | Q(look_at=at, pk__gt=pk))
    return list(offers.order_by("look_at", "pk").values_list("pk", "look_at")[:limit])


def players_to_remind(*, now: datetime, limit: int, after: int = 0) -> list[int]:
    """Return ids of players of whose turns a reminder is due, in the order of their ids."""
    seats = Seat.objects.on_clock().filter(remind_at__lte=now, player_id__gt=after)
    return list(seats.order_by("player_id").values_list("player_id", flat=True).distinct()[:limit])


def games_on_clock(*, after: int, limit: int) -> list[int]:
    """Return ids of games in which a person is to move in time, in their order."""
    seats = Seat.objects.on_clock().filter(game_id__gt=after, player__isnull=False)
    return list(seats.order_by("game_id").values_list("game_id", flat=True).distinct()[:limit])


# How delivery notes a mail server that could not be reached; answers of a server begin with a number.
_NO_ANSWER = r"^[a-z]*(connect|timeout|away|gaierror|ssl|oserror|brokenpipe|out of time)"
_STUCK_AFTER = timedelta(minutes=2)


def mail_alive_at(*, now: datetime) -> datetime | None:
    """Return when mail was last known to leave: now if nothing is stuck; None if nobody can tell.

    Stuck is a mail that nobody tried to send in time, or whose server didn't answer at all. One address
    that is refused over and over says nothing about the others.
    """
    late = OutgoingMail.objects.filter(state=MailState.PENDING, created_at__lte=now - _STUCK_AFTER)
    untried = Q(next_at__lte=now - _STUCK_AFTER)
    unanswered = Q(attempts__gt=0, last_error__iregex=_NO_ANSWER)
    if not is_mail_paused(now=now) and not late.filter(untried | unanswered).exists():
        return now
    # Only mails that came due lately can have left lately; the index on state and time finds them.
    lately = OutgoingMail.objects.filter(
        state=MailState.SENT, next_at__gt=now - timedelta(hours=1), sent_at__lte=now
    )
    sent_at: datetime | None = lately.aggregate(latest=Max("sent_at"))["latest"]
    return sent_at


def deals_to_open(*, limit: int) -> list[int]:
    """Return ids of deals that tables have shared, and the last of these tables is over."""
    return list(deals.deals_to_open().order_by("pk").values_list("pk", flat=True)[:limit])


def seasons_to_run(*, now: datetime) -> list[int]:
    """Return seasons in which the server may have something to do: asked for, due by date, or running."""
    is_due = Q(finished_at=None, started_at__isnull=False) | ~Q(asked_step="")
    is_due |= Q(promoted_at=None, finished_at__isnull=False, league__entry_days__gt=0)
    before: dict[str, bool] = {}
    for step in (Step.OPEN, Step.CLOSE, Step.DRAW, Step.PUBLISH, Step.START):
        is_due |= Q(**before, **{step.done_field: None, f"{step.due_field}__lte": now})
        before = {f"{step.done_field}__isnull": False}
    return list(Season.objects.filter(is_due).order_by("pk").values_list("pk", flat=True))
