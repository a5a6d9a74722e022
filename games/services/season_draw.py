"""Drawing a season: a proposal of divisions, which directors may change, then fixtures from it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from games.competition.pairing import (
    Contender,
    Schedule,
    balanced_tables,
    first_slots,
    knockout_round,
    mixed_sizes,
    mixed_tables,
    possible_games,
    round_robin,
    swiss_round,
    swiss_tables,
)
from games.models import (
    Claim,
    Division,
    Fixture,
    FixtureSeat,
    League,
    Pairing,
    Player,
    Season,
    SeasonEntry,
    Shift,
)
from games.selectors.division_names import is_numbered, numbered_name
from games.services import audit
from games.services.deals import share_deals
from games.services.season_proposal import proposal_for
from games.services.seasons import SeasonRefused, check_director

BATCH = 500
LEAST = 2
"""So many play in a division at least."""


def check_enough(season: Season) -> None:
    """Raise SeasonRefused if fewer have entered than a table needs."""
    league = season.league
    if _entered(season).count() < league.table_size:
        text = _("A season of this league needs %(count)d players at least.")
        raise SeasonRefused(text % {"count": league.table_size})


def proposed_sizes(season: Season) -> list[int]:
    """Return how many players each division would have if the season were drawn now, from the top."""
    players = _entered(season).order_by("entered_at", "pk").values_list("player_id", flat=True)
    return [len(assigned) for assigned in proposal_for(season, list(players)).divisions]


def tables_planned(season: Season, level: int, players: int) -> int:
    """Return how many tables a division of so many players is drawn, the first round's if rounds wait.

    Exact; round robins, balanced and mixed tables are counted without being drawn.
    """
    pairing = Pairing(season.league.pairing)
    if pairing in {Pairing.SINGLE, Pairing.DOUBLE}:
        return players * (players - 1) // (1 if pairing == Pairing.DOUBLE else 2)
    size = min(season.league.table_size, players)
    if pairing == Pairing.BALANCED:
        return players * _games_each(season.league, players, size) // size
    if pairing == Pairing.MIXED:
        return season.league.games_each * len(mixed_sizes(players))
    return len(_schedule(season, level, range(players)).tables)


def check_divisions(season: Season) -> None:
    """Raise SeasonRefused if a proposed division has somebody, but too few to play."""
    for division in season.divisions.annotate(
        players=Count("entries"), playing=Count("entries", filter=Q(entries__withdrawn_at=None))
    ).order_by("level"):
        if division.players and division.playing < LEAST:
            raise _too_few(division)


def _too_few(division: Division) -> SeasonRefused:
    text = _("%(division)s has too few players. Move somebody there, or empty it.")
    return SeasonRefused(text % {"division": division.name})


def _entered(season: Season) -> QuerySet[SeasonEntry]:
    return season.entries.filter(withdrawn_at=None, player__is_active=True)


def propose_divisions(season: Season, *, now: datetime) -> None:
    """Write the divisions of a season that the caller has locked; nobody but directors sees them yet.

    They follow from the last finished season and the league's formula. They stand by themselves
    after the league's days for it. Raises SeasonRefused for too few players.
    """
    check_enough(season)
    entries = {entry.player_id: entry for entry in _entered(season).order_by("entered_at", "pk")}
    for level, assigned in enumerate(proposal_for(season, list(entries)).divisions):
        division = Division.objects.create(season=season, level=level, name=numbered_name(level))
        for seeding, line in enumerate(assigned):
            entry = entries[line.player]
            entry.division, entry.seeding = division, seeding
            entry.claim, entry.shift = Claim(line.reason.value), Shift(line.shift.value)
            entry.is_by_lot = line.is_by_lot
    SeasonEntry.objects.bulk_update(
        entries.values(), ["division", "seeding", "claim", "shift", "is_by_lot"], batch_size=100
    )
    if season.publishes_at is None:
        season.publishes_at = now + timedelta(days=season.league.proposal_days)
        season.save(update_fields=["publishes_at"])


@transaction.atomic(durable=True)
def move_entry(
    *, entry_id: int, level: int, by: Player | None, reason: str = "", now: datetime
) -> SeasonEntry:
    """Put an entry into another division of the proposal, seeded last; where it is already, it stays.

    Raises NotAllowed, or SeasonRefused unless divisions are proposed and not published yet, or if
    there is no such division.
    """
    found = SeasonEntry.objects.get(pk=entry_id)
    season = (
        Season.objects.select_for_update(of=("self",))
        .select_related("league")
        .get(pk=found.season_id)
    )
    check_director(by, season.league)
    if season.drawn_at is None or season.published_at is not None:
        raise SeasonRefused(_("Players change divisions while these are proposed, not later."))
    entry = SeasonEntry.objects.select_related("division", "player").get(pk=entry_id)
    division = season.divisions.filter(level=level).first()
    if division is None or entry.division is None:
        raise SeasonRefused(_("There is no such division."))
    if entry.division == division:
        return entry
    was = entry.division.level
    entry.division, entry.shift = division, Shift.BY_HAND
    entry.seeding = division.entries.count()
    entry.save(update_fields=["division", "shift", "seeding"])
    audit.record(
        "entry-moved",
        now=now,
        actor=by,
        reason=reason,
        league=season.league.slug,
        season=season.number,
        entry=entry.pk,
        was=was,
        level=level,
    )
    return entry


def write_schedules(season: Season) -> None:
    """Draw the fixtures of every division of a season that the caller has locked.

    All rounds at once, or the first where later ones depend on results. Raises SeasonRefused if a
    division has too few players.
    """
    for division in _filled_divisions(season):
        draw_division(season, division)


def draw_division(season: Season, division: Division) -> None:
    """Draw the fixtures of a division that has none, from the season's seed. Raises SeasonRefused."""
    entries = division.entries.filter(withdrawn_at=None).order_by("seeding", "pk")
    members = list(entries.values_list("pk", flat=True))
    if len(members) < LEAST:
        raise _too_few(division)
    schedule = _schedule(season, division.level, members)
    division.rounds = rounds_planned(season.league, len(members), schedule)
    division.save(update_fields=["rounds"])
    write_fixtures(division, schedule)


def _filled_divisions(season: Season) -> list[Division]:
    """Delete divisions that have been emptied and close the gaps; return the others from the top.

    Those called by their numbers get the new ones.
    """
    divisions: list[Division] = []
    for division in season.divisions.order_by("level"):
        if not division.entries.exists():
            division.delete()
            continue
        if division.level != len(divisions):
            name = numbered_name(len(divisions)) if is_numbered(division) else division.name
            division.level, division.name = len(divisions), name
            division.save(update_fields=["level", "name"])
        divisions.append(division)
    return divisions


def rounds_planned(league: League, players: int, schedule: Schedule) -> int:
    """Return how many rounds a division of so many players has."""
    if league.pairing == Pairing.SWISS:
        return league.games_each
    if league.pairing == Pairing.KNOCKOUT:
        rounds, places = 0, 1
        while places < players:
            rounds, places = rounds + 1, places * league.table_size
        return rounds
    return schedule.rounds


def division_seed(season: Season, level: int) -> bytes:
    """Return what a division draws its lots from: each has its own."""
    return bytes.fromhex(season.seed) + level.to_bytes(2, "big")


def write_fixtures(division: Division, schedule: Schedule) -> None:
    """Write a row for each table and each bye, its seats, and the deals that tables share."""
    planned = [(table.round, table.seats) for table in schedule.tables]
    planned += [(bye.round, (bye.entry,)) for bye in schedule.byes]
    rows, seats, numbers = [], [], dict[int, int]()
    for number, entries in sorted(planned, key=lambda each: each[0]):
        numbers[number] = numbers.get(number, 0) + 1
        rows.append(Fixture(division=division, round=number, number=numbers[number]))
        seats.append(entries)
    share_deals(division, rows, [len(entries) for entries in seats])
    written = Fixture.objects.bulk_create(rows, batch_size=BATCH)
    FixtureSeat.objects.bulk_create(
        [
            FixtureSeat(fixture=fixture, index=index, entry_id=entry)
            for fixture, entries in zip(written, seats, strict=True)
            for index, entry in enumerate(entries)
        ],
        batch_size=BATCH,
    )


def _schedule(season: Season, level: int, members: Sequence[int]) -> Schedule:
    """Return the fixtures of a division whose entries come from the strongest claim down."""
    league, seed = season.league, division_seed(season, level)
    size = min(league.table_size, len(members))
    match Pairing(league.pairing):
        case Pairing.SWISS:
            return draw_swiss([Contender(entry) for entry in members], 1, seed, size=size)
        case Pairing.KNOCKOUT:
            # The size of the league, not of the field: later rounds count places by it.
            slots = first_slots(members, size=league.table_size)
            return knockout_round(slots, 1, seed, size=league.table_size)
        case Pairing.BALANCED:
            games = _games_each(league, len(members), size)
            return balanced_tables(members, seed, size=size, games=games)
        case Pairing.MIXED:
            return mixed_tables(members, seed, rounds=league.games_each)
    return round_robin(members, seed, is_double=league.pairing == Pairing.DOUBLE)


def _games_each(league: League, players: int, size: int) -> int:
    """Return how many games each plays at balanced tables: as near to the league's number as can be."""
    possible = possible_games(players, size, most=16)
    return min(possible, key=lambda count: (abs(count - league.games_each), count))


def draw_swiss(contenders: Sequence[Contender], number: int, seed: bytes, *, size: int) -> Schedule:
    """Return a Swiss round for tables of this size."""
    if size == 2:
        return swiss_round(contenders, number, seed)
    return swiss_tables(contenders, number, seed, size=size)
