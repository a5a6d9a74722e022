"""What a director may think of doing in a season: for each kind of action, what it could be about."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from games.models import Division, Fixture, GameStatus, Player, Season, SeasonEntry, Seat
from games.services.season_back import newest_step

if TYPE_CHECKING:
    from django.db.models import QuerySet

Arguments = dict[str, Any]


def thought(kind: str, season: Season, lots: random.Random) -> Arguments | None:
    """Return what an action of this kind could be about now, by lot; None if there is nothing."""
    return BUILDERS[kind](season, lots)


def _one(found: QuerySet[Any], lots: random.Random) -> Any:
    rows = list(found.order_by("pk"))
    return lots.choice(rows) if rows else None


def _tables(season: Season) -> QuerySet[Fixture]:
    return Fixture.objects.tables().filter(division__season=season)


def _running_table(season: Season, lots: random.Random) -> Arguments | None:
    found = _one(_tables(season).filter(game__status=GameStatus.RUNNING), lots)
    return None if found is None else {"fixture": found.pk}


def _any_table(season: Season, lots: random.Random) -> Arguments | None:
    found = _one(_tables(season), lots)
    return None if found is None else {"fixture": found.pk}


def _awaited(season: Season, lots: random.Random) -> Arguments | None:
    found = _one(Seat.objects.awaited().filter(game__fixture__division__season=season), lots)
    return None if found is None else {"fixture": found.game.fixture.pk, "seat": found.index}


def _more_time(season: Season, lots: random.Random) -> Arguments | None:
    found = _awaited(season, lots)
    return None if found is None else {**found, "hours": lots.randint(1, 72)}


def _result(season: Season, lots: random.Random) -> Arguments | None:
    """Any places, shared or not; sometimes somebody, or everybody, forfeits."""
    fixture = _one(_tables(season).exclude(game=None), lots)
    if fixture is None:
        return None
    size = fixture.seats.count()
    forfeits = [seat for seat in range(size) if lots.random() < 0.15]
    wanted = {seat: lots.randint(1, size) for seat in range(size) if seat not in forfeits}
    places = [
        1 + sum(other < wanted[seat] for other in wanted.values()) if seat in wanted else 0
        for seat in range(size)
    ]
    return {"fixture": fixture.pk, "places": places, "forfeits": forfeits}


def _entry(season: Season, lots: random.Random) -> SeasonEntry | None:
    found: SeasonEntry | None = _one(season.entries.filter(withdrawn_at=None), lots)
    return found


def _leaving(season: Season, lots: random.Random) -> Arguments | None:
    entry = _entry(season, lots)
    return None if entry is None else {"entry": entry.pk}


def _newcomers(season: Season) -> QuerySet[Player]:
    return Player.objects.filter(is_active=True, email__startswith="player").exclude(
        season_entries__season=season
    )


def _newcomer(season: Season, lots: random.Random) -> Arguments | None:
    player, division = _one(_newcomers(season), lots), _one(season.divisions.all(), lots)
    if player is None:
        return None
    where = {} if division is None else {"division": division.pk}
    return {"player_id": player.pk, "player": player.name, **where}


def _list_of_names(season: Season, lots: random.Random) -> Arguments | None:
    found = list(_newcomers(season).order_by("pk"))
    chosen = lots.sample(found, min(2, len(found)))
    return {"players": [player.pk for player in chosen], "count": len(chosen)} if chosen else None


def _target(season: Season, source: Division | None, lots: random.Random) -> Arguments | None:
    found = None if source is None else _one(season.divisions.exclude(pk=source.pk), lots)
    return None if found is None else {"to": found.pk, "to_name": found.name}


def _moving(season: Season, lots: random.Random) -> Arguments | None:
    entry = _entry(season, lots)
    target = None if entry is None else _target(season, entry.division, lots)
    return None if entry is None or target is None else {"entry": entry.pk, **target}


def _merging(season: Season, lots: random.Random) -> Arguments | None:
    source = _one(season.divisions.all(), lots)
    target = _target(season, source, lots)
    return target and {"division": source.pk, "division_name": source.name, **target}


def _message(season: Season, lots: random.Random) -> Arguments | None:
    division = _one(season.divisions.all(), lots)
    text = "Good luck to all of you."
    return division and {"division": division.pk, "division_name": division.name, "text": text}


def _step(season: Season, lots: random.Random) -> Arguments | None:
    del lots
    step = season.next_step
    return None if step is None else {"step": step.value}


def _step_back(season: Season, lots: random.Random) -> Arguments | None:
    del lots
    step = newest_step(season)
    return None if step is None else {"step": step.value}


def _dates(season: Season, lots: random.Random) -> Arguments | None:
    """Let the games start some days later."""
    was = season.starts_at
    if was is None:
        return None
    new = was + timedelta(days=lots.randint(1, 2))
    return {"changes": {"starts_at": [was.isoformat(), new.isoformat()]}}


def _rules(season: Season, lots: random.Random) -> Arguments | None:
    """Let other tie-breaks decide first."""
    was = season.league.tie_breaks
    new = lots.sample(was, len(was))
    return {"rules": ["tie_breaks"], "changes": {"tie_breaks": [was, new]}}


def _number(season: Season, lots: random.Random) -> Arguments | None:
    del lots
    return {"number": season.number}


BUILDERS: Final[Mapping[str, Callable[[Season, random.Random], Arguments | None]]] = {
    "add-time": _more_time,
    "nudge": _running_table,
    "pause": _running_table,
    "resume": _running_table,
    "time-out": _awaited,
    "substitute": _awaited,
    "set-result": _result,
    "void": _any_table,
    "restart": _any_table,
    "withdraw": _leaving,
    "add-player": _newcomer,
    "import": _list_of_names,
    "move": _moving,
    "merge": _merging,
    "message": _message,
    "step": _step,
    "step-back": _step_back,
    "dates": _dates,
    "call-off": _number,
    "rules": _rules,
}
"""What each kind of the desk could be about; tests see to it that none is forgotten."""

BEFORE_START: Final = (
    "withdraw",
    "add-player",
    "import",
    "move",
    "move",
    "merge",
    "message",
    "dates",
    "step",
    "step-back",
)
IN_PLAY: Final = (
    "add-time", "nudge", "pause", "resume", "time-out", "substitute", "substitute", "set-result",
    "set-result", "set-result", "void", "void", "restart", "restart", "withdraw", "add-player",
    "message", "move",
)  # fmt: skip
"""What is thought of how often, before the games start and after."""
UNSETTLING: Final = frozenset({"merge", "move", "withdraw", "add-player", "import", "call-off"})
"""What may break the limits of sizes, which are for the draw; before the games start it is undone at once."""
