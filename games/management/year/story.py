"""How the simulated year passes: from one event to the next, each followed by the checks.

An event is a move, a deed, the death or the return of a part of the site, or the next sweep that finds
something to do. Everything is told the time; nothing reads a clock.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Final

from django.db import transaction

from games import azul, bots
from games.competition.clock import PRESETS
from games.management.year.checks import Checks, Failure
from games.management.year.deeds import Deed, Deeds
from games.management.year.ending import close_year
from games.management.year.people import Person, a_director, people
from games.management.year.site import BEATER, MAIL, WORKER, LivingSite
from games.models import BotKind, Seat, TimeoutPolicy, Via, Wall
from games.selectors.positions import Eyes, Table, load_table
from games.services.errors import Refused, TooLate
from games.services.lobby import SeatPlan, Setup, add_game, begin_game
from games.services.play import play_move, undo_move

START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
LAST_BEGIN: Final = 0.7
"""The share of the year in which games begin."""
OUTAGE_HOURS: Final = {
    WORKER: (0.1, 1.0, 5.0, 20.0, 48.0),
    BEATER: (0.1, 0.5, 3.0, 24.0),
    MAIL: (0.1, 0.5, 3.0, 12.0),
}
DAYS_BETWEEN: Final = 25
"""How often each part of the site dies, about."""


@dataclass
class Year:
    """A year of so many games. `figures` and `checks.faults` tell how it went."""

    games: int
    days: int
    luck: Random
    site: LivingSite = field(default_factory=LivingSite)
    checks: Checks = field(default_factory=Checks)
    figures: Counter[str] = field(default_factory=Counter)
    _people: dict[int, Person] = field(default_factory=dict)
    _calendar: list[tuple[datetime, int, Deed]] = field(default_factory=list)
    _numbers: count[int] = field(default_factory=count)
    _deeds: Deeds = field(init=False)

    @property
    def end(self) -> datetime:
        """When the year is over."""
        return START + timedelta(days=self.days)

    def run(self) -> None:
        """Let the year pass."""
        self._prepare()
        now = START
        while (event := self._next(now)) is not None and event[0] <= self.end:
            now, deed = event
            deed(now)
            self.figures["events"] += 1
            if self.checks.is_enough:
                break
        now = min(now, self.end)
        self.site.revive(now=datetime.max.replace(tzinfo=UTC))
        for _ in range(2):  # what the first one finds may leave a mail or a result for the second
            self.site.sweep(now)
        self.checks.look_at_all(now)
        self.figures += close_year(self.checks, now) + self._deeds.figures + self.checks.figures

    def _next(self, now: datetime) -> tuple[datetime, Deed] | None:
        """Return the next event; None: nothing will ever happen."""
        sweep_at = self.site.next_sweep(now)
        if self._calendar and (sweep_at is None or self._calendar[0][0] <= sweep_at):
            at, _number, deed = heapq.heappop(self._calendar)
            return max(at, now), deed
        return None if sweep_at is None else (sweep_at, self._sweep)

    def _later(self, at: datetime, deed: Deed) -> None:
        heapq.heappush(self._calendar, (at, next(self._numbers), deed))

    def _prepare(self) -> None:
        """Register people, and put on the calendar games, vacations, outages and daily checks."""
        crowd = people(max(8, self.games // 4), start=START, days=self.days, luck=self.luck)
        self._people = {person.player.pk: person for person in crowd}
        self._deeds = Deeds(a_director(start=START), self.luck, self._told(self._later))
        self.checks.forced = self._deeds.forced
        for number in range(self.games):
            share = LAST_BEGIN * number / self.games
            self._later(START + timedelta(days=self.days * share), partial(self._begin, number))
        for person in crowd:
            for _ in range(1 + self.days // 200):
                day = self.luck.uniform(0, 0.8) * self.days
                self._deeds.plan_vacation(person, START + timedelta(days=day))
        for part, hours in OUTAGE_HOURS.items():
            for number in range(max(1, self.days // DAYS_BETWEEN)):
                day = self.days * (number + self.luck.uniform(0.2, 0.9))
                day /= max(1, self.days // DAYS_BETWEEN)
                lasts = timedelta(hours=hours[number % len(hours)] if number else hours[2])
                self._later(START + timedelta(days=day), partial(self._fail, part, lasts))
        for day in range(1, self.days):
            self._later(START + timedelta(days=day), self.checks.recompute)

    def _told(self, later: Callable[[datetime, Deed], None]) -> Callable[[datetime, Deed], None]:
        """Return `later` for deeds after which everybody looks at the tables."""

        def put(at: datetime, deed: Deed) -> None:
            later(at, partial(self._do, deed))

        return put

    def _do(self, deed: Deed, now: datetime) -> None:
        deed(now)
        self._settle(now)

    def _settle(self, now: datetime) -> None:
        """Let the worker follow its hints, look whether all is well, and let people plan their moves."""
        self.site.follow_hints(now)
        self._plan(self.checks.look_at_all(now), now)
        self._deeds.answer_requests(now)

    def _begin(self, number: int, now: datetime) -> None:
        """Begin a game of the year; every pace meets every policy."""
        seats = [SeatPlan(player=person.player) for person in self._company(2 + number % 3)]
        if number % 6 == 5:
            seats[-1] = SeatPlan(bot=BotKind.values[number // 6 % len(BotKind.values)])
        policies = TimeoutPolicy.values
        setup = Setup(
            name=f"Year {number}",
            wall=Wall.GRAY if number % 4 == 3 else Wall.COLORED,
            pace=PRESETS[number % len(PRESETS)],
            timeout_policy=policies[(number + number // len(PRESETS)) % len(policies)],
            has_weekends_off=self.luck.random() < 0.4,
            excused=self.luck.choice((0, 0, 1, 2)),
            seed=self.luck.randbytes(32),
        )
        with transaction.atomic():
            game = add_game(setup=setup, seats=seats, created_by=None, now=now)
            begin_game(game, now)
        self._deeds.plan_game(game.pk, now)
        self._settle(now)

    def _company(self, size: int) -> list[Person]:
        return self.luck.sample(list(self._people.values()), size)

    def _plan(self, asked: list[Seat], now: datetime) -> None:
        """Let whoever has just been asked decide when to answer; who gets no mail, later."""
        heard = max([now, *self.site.down.values()])
        for seat in asked:
            person = self._people.get(seat.player_id or 0)
            at = None if person is None else person.answers_at(heard, self.luck)
            if at is not None:
                turn = seat.awaited_turn or 0
                self._later(at, partial(self._answer, seat, turn))

    def _answer(self, asked: Seat, turn: int, now: datetime) -> None:
        """Let a person move, and now and then take the move back."""
        game_id, index = asked.game_id, asked.index
        table = load_table(game_id, Eyes.SERVER)
        seat = table.seats[index]
        is_theirs = seat.awaited_turn == turn and seat.player_id == asked.player_id
        if not table.game.is_running or not is_theirs or seat.is_bot:
            return
        person = self._people[seat.player_id or 0]
        self._play(table, seat, person.bot, now)
        if self.luck.random() < 0.02 and self._undo(game_id, index, now):
            self._play(load_table(game_id, Eyes.SERVER), seat, "random", now)
        self.site.follow_hints(now)
        self._plan(self.checks.look_at_game(game_id, now), now)

    def _play(self, table: Table, seat: Seat, bot: str, now: datetime) -> None:
        move = bots.choose(bot, table.position, seat.index, b"%d" % table.game.pk)
        try:
            play_move(
                game_id=table.game.pk,
                seat=seat.index,
                turn=seat.awaited_turn or 0,
                move=azul.format_move(move),
                via=Via.LINK,
                now=now,
            )
        except Refused as refused:
            self.checks.fault(
                now, f"game {table.game.pk}: a legal move was refused: {refused.code}"
            )

    def _undo(self, game_id: int, index: int, now: datetime) -> bool:
        try:
            undo_move(game_id=game_id, seat=index, now=now)
        except TooLate:
            return False
        self.figures["moves_taken_back"] += 1
        return True

    def _fail(self, part: str, lasts: timedelta, now: datetime) -> None:
        """Let a part of the site die for a while."""
        self.site.fail(part, now=now, until=now + lasts)
        self.checks.failures.append(Failure(part, now, now + lasts))
        self.figures[f"deaths_of_{part}"] += 1
        self._later(now + lasts, self._revive)

    def _revive(self, now: datetime) -> None:
        if self.site.revive(now) and self.site.is_sweeping:
            self._sweep(now)

    def _sweep(self, now: datetime) -> None:
        counts = self.site.sweep(now)
        self.figures["sweeps"] += 1
        self.figures["deadlines_credited"] += counts["credited"]
        self._settle(now)
