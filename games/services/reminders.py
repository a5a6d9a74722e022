"""Reminding players of turns that wait: all of a player's games in one mail, each reminder once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.competition.clock import Turn, outside_night, reminders
from games.models import MailKind, Notices, Player, Seat
from games.selectors.clocks import turns_of
from games.selectors.positions import Table
from games.services import outbox

TOGETHER: Final = timedelta(hours=1)
"""Reminders that would follow within this time come along in the same mail."""


@transaction.atomic(durable=True)
def remind_player(*, player_id: int, now: datetime) -> bool:
    """Queue one mail about a player's turns of which a reminder is due; return whether there is one.

    Holding the player's row, two workers can't both. In the player's night only a last call is sent;
    the others wait for its end. Writes Seat and OutgoingMail.
    """
    player = Player.objects.select_for_update().filter(pk=player_id, is_active=True).first()
    if player is None:
        return False
    waiting = Seat.objects.on_clock().filter(player=player, remind_at__lte=now + TOGETHER)
    seats = list(waiting.select_related("game", "player").order_by("remind_at", "pk"))
    turns = turns_of(seats)
    due = [seat for seat in seats if _is_due(seat, turns[seat.pk], now)]
    if not due:
        return False
    told = [_advance(seat, turns[seat.pk], now) for seat in seats]
    spoken = [seat for seat in told if not seat.is_muted]
    if not spoken or player.notices == Notices.NEVER:
        return False
    first = spoken[0]
    outbox.queue_mail(
        key=f"{MailKind.REMINDER}:{player.pk}:{first.pk}:{first.awaited_turn}:{first.reminded}",
        kind=MailKind.REMINDER,
        player=player,
        now=now,
        context={"turns": [[seat.pk, seat.awaited_turn] for seat in spoken]},
    )
    return True


def _is_due(seat: Seat, turn: Turn, now: datetime) -> bool:
    """Tell whether a reminder is to be sent now; one that came due at night is put off to the morning."""
    if seat.remind_at is None or seat.remind_at > now:
        return False
    times = reminders(turn)
    morning = outside_night(turn.calendar, now)
    if morning > now and times and now < times[-1]:
        seat.remind_at = min(morning, times[-1])
        seat.save(update_fields=["remind_at"])
        return False
    return True


def _advance(seat: Seat, turn: Turn, now: datetime) -> Seat:
    """Note the reminders of a turn that this mail stands for, and when the next is due."""
    times = reminders(turn)
    until = max(now, seat.remind_at or now)
    seat.reminded = max(seat.reminded + 1, sum(at <= until for at in times))
    seat.remind_at = times[seat.reminded] if seat.reminded < len(times) else None
    seat.save(update_fields=["reminded", "remind_at"])
    return seat


def nudged(table: Table) -> list[tuple[Seat, Player]]:
    """Return whom a reminder about a table reaches: who is to move, and neither muted it nor all mails."""
    return [
        (seat, seat.player)
        for seat in table.seats
        if seat.awaited_turn is not None
        and not seat.is_bot
        and seat.player is not None
        and not seat.is_muted
        and seat.player.notices != Notices.NEVER
    ]


def nudge(table: Table, *, now: datetime, only: int | None = None) -> int:
    """Queue a reminder to everybody a locked game waits for, whatever reminders they had; return to how many.

    `only` is the seat to be reminded alone. Not to who is muted there or wants no mails. Writes OutgoingMail.
    """
    told = 0
    for seat, player in nudged(table):
        if only is not None and seat.index != only:
            continue
        outbox.queue_mail(
            key=f"{MailKind.REMINDER}:{player.pk}:{seat.pk}:{seat.awaited_turn}:{now:%Y-%m-%d %H:%M}",
            kind=MailKind.REMINDER,
            player=player,
            now=now,
            context={"turns": [[seat.pk, seat.awaited_turn]]},
        )
        told += 1
    return told
