"""Signs of life of the site's parts; time that passed without them is given back to every clock."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Game, Outage, Seat, Service, SignOfLife
from games.selectors.due import games_on_clock
from games.services import audit
from games.services.clocks import first_deadline, set_deadlines

log = logging.getLogger(__name__)

LONGEST_SILENCE: Final = timedelta(minutes=12)
BATCH: Final = 200


@transaction.atomic(durable=True)
def note_alive(*, service: Service, alive_at: datetime) -> Outage | None:
    """Write down that a part of the site worked at a moment; return the outage that this ends, if any.

    The row is held meanwhile: of many workers that come back at once, one finds the gap.
    """
    SignOfLife.objects.bulk_create(
        [SignOfLife(service=service, alive_at=alive_at)], ignore_conflicts=True
    )
    sign = SignOfLife.objects.select_for_update().get(pk=service)
    if alive_at <= sign.alive_at:
        return None
    down_since, sign.alive_at = sign.alive_at, alive_at
    sign.save(update_fields=["alive_at"])
    if alive_at - down_since <= LONGEST_SILENCE:
        return None
    minutes = (alive_at - down_since) // timedelta(minutes=1)
    log.error("%s was down for %d minutes: every running clock stood", service, minutes)
    audit.record("outage", now=alive_at, service=service.value, minutes=minutes)
    return Outage.objects.create(service=service, from_at=down_since, to_at=alive_at)


def silent_services(*, now: datetime) -> list[str]:
    """Return the parts of the site that have given no sign of life for too long; no deadline expires then."""
    silent = SignOfLife.objects.filter(alive_at__lt=now - LONGEST_SILENCE)
    return list(silent.values_list("service", flat=True))


def credit_outages(*, now: datetime) -> int:
    """Move every running deadline by the outages that are not credited yet; return how many moved.

    In batches, each a transaction of its own. A crash in between does no harm: the rest is moved by
    the next call, and a deadline is computed anew before it is enforced.
    """
    outages = list(Outage.objects.filter(moved=None))
    if not outages:
        return 0
    moved, last = 0, 0
    while ids := games_on_clock(after=last, limit=BATCH):
        moved += _move_batch(ids, now)
        last = ids[-1]
    Outage.objects.filter(pk__in=[outage.pk for outage in outages]).update(moved=moved)
    return moved


@transaction.atomic(durable=True)
def _move_batch(game_ids: list[int], now: datetime) -> int:
    """Compute anew the deadlines of some games, in a fixed number of queries."""
    locked = Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk")
    games = {game.pk: game for game in locked}
    seats = list(
        Seat.objects.on_clock().filter(game__in=games).select_related("player").order_by("pk")
    )
    by_game: dict[int, list[Seat]] = {}
    for seat in seats:
        seat.game = games[seat.game_id]
        by_game.setdefault(seat.game_id, []).append(seat)
    before = {seat.pk: seat.deadline_at for seat in seats}
    set_deadlines(seats)
    for game_id, waiting in by_game.items():
        games[game_id].deadline_at = first_deadline(waiting)
    Seat.objects.bulk_update(seats, ["deadline_at", "remind_at"], batch_size=BATCH)
    Game.objects.bulk_update(list(games.values()), ["deadline_at"], batch_size=BATCH)
    return sum(seat.deadline_at != before[seat.pk] for seat in seats)
