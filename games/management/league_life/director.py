"""A director at the desk: every action looked at first, done, compared with its promise, perhaps undone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.management.league_life import checks
from games.management.league_life.checks import require
from games.models import (
    AuditEntry,
    DirectorAction,
    Division,
    Fixture,
    OutgoingMail,
    Player,
    Result,
    Season,
    Seat,
)
from games.selectors.desk_log import log_of
from games.selectors.desk_pictures import Picture, compared, picture_of
from games.selectors.rating_rows import rating_faults
from games.services.desk import KINDS, Desk, Trial, perform, preview, undo, undo_fault
from games.services.errors import Refused
from games.services.ratings import rate_games

REASON = "The director had a reason."
_SEAT = ("pk", "player", "bot", "resigned_at", "forfeited_at", "score")
_RESULT = ("game", "seat", "place", "score", "rows", "columns", "colors", "bonus", "reason")
World = Mapping[str, list[tuple[Any, ...]]]


@dataclass
class Director:
    """Who directs a league, and counts what is done."""

    player: Player
    lots: random.Random
    counts: Counter[str]

    def act(
        self, season: Season, kind: str, arguments: dict[str, Any], *, now: datetime
    ) -> DirectorAction | None:
        """Look, do, and check that it became what was promised; None if it is refused, both times alike."""
        rate_all()
        before, mails = world_of(season), OutgoingMail.objects.count()
        asked: dict[str, Any] = {
            "season_id": season.pk, "kind": kind, "arguments": arguments, "by": self.player, "now": now,
        }  # fmt: skip
        try:
            trial = preview(**asked)
        except Refused as refused:
            self._refused_again(asked, refused)
            return None
        is_untouched = world_of(season) == before and OutgoingMail.objects.count() == mails
        require(holds=is_untouched, otherwise=f"{kind}: a dry run wrote something")
        pictured = self._pictured(season, kind, arguments, now)
        nonce = f"{self.lots.getrandbits(64):x}"
        done = perform(**asked, reason=REASON, nonce=nonce, seen=trial.seen)
        self.counts[f"did {kind}"] += 1
        self._check_log(done)
        if done.season_id is not None:
            again = perform(**asked, reason=REASON, nonce=nonce, seen=trial.seen)
            require(holds=again.pk == done.pk, otherwise=f"{kind}: one form did it twice")
            self._check_promise(season, done, trial, pictured, now)
        return done

    def take_back(self, done: DirectorAction, *, now: datetime) -> bool:
        """Undo an action if that is offered and goes through; return whether it was undone."""
        done = DirectorAction.objects.select_related("season__league", "by").get(pk=done.pk)
        fault = undo_fault(done, now=now)
        season = done.season
        before = None if season is None else world_of(season)
        try:
            undone = undo(action_id=done.pk, by=self.player, reason=REASON, now=now)
        except Refused as refused:
            require(holds=bool(refused.message), otherwise=f"{done.kind}: refused without a word")
            is_same = season is None or world_of(season) == before
            require(holds=is_same, otherwise=f"{done.kind}: a refused undoing changed something")
            self.counts["undoings refused"] += 1
            return False
        require(holds=not fault, otherwise=f"{done.kind}: undone though the page says {fault}")
        require(holds=undone.undone_at == now, otherwise=f"{done.kind}: undone by nobody")
        written = AuditEntry.objects.filter(action="director-undo", at=now, details__kind=done.kind)
        require(holds=written.exists(), otherwise=f"{done.kind}: the undoing isn't written down")
        self.counts[f"undid {done.kind}"] += 1
        self.check(season, has_ratings=KINDS[done.kind].is_judgment)
        return True

    def act_and_take_back(
        self, season: Season, kind: str, arguments: dict[str, Any], *, now: datetime
    ) -> None:
        """Do something and undo it at once: then all is as it was."""
        rate_all()
        before, picture = world_of(season), whole_picture(season, arguments)
        done = self.act(season, kind, arguments, now=now)
        if done is None or not self.take_back(done, now=now):
            return
        rate_all()
        after, found = world_of(season), whole_picture(season, arguments)
        for name, rows in before.items():
            require(
                holds=rows == after[name],
                otherwise=f"{kind} {arguments} undone: {name} {_differing(rows, after[name])}",
            )
        same = (found.tables, found.ratings) == (picture.tables, picture.ratings)
        require(holds=same, otherwise=f"{kind} {arguments} undone: {compared(picture, found)}")

    def check(self, season: Season | None, *, has_ratings: bool = True) -> None:
        """Look at everything that must hold at any time; ratings take longest."""
        rate_all()
        faults = list(rating_faults()) if has_ratings else []
        require(holds=not faults, otherwise=f"ratings: {faults[:3]}")
        if season is not None:
            season.refresh_from_db()
            checks.check_people(season)
            checks.check_tables(season, self.lots)

    def _refused_again(self, asked: dict[str, Any], refused: Refused) -> None:
        require(holds=bool(refused.message), otherwise=f"{asked['kind']}: refused without a word")
        self.counts["refused"] += 1
        try:
            perform(**asked, reason=REASON, nonce=f"{self.lots.getrandbits(64):x}")
        except Refused as again:
            if again.message == refused.message:
                return
        raise checks.Fault(f"{asked['kind']}: its dry run was refused ({refused.message})")

    def _pictured(
        self, season: Season, kind: str, arguments: dict[str, Any], now: datetime
    ) -> tuple[set[int], Picture]:
        """Return the divisions that a dry run of this kind shows, and their picture."""
        desk, action = Desk(season, self.player, now, REASON), KINDS[kind]
        shown = action.division_ids(desk, arguments) if action.shows_standings else set()
        return shown, picture_of(season, shown, arguments.get("fixture"))

    def _check_promise(
        self,
        season: Season,
        done: DirectorAction,
        trial: Trial,
        pictured: tuple[set[int], Picture],
        now: datetime,
    ) -> None:
        rate_all()
        shown, before = pictured
        season = Season.objects.select_related("league").get(pk=season.pk)
        became = compared(before, picture_of(season, shown, done.arguments.get("fixture")))
        require(
            holds=became == trial.comparison,
            otherwise=f"{done.kind} {done.arguments}: promised {trial.comparison}, became {became}",
        )
        self.check(season, has_ratings=KINDS[done.kind].is_judgment)

    def _check_log(self, done: DirectorAction) -> None:
        lines, _ = log_of(done.league, is_director=True)
        line = lines[0]
        is_first = (line.action.pk, line.action.reason) == (done.pk, REASON)
        require(holds=is_first, otherwise=f"{done.kind} isn't in the log")
        require(
            holds=bool(KINDS[done.kind].told(line.facts)), otherwise=f"{done.kind} says nothing"
        )
        written = AuditEntry.objects.filter(action="director", at=done.at, details__kind=done.kind)
        require(holds=written.exists(), otherwise=f"{done.kind} isn't in the audit")


def rate_all() -> None:
    """Rate as the worker does, until nothing is left."""
    while rate_games().games:
        pass


def whole_picture(season: Season, arguments: Mapping[str, Any]) -> Picture:
    """Return the picture of all divisions of a season, and of the table that something is about."""
    season = Season.objects.select_related("league").get(pk=season.pk)
    divisions = set(season.divisions.values_list("pk", flat=True))
    return picture_of(season, divisions, arguments.get("fixture"))


def world_of(season: Season) -> World:
    """Return the rows of a season that decide anything, fixtures by where they stand and who sits there."""
    fixtures = Fixture.objects.filter(division__season=season).prefetch_related("seats")
    ordered = fixtures.select_related("division").order_by("division__level", "round", "number")
    games = {"game__fixture__division__season": season}
    return {
        "season": list(Season.objects.filter(pk=season.pk).values_list()),
        "divisions": _rows(Division.objects.filter(season=season), ("pk", "level", "rounds", "released")),
        "entries": _rows(
            season.entries, ("pk", "division", "seeding", "shift", "withdrawn_at", "withdrawn_round")
        ),
        "fixtures": [
            (
                fixture.division.level, fixture.round, fixture.number, fixture.game_id, fixture.voided_at,
                fixture.void_reason, sorted([(s.index, s.entry_id) for s in fixture.seats.all()]),
            )
            for fixture in ordered
        ],
        "games": list(
            fixtures.exclude(game=None)
            .order_by("game")
            .values_list("game", "game__status", "game__end_reason", "game__finished_at", "game__turn")
        ),
        "seats": _rows(Seat.objects.filter(**games), _SEAT),
        "results": _rows(Result.objects.filter(**games), _RESULT),
    }  # fmt: skip


def _rows(found: Any, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
    return list(found.order_by(names[0], names[1]).values_list(*names))


def _differing(one: list[Any], two: list[Any]) -> str:
    return (
        f"{[row for row in one if row not in two]} became {[row for row in two if row not in one]}"
    )
