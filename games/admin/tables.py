"""Chosen games and seats as actions on clocks find them: tables of leagues, and games of nobody's league."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.admin.bulk import MOST, Asked, DeskTarget, Target, desk_table, with_season
from games.models import Fixture, Game, Seat
from games.services.deadlines import extend_deadline, force_time_out
from games.services.pauses import end_pause, pause_game
from games.services.rehearsal import Rehearsal, do_as_seen, rehearse

__all__ = ["games", "seats"]


def _pause(game_id: int, seat: int, asked: Asked) -> None:
    pause_game(game_id=game_id, by=asked.by, now=asked.now, reason=asked.reason)


def _resume(game_id: int, seat: int, asked: Asked) -> None:
    end_pause(game_id=game_id, by=asked.by, now=asked.now)


def _add_time(game_id: int, seat: int, asked: Asked) -> None:
    time = timedelta(hours=asked.arguments["hours"])
    extend_deadline(
        game_id=game_id, seat=seat, time=time, by=asked.by, now=asked.now, reason=asked.reason
    )


def _time_out(game_id: int, seat: int, asked: Asked) -> None:
    force_time_out(game_id=game_id, seat=seat, by=asked.by, now=asked.now, reason=asked.reason)


_DEEDS: Final[Mapping[str, Callable[[int, int, Asked], None]]] = {
    "pause": _pause,
    "resume": _resume,
    "add-time": _add_time,
    "time-out": _time_out,
}


@dataclass(frozen=True, slots=True)
class LooseTarget:
    """A game outside leagues, or a seat of it: no public log, but the audit has the reason."""

    key: int
    game_id: int
    seat: int
    name: str

    def look(self, asked: Asked) -> Rehearsal:
        """Try it out."""
        deed = partial(_DEEDS[asked.code], self.game_id, self.seat, asked)
        tried = rehearse(self.game_id, deed)
        note = _("No game of a league: the reason stands in the audit, not in a public log.")
        return replace(tried, notes=(*tried.notes, note))

    def do(self, asked: Asked, *, nonce: str, seen: str) -> None:
        """Do it once: a game that it was done to isn't what it was."""
        del nonce
        deed = partial(_DEEDS[asked.code], self.game_id, self.seat, asked)
        do_as_seen(self.game_id, seen, deed)


def games(queryset: QuerySet[Game]) -> Iterable[Target]:
    """Return the chosen games, those of a league as its tables."""
    chosen = list(queryset.order_by("pk")[: MOST + 1])
    found = with_season(Fixture.objects.filter(game__in=[game.pk for game in chosen]))
    fixtures = {fixture.game_id: fixture for fixture in found}
    for game in chosen:
        fixture = fixtures.get(game.pk)
        if fixture is None:
            yield LooseTarget(game.pk, game.pk, 0, game.title)
        else:
            yield desk_table(game.pk, fixture)


def seats(queryset: QuerySet[Seat]) -> Iterable[Target]:
    """Return the chosen seats, those of a league's tables as such."""
    found = queryset.select_related("player", "game__fixture__division__season__league")
    for seat in found.order_by("pk")[: MOST + 1]:
        name = f"{seat.game.title}: {seat.name}"
        fixture = getattr(seat.game, "fixture", None)
        if fixture is None:
            yield LooseTarget(seat.pk, seat.game_id, seat.index, name)
            continue
        subject: dict[str, Any] = {"fixture": fixture.pk, "seat": seat.index}
        yield DeskTarget(seat.pk, fixture.division.season, subject, name)
