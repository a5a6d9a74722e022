"""What directors do with clocks; pauses, vacations, outages and time-outs to look at."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.admin.careful import ReadOnlyAdmin, counted
from games.admin.told import told
from games.models import Game, GamePause, Outage, Player, Seat, SignOfLife, TimeOut, Vacation
from games.services.deadlines import extend_deadline, force_time_out
from games.services.pauses import end_pause, pause_game

DAY = timedelta(days=1)


class GameClockActions(admin.ModelAdmin):
    """Actions on the clocks of chosen games."""

    @admin.action(description=gettext_lazy("Stop the clock"))
    def pause(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """Stop the clocks of chosen games until a director lets them run again."""
        by, now = cast("Player", request.user), timezone.now()
        for game in queryset:
            with told(self, request, game):
                pause_game(game_id=game.pk, by=by, now=now, reason="admin")

    @admin.action(description=gettext_lazy("Let the clock run again, a day from now"))
    def go_on(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        """End the pauses of chosen games."""
        by, now = cast("Player", request.user), timezone.now()
        for game in queryset:
            with told(self, request, game):
                end_pause(game_id=game.pk, by=by, now=now)


class SeatClockActions(admin.ModelAdmin):
    """Actions on the turns of chosen seats."""

    @admin.action(description=gettext_lazy("Give a day more for this turn"))
    def extend(self, request: HttpRequest, queryset: QuerySet[Seat]) -> None:
        """Extend the turns of chosen seats that are to move."""
        by, now = cast("Player", request.user), timezone.now()
        for seat in queryset.select_related("game"):
            game_id, index = seat.game_id, seat.index
            with told(self, request, seat):
                extend_deadline(
                    game_id=game_id, seat=index, time=DAY, by=by, now=now, reason="admin"
                )

    @admin.action(description=gettext_lazy("Time is up: do what the game has agreed on"))
    def time_out(self, request: HttpRequest, queryset: QuerySet[Seat]) -> None:
        """Carry out a time-out of chosen seats that are to move, before their deadlines."""
        by, now = cast("Player", request.user), timezone.now()
        for seat in queryset.select_related("game"):
            game_id, index = seat.game_id, seat.index
            with told(self, request, seat):
                force_time_out(game_id=game_id, seat=index, by=by, now=now, reason="admin")


@admin.register(GamePause)
class GamePauseAdmin(ReadOnlyAdmin):
    """Stretches in which the clock of a game stood."""

    list_display = ("game", "kind", "reason", "from_at", "to_at")
    list_filter = ("kind", "from_at")
    search_fields = ("=game__id", "game__name")
    ordering = ("-id",)
    list_select_related = ("game",)


@admin.register(Vacation)
class VacationAdmin(ReadOnlyAdmin):
    """Days that players have announced to be away."""

    list_display = ("player", "from_at", "to_at", "announced_at", "cancelled_at")
    list_filter = ("from_at",)
    search_fields = ("player__name",)
    ordering = ("-id",)
    list_select_related = ("player",)


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    """When the site was down, and how many deadlines were moved."""

    list_display = ("service", "from_at", "to_at", "moved")
    list_filter = ("service", "from_at")
    ordering = ("-id",)


@admin.register(SignOfLife)
class SignOfLifeAdmin(ReadOnlyAdmin):
    """When each part of the site was last known to work."""

    list_display = ("service", "alive_at")
    ordering = ("service",)


@admin.register(TimeOut)
class TimeOutAdmin(ReadOnlyAdmin):
    """Turns whose time was up, and what became of them."""

    list_display = ("game", "seat", "player", "move", "deadline_at", "outcome", "at")
    list_filter = ("outcome", "at")
    search_fields = ("=game__id", "game__name", "player__name")
    ordering = ("-id",)
    list_select_related = ("game", "seat__player", "player")
    shown_as = {"turn": "move"}
    move = counted("turn", gettext_lazy("turn"))
