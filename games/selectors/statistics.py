"""What a player's finished games tell: places, opponents, ways of scoring, pace."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from statistics import median
from typing import Any, Final, TypeAlias

from django.db.models import Avg, Case, Count, F, Max, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce

from games.models import GameStatus, Move, PlacementScore, Player, Result, RoundScore, Via, hidden
from games.models.names import shown_name

__all__ = [
    "Duel",
    "Habits",
    "Places",
    "Start",
    "Sums",
    "duels_of",
    "habits_of",
    "results_of",
]

MOST_DUELS: Final = 50
PACE_MOVES: Final = 500


@dataclass(frozen=True, slots=True)
class Places:
    """How often a player came first to last in games of so many `players`; a shared place counts."""

    players: int
    counts: tuple[int, ...]

    @property
    def games(self) -> int:
        """All of these games."""
        return sum(self.counts)

    @property
    def wins(self) -> int:
        """The games won, alone or shared."""
        return self.counts[0]

    @property
    def won_percent(self) -> int:
        """The share of games won, 0 to 100."""
        return round(100 * self.wins / self.games)

    @property
    def columns(self) -> tuple[int | None, ...]:
        """The counts of places one to four; None where so few players have no such place."""
        return (*self.counts, *[None] * (4 - self.players))


@dataclass(frozen=True, slots=True)
class Duel:
    """How a player's places compare with one opponent's. `name` is "" for all bots together.

    `page` is the name that their page goes by.
    """

    name: str
    page: str
    games: int
    better: int
    level: int
    worse: int


@dataclass(frozen=True, slots=True)
class Start:
    """Games in which a player began the first round, or others did."""

    games: int
    mean: float | None
    wins: int

    @property
    def won_percent(self) -> int:
        """The share of games won, 0 to 100."""
        return round(100 * self.wins / self.games) if self.games else 0


@dataclass(frozen=True, slots=True)
class Sums:
    """Results in one line; means are per game, None before the first finished game."""

    games: int
    wins: int
    mean: float | None
    best: int | None
    bonus: float | None
    rows: float | None
    columns: float | None
    colors: float | None
    first: Start
    later: Start


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays, by the finished games played to the end; None where nothing tells.

    `floor` is the minus points of a game before forgiveness; `pace` the median time from being asked to
    the move, of the last `moves` moves.
    """

    placements: int
    points: float | None
    floor: float | None
    pace: timedelta | None
    moves: int


def results_of(player: Player) -> tuple[Sums, tuple[Places, ...]]:
    """Return what a player's results come to, and the places by number of players, fewest first. One query.

    The database adds up once for every number of players, place and whether the player began; the rest is little.
    """
    rows = (
        Result.objects.filter(seat__player=player)
        .exclude(hidden("game__"))
        .values("place", players=F("game__places"), began=_BEGAN)
        .annotate(
            games=Count("pk"),
            best=Max("score"),
            **{f"sum_{name}": Sum(name) for name in _SUMMED},
        )
        .order_by("players")
    )
    groups: list[Group] = [dict(row) for row in rows]
    return _sums(groups), _places(groups)


_BEGAN: Final = Case(When(seat__index=F("game__start_seat"), then=True), default=False)
_SUMMED: Final = ("score", "bonus", "rows", "columns", "colors")
Group: TypeAlias = dict[str, Any]


def _sums(groups: list[Group]) -> Sums:
    return Sums(
        games=_total(groups, "games"),
        wins=_wins(groups),
        mean=_mean(groups, "score"),
        best=max((group["best"] for group in groups), default=None),
        **{name: _mean(groups, name) for name in _SUMMED[1:]},
        first=_start([group for group in groups if group["began"]]),
        later=_start([group for group in groups if not group["began"]]),
    )


def _start(groups: list[Group]) -> Start:
    return Start(_total(groups, "games"), _mean(groups, "score"), _wins(groups))


def _total(groups: list[Group], name: str) -> int:
    return sum(group[name] for group in groups)


def _wins(groups: list[Group]) -> int:
    return sum(group["games"] for group in groups if group["place"] == 1)


def _mean(groups: list[Group], name: str) -> float | None:
    games = _total(groups, "games")
    return _total(groups, f"sum_{name}") / games if games else None


def _places(groups: list[Group]) -> tuple[Places, ...]:
    counts: dict[int, list[int]] = {}
    for group in groups:
        players = group["players"]
        counts.setdefault(players, [0] * players)[group["place"] - 1] += group["games"]
    return tuple(Places(players, tuple(row)) for players, row in counts.items())


def duels_of(player: Player) -> tuple[Duel, ...]:
    """Return a player's comparison with each opponent, the most frequent first, 50 at most. Two queries."""
    theirs = (
        Result.objects.filter(game__results__seat__player=player)
        .exclude(seat__player=player)
        .annotate(mine=F("game__results__place"))
        .values_list("seat__player")
        .annotate(
            games=Count("pk"),
            better=Count("pk", filter=Q(place__gt=F("mine"))),
            worse=Count("pk", filter=Q(place__lt=F("mine"))),
        )
        .order_by()
    )
    rows = list(theirs)
    people = Player.objects.filter(pk__in=[row[0] for row in rows if row[0] is not None])
    names = dict(people.values_list("pk", "name"))
    duels = [
        Duel(
            name=shown_name(names.get(who, "")),
            page=names.get(who, ""),
            games=games,
            better=better,
            level=games - better - worse,
            worse=worse,
        )
        for who, games, better, worse in rows
    ]
    return tuple(sorted(duels, key=lambda duel: (-duel.games, duel.page))[:MOST_DUELS])


def habits_of(player: Player) -> Habits:
    """Return how a player scores and how fast. Three queries.

    Seats given up tell nothing, a bot plays on there; nor do seats taken over, others have played there.
    """
    own = Q(seat__player=player, seat__resigned_at__isnull=True, seat__held_from__isnull=True)
    # Not before everybody may see the table: figures that change with one game tell of its tiles.
    over = Q(seat__game__status=GameStatus.FINISHED) & ~hidden("seat__game__")
    placed = PlacementScore.objects.filter(own, over, column__isnull=False).aggregate(
        count=Count("pk"), points=Avg("points")
    )
    floor = RoundScore.objects.filter(own, over).aggregate(
        games=Count("seat", distinct=True), penalty=Sum("penalty")
    )
    times = _times_to_move(own & over)
    return Habits(
        placements=placed["count"],
        points=placed["points"],
        floor=floor["penalty"] / floor["games"] if floor["games"] else None,
        pace=timedelta(seconds=median(times)) if times else None,
        moves=len(times),
    )


def _times_to_move(which: Q) -> list[float]:
    """Return the seconds from being asked to the move, for the latest moves: since the move before, or the start."""
    before = Move.objects.filter(
        game=OuterRef("game"), turn=OuterRef("asked_turn") - 1, undone_at__isnull=True
    )
    moves = (
        Move.objects.filter(which, undone_at__isnull=True)
        .exclude(via__in=[Via.BOT, Via.ORDER, Via.FORCED])
        .annotate(asked_at=Coalesce(Subquery(before.values("played_at")[:1]), "game__started_at"))
        .order_by("-pk")
        .values_list("played_at", "asked_at")[:PACE_MOVES]
    )
    return [max(0.0, (played - asked).total_seconds()) for played, asked in moves]
