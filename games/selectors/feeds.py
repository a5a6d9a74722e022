"""What feeds tell: a player's deadlines, and a league's results."""

from __future__ import annotations

from datetime import UTC
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Fixture, GameStatus, League, Player, Season, Seat
from games.render.ical import Event

__all__ = ["deadlines_of", "latest_results"]

MOST_RESULTS: Final = 30


def deadlines_of(player: Player) -> list[Event]:
    """Return the turns that a player has to play and dates of seasons the player is in. Two queries."""
    seats = Seat.objects.on_clock().filter(player=player, deadline_at__isnull=False)
    events = [
        Event(
            f"turn-{seat.pk}-{seat.awaited_turn}",
            seat.deadline_at.astimezone(UTC),
            _("Your turn: %(game)s") % {"game": seat.game.title},
            _("Until then you have to move."),
            f"{settings.BASE_URL}{reverse('game', args=[seat.game_id])}",
        )
        for seat in seats.select_related("game").order_by("deadline_at", "pk")
        if seat.deadline_at is not None
    ]
    entered = Season.objects.filter(
        entries__player=player, entries__withdrawn_at=None, started_at=None, starts_at__isnull=False
    )
    return events + [
        Event(
            f"season-{season.pk}-starts",
            season.starts_at.astimezone(UTC),
            _("%(league)s: season %(number)d starts")
            % {"league": season.league.name, "number": season.number},
            _("Your games begin by themselves."),
            f"{settings.BASE_URL}{reverse('season', args=[season.league.slug, season.number])}",
        )
        for season in entered.select_related("league").order_by("pk")
        if season.starts_at is not None
    ]


def latest_results(league: League) -> list[Fixture]:
    """Return a league's tables that are over, the newest first, with games, people and results."""
    over = Fixture.objects.filter(
        division__season__league=league, game__status=GameStatus.FINISHED
    ).select_related("game", "division__season")
    newest = over.prefetch_related("game__seats__player", "game__seats__result")
    return list(newest.order_by("-game__finished_at", "-pk")[:MOST_RESULTS])
