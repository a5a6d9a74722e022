"""What of a league can be written by hand, and whether its rules hold together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.competition.standings.results import are_for_every_size
from games.forms.clocks import PaceForm
from games.forms.founding import ADDRESS_WORDS, TAKEN
from games.models import League, Pairing, TieBreak, check_points


def check_points_fit(points: Mapping[str, Any], pairing: str | None) -> None:
    """Raise ValidationError if results at tables of different sizes couldn't be compared."""
    if pairing == Pairing.MIXED and not are_for_every_size({int(size): [] for size in points}):
        raise forms.ValidationError(
            _(
                "At tables of three and four give points for tables of 2, 3 and 4, or for none: what is "
                "won at one must compare with what is won at another."
            )
        )


class LeagueForm(PaceForm):
    """A league's rules; lists and points are checked before they decide places."""

    class Meta:
        model = League
        fields = (
            "name", "slug", "description", "directors", "table_size", "wall", "pace",
            "timeout_policy", "pairing", "games_each", "rounds_at_once", "round_days", "points",
            "bye_points", "tie_breaks", "promoted", "relegated", "smallest_division",
            "largest_division", "proposal_days", "entry_days", "carries_over", "followers", "is_rated",
            "has_duplicate_deals",
        )  # fmt: skip
        error_messages = ADDRESS_WORDS

    def clean_slug(self) -> str:
        """Return the address unless a page of the desk has it."""
        slug = str(self.cleaned_data["slug"])
        if slug in TAKEN:
            raise forms.ValidationError(_("Choose another address: this one is in use."))
        return slug

    def clean_tie_breaks(self) -> list[str]:
        """Return the tie-breaks in order, each known and named once."""
        chosen: Any = self.cleaned_data["tie_breaks"] or []
        is_list = isinstance(chosen, list) and all(isinstance(one, str) for one in chosen)
        if (
            not is_list
            or len(set(chosen)) != len(chosen)
            or not set(chosen) <= set(TieBreak.values)
        ):
            names = ", ".join(f'"{value}"' for value in TieBreak.values)
            raise forms.ValidationError(
                _("Give a list of these, each at most once: %(names)s") % {"names": names}
            )
        return list(chosen)

    def clean_points(self) -> dict[str, list[int]]:
        """Return points by table size, as many as places and not rising."""
        points: dict[str, list[int]] = self.cleaned_data["points"] or {}
        check_points(points)
        return points

    def clean(self) -> dict[str, Any]:
        """Check what two fields say together."""
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            check_points_fit(cleaned.get("points") or {}, cleaned.get("pairing"))
        except forms.ValidationError as fault:
            self.add_error("points", fault)
        return cleaned
