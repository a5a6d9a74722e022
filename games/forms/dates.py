"""The dates from which the server takes the steps of a season, as directors write them."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _

from games.forms.desk import ActionForm
from games.models import FIRST_YEAR, LAST_YEAR, Season, Step
from games.services.desk import DATES, name_of_date, when

_STEP_OF: Final = {step.due_field: step for step in Step if step.due_field and step != Step.DRAW}


class DatesForm(ActionForm):
    """When the server takes the steps of a season by itself, in the reader's time zone.

    `were` are the dates when the page was read: what somebody else has written since isn't overwritten.
    """

    were = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, season: Season, **more: Any) -> None:
        self.now = timezone.now()
        self.was = {name: getattr(season, name) for name in DATES}
        super().__init__(data, season=season, **more)
        self.fields["were"].initial = self._written()

    def _ask_dates(self) -> None:
        for name in DATES:
            field = Season._meta.get_field(name)  # noqa: SLF001 - Django's documented way to fields
            self.fields[name] = forms.DateTimeField(
                label=name_of_date(name),
                help_text=field.help_text,  # type: ignore[union-attr]
                required=False,
                initial=self.was[name],
                widget=forms.DateTimeInput(
                    attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
                ),
            )

    def _told_dates(self) -> dict[str, Any]:
        new = {name: at for name, at in self._dates().items() if at != self.was[name]}
        return {"changes": {name: [_iso(self.was[name]), _iso(at)] for name, at in new.items()}}

    def clean(self) -> dict[str, Any]:
        """Refuse dates that no season has, new ones that are past, steps out of order, and stale forms."""
        cleaned: dict[str, Any] = super().clean() or {}
        for name in DATES:
            if _same_minute(cleaned.get(name), self.was[name]):
                cleaned[name] = self.was[name]
            elif cleaned.get(name) is not None:
                self._check_new(name, cleaned[name])
        self._check_order(cleaned)
        self._check_fresh(cleaned)
        if not self.errors and all(cleaned.get(name) == self.was[name] for name in DATES):
            self.add_error(None, _("These are the dates that stand there already."))
        return cleaned

    def _dates(self) -> dict[str, datetime | None]:
        return {name: self.cleaned_data.get(name) for name in DATES}

    def _written(self) -> str:
        return "|".join(_iso(at) or "" for at in self.was.values())

    def _check_fresh(self, cleaned: dict[str, Any]) -> None:
        """Refuse a form read before somebody else changed the dates; say what stands there now."""
        were = cleaned.get("were") or ""
        told = were.split("|")
        if were == self._written() or len(told) != len(DATES):
            return
        self.add_error(
            None,
            _(
                "Somebody has changed the dates since you opened this page. Nothing was saved: look again."
            ),
        )
        for name, old in zip(DATES, told, strict=True):
            if old != (_iso(self.was[name]) or ""):
                now_there = {"at": when(self.was[name])}
                self.add_error(name, _("There now stands: %(at)s.") % now_there)
        self.data = {**self.data.dict(), "were": self._written()}  # type: ignore[attr-defined]

    def _check_new(self, name: str, at: datetime) -> None:
        # The year comes first: what lies far out can't be told in another time zone.
        if not FIRST_YEAR <= at.year <= LAST_YEAR:
            words = {"first": FIRST_YEAR, "last": LAST_YEAR}
            text = _("Give a year from %(first)d to %(last)d.") % words
            self.add_error(name, text)
        elif timezone.localdate(at) < timezone.localdate(self.now):
            self.add_error(
                name, _("This day is past. Give today or a later one, or leave it empty.")
            )

    def _check_order(self, cleaned: dict[str, Any]) -> None:
        """Compare the dates of steps that are still to come."""
        # A copy: an error takes the date out of what is cleaned.
        ahead = {
            name: cleaned[name]
            for name in DATES
            if cleaned.get(name) is not None and self.season.done_at(_STEP_OF[name]) is None
        }
        for first, second in pairwise(ahead):
            is_new = any(ahead[name] != self.was[name] for name in (first, second))
            if is_new and ahead[second] < ahead[first]:
                words = {"second": self.fields[second].label, "first": self.fields[first].label}
                self.add_error(second, _("“%(second)s” can’t come before “%(first)s”.") % words)


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _same_minute(one: datetime | None, other: datetime | None) -> bool:
    """Tell whether two times are written the same way: the form knows no seconds."""
    if one is None or other is None:
        return one is other
    return one == other.replace(second=0, microsecond=0)
