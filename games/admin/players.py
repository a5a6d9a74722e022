"""Players: closing accounts, staff rights, failing addresses. No passwords: there are none."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.accounts import AccountPages
from games.admin.careful import CarefulAdmin
from games.forms.players import time_zones
from games.models import Player

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class PlayerForm(forms.ModelForm):
    """A player's fields, language and time zone as choices."""

    language = forms.ChoiceField(label=_("language"), choices=lambda: settings.LANGUAGES)
    time_zone = forms.ChoiceField(label=_("time zone"), choices=time_zones, initial="UTC")


@admin.register(Player)
class PlayerAdmin(AccountPages, CarefulAdmin):
    """People with an account."""

    form = PlayerForm
    list_display = ("name", "email", "notices", "is_active", "mail_failing_at", "joined_at")
    list_filter = (
        "is_active",
        "is_staff",
        "notices",
        ("mail_failing_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("name", "email")
    secret_fields = ("password",)
    ordering = ("-joined_at",)
    date_hierarchy = "joined_at"
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("name", "email", "is_active")}),
        (
            _("Preferences"),
            {
                "fields": (
                    "language",
                    "time_zone",
                    "notices",
                    "summaries",
                    "stands_in",
                    "mail_failing_at",
                )
            },
        ),
        (_("Rights"), {"fields": RIGHTS}),
        (_("Dates"), {"fields": ("joined_at", "last_login")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep the address once it is known, and rights from all but superusers."""
        # To stand in for others is a word of the player's own.
        fields: tuple[str, ...] = ("joined_at", "last_login", "stands_in")
        if obj is not None:
            # Links sent to the old address would go on opening seats, and sign-in codes reach a stranger.
            fields += ("email",)
        if not _is_superuser(request):
            fields += RIGHTS
        return fields

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001
        """Write a new player without a password."""
        if not change:
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Keep superusers' accounts from staff who are none."""
        if obj is not None and obj.is_superuser and not _is_superuser(request):
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Keep every row: accounts are erased on a page of their own, games and results stay."""
        del request, obj
        return False

    def has_erase_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let staff erase who have Django's right to delete; superusers' accounts only superusers."""
        if obj is not None and obj.is_superuser and not _is_superuser(request):
            return False
        return super().has_erase_permission(request, obj)


def _is_superuser(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))
