"""Looking after every clock of the site: signs of life, credit for outages, time-outs, substitutes, reminders."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from games.models import Service
from games.selectors import due
from games.services.deadlines import expire_turn
from games.services.outages import credit_outages, note_alive, silent_services
from games.services.reminders import remind_player
from games.services.substitutes import move_offer_on

BATCH: Final = 500


def watch_clocks(
    *, clock: Callable[[], datetime], is_out_of_time: Callable[[], bool] = lambda: False
) -> dict[str, int]:
    """Do what is due now; return how many deadlines were credited, turns timed out, players reminded.

    `offers` counts the offers of seats that went on to another player. Each step is a service with a transaction of its own; several workers at once do no harm. While a
    part of the site is silent no deadline expires; when it is back, what it missed is credited first.
    Works in batches, and leaves the rest to the next call when out of time.
    """
    now = clock()
    note_alive(service=Service.WORKER, alive_at=now)
    mail_at = due.mail_alive_at(now=now)
    if mail_at is not None:
        note_alive(service=Service.MAIL, alive_at=mail_at)
    counts = {"credited": credit_outages(now=now), "timed_out": 0, "offers": 0, "reminded": 0}
    if silent_services(now=now):
        return counts
    counts["timed_out"] = _expire(now, clock, is_out_of_time)
    counts["offers"] = _ask(now, clock, is_out_of_time)
    counts["reminded"] = _remind(now, clock, is_out_of_time)
    return counts


def _expire(
    now: datetime, clock: Callable[[], datetime], is_out_of_time: Callable[[], bool]
) -> int:
    count, last = 0, None
    while batch := due.turns_run_out(now=now, limit=BATCH, after=last):
        for game_id, seat, at, pk in batch:
            if is_out_of_time():
                return count
            count += expire_turn(game_id=game_id, seat=seat, now=clock()) is not None
            last = at, pk
    return count


def _ask(now: datetime, clock: Callable[[], datetime], is_out_of_time: Callable[[], bool]) -> int:
    count, last = 0, None
    while batch := due.offers_to_move_on(now=now, limit=BATCH, after=last):
        for offer_id, at in batch:
            if is_out_of_time():
                return count
            count += move_offer_on(offer_id=offer_id, now=clock())
            last = at, offer_id
    return count


def _remind(
    now: datetime, clock: Callable[[], datetime], is_out_of_time: Callable[[], bool]
) -> int:
    count, last = 0, 0
    while batch := due.players_to_remind(now=now, limit=BATCH, after=last):
        for player_id in batch:
            if is_out_of_time():
                return count
            count += remind_player(player_id=player_id, now=clock())
            last = player_id
    return count
