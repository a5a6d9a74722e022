"""Forms about time: vacations, and a pace written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from games.competition.clock import InvalidPace, parse_pace
from games.services.errors import pace_sentence

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


class PaceForm(forms.ModelForm):  # type: ignore[type-arg]
    """Anything with a pace, which has to be one the clock can read."""

    def clean_pace(self) -> str:
        """Return the pace, written as the clock reads it."""
        pace = str(self.cleaned_data["pace"]).strip().lower()
        try:
            parse_pace(pace)
        except InvalidPace as fault:
            raise forms.ValidationError(pace_sentence(fault)) from None
        return pace


class VacationForm(forms.Form):
    """The first and the last day of a vacation."""

    first = _day(_("First day"))
    last = _day(_("Last day"))
