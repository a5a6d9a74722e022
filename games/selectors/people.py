"""Players as others find them: by the beginning of a name."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower

from games.models import Player, Seat, Vacation
from games.models.names import PLAYER_NAME_LENGTH, clean_name

__all__ = [
    "MOST_PEOPLE",
    "NoSuchPlayer",
    "days_away",
    "known_people",
    "people_named",
    "person_named",
    "vacations_of",
]

MOST_PEOPLE: Final = 20


class NoSuchPlayer(LookupError):
    """Nobody of this name plays here."""


def known_people() -> QuerySet[Player]:
    """Return the players who have a page: those who signed in or sat at a table once.

    A name made of an address that somebody typed must not tell that the address is known here.
    """
    seats = Seat.objects.filter(player=OuterRef("pk"))
    return Player.objects.filter(Q(last_login__isnull=False) | Exists(seats))


def person_named(name: str) -> Player:
    """Return the player of exactly this name, in any case. Raises NoSuchPlayer."""
    if clean_name(name, PLAYER_NAME_LENGTH) != name:
        raise NoSuchPlayer(name)
    player = known_people().filter(name__iexact=name).first()
    if player is None:
        raise NoSuchPlayer(name)
    return player


def people_named(start: str) -> list[Player]:
    """Return whose name begins so, in any case, by name, 20 at most; only one if it is the whole name."""
    people = list(
        known_people().filter(name__istartswith=start).order_by(Lower("name"))[:MOST_PEOPLE]
    )
    whole = [player for player in people if player.name.casefold() == start.casefold()]
    return whole or people


def vacations_of(player: Player, *, now: datetime) -> list[Vacation]:
    """Return a player's present and coming vacations, the next one first. One query."""
    coming = Vacation.objects.filter(player=player, to_at__gt=now, cancelled_at=None)
    return list(coming.order_by("from_at"))


def days_away(vacations: Iterable[Vacation]) -> list[tuple[int, datetime, datetime]]:
    """Return (id, a moment of the first day, a moment of the last day) for the player who chose whole days.

    A vacation ends at the midnight after its last day.
    """
    moment = timedelta(seconds=1)
    return [(each.pk, each.from_at, each.to_at - moment) for each in vacations]
