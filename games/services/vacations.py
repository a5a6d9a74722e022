"""Announcing days away: the clocks of a player's turns stand meanwhile."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, GameStatus, Player, Vacation
from games.selectors.clocks import known_zone
from games.selectors.positions import table_of
from games.services import audit
from games.services.clocks import refresh_deadlines
from games.services.errors import Refused, TooLate

VACATION_DAYS: Final = 30
"""How many days a player may be away in any 365."""
YEAR: Final = timedelta(days=365)


class BadVacation(Refused):
    """These days can't be a vacation."""

    code = "bad-vacation"


@transaction.atomic(durable=True)
def set_vacation(*, player_id: int, first: date, last: date, now: datetime) -> Vacation:
    """Announce that a player is away from the first to the last day, both included, in their time zone.

    It may begin today: then from this moment. Deadlines of turns that wait move at once. At most 30
    days in any 365. Writes Vacation, Seat, Game and AuditEntry. Raises BadVacation.
    """
    player = Player.objects.select_for_update().get(pk=player_id)
    zone = known_zone(player.time_zone)
    if last < first:
        raise BadVacation(_("The last day comes before the first."))
    if first < now.astimezone(zone).date():
        raise BadVacation(_("A vacation can't begin in the past."))
    if first > now.astimezone(zone).date() + YEAR:
        raise BadVacation(_("This is more than a year away."))
    from_at = max(datetime.combine(first, time(), tzinfo=zone).astimezone(UTC), now)
    to_at = datetime.combine(last + timedelta(days=1), time(), tzinfo=zone).astimezone(UTC)
    _check_free(player, from_at, to_at)
    vacation = Vacation.objects.create(
        player=player, from_at=from_at, to_at=to_at, announced_at=now
    )
    audit.record("set_vacation", now=now, actor=player, first=str(first), last=str(last))
    _move_deadlines(player, now)
    return vacation


@transaction.atomic(durable=True)
def cancel_vacation(*, player_id: int, vacation_id: int, now: datetime) -> None:
    """Call a vacation off, or come back early; it goes on counting for turns asked before.

    Doing it twice changes nothing. Raises TooLate when it is over, or not the player's.
    """
    player = Player.objects.select_for_update().get(pk=player_id)
    vacation = Vacation.objects.filter(pk=vacation_id, player=player, to_at__gt=now).first()
    if vacation is None:
        raise TooLate(_("This vacation is over."))
    if vacation.cancelled_at is None:
        vacation.cancelled_at = now
        vacation.save(update_fields=["cancelled_at"])
        audit.record("cancel_vacation", now=now, actor=player, vacation=vacation.pk)


def days_left(player: Player, *, now: datetime) -> int:
    """Return how many whole days of vacation a player may still take from now on."""
    used = _days_away(player, now - YEAR, now + YEAR)
    return max(0, (timedelta(days=VACATION_DAYS) - used) // timedelta(days=1))


def _check_free(player: Player, from_at: datetime, to_at: datetime) -> None:
    others = Vacation.objects.filter(player=player, cancelled_at=None)
    if others.filter(from_at__lt=to_at, to_at__gt=from_at).exists():
        raise BadVacation(_("You have announced a vacation in these days already."))
    away = _days_away(player, to_at - YEAR, from_at + YEAR) + (to_at - from_at)
    # A day more: the days at both ends are as long as the zone makes them.
    if away > timedelta(days=VACATION_DAYS, hours=2):
        raise BadVacation(
            _("You can be away for %(days)d days in a year.") % {"days": VACATION_DAYS}
        )


def _days_away(player: Player, since: datetime, until: datetime) -> timedelta:
    """Return how long a player's vacations are, all or in part between these moments."""
    away = timedelta()
    for each in Vacation.objects.filter(player=player, from_at__lt=until, to_at__gt=since):
        end = each.to_at if each.cancelled_at is None else min(each.to_at, each.cancelled_at)
        away += max(end - each.from_at, timedelta())
    return away


def _move_deadlines(player: Player, now: datetime) -> None:
    """Compute anew every deadline that waits for this player. Locks the games in the order of their ids."""
    waiting = Game.objects.filter(
        status=GameStatus.RUNNING,
        seats__player=player,
        seats__awaited_turn__isnull=False,
        seats__bot="",
    )
    locked = Game.objects.select_for_update().filter(pk__in=waiting.values("pk")).order_by("pk")
    for game in locked:
        refresh_deadlines(game, table_of(game).seats, now=now)
