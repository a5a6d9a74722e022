"""Finding games: the browse page and the page of a player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count, Max, Q, QuerySet

from games.models import Game, GameStatus, Player, Result, Seat
from games.models.names import PLAYER_NAME_LENGTH, clean_name
from games.selectors.rows import GameRow, game_rows

__all__ = ["Filters", "GamePage", "NoSuchPlayer", "Profile", "browse", "profile_of", "seat_in"]

PAGE_SIZE = 20
PROFILE_GAMES = 10
STATUSES = {
    "open": [GameStatus.OPEN],
    "live": [GameStatus.RUNNING, GameStatus.SCORING],
    "finished": [GameStatus.FINISHED],
}


class NoSuchPlayer(LookupError):
    """Nobody of this name plays here."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games to show: "" means all. `player` is the beginning of a name, in any case."""

    status: str = ""
    wall: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class GamePage:
    """Some games, newest first. `older_than` and `newer_than` are the ids to page on from, None at the ends."""

    rows: tuple[GameRow, ...]
    older_than: int | None
    newer_than: int | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What everybody may know of a player. `average` is None before the first finished game."""

    name: str
    joined_at: datetime
    live: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]
    live_count: int
    finished_count: int
    wins: int
    average: float | None
    best: int | None


def browse(
    filters: Filters,
    *,
    older_than: int | None = None,
    newer_than: int | None = None,
    reader: Player | None = None,
) -> GamePage:
    """Return one page of games by keyset: the same speed on every page. Four queries at most."""
    games = _filtered(filters)
    if newer_than is not None:
        found = list(games.filter(pk__gt=newer_than).order_by("pk")[: PAGE_SIZE + 1])
        has_more, found = len(found) > PAGE_SIZE, found[:PAGE_SIZE][::-1]
        return _page(found, reader, has_older=True, has_newer=has_more)
    if older_than is not None:
        games = games.filter(pk__lt=older_than)
    found = list(games.order_by("-pk")[: PAGE_SIZE + 1])
    has_more, found = len(found) > PAGE_SIZE, found[:PAGE_SIZE]
    return _page(found, reader, has_older=has_more, has_newer=older_than is not None)


def profile_of(name: str, *, reader: Player | None = None) -> Profile:
    """Return a player's public page in a fixed number of queries. Raises NoSuchPlayer.

    Who has never sat at a table or signed in has no page yet: a name made of an address that somebody
    typed must not tell that the address is known here.
    """
    if clean_name(name, PLAYER_NAME_LENGTH) != name:
        raise NoSuchPlayer(name)
    player = Player.objects.filter(name__iexact=name).first()
    own = Game.objects.filter(seats__player=player)
    if player is None or not (player.last_login or own.exists()):
        raise NoSuchPlayer(name)
    live = own.live().order_by("-pk")
    finished = own.finished().order_by("-finished_at")
    sums = Result.objects.filter(seat__player=player).aggregate(
        count=Count("pk"), wins=Count("pk", filter=Q(place=1)), mean=Avg("score"), best=Max("score")
    )
    return Profile(
        name=player.name,
        joined_at=player.joined_at,
        live=tuple(game_rows(live[:PROFILE_GAMES], reader)),
        finished=tuple(game_rows(finished[:PROFILE_GAMES], reader)),
        live_count=live.count(),
        finished_count=sums["count"],
        wins=sums["wins"],
        average=sums["mean"],
        best=sums["best"],
    )


def seat_in(game_id: int, player: Player) -> Seat:
    """Return the player's seat in a game, with the game. Raises Seat.DoesNotExist."""
    return Seat.objects.select_related("game", "player").get(game_id=game_id, player=player)


def _filtered(filters: Filters) -> QuerySet[Game]:
    games = Game.objects.listed()
    if filters.status:
        games = games.filter(status__in=STATUSES[filters.status])
    if filters.wall:
        games = games.filter(wall=filters.wall)
    if filters.player:
        seats = Seat.objects.filter(player__name__istartswith=filters.player)
        games = games.filter(pk__in=seats.values("game"))
    return games


def _page(
    games: list[Game], reader: Player | None, *, has_older: bool, has_newer: bool
) -> GamePage:
    return GamePage(
        rows=tuple(game_rows(games, reader)),
        older_than=games[-1].pk if games and has_older else None,
        newer_than=games[0].pk if games and has_newer else None,
    )
