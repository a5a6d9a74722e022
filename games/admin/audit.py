"""Who did what, and why: to look at."""

from __future__ import annotations

from django.contrib import admin

from games.admin.careful import ReadOnlyAdmin
from games.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Audit entries."""

    list_display = ("at", "action", "actor", "game", "reason")
    list_filter = ("action", "at")
    search_fields = ("=game__id", "game__name", "actor__name", "actor__email", "action", "reason")
    ordering = ("-id",)
    date_hierarchy = "at"
    list_select_related = ("actor", "game")
