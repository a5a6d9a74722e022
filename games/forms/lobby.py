"""Forms of finding and starting games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Player, Wall
from games.models.names import GAME_NAME_LENGTH, PLAYER_NAME_LENGTH, clean_name
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
]


class AddressField(forms.CharField):
    """A mail address, in the form it is stored."""

    def __init__(self, **kwargs: Any) -> None:
        """Make a field that a phone shows with the right keyboard."""
        attrs = {"autocomplete": "off", "spellcheck": "false"}
        super().__init__(widget=forms.EmailInput(attrs=attrs), max_length=254, **kwargs)

    def clean(self, value: Any) -> str:
        """Return the address, "" when nothing was typed."""
        text = str(super().clean(value))
        if not text:
            return ""
        try:
            return checked_address(text)
        except BadAddress as fault:
            raise forms.ValidationError(fault.message, code=fault.code) from None


class NewGameForm(forms.Form):
    """A game to start: its name, wall and pace, and who is to play."""

    address_1 = AddressField(
        label=_("Mail address of the second player"),
        error_messages={"required": _("Give the address of at least one other player.")},
    )
    address_2 = AddressField(label=_("Third player"), required=False)
    address_3 = AddressField(label=_("Fourth player"), required=False)
    name = forms.CharField(
        label=_("Name of the game"),
        max_length=GAME_NAME_LENGTH,
        help_text=_("Stands in the subject of every mail of this game."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Give the game a name.")},
    )
    wall = forms.ChoiceField(
        label=_("Wall"), choices=Wall.choices, initial=Wall.COLORED, widget=forms.RadioSelect
    )
    pace = forms.ChoiceField(label=_("Time"), choices=PACES, initial="3d")
    once = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args: Any, host: Player, **kwargs: Any) -> None:
        """Make the form of the player who starts the game."""
        super().__init__(*args, **kwargs)
        self.host = host

    def clean(self) -> dict[str, Any]:
        """Refuse an address that stands here twice, or is the host's own."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        seen = {self.host.email: _("This is your own address. You have a seat already.")}
        for field in ("address_1", "address_2", "address_3"):
            address = cleaned.get(field)
            if address in seen:
                self.add_error(field, seen[address])
            elif address:
                seen[address] = _("This address stands here twice.")
        return cleaned

    @property
    def addresses(self) -> list[str]:
        """The addresses of all players, the host first."""
        fields = ("address_1", "address_2", "address_3")
        given = [self.cleaned_data[field] for field in fields if self.cleaned_data[field]]
        return [self.host.email, *given]


class BrowseForm(forms.Form):
    """What the list of games may be narrowed to, and where its page begins."""

    status = forms.ChoiceField(
        label=_("Games"),
        required=False,
        choices=[("", _("all")), ("live", _("in progress")), ("finished", _("finished"))],
    )
    wall = forms.ChoiceField(
        label=_("Wall"), required=False, choices=[("", _("both walls")), *Wall.choices]
    )
    player = forms.CharField(
        label=_("Player"),
        required=False,
        max_length=PLAYER_NAME_LENGTH,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    before = forms.IntegerField(required=False, min_value=1, max_value=HIGHEST_ID)
    after = forms.IntegerField(required=False, min_value=0, max_value=HIGHEST_ID)

    def clean_player(self) -> str:
        """Return the name without what no name holds."""
        return clean_name(self.cleaned_data["player"], PLAYER_NAME_LENGTH)
