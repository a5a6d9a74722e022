"""The page of a player: results, opponents, statistics, games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.models import Game, Player, Vacation
from games.selectors.people import person_named, vacations_of
from games.selectors.ratings import RatingHistory, history_of
from games.selectors.reliability import Reliability, reliability_of
from games.selectors.rows import LAST_FINISHED_FIRST, GameRow, game_rows
from games.selectors.statistics import (
    MOST_DUELS,
    Duel,
    Habits,
    Places,
    Sums,
    duels_of,
    habits_of,
    results_of,
)

__all__ = ["Profile", "profile_of"]

PROFILE_GAMES: Final = 10


@dataclass(frozen=True, slots=True)
class Profile:
    """What everybody may know of a player. Statistics tell of finished games only.

    `title` is the name as it is shown, `name` the one that addresses go by.
    """

    name: str
    title: str
    joined_at: datetime
    live: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]
    live_count: int
    sums: Sums
    places: tuple[Places, ...]
    duels: tuple[Duel, ...]
    habits: Habits
    reliability: Reliability
    rating: RatingHistory | None
    away: tuple[Vacation, ...]

    @property
    def has_more_duels(self) -> bool:
        """Whether there may be more opponents than shown."""
        return len(self.duels) == MOST_DUELS


def profile_of(name: str, *, now: datetime, reader: Player | None = None) -> Profile:
    """Return a player's public page in 19 queries at most. Raises NoSuchPlayer."""
    player = person_named(name)
    own = Game.objects.filter(seats__player=player)
    live = own.live().order_by("-pk")
    finished = own.finished().order_by(LAST_FINISHED_FIRST)
    playing = game_rows(live[:PROFILE_GAMES], reader)
    sums, places = results_of(player)
    return Profile(
        name=player.name,
        title=player.shown_name,
        joined_at=player.joined_at,
        live=tuple(playing),
        finished=tuple(game_rows(finished[:PROFILE_GAMES], reader)),
        live_count=len(playing) if len(playing) < PROFILE_GAMES else live.count(),
        sums=sums,
        places=places,
        duels=duels_of(player),
        habits=habits_of(player),
        reliability=reliability_of([player.pk], now=now)[player.pk],
        rating=history_of(player),
        away=tuple(vacations_of(player, now=now)),
    )
