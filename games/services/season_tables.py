"""Tables of a season: each fixture whose round may start gets its game, once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction

from games.models import Fixture, Game
from games.models.names import GAME_NAME_LENGTH, plain_name
from games.services import outbox
from games.services.deals import deal_for, open_deal_of
from games.services.errors import Refused
from games.services.lobby import SeatPlan, Setup, add_game, begin_game

log = logging.getLogger(__name__)

BATCH: Final = 50


def start_tables(
    *,
    season_id: int,
    clock: Callable[[], datetime],
    is_out_of_time: Callable[[], bool] = lambda: False,
) -> int:
    """Start up to a batch of a season's tables, each in a transaction of its own; return how many.

    While some are left the next batch is hinted at. Several workers at once do no harm.
    """
    waiting = Fixture.objects.to_start().filter(division__season=season_id)
    started = 0
    for fixture_id in list(waiting.values_list("pk", flat=True)[:BATCH]):
        if is_out_of_time():
            break
        try:
            started += start_fixture(fixture_id=fixture_id, now=clock())
        except Refused:
            # One table that can't be must not keep the others waiting; it is tried again later.
            log.exception("fixture %s can't be played", fixture_id)
    if started and waiting.exists():
        outbox.hint("games.tasks.start_tables", season_id)
    return started


@transaction.atomic(durable=True)
def start_fixture(*, fixture_id: int, now: datetime) -> bool:
    """Make and begin the game of a fixture; False when it has one, or nobody to play it."""
    fixture = _locked(fixture_id)
    if fixture.game_id is not None or fixture.voided_at is not None:
        return False
    seats = list(fixture.seats.select_related("entry__player").order_by("index"))
    if len(seats) < 2:
        return False
    begin_fixture(fixture, now=now)
    return True


def begin_fixture(fixture: Fixture, *, now: datetime) -> Game:
    """Make and begin the game of a fixture that the caller has locked, in place of any it has."""
    seats = list(fixture.seats.select_related("entry__player").order_by("index"))
    league = fixture.division.season.league
    deal = deal_for(fixture, len(seats))
    setup = Setup(
        name=_game_name(fixture),
        wall=league.wall,
        pace=league.pace,
        start_seat=0,
        deal=deal,
        timeout_policy=league.timeout_policy,
    )
    plans = [SeatPlan(player=seat.entry.player) for seat in seats]
    game = add_game(setup=setup, seats=plans, created_by=None, now=now)
    old = fixture.game
    fixture.game, fixture.deal = game, deal
    fixture.save(update_fields=["game", "deal"])
    begin_game(game, now)
    if old is not None:
        open_deal_of(old, now=now)
    return game


def _locked(fixture_id: int) -> Fixture:
    found = Fixture.objects.select_for_update(of=("self",))
    return found.select_related("division__season__league").get(pk=fixture_id)


def _game_name(fixture: Fixture) -> str:
    """Return the name of a league's game: league, season and round, as "Azul Open 2-3"."""
    numbers = f"{fixture.division.season.number}-{fixture.round}"
    league = plain_name(fixture.division.season.league.name, GAME_NAME_LENGTH - len(numbers) - 1)
    return f"{league} {numbers}" if league else f"Azul {numbers}"
