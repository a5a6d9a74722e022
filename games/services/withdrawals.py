"""Leaving a season, before it is drawn or in the middle of it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.competition.pairing import Schedule, Table, without
from games.models import Fixture, FixtureSeat, GameStatus, Player, Season, SeasonEntry, Seat
from games.services import audit, desk_mail, season_mail
from games.services.endings import give_seat_to_bot
from games.services.errors import NotAllowed
from games.services.leagues import note_in_log
from games.services.locking import locked_table
from games.services.seasons import SeasonRefused, may_direct


@transaction.atomic(durable=True)
def leave_season(
    *, season_id: int, player_id: int, by: Player, reason: str = "", now: datetime
) -> None:
    """Take a player out of a season; leaving twice changes nothing.

    `by` is the player, or a director. Before the draw the entry merely rests, and may come back.
    After it, running games are resigned, and games that haven't begun go on without the player:
    an opponent left alone has a bye. Results stay. Raises NotAllowed or SeasonRefused.
    """
    season = (
        Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season_id)
    )
    if by.pk != player_id and not may_direct(by, season.league):
        raise NotAllowed(_("Only a director of this league can do that."))
    entry = SeasonEntry.objects.filter(season=season, player=player_id).first()
    if entry is None:
        raise SeasonRefused(_("This player hasn’t entered the season."))
    if season.finished_at is not None:
        raise SeasonRefused(_("This season is over."))
    if entry.withdrawn_at is None:
        withdraw_for(entry, by=by, reason=reason, now=now)
        if by.pk == player_id:
            _tell_directors(entry, reason, now)


@transaction.atomic(durable=True)
def withdraw_closed_accounts(*, season_id: int, now: datetime) -> int:
    """Take those out of a season who have no account any more; return how many."""
    gone = SeasonEntry.objects.filter(
        season=season_id, withdrawn_at=None, player__is_active=False, season__finished_at=None
    )
    if not gone.exists():
        return 0
    Season.objects.select_for_update().get(pk=season_id)
    entries = list(gone.select_related("season__league", "division").order_by("pk"))
    for entry in entries:
        withdraw_for(entry, by=None, reason=_("The account was closed."), now=now)
        _tell_directors(entry, "", now)
    return len(entries)


def withdraw_for(entry: SeasonEntry, *, by: Player | None, reason: str, now: datetime) -> None:
    """Do the work of leave_season inside the caller's transaction; None: the server itself."""
    season = entry.season
    entry.withdrawn_at = now
    if season.published_at is None:
        entry.division = None
    else:
        season_mail.tell_withdrawal(entry, now=now)
        entry.withdrawn_round = _leave_fixtures(entry, reason or _("withdrawn"), now)
        _leave_games(entry, by=by, reason=reason, now=now)
    entry.save(update_fields=["withdrawn_at", "withdrawn_round", "division"])
    audit.record(
        "entry-withdrawn",
        now=now,
        actor=by,
        reason=reason,
        league=season.league.slug,
        season=season.number,
        entry=entry.pk,
    )


def _tell_directors(entry: SeasonEntry, reason: str, now: datetime) -> None:
    """Write into the public log, and mail the directors, that a player left a season that is played."""
    season = entry.season
    if season.published_at is not None:
        arguments = {"entry": entry.pk}
        action = note_in_log(
            season.league, "left", arguments, entry.player, now, season=season, reason=reason
        )
        desk_mail.tell_people(action, desk_mail.people_of(action), now=now)


def _leave_fixtures(entry: SeasonEntry, reason: str, now: datetime) -> int:
    """Take an entry out of its fixtures without a game; return the first round without it."""
    released = entry.division.released if entry.division else 0
    own = Fixture.objects.filter(seats__entry=entry, game=None, voided_at=None)
    rounds = []
    for fixture in own.select_for_update(of=("self",)).order_by("pk"):
        # A bye of a round that has begun was had.
        if fixture.round > released or fixture.seats.count() > 1:
            rounds.append(fixture.round)
            _seat_without(fixture, entry, reason, now)
    return min(rounds, default=released + 1)


def _seat_without(fixture: Fixture, entry: SeasonEntry, reason: str, now: datetime) -> None:
    seats = list(fixture.seats.order_by("index"))
    before = Schedule((Table(fixture.round, tuple([seat.entry_id for seat in seats])),))
    if len(seats) == 1:
        # Nobody is left: the row stays, set aside, so that the round's numbers stay too.
        fixture.voided_at, fixture.void_reason = now, reason[:200]
        fixture.save(update_fields=["voided_at", "void_reason"])
        return
    after = without(before, entry.pk, since=fixture.round)
    left = [table.seats for table in after.tables] + [(bye.entry,) for bye in after.byes]
    fixture.seats.all().delete()
    FixtureSeat.objects.bulk_create(
        [
            FixtureSeat(fixture=fixture, index=index, entry_id=other)
            for index, other in enumerate(left[0])
        ]
    )


def _leave_games(entry: SeasonEntry, *, by: Player | None, reason: str, now: datetime) -> None:
    """Resign the entry's running games of this season, in order, so that two can't hold each other up."""
    running = Seat.objects.filter(
        player=entry.player_id, game__fixture__seats__entry=entry, game__status=GameStatus.RUNNING
    )
    for game_id, index in running.order_by("game_id").values_list("game_id", "index"):
        table = locked_table(game_id)
        if table.game.status == GameStatus.RUNNING and not table.seats[index].is_bot:
            give_seat_to_bot(table, index, by=by, now=now, reason=reason)
