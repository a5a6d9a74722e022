"""Forms of finding games, and fields that others share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Wall
from games.models.names import PLAYER_NAME_LENGTH, clean_name
from games.services.players import BadAddress, checked_address

# Beyond any game there will be, and inside what every database can compare.
HIGHEST_ID = 2**63 - 1

PACES = [
    ("12h", _("12 hours for each move")),
    ("1d", _("1 day for each move")),
    ("2d", _("2 days for each move")),
    ("3d", _("3 days for each move")),
    ("5d", _("5 days for each move")),
    ("7d", _("7 days for each move")),
    ("5d+12h<=7d", _("a bank of 5 days, 12 hours more with each move, up to 7 days")),
    ("10d+1d<=14d", _("a bank of 10 days, 1 day more with each move, up to 14 days")),
    ("total 20d", _("20 days for all moves of a player")),
]

# What a choice field complains of: nothing chosen, or what is not on its list.
CHOICE = ("required", "invalid_choice")
NO_NULLS = _("This holds a character that nobody can see. Type it anew.")


class AddressField(forms.CharField):
    """A mail address, in the form it is stored."""

    def __init__(self, **kwargs: Any) -> None:
        """Make a field that a phone shows with the right keyboard."""
        attrs = {"autocomplete": "off", "spellcheck": "false"}
        sentences = {
            "required": _("Give a mail address."),
            "max_length": _("This mail address is too long."),
            "null_characters_not_allowed": NO_NULLS,
        } | kwargs.pop("error_messages", {})
        super().__init__(
            widget=forms.EmailInput(attrs=attrs),
            max_length=254,
            error_messages=sentences,
            **kwargs,
        )

    def clean(self, value: Any) -> str:
        """Return the address, "" when nothing was typed."""
        text = str(super().clean(value))
        if not text:
            return ""
        try:
            return checked_address(text)
        except BadAddress as fault:
            raise forms.ValidationError(fault.message, code=fault.code) from None


class BrowseForm(forms.Form):
    """What the list of games may be narrowed to, and where its page begins."""

    status = forms.ChoiceField(
        label=_("Games"),
        required=False,
        choices=[
            ("", _("all")),
            ("open", _("to join")),
            ("live", _("in progress")),
            ("finished", _("finished")),
        ],
    )
    wall = forms.ChoiceField(
        label=_("Wall"), required=False, choices=[("", _("both walls")), *Wall.choices]
    )
    players = forms.ChoiceField(
        label=_("Players"),
        required=False,
        choices=[("", _("any number")), ("2", "2"), ("3", "3"), ("4", "4")],
    )
    player = forms.CharField(
        label=_("Player"),
        required=False,
        max_length=PLAYER_NAME_LENGTH,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    league = forms.ChoiceField(label=_("League"), required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=HIGHEST_ID)
    after = forms.IntegerField(required=False, min_value=0, max_value=HIGHEST_ID)

    def __init__(self, *args: Any, leagues: Iterable[tuple[str, str]] = (), **options: Any) -> None:
        """Make the form; `leagues` are the addresses and names to choose from, without any no choice."""
        super().__init__(*args, **options)
        chosen = list(leagues)
        if chosen:
            field = cast("forms.ChoiceField", self.fields["league"])
            field.choices = [("", pgettext_lazy("league", "any or none")), *chosen]
        else:
            del self.fields["league"]

    def clean_player(self) -> str:
        """Return the name without what no name holds."""
        return clean_name(self.cleaned_data["player"], PLAYER_NAME_LENGTH)
