"""The rules of a league as directors change them: numbers for points, choices for tie-breaks."""

from __future__ import annotations

import copy
import hashlib
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from games.competition.standings import InvalidResult, PointRule
from games.forms.clocks import PaceForm
from games.forms.desk import ReasonForm
from games.forms.leagues import check_points_fit
from games.models import MOST_POINTS, League, Pairing, TieBreak
from games.selectors.desk_log import value_words
from games.selectors.divisions import usual_of

RULES: Final = (
    "name", "description", "table_size", "wall", "pace", "timeout_policy", "pairing", "games_each",
    "bye_points", "promoted", "relegated", "smallest_division", "largest_division", "is_rated",
    "has_duplicate_deals", "rounds_at_once", "round_days", "proposal_days", "entry_days",
    "carries_over",
)  # fmt: skip
CHANGEABLE: Final = (*RULES, "points", "tie_breaks")


class RulesForm(PaceForm):
    """The rules that directors may change themselves."""

    class Meta:
        model = League
        fields = RULES

    were = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)
    """The rules when the page was read: what somebody else has written since isn't overwritten."""

    def __init__(self, data: Any = None, *, instance: League) -> None:
        self.stored = {name: getattr(instance, name) for name in CHANGEABLE}
        super().__init__(data, instance=instance)
        self.fields["were"].initial = self._written()
        self.fields["reason"] = copy.deepcopy(ReasonForm.base_fields["reason"])
        self._shorten_choices()
        # Cleaning writes into the instance.
        self.was = {"points": instance.points, "tie_breaks": list(instance.tie_breaks)}
        self.sizes = range(2, instance.table_size + 1)
        self.fields["pace"].help_text = _(
            "3d: three days for each move; 12h: twelve hours. 5d+12h: a bank of five days, and twelve hours more "
            "with each move. total 20d: twenty days for all moves."
        )
        for size in self.sizes:
            self._ask_points(size)
        choices = [("", _("nothing more")), *TieBreak.choices]
        for number, _value in enumerate(TieBreak, start=1):
            chosen = self.was["tie_breaks"][number - 1 : number]
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=_("Tie-break %(number)d") % {"number": number},
                choices=choices,
                required=False,
                initial=chosen[0] if chosen else "",
            )

    def _shorten_choices(self) -> None:
        """Write the longest pairing so that it fits a phone; a select doesn't wrap."""
        field = self.fields["pairing"]
        choices = [
            (value, _("three and four at a table, mixed") if value == Pairing.MIXED else label)
            for value, label in Pairing.choices
        ]
        field.choices = field.widget.choices = choices  # type: ignore[attr-defined]

    def _ask_points(self, size: int) -> None:
        """Ask what each place at tables of so many players brings; empty is the usual."""
        own = self.was["points"].get(str(size), [])
        for place, usual in enumerate(usual_of(self.instance)(size), start=1):
            self.fields[f"points_{size}_{place}"] = forms.IntegerField(
                label=_("Place %(place)d") % {"place": place},
                required=False,
                min_value=0,
                max_value=MOST_POINTS,
                initial=own[place - 1] if own else None,
                widget=forms.NumberInput(attrs={"placeholder": str(usual)}),
            )

    @property
    def usual_words(self) -> str:
        """What places bring where the league doesn't say it."""
        if self.instance.pairing == Pairing.MIXED:
            return _(
                "Empty: six points for the first at any table, none for the last, evenly between them."
            )
        return _("Empty: two points for each opponent beaten, one for each tied with.")

    @property
    def plain(self) -> list[BoundField]:
        """The fields that stand by themselves, in order."""
        return [self[name] for name in self.Meta.fields]

    @property
    def point_rows(self) -> list[tuple[int, list[BoundField]]]:
        """For each table size the fields of its places."""
        return [
            (size, [self[f"points_{size}_{place}"] for place in range(1, size + 1)])
            for size in self.sizes
        ]

    @property
    def tie_break_fields(self) -> list[BoundField]:
        """What decides first, second and so on."""
        return [self[f"tie_break_{number}"] for number in range(1, len(TieBreak) + 1)]

    def clean(self) -> dict[str, Any]:
        """Put points and tie-breaks together."""
        cleaned: dict[str, Any] = super().clean() or {}
        points: dict[str, Any] = {
            size: own for size, own in self.was["points"].items() if int(size) not in self.sizes
        }
        for size in self.sizes:
            given = [cleaned.get(f"points_{size}_{place}") for place in range(1, size + 1)]
            if any(number is not None for number in given):
                points[str(size)] = self._checked(size, given)
        try:
            check_points_fit(points, cleaned.get("pairing"))
        except forms.ValidationError as fault:
            self.add_error("points_2_1", fault)
        names = [cleaned.get(f"tie_break_{number}") for number in range(1, len(TieBreak) + 1)]
        order = [name for name in names if name]
        if len(set(order)) < len(order):
            self.add_error("tie_break_1", _("Choose each tie-break once."))
        cleaned |= {"points": points, "tie_breaks": order}
        self._check_fresh(cleaned)
        return cleaned

    def _written(self) -> str:
        """Return a digest of each rule, in order."""
        return "|".join(
            hashlib.sha256(repr(value).encode()).hexdigest()[:12] for value in self.stored.values()
        )

    def _check_fresh(self, cleaned: dict[str, Any]) -> None:
        """Refuse a form read before somebody else changed the rules; say what stands there now."""
        were, now_written = cleaned.get("were") or "", self._written()
        if were in {"", now_written}:
            return
        self.add_error(
            None,
            _(
                "Somebody has changed the rules since you opened this page. Nothing was saved: look again."
            ),
        )
        pairs = zip(CHANGEABLE, were.split("|"), now_written.split("|"), strict=False)
        for name in [name for name, old, new in pairs if old != new]:
            words = {"at": value_words(League._meta.get_field(name), self.stored[name])}  # noqa: SLF001 - Django's documented way to fields
            shown_at = {"points": "points_2_1", "tie_breaks": "tie_break_1"}.get(name, name)
            self.add_error(shown_at, _("There now stands: %(at)s.") % words)
        self.data = {**self.data.dict(), "were": now_written}  # type: ignore[attr-defined]

    def _checked(self, size: int, given: list[Any]) -> list[Any]:
        """Return the points of a table size; a fault stands at the first place."""
        first = f"points_{size}_1"
        if self.has_error(first) or None in given:
            if not any(self.has_error(f"points_{size}_{place}") for place in range(1, size + 1)):
                self.add_error(first, _("Give points for every place, or for none."))
            return []
        try:
            PointRule({size: given})
        except InvalidResult:
            self.add_error(first, _("No place may bring more than the one before it."))
        return given

    def arguments(self) -> dict[str, Any]:
        """Return what the action of the desk is told; call it on a valid form."""
        new = self.changes()
        changed = {name: [self.stored[name], value] for name, value in new.items()}
        changed = {name: pair for name, pair in changed.items() if pair[0] != pair[1]}
        return {"rules": sorted(changed), "changes": changed}

    def changes(self) -> dict[str, Any]:
        """Return the fields that were changed, with their new values; call it on a valid form."""
        changed = {
            name: self.cleaned_data[name] for name in self.changed_data if name in self.Meta.fields
        }
        both = {name: self.cleaned_data[name] for name in self.was}
        return changed | {name: new for name, new in both.items() if new != self.was[name]}
