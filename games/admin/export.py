"""Chosen rows of the admin as a file for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import display_for_field, label_for_field, lookup_field
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy

from games.selectors.season_csv import harmless

__all__ = ["export_csv"]


@admin.action(description=gettext_lazy("Save as a file for spreadsheets (CSV)"))
def export_csv(model: Any, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse:
    """Return the columns of the list for chosen rows."""
    names = [name for name in model.get_list_display(request) if name != "page"]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([str(label_for_field(name, model.model, model)) for name in names])
    for row in queryset.iterator(chunk_size=500):
        writer.writerow([harmless(_value(model, row, name)) for name in names])
    response = HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{model.opts.model_name}.csv"'
    return response


def _value(model: Any, row: Any, name: str) -> str:
    """Write a column of a row as the list shows it."""
    field, _attribute, value = lookup_field(name, row, model)
    if value is None:
        return ""
    if field is None or field.is_relation:
        return strip_tags(str(value))
    return str(display_for_field(value, field, ""))
