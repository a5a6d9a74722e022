"""Pauses, vacations, outages and time-outs, to look at."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy

from games.admin.careful import ReadOnlyAdmin, counted
from games.models import GamePause, Outage, SignOfLife, TimeOut, Vacation


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
