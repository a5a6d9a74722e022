"""Forms about time: vacations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def _day(label: StrOrPromise) -> forms.DateField:
    return forms.DateField(
        label=label,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date", "placeholder": "YYYY-MM-DD"}),
        error_messages={
            "required": _("Give a day."),
            "invalid": _("Write the day as year-month-day, like 2026-12-24."),
        },
    )


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first = _day(_("First day"))
    last = _day(_("Last day"))
