"""The dates from which the server takes the steps of a season, as directors write them."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Season, Step

FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2100
_STEP_OF: Final = {
    "opens_at": Step.OPEN,
    "closes_at": Step.CLOSE,
    "publishes_at": Step.PUBLISH,
    "starts_at": Step.START,
}


class DatesForm(forms.ModelForm):  # type: ignore[type-arg]
    """When the server takes the steps of a season by itself, in the reader's time zone."""

    class Meta:
        model = Season
        fields = ("opens_at", "closes_at", "publishes_at", "starts_at")
        widgets = {
            name: forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
            for name in fields
        }

    def __init__(self, *args: Any, now: datetime, **more: Any) -> None:
        super().__init__(*args, **more)
        self.today = timezone.localdate(now)
        self.was = {name: getattr(self.instance, name) for name in self.fields}

    def clean(self) -> dict[str, Any]:
        """Refuse dates that no season has, new ones that are past, and steps out of their order."""
        cleaned: dict[str, Any] = super().clean() or {}
        for name in self.fields:
            if _same_minute(cleaned.get(name), self.was[name]):
                cleaned[name] = self.was[name]
            elif cleaned.get(name) is not None:
                self._check_new(name, cleaned[name])
        self._check_order(cleaned)
        return cleaned

    def faults(self) -> list[str]:
        """Return what is wrong, each with the name of its field."""
        return [
            f"{self.fields[name].label}: {fault}" if name in self.fields else str(fault)
            for name, found in self.errors.items()
            for fault in found
        ]

    def _check_new(self, name: str, at: datetime) -> None:
        # The year comes first: what lies far out can't be told in another time zone.
        if not FIRST_YEAR <= at.year <= LAST_YEAR:
            words = {"first": FIRST_YEAR, "last": LAST_YEAR}
            text = _("Give a year from %(first)d to %(last)d.") % words
            self.add_error(name, text)
        elif timezone.localdate(at) < self.today:
            self.add_error(
                name, _("This day is past. Give today or a later one, or leave it empty.")
            )

    def _check_order(self, cleaned: dict[str, Any]) -> None:
        """Compare the dates of steps that are still to come."""
        ahead = [
            name
            for name, step in _STEP_OF.items()
            if cleaned.get(name) is not None and self.instance.done_at(step) is None
        ]
        for first, second in pairwise(ahead):
            is_new = any(cleaned[name] != self.was[name] for name in (first, second))
            if is_new and cleaned[second] < cleaned[first]:
                words = {"second": self.fields[second].label, "first": self.fields[first].label}
                self.add_error(second, _("“%(second)s” can’t come before “%(first)s”.") % words)


def _same_minute(one: datetime | None, other: datetime | None) -> bool:
    """Tell whether two times are written the same way: the form knows no seconds."""
    if one is None or other is None:
        return one is other
    return one == other.replace(second=0, microsecond=0)
