"""The home page: what waits for a player, and what a visitor may look at."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, GameStatus, Player
from games.selectors.rows import LAST_FINISHED_FIRST, GameRow, game_rows

__all__ = ["Dashboard", "FrontPage", "dashboard_of", "front_page"]

MOST_LIVE = 200
MOST_FINISHED = 5
MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A player's games: those that wait for a move (the most urgent first), the other live ones, the last results.

    `left` are live games where a bot has taken over the player's seat. `has_more` tells that there are more finished games than shown.
    """

    waiting: tuple[GameRow, ...]
    others: tuple[GameRow, ...]
    left: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]
    has_more: bool

    @property
    def is_empty(self) -> bool:
        """Whether this player has no game at all."""
        return not (self.waiting or self.others or self.left or self.finished)


@dataclass(frozen=True, slots=True)
class FrontPage:
    """What a visitor sees: games being played and the latest results, the newest first."""

    live: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]


def dashboard_of(player: Player) -> Dashboard:
    """Return a player's games in five queries."""
    own = Game.objects.filter(seats__player=player)
    # Which they are is in the indexes. Asked for whole rows at once, PostgreSQL would look through
    # everybody's games in progress.
    ids = list(own.live().values_list("pk", flat=True))
    going = list(Game.objects.filter(pk__in=ids).order_by("deadline_at", "pk")[:MOST_LIVE])
    over = own.finished().order_by(LAST_FINISHED_FIRST)[: MOST_FINISHED + 1]
    rows = game_rows([*going, *over], player)
    live, done = rows[: len(going)], rows[len(going) :]
    waiting = tuple(row for row in live if _waits_for_reader(row))
    return Dashboard(
        waiting=waiting,
        others=tuple(row for row in live if not (_waits_for_reader(row) or _is_left(row))),
        left=tuple(row for row in live if _is_left(row)),
        finished=tuple(done[:MOST_FINISHED]),
        has_more=len(done) > MOST_FINISHED,
    )


def front_page() -> FrontPage:
    """Return what a visitor sees, in at most six queries."""
    live = Game.objects.filter(status=GameStatus.RUNNING).order_by("-pk")
    finished = Game.objects.finished().order_by("-finished_at")
    return FrontPage(
        live=tuple(game_rows(live[:MOST_SHOWN], None)),
        finished=tuple(game_rows(finished[:MOST_SHOWN], None)),
    )


def _waits_for_reader(row: GameRow) -> bool:
    return row.you is not None and row.you.is_awaited and not row.you.is_bot


def _is_left(row: GameRow) -> bool:
    return row.you is not None and row.you.is_bot
