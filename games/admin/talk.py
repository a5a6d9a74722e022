"""Messages and notes: that they are there, never what they say."""

from __future__ import annotations

from django.contrib import admin

from games.admin.careful import ReadOnlyAdmin
from games.models import Message, Note


@admin.register(Message)
class MessageAdmin(ReadOnlyAdmin):
    """Messages at tables; only the table reads them."""

    list_display = ("id", "game", "seat", "created_at")
    list_filter = ("created_at",)
    search_fields = ("=game__id", "game__name", "seat__player__name")
    ordering = ("-id",)
    list_select_related = ("game", "seat__player")
    secret_fields = ("text",)
    exclude = ("text",)


@admin.register(Note)
class NoteAdmin(ReadOnlyAdmin):
    """Players' own notes; only their writers read them."""

    list_display = ("id", "seat", "updated_at")
    list_filter = ("updated_at",)
    search_fields = ("=seat__game__id", "seat__game__name", "seat__player__name")
    ordering = ("-id",)
    list_select_related = ("seat__player",)
    secret_fields = ("text",)
    exclude = ("text",)
