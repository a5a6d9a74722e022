"""What must hold of a season whatever happened in it, reckoned here in another way than the site does."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from django.db.models import F

from games.competition.standings import Criterion, TableResult, standings
from games.management.league_life.recount import recounted
from games.models import (
    AuditEntry,
    DirectorAction,
    Fixture,
    FixtureSeat,
    Game,
    GameStatus,
    OutgoingMail,
    RatingChange,
    Season,
    SeasonEntry,
    Seat,
    SeatChange,
)
from games.selectors.divisions import Play, read_play
from games.selectors.rating_rows import values_of
from games.services.ratings import begin_ratings_anew, rate_games


class Fault(Exception):
    """Something doesn't hold; str() says what."""


def require(*, holds: bool, otherwise: str) -> None:
    """Raise Fault unless something holds."""
    if not holds:
        raise Fault(otherwise)


def check_draw(season: Season, entered: set[int]) -> None:
    """Everybody who entered and stayed is in one division, and sizes keep the league's limits."""
    drawn = SeasonEntry.objects.filter(season=season, division__season=season)
    players = Counter(drawn.values_list("player_id", flat=True))
    require(holds=set(players) == entered, otherwise="not everybody was drawn")
    require(holds=set(players.values()) == {1}, otherwise="somebody is in two divisions")
    require(holds=are_sizes_kept(season), otherwise="sizes are outside the limits")
    levels = list(season.divisions.order_by("level").values_list("level", flat=True))
    require(holds=levels == list(range(len(levels))), otherwise="levels have gaps")


def are_sizes_kept(season: Season) -> bool:
    """Tell whether as many as the league's limits say are in each division."""
    drawn = SeasonEntry.objects.filter(season=season, division__season=season)
    sizes = Counter(drawn.values_list("division_id", flat=True)).values()
    league = season.league
    return all(league.smallest_division <= size <= league.largest_division for size in sizes)


def check_people(season: Season) -> None:
    """Nobody is in two divisions, or sits where he doesn't belong, or at two tables of a round."""
    players = Counter(season.entries.values_list("player_id", flat=True))
    require(holds=set(players.values()) <= {1}, otherwise="somebody has two entries")
    seats = FixtureSeat.objects.filter(fixture__division__season=season)
    wrong = seats.exclude(entry__division=F("fixture__division"))
    require(holds=not wrong.exists(), otherwise="somebody sits in another division")
    busy = Counter(seats.values_list("fixture__division", "fixture__round", "entry"))
    require(holds=set(busy.values()) <= {1}, otherwise="somebody has two tables in a round")
    planned = seats.filter(fixture__game=None, fixture__voided_at=None, fixture__seats__index=1)
    left = planned.filter(entry__withdrawn_at__isnull=False)
    require(holds=not left.exists(), otherwise="somebody who left sits at a planned table")


def check_tables(season: Season, lots: random.Random) -> None:
    """Each table is as recounted, line by line, in whatever order its results are given."""
    for division in season.divisions.order_by("level"):
        play = read_play(season.league, division)
        places, count = recounted(season.league, division)
        found = [(line.place, line.entry) for line in play.table()]
        require(holds=found == places, otherwise=f"{division}: {found}, not {places}")
        points = {line.entry: line.tally.points for line in play.table()}
        require(holds=points == count.points, otherwise=f"{division}: {points}, not {count.points}")
        _check_order_of_results(play, lots)


def _check_order_of_results(play: Play, lots: random.Random) -> None:
    results = [
        TableResult(each.number, tuple(lots.sample(each.seats, len(each.seats))), each.is_void)
        for each in play.results.values()
    ]
    lots.shuffle(results)
    again = standings(
        lots.sample(sorted(play.entries), len(play.entries)),
        results,
        rule=play.rule,
        order=[Criterion(value) for value in play.league.tie_breaks],
        byes=[entry for _, entry in reversed(play.byes)],
        withdrawn=play.withdrawn,
    )
    require(holds=again == play.table(), otherwise=f"{play.division}: the order of results matters")


def check_season(season: Season) -> None:
    """Every fixture has its end, places are stored, mails were queued once, and the log has every action."""
    for fixture in Fixture.objects.filter(division__season=season).select_related("game"):
        _check_fixture(fixture)
    for division in season.divisions.order_by("level"):
        places, _ = recounted(season.league, division)
        stored = {entry.pk: entry.final_place for entry in division.entries.all()}
        require(
            holds=stored == {entry: place for place, entry in places},
            otherwise=f"{division}: other places are stored",
        )
    finals = OutgoingMail.objects.filter(context__season=season.pk, context__news="final")
    mails = Counter(finals.values_list("player_id", flat=True))
    require(holds=set(mails.values()) == {1}, otherwise="somebody got two final tables")


def _check_fixture(fixture: Fixture) -> None:
    """Raise Fault unless a fixture is a bye, set aside, or its game is over, with a reason if need be."""
    game = fixture.game
    if game is None or fixture.voided_at is not None:
        is_bye = fixture.seats.count() == 1
        is_set_aside = fixture.voided_at is not None and bool(fixture.void_reason)
        require(holds=is_bye or is_set_aside, otherwise=f"{fixture} was never played")
        return
    seated = list(fixture.seats.order_by("index").values_list("entry__player_id", flat=True))
    began = [_first_holder(seat) for seat in game.seats.order_by("index")]
    require(holds=seated == began, otherwise=f"{fixture}: other people at the table")
    if game.status == GameStatus.VOID:
        reasons = AuditEntry.objects.filter(game=game, action="void_game").exclude(reason="")
        require(holds=reasons.exists(), otherwise=f"{fixture} is void without a reason")
        return
    require(holds=game.status == GameStatus.FINISHED, otherwise=f"{fixture} isn't over")
    for seat in game.seats.all():
        if seat.resigned_at is not None or seat.forfeited_at is not None:
            require(
                holds=_has_reason(fixture, game, seat),
                otherwise=f"{fixture}: seat {seat.index + 1} is forfeited without a reason",
            )


def _first_holder(seat: Seat) -> int | None:
    first = SeatChange.objects.filter(seat=seat).order_by("pk").first()
    return seat.player_id if first is None else first.from_player_id


def _has_reason(fixture: Fixture, game: Game, seat: Seat) -> bool:
    """Tell whether it is written down why a seat is forfeited: who left it, or which director said so."""
    left = AuditEntry.objects.filter(game=game, action="resign_seat").exclude(reason="")
    said = DirectorAction.objects.filter(kind="set-result", undone_at=None).exclude(reason="")
    return (
        left.filter(details__seat=seat.index).exists()
        or said.filter(arguments__fixture=fixture.pk).exists()
    )


def check_ratings_again() -> None:
    """Ratings reckoned from nothing are the rows that are there."""
    rows = _rating_rows()
    begin_ratings_anew()
    changed = 0
    while (batch := rate_games()).games:
        changed += batch.changed
    require(holds=not changed, otherwise=f"{changed} ratings changed when reckoned again")
    require(holds=rows == _rating_rows(), otherwise="ratings reckoned again are others")


def _rating_rows() -> list[tuple[Any, ...]]:
    rows = RatingChange.objects.order_by("at", "game", "player")
    return [(row.game_id, row.player_id, *values_of(row)) for row in rows]
