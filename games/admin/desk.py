"""What directors did in their leagues: to look at, and to search."""

from __future__ import annotations

from django.contrib import admin

from games.admin.careful import ReadOnlyAdmin
from games.models import DirectorAction


@admin.register(DirectorAction)
class DirectorActionAdmin(ReadOnlyAdmin):
    """Actions of directors with their reasons, and what undid them."""

    list_display = ("at", "league", "season", "kind", "by", "reason", "undone_at")
    list_filter = ("league", "kind", ("undone_at", admin.EmptyFieldListFilter), "at")
    search_fields = ("by__name", "reason", "league__name", "season__league__slug")
    ordering = ("-id",)
    list_select_related = ("league", "season", "by")
    fields = (
        "at", "league", "season", "kind", "arguments", "by", "reason", "undone_at", "undone_by",
        "undo_reason",
    )  # fmt: skip
