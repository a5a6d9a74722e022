"""Changes of mail addresses: to look at; a player's page has the form that makes one."""

from __future__ import annotations

from django.contrib import admin

from games.admin.careful import ReadOnlyAdmin
from games.models import AddressChange


@admin.register(AddressChange)
class AddressChangeAdmin(ReadOnlyAdmin):
    """Who changed from where to where; kept for 30 days."""

    list_display = ("player", "old_email", "new_email", "state", "asked_at", "done_at")
    list_filter = ("state", "asked_at")
    search_fields = ("player__name", "old_email", "new_email")
    ordering = ("-id",)
    list_select_related = ("player",)
