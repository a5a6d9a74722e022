"""Finding games: the browse page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import FilteredRelation, Q, QuerySet

from games.models import Game, GameStatus, League, Player, Seat
from games.selectors.people import people_named
from games.selectors.rows import GameRow, game_rows

__all__ = ["Filters", "GamePage", "browse", "league_choices", "seat_in"]

PAGE_SIZE = 20
STATUSES = {
    "open": [GameStatus.OPEN],
    "live": [GameStatus.RUNNING, GameStatus.SCORING],
    "finished": [GameStatus.FINISHED],
}


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games to show: "" means all. `player` is a name or its beginning, in any case; `league` an address."""

    status: str = ""
    wall: str = ""
    players: str = ""
    player: str = ""
    league: str = ""


@dataclass(frozen=True, slots=True)
class GamePage:
    """Some games, newest first. `older_than` and `newer_than` are the ids to page on from, None at the ends.

    `people` are the names to choose from when a name's beginning fits several; there are no rows then.
    """

    rows: tuple[GameRow, ...]
    older_than: int | None
    newer_than: int | None
    people: tuple[str, ...] = ()


def browse(
    filters: Filters,
    *,
    older_than: int | None = None,
    newer_than: int | None = None,
    reader: Player | None = None,
) -> GamePage:
    """Return one page of games by keyset: the same speed on every page. Five queries at most."""
    people = people_named(filters.player) if filters.player else []
    if len(people) > 1:
        return GamePage((), None, None, tuple(person.name for person in people))
    if newer_than is not None:
        found = list(_filtered(filters, people, newer_than=newer_than)[: PAGE_SIZE + 1])
        has_more, found = len(found) > PAGE_SIZE, found[:PAGE_SIZE][::-1]
        return _page(found, reader, has_older=True, has_newer=has_more)
    found = list(_filtered(filters, people, older_than=older_than)[: PAGE_SIZE + 1])
    has_more, found = len(found) > PAGE_SIZE, found[:PAGE_SIZE]
    return _page(found, reader, has_older=has_more, has_newer=older_than is not None)


def league_choices() -> list[tuple[str, str]]:
    """Return the addresses and names of all leagues, by name."""
    return list(League.objects.order_by("name").values_list("slug", "name"))


def seat_in(game_id: int, player: Player) -> Seat:
    """Return the player's seat in a game, with the game. Raises Seat.DoesNotExist."""
    return Seat.objects.select_related("game", "player").get(game_id=game_id, player=player)


def _filtered(
    filters: Filters,
    people: list[Player],
    *,
    older_than: int | None = None,
    newer_than: int | None = None,
) -> QuerySet[Game]:
    """Return the games asked for: those older, newest first, or those newer, oldest first.

    A player's games are paged by the seats' column: its index holds them in order, however many they are.
    """
    if filters.player and not people:
        return Game.objects.none()
    games, key = Game.objects.listed(), "pk"
    if people:
        own = FilteredRelation("seats", condition=Q(seats__player=people[0]))
        games, key = games.annotate(own=own), "own__game_id"
    if newer_than is not None:
        games = games.filter(**{f"{key}__gt": newer_than})
    else:
        older = {f"{key}__isnull": False} if older_than is None else {f"{key}__lt": older_than}
        games = games.filter(**older)
    if filters.status:
        games = games.filter(status__in=STATUSES[filters.status])
    if filters.wall:
        games = games.filter(wall=filters.wall)
    if filters.players:
        games = games.filter(places=int(filters.players))
    if filters.league:
        games = games.filter(fixture__division__season__league__slug=filters.league)
    return games.order_by(key if newer_than is not None else f"-{key}")


def _page(
    games: list[Game], reader: Player | None, *, has_older: bool, has_newer: bool
) -> GamePage:
    return GamePage(
        rows=tuple(game_rows(games, reader)),
        older_than=games[-1].pk if games and has_older else None,
        newer_than=games[0].pk if games and has_newer else None,
    )
