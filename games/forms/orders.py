"""The form of standing orders: some picks in order of preference, and at what to stop."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.models.orders import MOST_PICKS, MOST_STOPS
from games.selectors.orders import OrderView

NOTHING = [("", "–")]


class OrderForm(forms.Form):
    """Up to five picks, each as tiles and line, and up to three kinds of tiles to stop at."""

    def __init__(self, data: QueryDict | None = None, *, view: OrderView) -> None:
        """Make the form with what can be ordered now."""
        super().__init__(data, auto_id="order_%s", initial=_initial(view))
        takes, lines = [*NOTHING, *view.takes], [*NOTHING, *view.lines]
        for number in range(1, MOST_PICKS + 1):
            self.fields[f"take_{number}"] = _choice(_("Tiles"), takes)
            self.fields[f"line_{number}"] = _choice(_("Line"), lines)
        for number in range(1, MOST_STOPS + 1):
            self.fields[f"stop_{number}"] = _choice(_("Stop at"), takes)

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The picks, most wished for first, for the template."""
        return [(self[f"take_{n}"], self[f"line_{n}"]) for n in range(1, MOST_PICKS + 1)]

    @property
    def stop_fields(self) -> list[forms.BoundField]:
        """What to stop at, for the template."""
        return [self[f"stop_{number}"] for number in range(1, MOST_STOPS + 1)]

    @property
    def picks(self) -> list[str]:
        """The picks as notation."""
        pairs = [
            (self.cleaned_data[f"take_{n}"], self.cleaned_data[f"line_{n}"])
            for n in range(1, MOST_PICKS + 1)
        ]
        return [take + line for take, line in pairs if take]

    @property
    def stops(self) -> list[str]:
        """The tiles to stop at."""
        values = [self.cleaned_data[f"stop_{number}"] for number in range(1, MOST_STOPS + 1)]
        return [value for value in values if value]

    def clean(self) -> dict[str, Any]:
        """Ask for both parts of each pick."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for number in range(1, MOST_PICKS + 1):
            take, line = cleaned.get(f"take_{number}"), cleaned.get(f"line_{number}")
            if take and not line:
                self.add_error(f"line_{number}", _("Choose a line for the tiles."))
            elif line and not take and f"take_{number}" not in self.errors:
                self.add_error(f"take_{number}", _("Choose the tiles to take."))
        return cleaned


def _choice(label: Any, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    gone = _("These tiles aren't there any more. Choose again.")
    return forms.ChoiceField(
        label=label, choices=choices, required=False, error_messages={"invalid_choice": gone}
    )


def _initial(view: OrderView) -> dict[str, str]:
    """Return the field values of the orders that are kept."""
    values = {}
    for number, pick in enumerate(view.picks, start=1):
        values[f"take_{number}"], values[f"line_{number}"] = pick[:2], pick[2:]
    for number, stop in enumerate(view.stops, start=1):
        values[f"stop_{number}"] = stop
    return values
