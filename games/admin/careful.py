"""What our admin pages have in common: rows to look at only, and saves that touch what was changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.db import models
from django.forms import ModelForm
from django.http import HttpRequest


def counted(field: str, label: Any) -> Callable[[Any, models.Model], Any]:
    """Return a column for a number kept from 0 that shows it as people count, from 1."""

    @admin.display(description=label, ordering=field)
    def number(page: Any, row: models.Model) -> Any:
        value = getattr(row, field)
        return page.get_empty_value_display() if value is None else value + 1

    return number


class DiscreetAdmin(admin.ModelAdmin):
    """Pages that don't answer guesses: Django lets anybody who sees a list filter it by any own field."""

    secret_fields: tuple[str, ...] = ()
    # Columns shown on a row's page instead of fields: {"index": "number"}.
    shown_as: ClassVar[Mapping[str, str]] = {}
    list_per_page = 50
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse filters such as `?seed__startswith=a`, which would tell a secret letter by letter."""
        if lookup.split("__", maxsplit=1)[0] in self.secret_fields:
            return False
        return super().lookup_allowed(lookup, value, request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Return read-only fields and the columns shown instead of fields."""
        return (*super().get_readonly_fields(request, obj), *self.shown_as.values())

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the fields in their order, with the columns in their stead."""
        names = super().get_fields(request, obj)
        columns = set(self.shown_as.values())
        return [self.shown_as.get(str(name), name) for name in names if name not in columns]


class KeptRowsAdmin(DiscreetAdmin):
    """Rows that only services add and that nobody deletes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only services write these rows."""
        del request
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Keep every row."""
        del request, obj
        return False


class ReadOnlyAdmin(KeptRowsAdmin):
    """Rows that are history: to look at, never to add, change or delete."""

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Show rows to whom may view them, without a form."""
        del request, obj
        return False


class CarefulAdmin(DiscreetAdmin):
    """Rows that services change as well.

    A save writes the fields changed in the form only, so that a form opened before a move doesn't
    put the table back to where it was.
    """

    def save_model(self, request: HttpRequest, obj: Any, form: ModelForm, change: bool) -> None:  # noqa: FBT001
        """Write what was changed and nothing else."""
        if not change:
            super().save_model(request, obj, form, change)
        elif form.changed_data:
            columns = {field.name for field in self.opts.concrete_fields}
            obj.save(update_fields=columns.intersection(form.changed_data))


class ReadOnlyInline(admin.TabularInline):
    """Rows of another table, to look at only."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Only services write these rows."""
        del request, obj
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Show rows without a form."""
        del request, obj
        return False
