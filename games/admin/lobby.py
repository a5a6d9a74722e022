"""Invitations and who wants no more of them: to look at; a block can be lifted at its owner's wish."""

from __future__ import annotations

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.careful import ReadOnlyAdmin, counted
from games.models import Invitation, InvitationBlock


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Invitations to tables."""

    list_display = (
        "game",
        "number",
        "inviter",
        "player",
        "email",
        "state",
        "created_at",
        "answered_at",
    )
    list_filter = ("state", "created_at")
    search_fields = ("=game__id", "game__name", "inviter__name", "player__name", "email")
    ordering = ("-id",)
    list_select_related = ("game", "inviter", "player")
    shown_as = {"index": "number"}
    number = counted("index", _("seat"))


@admin.register(InvitationBlock)
class InvitationBlockAdmin(ReadOnlyAdmin):
    """Wishes to get no more invitations from somebody."""

    list_display = ("email", "player", "inviter", "created_at")
    list_filter = ("created_at",)
    search_fields = ("email", "player__name", "inviter__name")
    ordering = ("-id",)
    list_select_related = ("inviter", "player")

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Let staff lift a block who have Django's right to."""
        del obj
        return bool(request.user.has_perm("games.delete_invitationblock"))
