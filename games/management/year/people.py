"""The people of the simulated year: how quick they are, when they sleep, who disappears."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from games.models import Player
from games.services.players import register_player

ZONES: Final = ("Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC")
NIGHTS: Final = (21, 22, 23, 0)
SLOWEST_HOURS: Final = 14.0


@dataclass(frozen=True, slots=True)
class Person:
    """A player and their habits: the usual time to answer, and from when on they are gone.

    `bot` names who chooses their moves: people play sensibly, or games would go on for ever.
    """

    player: Player
    usual: timedelta
    gone_from: datetime | None
    bot: str

    def answers_at(self, asked_at: datetime, luck: Random) -> datetime | None:
        """Return when this person plays a turn asked then; None: never."""
        at = asked_at + self.usual * luck.expovariate(1.0) + timedelta(seconds=30)
        return None if self.gone_from is not None and at >= self.gone_from else at


def people(count: int, *, start: datetime, days: int, luck: Random) -> list[Person]:
    """Register that many players: one in eight disappears, one in three has a night, one in five plays forced moves, one in three stands in."""
    found = []
    for number in range(count):
        player = register_player(
            email=f"year{number}@example.org", name=f"Year {number}", now=start
        )
        player.time_zone = ZONES[number % len(ZONES)]
        player.night = luck.choice(NIGHTS) if number % 3 == 0 else None
        player.plays_forced = number % 5 == 0
        player.language = "ja" if number % 4 == 0 else "en"
        player.stands_in = 2 if number % 3 == 1 else 0
        player.last_login = start
        player.save()
        gone = start + timedelta(days=days * luck.uniform(0.1, 0.8)) if number % 8 == 7 else None
        usual = timedelta(hours=luck.uniform(1, SLOWEST_HOURS))
        found.append(Person(player, usual, gone, "random" if number % 10 == 9 else "greedy"))
    return found


def a_director(*, start: datetime) -> Player:
    """Register the director, who plays no game."""
    director = register_player(email="director@example.org", name="Year director", now=start)
    director.is_staff = True
    director.save(update_fields=["is_staff"])
    return director
