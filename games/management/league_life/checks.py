"""What must hold of a season whatever happened in it, reckoned here in another way than the site does."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from games.models import (
    AuditEntry,
    Division,
    Fixture,
    GameStatus,
    League,
    OutgoingMail,
    Pairing,
    Result,
    Season,
    SeasonEntry,
)
from games.selectors.divisions import Play, read_play


class Fault(Exception):
    """Something doesn't hold; str() says what."""


def _require(*, holds: bool, otherwise: str) -> None:
    if not holds:
        raise Fault(otherwise)


def check_draw(season: Season, entered: set[int]) -> None:
    """Everybody who entered and stayed is in one division, and sizes keep the league's limits."""
    drawn = SeasonEntry.objects.filter(season=season, division__season=season)
    players = Counter(drawn.values_list("player_id", flat=True))
    _require(holds=set(players) == entered, otherwise="not everybody was drawn")
    _require(holds=set(players.values()) == {1}, otherwise="somebody is in two divisions")
    sizes = Counter(drawn.values_list("division_id", flat=True)).values()
    league = season.league
    fits = all(league.smallest_division <= size <= league.largest_division for size in sizes)
    _require(holds=fits, otherwise=f"sizes {sorted(sizes)} are outside the limits")
    levels = list(season.divisions.order_by("level").values_list("level", flat=True))
    _require(holds=levels == list(range(len(levels))), otherwise="levels have gaps")


def check_season(season: Season) -> None:
    """Every fixture has its end, tables are as recounted, places are stored, mails were queued once."""
    for fixture in Fixture.objects.filter(division__season=season).select_related("game"):
        _check_fixture(fixture)
    _check_rounds(season)
    for division in season.divisions.order_by("level"):
        _check_table(read_play(season.league, division))
    finals = OutgoingMail.objects.filter(context__season=season.pk, context__news="final")
    mails = Counter(finals.values_list("player_id", flat=True))
    _require(holds=set(mails.values()) == {1}, otherwise="somebody got two final tables")


def _check_table(play: Play) -> None:
    """Points are as recounted, places as stored, and the order is one of points."""
    recounted = points_of(play.league, play.division)
    table = play.table()
    for line in table:
        entry = play.entries[line.entry]
        _require(
            holds=line.tally.points == recounted[entry.pk],
            otherwise=f"{entry}: {line.tally.points} points, not {recounted[entry.pk]}",
        )
        _require(
            holds=entry.final_place == line.place,
            otherwise=f"{entry}: the stored place is another one",
        )
    _check_order([play.entries[line.entry] for line in table], recounted)


def _check_fixture(fixture: Fixture) -> None:
    """Raise Fault unless a fixture is a bye, set aside, or its game is over, with a reason if need be."""
    game = fixture.game
    if game is None:
        is_bye = fixture.seats.count() == 1
        is_set_aside = fixture.voided_at is not None and bool(fixture.void_reason)
        _require(holds=is_bye or is_set_aside, otherwise=f"{fixture} was never played")
        return
    seated = list(fixture.seats.order_by("index").values_list("entry__player_id", flat=True))
    at_table = list(game.seats.order_by("index").values_list("player_id", flat=True))
    _require(holds=seated == at_table, otherwise=f"{fixture}: other people at the table")
    if game.status == GameStatus.VOID:
        reasons = AuditEntry.objects.filter(game=game, action="void_game").exclude(reason="")
        _require(holds=reasons.exists(), otherwise=f"{fixture} is void without a reason")
        return
    _require(holds=game.status == GameStatus.FINISHED, otherwise=f"{fixture} isn't over")
    for seat in game.seats.exclude(resigned_at=None):
        reasons = AuditEntry.objects.filter(game=game, action="resign_seat").exclude(reason="")
        _require(
            holds=reasons.filter(details__seat=seat.index).exists(),
            otherwise=f"{fixture}: seat {seat.index + 1} is forfeited without a reason",
        )


def _check_rounds(season: Season) -> None:
    """Nobody has two tables in one round."""
    fixtures = Fixture.objects.filter(division__season=season)
    busy = Counter(fixtures.values_list("division", "round", "seats__entry"))
    _require(holds=set(busy.values()) == {1}, otherwise="somebody has two tables in a round")


def points_of(league: League, division: Division) -> dict[int, Fraction]:
    """Recount a division: two points for each opponent beaten, one for each tied with; usual rules only."""
    if league.points or league.pairing == Pairing.KNOCKOUT:
        raise ValueError("only the usual points are recounted here")
    entries = SeasonEntry.objects.filter(division=division)
    found = dict.fromkeys(entries.values_list("pk", flat=True), Fraction(0))
    for fixture in Fixture.objects.filter(division=division).prefetch_related("seats"):
        seats = {seat.index: seat.entry_id for seat in fixture.seats.all()}
        if len(seats) == 1 and fixture.voided_at is None:
            found[seats[0]] += league.bye_points
        if fixture.game is None or fixture.game.status != GameStatus.FINISHED:
            continue
        results = Result.objects.filter(game=fixture.game).select_related("seat")
        ranks = {
            result.seat.index: result.place
            if result.seat.resigned_at is None and result.seat.forfeited_at is None
            else 9
            for result in results
        }
        for seat, rank in ranks.items():
            if rank < 9:
                others = [other for index, other in ranks.items() if index != seat]
                found[seats[seat]] += sum(
                    [2 * (rank < other) + (rank == other) for other in others]
                )
    return found


def _check_order(order: list[SeasonEntry], points: dict[int, Fraction]) -> None:
    """Who stayed comes before who left, and points never rise down the table."""
    keys = [(entry.withdrawn_at is not None, -points[entry.pk]) for entry in order]
    _require(holds=keys == sorted(keys), otherwise="a table is out of order")
