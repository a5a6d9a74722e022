"""Forms of the director's desk: what an action asks, and why it is done."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Season
from games.selectors.people import NoSuchPlayer, person_named
from games.services.desk.divisions import MESSAGE_LENGTH
from games.services.desk.kinds import Kind
from games.services.desk.running import REASON_LENGTH

FORFEIT = "forfeit"


class ReasonForm(forms.Form):
    """Why; it stands in the public log."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        help_text=gettext_lazy("It stands in the league’s public log, with your name."),
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": gettext_lazy("Give a reason.")},
    )


class ActionForm(ReasonForm):
    """What an action of this kind asks about its subject. `people` are the names at a table."""

    field_order = ()

    def __init__(
        self,
        data: Any = None,
        *,
        kind: Kind,
        season: Season,
        people: tuple[str, ...] = (),
        subject: dict[str, Any],
    ) -> None:
        super().__init__(data)
        self.kind, self.season, self.people, self.subject = kind, season, people, subject
        for name in kind.asks:
            getattr(self, f"_ask_{name}")()
        self.order_fields([*[name for name in self.fields if name != "reason"], "reason"])

    def arguments(self) -> dict[str, Any]:
        """Return what the action is told; call it on a valid form."""
        chosen: dict[str, Any] = dict(self.subject)
        for name in self.kind.asks:
            chosen |= getattr(self, f"_told_{name}")()
        return chosen

    def _ask_hours(self) -> None:
        self.fields["hours"] = forms.IntegerField(
            label=_("Hours"), min_value=1, max_value=720, initial=24,
            error_messages={
                "required": _("Give a number of hours."), "invalid": _("Give a number of hours.")
            },
        )  # fmt: skip

    def _told_hours(self) -> dict[str, Any]:
        return {"hours": self.cleaned_data["hours"]}

    def _ask_places(self) -> None:
        places = [(str(place), str(place)) for place in range(1, len(self.people) + 1)]
        for index, name in enumerate(self.people):
            self.fields[f"place_{index}"] = forms.ChoiceField(
                label=_("Place of %(name)s") % {"name": name},
                choices=[("", "–"), *places, (FORFEIT, _("forfeited"))],
                error_messages={"required": _("Choose a place.")},
            )

    def _told_places(self) -> dict[str, Any]:
        chosen = [self.cleaned_data[f"place_{index}"] for index in range(len(self.people))]
        return {
            "places": [0 if each == FORFEIT else int(each) for each in chosen],
            "forfeits": [index for index, each in enumerate(chosen) if each == FORFEIT],
        }

    def _ask_text(self) -> None:
        self.fields["text"] = forms.CharField(
            label=_("Message"), max_length=MESSAGE_LENGTH, widget=forms.Textarea(attrs={"rows": 5}),
            help_text=_("Only its players get it; the log says that you wrote, not what."),
            error_messages={"required": _("Write something first.")},
        )  # fmt: skip

    def _told_text(self) -> dict[str, Any]:
        return {"text": self.cleaned_data["text"]}

    def _ask_player(self) -> None:
        self.fields["player"] = forms.CharField(
            label=_("Player’s name"), max_length=30,
            error_messages={"required": _("Give a name.")},
        )  # fmt: skip

    def clean_player(self) -> str:
        """Return the name of somebody who plays here."""
        name = str(self.cleaned_data["player"]).strip()
        try:
            self.player = person_named(name)
        except NoSuchPlayer:
            raise forms.ValidationError(_("Nobody of this name plays here.")) from None
        return name

    def _told_player(self) -> dict[str, Any]:
        return {"player_id": self.player.pk, "player": self.player.name}

    def _divisions(self, but: int = 0) -> list[tuple[str, str]]:
        found = self.season.divisions.order_by("level").exclude(pk=but)
        return [(str(pk), name) for pk, name in found.values_list("pk", "name")]

    def _ask_division(self) -> None:
        choices = self._divisions()
        if choices:
            self.fields["division"] = forms.ChoiceField(
                label=_("Division"), choices=[("", "–"), *choices],
                error_messages={"required": _("Choose a division.")},
            )  # fmt: skip

    def _told_division(self) -> dict[str, Any]:
        chosen = self.cleaned_data.get("division")
        return {"division": int(chosen)} if chosen else {}

    def _ask_to(self) -> None:
        self.fields["to"] = forms.ChoiceField(
            label=_("To"), choices=self._divisions(self.subject.get("division", 0))
        )

    def _told_to(self) -> dict[str, Any]:
        chosen = self.cleaned_data["to"]
        name = dict(self.fields["to"].choices).get(chosen, "")  # type: ignore[attr-defined]
        return {"to": int(chosen), "to_name": name}
