"""Rounds of a running season: which may start, and drawing those that depend on the ones before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from django.db import transaction

from games.competition.pairing import (
    Contender,
    Schedule,
    Slots,
    first_slots,
    knockout_round,
    next_slots,
)
from games.models import Division, Pairing, Season
from games.selectors.divisions import Play, read_play, winner_of
from games.services.season_draw import division_seed, draw_swiss, write_fixtures


def release_first(season: Season, *, now: datetime) -> None:
    """Let the first rounds of every division start; the season is locked by the caller."""
    divisions = list(season.divisions.all())
    for division in divisions:
        _release(division, _wave(season, division), now)


@transaction.atomic(durable=True)
def advance_division(*, division_id: int, now: datetime) -> bool:
    """Let a division's next rounds start if it is time; return whether any do.

    It is when every table of the rounds before is over, or after the league's days for a round. A
    round of a Swiss or knockout season is drawn here, and only when the ones before are over.
    """
    division = (
        Division.objects.select_for_update(of=("self",))
        .select_related("season__league")
        .get(pk=division_id)
    )
    season = division.season
    league = season.league
    if not season.is_running or division.released >= division.rounds:
        return False
    play = read_play(league, division)
    is_over = play.is_over(until_round=division.released)
    if not is_over and (
        Pairing(league.pairing).is_drawn_by_rounds or not _is_round_time_up(division, now)
    ):
        return False
    if play.has_rounds_to_draw and division.released == play.drawn_rounds:
        schedule = next_round(play, division_seed(season, division.level))
        if schedule is None:
            division.rounds = division.released
            division.save(update_fields=["rounds"])
            return False
        write_fixtures(division, schedule)
    _release(division, _wave(season, division), now)
    return True


def _is_round_time_up(division: Division, now: datetime) -> bool:
    days, since = division.season.league.round_days, division.released_at
    return bool(days) and since is not None and since + timedelta(days=days) <= now


def _wave(season: Season, division: Division) -> int:
    """Return up to which round tables may start after the next ones."""
    league = season.league
    if Pairing(league.pairing).is_drawn_by_rounds:
        return division.released + 1
    if not league.rounds_at_once:
        return division.rounds
    return min(division.released + league.rounds_at_once, division.rounds)


def _release(division: Division, until: int, now: datetime) -> None:
    division.released, division.released_at = until, now
    division.save(update_fields=["released", "released_at"])


def next_round(play: Play, seed: bytes) -> Schedule | None:
    """Return the round after those that were drawn, which are over; None if too few play on."""
    number = play.drawn_rounds + 1
    if play.league.pairing == Pairing.KNOCKOUT:
        return _next_knockout(play, number, seed)
    left = [line for line in play.table() if line.entry not in play.withdrawn]
    if len(left) < 2:
        return None
    contenders = [_contender(play, line.entry, line.tally.points) for line in left]
    return draw_swiss(contenders, number, seed, size=min(play.league.table_size, len(left)))


def _contender(play: Play, entry: int, points: Fraction) -> Contender:
    """Return what a Swiss round must know of an entry; void tables were no meetings."""
    played = [
        seats
        for fixture, seats in play.tables
        if entry in seats and not play.results[fixture.pk].is_void
    ]
    return Contender(
        entry,
        points,
        met=tuple([other for seats in played for other in seats if other != entry]),
        seats=_seat_counts(played, entry, play.league.table_size),
        byes=sum([whose == entry for _, whose in play.byes]),
    )


def _seat_counts(played: Sequence[tuple[int, ...]], entry: int, size: int) -> tuple[int, ...]:
    return tuple([sum([seats.index(entry) == seat for seats in played]) for seat in range(size)])


def _next_knockout(play: Play, number: int, seed: bytes) -> Schedule | None:
    """Return the next round of the tree; an entry that withdrew leaves its place empty."""
    size = play.league.table_size
    absent = _gone(play, number=1)
    first = first_slots(play.seeded, size=size)
    slots: Slots = tuple([None if entry in absent else entry for entry in first])
    for before in range(1, number):
        winners = {
            winner_of(play, play.results[fixture.pk])
            for fixture, _ in play.tables
            if fixture.round == before
        }
        slots = next_slots(slots, winners, size=size, gone=_gone(play, number=before + 1))
    schedule = knockout_round(
        slots,
        number,
        seed,
        size=size,
        counts={
            entry: _seat_counts([s for _, s in play.tables if entry in s], entry, size)
            for entry in play.entries
        },
    )
    return schedule if schedule.tables or schedule.byes else None


def _gone(play: Play, *, number: int) -> set[int]:
    """Return who had withdrawn before a round."""
    return {
        pk
        for pk, entry in play.entries.items()
        if entry.withdrawn_round is not None and entry.withdrawn_round <= number
    }
