"""Ratings and what changed them: to look at. `manage.py ratings` reckons them anew."""

from __future__ import annotations

from django.contrib import admin

from games.admin.careful import ReadOnlyAdmin
from games.models import Rating, RatingChange, RatingLedger


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """How strong players are."""

    list_display = ("player", "shown", "is_provisional", "games", "forfeits", "mu", "sigma")
    list_filter = ("is_provisional",)
    search_fields = ("player__name", "player__email")
    ordering = ("-shown", "id")
    list_select_related = ("player",)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """What each game did to each of its players' ratings."""

    list_display = ("player", "game", "at", "place", "is_forfeit", "shown_before", "shown")
    list_filter = ("is_forfeit", "at")
    search_fields = ("player__name", "player__email", "=game__id")
    ordering = ("-id",)
    list_select_related = ("player", "game")


@admin.register(RatingLedger)
class RatingLedgerAdmin(ReadOnlyAdmin):
    """How far games have been rated."""

    list_display = ("at", "number")
    search_fields = ("=number",)
