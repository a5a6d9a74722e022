"""Deals that tables share: that they are there, and whether they are open; the seed stands with the games then."""

from __future__ import annotations

from django.contrib import admin

from games.admin.careful import ReadOnlyAdmin
from games.models import Deal


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Tiles that all tables of one size in a round of a division play with; staff may sit at one of them."""

    list_display = ("id", "division", "round", "players", "opened_at")
    list_filter = (("opened_at", admin.EmptyFieldListFilter), "players")
    search_fields = ("=games__id", "division__name", "division__season__league__name")
    ordering = ("-id",)
    list_select_related = ("division",)
    secret_fields = ("seed",)
    exclude = ("seed",)
