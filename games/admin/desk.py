"""What directors did in their leagues: to look at, and to search."""

from __future__ import annotations

from django.contrib import admin

from games.admin.careful import ReadOnlyAdmin
from games.models import Appeal, DirectorAction


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


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    """What players ask the directors of their leagues, and the answers."""

    list_display = ("asked_at", "player", "fixture", "about", "answered_at", "answered_by")
    list_filter = ("about", ("answered_at", admin.EmptyFieldListFilter), "asked_at")
    search_fields = ("player__name", "fixture__division__season__league__name")
    ordering = ("-id",)
    list_select_related = ("player", "fixture", "answered_by")
