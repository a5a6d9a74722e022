"""Who did what, and why: to look at."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.careful import ReadOnlyAdmin
from games.models import Action, AuditEntry


class ActionFilter(admin.SimpleListFilter):
    """Chooses entries by what was done, in words."""

    title = _("action")
    parameter_name = "action"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return every action with its words."""
        del request, model_admin
        return list(Action.choices)

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        """Keep entries of the chosen action."""
        del request
        return queryset.filter(action=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """Audit entries."""

    list_display = ("at", "act", "actor", "game", "reason")
    list_filter = (ActionFilter, "at")
    search_fields = ("=game__id", "game__name", "actor__name", "actor__email", "action", "reason")
    ordering = ("-id",)
    date_hierarchy = "at"
    list_select_related = ("actor", "game")
    shown_as = {"action": "act", "details": "particulars"}

    @admin.display(description=_("action"), ordering="action")
    def act(self, entry: AuditEntry) -> str:
        """Say in words what was done."""
        return entry.title

    @admin.display(description=_("details"))
    def particulars(self, entry: AuditEntry) -> str:
        """Return the details as JSON, seats numbered as people count."""
        told = {name: _counted(name, value) for name, value in entry.details.items()}
        return json.dumps(told, ensure_ascii=False) if told else ""


def _counted(name: str, value: Any) -> Any:
    """Return a detail; seats, kept from 0, are told from 1. A number of `seats` is one already."""
    if name == "seat" and isinstance(value, int):
        return value + 1
    if name == "seats" and isinstance(value, list):
        return [seat + 1 for seat in value]
    return value
