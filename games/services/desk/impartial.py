"""Keeping directors from acting on tables at which they play themselves, to their own good or not."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import Fixture, FixtureSeat, GameStatus, Player, Season
from games.services.desk.kinds import Arguments, Desk, Kind
from games.services.errors import NotAllowed

__all__ = ["check_no_judge_of_oneself", "entries_met", "own_fault"]


def check_no_judge_of_oneself(action: Kind, desk: Desk, arguments: Arguments) -> None:
    """Raise NotAllowed where an action touches a table at which the director plays."""
    fault = own_fault(action, desk.season, arguments, by=desk.by)
    if fault:
        raise NotAllowed(fault)


def own_fault(action: Kind, season: Season, arguments: Arguments, *, by: Player) -> str:
    """Say who else has to do this at the director's own table, "" for all other tables.

    A superuser answers for the site, and may do it. At most three queries.
    """
    touched = action.touches(arguments, by)
    if touched is None or by.is_superuser:
        return ""
    tables = touched.filter(_played_by(by))
    if not tables.exists():
        return ""
    if "fixture" in arguments:
        own = _("You play at this table yourself.")
    else:
        own = _("You are in the middle of a game with this player.")
    players = Player.objects.filter(
        Q(season_entries__fixture_seats__fixture__in=tables) | Q(seats__game__fixture__in=tables)
    )
    others = season.league.directors.filter(is_active=True).exclude(pk__in=players.values("pk"))
    if others.exists():
        return f"{own} " + _("Another director, or the site’s staff, decides here.")
    return f"{own} " + _(
        "The league has no director who doesn’t: the site’s staff decides here, or somebody whom you make a "
        "director."
    )


def entries_met(season: Season, by: Player) -> set[int]:
    """Return the entries of the others with whom a director is in the middle of a game. One query."""
    if by.is_superuser:
        return set()
    tables = Fixture.objects.filter(division__season=season, game__status=GameStatus.RUNNING)
    met = FixtureSeat.objects.filter(fixture__in=tables.filter(_played_by(by)).values("pk"))
    return set(met.exclude(entry__player=by).values_list("entry", flat=True))


def _played_by(player: Player) -> Q:
    """Return the condition that a player was drawn for a table, or sits there."""
    return Q(seats__entry__player=player) | Q(game__seats__player=player)
