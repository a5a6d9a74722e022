"""The director's desk to look at: leagues one directs, and how a season is doing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Max, OuterRef, Prefetch, Q, Subquery, Sum

from games.competition.forecast import Forecast, Pace, forecast
from games.models import (
    Appeal,
    Fixture,
    Game,
    GamePause,
    GameStatus,
    League,
    MailState,
    OfferState,
    OutgoingMail,
    Player,
    RequestState,
    Season,
    SeasonEntry,
    Seat,
    SeatOffer,
    SeatRequest,
    Step,
    Vacation,
)
from games.selectors.season_end import ends_at

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = [
    "Health",
    "Progress",
    "StepLine",
    "Waiting",
    "directs_any",
    "entry_lines",
    "health_of",
    "is_paused",
    "leagues_directed",
    "offers_at",
    "open_appeals",
    "progress_of",
    "season_in",
    "steps_of",
]

MOST_SLOW: Final = 10
MOST_LINES: Final = 60
MOST_ENTRIES: Final = 200
SOON: Final = timedelta(hours=12)


def leagues_directed(player: Player) -> QuerySet[League]:
    """Return the leagues that a player may direct, by name, each with its newest season's number."""
    leagues = League.objects.annotate(newest=Max("seasons__number")).order_by("name")
    return leagues if player.is_superuser else leagues.filter(directors=player)


def directs_any(player: Player) -> bool:
    """Tell whether a player is a director of any league; a superuser of none isn't. One query."""
    return player.leagues_directed.exists()


def season_in(league: League, number: int) -> Season | None:
    """Return a season of a league with this number."""
    found = Season.objects.select_related("league", "asked_by")
    return found.filter(league=league, number=number).first()


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step of a season's life: when it was done, or from when the server takes it by itself."""

    step: Step
    done_at: datetime | None
    due_at: datetime | None
    is_next: bool
    is_asked: bool


def steps_of(season: Season) -> tuple[StepLine, ...]:
    """Return the steps in order."""
    return tuple(
        StepLine(
            step,
            season.done_at(step),
            _due_at(season, step),
            is_next=step == season.next_step,
            is_asked=season.asked_step == step,
        )
        for step in Step
    )


def _due_at(season: Season, step: Step) -> datetime | None:
    """Return from when the server takes a step by itself: by its date, the last one after the last result."""
    if step == Step.FINISH and season.is_running:
        return ends_at(season)
    return season.due_at(step)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a season's tables are. `forecast` follows from how fast they are played, None: too early."""

    tables: int
    over: int
    running: int
    forecast: Forecast | None

    @property
    def planned(self) -> int:
        """Tables that have not begun."""
        return self.tables - self.over - self.running

    @property
    def percent(self) -> int:
        """How many of a hundred tables are over."""
        return 100 * self.over // self.tables if self.tables else 0


def progress_of(season: Season, *, now: datetime) -> Progress:
    """Return how far a season's tables are. Two queries."""
    tables = Fixture.objects.tables().filter(division__season=season)
    over = Q(game__status__in=[GameStatus.FINISHED, GameStatus.VOID]) | Q(voided_at__isnull=False)
    counts = tables.aggregate(
        tables=Count("pk"), over=Count("pk", filter=over), begun=Count("game")
    )
    running = list(
        Game.objects.live()
        .filter(fixture__division__season=season, started_at__isnull=False)
        .values_list("started_at", "turn", "places")
    )
    paces = [Pace(began, turn, places) for began, turn, places in running if began is not None]
    return Progress(counts["tables"], counts["over"], len(running), forecast(paces, now))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits: for whom, since when, until when; `others` are the people who wait there."""

    fixture_id: int
    game_id: int
    seat: int
    others: tuple[str, ...]
    player: Player
    since: datetime | None
    deadline_at: datetime | None


@dataclass(frozen=True, slots=True)
class Health:
    """What a director should look at: slow tables and how many `more` wait, players whose time runs out, and mail that fails."""

    slowest: tuple[Waiting, ...]
    more: int
    soon: tuple[Waiting, ...]
    failing: tuple[Player, ...]
    failed_mails: int
    away: tuple[Player, ...]
    withdrawn: tuple[SeasonEntry, ...]
    late: tuple[tuple[Player, int], ...]


def health_of(season: Season, *, now: datetime) -> Health:
    """Return what needs a look. Ten queries, whatever the season's size."""
    waiting = (
        Seat.objects.awaited()
        .filter(game__fixture__division__season=season, bot="", player__isnull=False)
        .select_related("game__fixture__division", "player")
        .prefetch_related(Prefetch("game__seats", queryset=Seat.objects.select_related("player")))
    )
    soon = waiting.filter(deadline_at__lte=now + SOON).order_by("deadline_at", "pk")
    people = Player.objects.filter(season_entries__season=season, season_entries__withdrawn_at=None)
    failing = people.filter(mail_failing_at__isnull=False).order_by("name")
    failed = OutgoingMail.objects.filter(
        game__fixture__division__season=season, state__in=[MailState.FAILED, MailState.DEAD]
    )
    away = Vacation.objects.filter(
        from_at__lte=now, to_at__gt=now, cancelled_at=None, player__in=people
    )
    late = (
        Player.objects.filter(seats__game__fixture__division__season=season, seats__timeouts__gt=0)
        .annotate(late=Sum("seats__timeouts"))
        .order_by("-late", "name")
    )
    withdrawn = season.entries.filter(withdrawn_at__isnull=False, division__isnull=False)
    return Health(
        slowest=tuple(map(_waiting, waiting.order_by("awaited_at", "pk")[:MOST_SLOW])),
        more=max(0, waiting.count() - MOST_SLOW),
        soon=tuple(map(_waiting, soon[:MOST_SLOW])),
        failing=tuple(failing[:MOST_LINES]),
        failed_mails=failed.count(),
        away=tuple(sorted({each.player for each in away.select_related("player")[:MOST_LINES]},
                          key=lambda player: player.name)),
        withdrawn=tuple(withdrawn.select_related("player").order_by("-withdrawn_at", "pk")[:MOST_LINES]),
        late=tuple((player, player.late) for player in late[:MOST_SLOW]),
    )  # fmt: skip


def _waiting(seat: Seat) -> Waiting:
    if seat.player is None:
        raise ValueError(f"seat {seat.pk} waits for nobody")
    fixture = seat.game.fixture
    return Waiting(
        fixture.pk,
        seat.game_id,
        seat.index,
        tuple(
            each.name
            for each in sorted(seat.game.seats.all(), key=lambda each: each.index)
            if each.player is not None and not each.is_bot and each.awaited_turn is None
        ),
        seat.player,
        seat.awaited_at,
        seat.deadline_at,
    )


def entry_lines(season: Season, *, name: str = "") -> tuple[list[SeasonEntry], bool]:
    """Return entries of a season by division and name, and whether there are more. One query."""
    entries = season.entries.select_related("player", "division")
    if name:
        entries = entries.filter(player__name__istartswith=name)
    rows = list(entries.order_by("division__level", "player__name")[: MOST_ENTRIES + 1])
    return rows[:MOST_ENTRIES], len(rows) > MOST_ENTRIES


def open_appeals(season: Season) -> list[Appeal]:
    """Return what players of a season have asked and nobody has answered, the oldest first. One query."""
    waiting = Appeal.objects.filter(fixture__division__season=season, answered_at=None)
    return list(waiting.select_related("player", "fixture__game").order_by("pk")[:MOST_LINES])


def is_paused(fixture: Fixture) -> bool:
    """Tell whether the clock of a table stands until somebody lets it run again."""
    return GamePause.objects.filter(game=fixture.game_id, to_at=None).exists()


def offers_at(fixture: Fixture) -> list[SeatOffer]:
    """Return the open offers of seats at a table, each with the name of who is `asked`, None just now. One query."""
    asked = SeatRequest.objects.filter(offer=OuterRef("pk"), state=RequestState.ASKED)
    offers = SeatOffer.objects.filter(game=fixture.game_id, state=OfferState.OPEN)
    named = offers.annotate(asked=Subquery(asked.values("player__name")[:1]))
    return list(named.select_related("player").order_by("pk"))
