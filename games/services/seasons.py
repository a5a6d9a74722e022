"""Seasons: beginning one, entering it, and drawing its divisions and fixtures."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.competition.pairing import Schedule, balanced_tables, possible_games, round_robin
from games.competition.promotion import Finisher, Formula, Proposal, Returning, proposal
from games.models import (
    Division,
    Fixture,
    FixtureSeat,
    League,
    Pairing,
    Player,
    Season,
    SeasonEntry,
)
from games.services import audit
from games.services.errors import NotAllowed, Refused


class SeasonRefused(Refused):
    """The season isn't where this step can be done."""

    code = "season-step"


def may_direct(player: Player, league: League) -> bool:
    """Tell whether a player runs this league: one of its directors, or a superuser."""
    if not player.is_active:
        return False
    return player.is_superuser or league.directors.filter(pk=player.pk).exists()


@transaction.atomic(durable=True)
def create_season(*, league_id: int, by: Player, now: datetime) -> Season:
    """Write a league's next season, open for entries. Raises NotAllowed."""
    # The lock keeps two from taking the same number.
    league = League.objects.select_for_update().get(pk=league_id)
    _check_director(by, league)
    newest = league.seasons.aggregate(newest=Max("number"))["newest"] or 0
    season = Season.objects.create(
        league=league,
        number=newest + 1,
        seed=secrets.token_hex(32),
        opened_at=now,
        created_at=now,
    )
    audit.record("season-created", now=now, actor=by, league=league.slug, season=season.number)
    return season


@transaction.atomic(durable=True)
def enter_season(*, season_id: int, player_id: int, now: datetime) -> SeasonEntry:
    """Enter a player; who has entered stays so. Raises SeasonRefused once entries are closed."""
    season = Season.objects.select_for_update().get(pk=season_id)
    if season.opened_at is None or season.closed_at is not None:
        raise SeasonRefused(_("This season takes no entries now."))
    player = Player.objects.get(pk=player_id, is_active=True)
    entry, _is_new = SeasonEntry.objects.get_or_create(
        season=season, player=player, defaults={"entered_at": now}
    )
    return entry


@transaction.atomic(durable=True)
def draw_season(*, season_id: int, by: Player, now: datetime) -> Season:
    """Close entries, and write divisions and fixtures; a season that is drawn stays as it is.

    Divisions follow from the last finished season and the league's formula, fixtures from the
    season's seed; both can be seen from now on. Raises NotAllowed, or SeasonRefused for too few.
    """
    season = Season.objects.select_for_update().select_related("league").get(pk=season_id)
    league = season.league
    _check_director(by, league)
    if season.drawn_at is not None:
        return season
    entries = {entry.player_id: entry for entry in season.entries.order_by("entered_at", "pk")}
    if len(entries) < league.table_size:
        text = _("A season of this league needs %(count)d players at least.")
        raise SeasonRefused(text % {"count": league.table_size})
    for level, assigned in enumerate(_proposal(season, list(entries)).divisions):
        name = _("Division %(number)d") % {"number": level + 1}
        division = Division.objects.create(season=season, level=level, name=name)
        members = [entries[line.player] for line in assigned]
        SeasonEntry.objects.filter(pk__in=[entry.pk for entry in members]).update(division=division)
        _write_fixtures(division, _schedule(season, level, [entry.pk for entry in members]))
    season.closed_at = season.closed_at or now
    season.drawn_at = season.published_at = now
    season.save(update_fields=["closed_at", "drawn_at", "published_at"])
    audit.record("season-drawn", now=now, actor=by, league=league.slug, season=season.number)
    return season


def _check_director(by: Player, league: League) -> None:
    if not may_direct(by, league):
        raise NotAllowed(_("Only a director of this league can do that."))


def _proposal(season: Season, players: Sequence[int]) -> Proposal:
    """Return the divisions of these players, who come in the order in which they entered."""
    league = season.league
    earlier = Season.objects.filter(league=league, number__lt=season.number)
    last = earlier.filter(finished_at__isnull=False).order_by("-number").first()
    tables = [] if last is None else _final_tables(last, frozenset(players))
    known = {line.player for table in tables for line in table}
    levels = dict(
        SeasonEntry.objects.filter(season__in=earlier, player__in=players, division__isnull=False)
        .order_by("season__number")
        .values_list("player_id", "division__level")
    )
    return proposal(
        tables,
        Formula(
            league.promoted, league.relegated, league.smallest_division, league.largest_division
        ),
        bytes.fromhex(season.seed),
        returning=[
            Returning(player, levels[player])
            for player in players
            if player in levels and player not in known
        ],
        new=[player for player in players if player not in levels and player not in known],
    )


def _final_tables(last: Season, players: frozenset[int]) -> list[list[Finisher]]:
    return [
        [
            Finisher(entry.player_id, entry.final_place, is_back=entry.player_id in players)
            for entry in division.entries.all()
            if entry.final_place is not None
        ]
        for division in last.divisions.order_by("level").prefetch_related("entries")
    ]


def _schedule(season: Season, level: int, entries: Iterable[int]) -> Schedule:
    """Return the fixtures of a division. Each division draws its own lots from the season's seed."""
    league, members = season.league, list(entries)
    seed = bytes.fromhex(season.seed) + level.to_bytes(2, "big")
    if league.pairing != Pairing.BALANCED:
        return round_robin(members, seed, is_double=league.pairing == Pairing.DOUBLE)
    size = min(league.table_size, len(members))
    games = min(
        possible_games(len(members), size, most=16),
        key=lambda count: (abs(count - league.games_each), count),
    )
    return balanced_tables(members, seed, size=size, games=games)


def _write_fixtures(division: Division, schedule: Schedule) -> None:
    """Write a row for each table and each bye, and its seats."""
    planned = [(table.round, table.seats) for table in schedule.tables]
    planned += [(bye.round, (bye.entry,)) for bye in schedule.byes]
    rows, seats, numbers = [], [], dict[int, int]()
    for number, entries in sorted(planned, key=lambda each: each[0]):
        numbers[number] = numbers.get(number, 0) + 1
        rows.append(Fixture(division=division, round=number, number=numbers[number]))
        seats.append(entries)
    for fixture, entries in zip(Fixture.objects.bulk_create(rows), seats, strict=True):
        FixtureSeat.objects.bulk_create(
            [
                FixtureSeat(fixture=fixture, index=index, entry_id=entry)
                for index, entry in enumerate(entries)
            ]
        )
