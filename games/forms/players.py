"""Forms of signing in and of a player's preferences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from allauth.account.forms import ConfirmLoginCodeForm
from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.competition.clock import NIGHT_HOURS
from games.forms.lobby import CHOICE, NO_NULLS
from games.models import Notices, Player, Summaries
from games.models.names import PLAYER_NAME_LENGTH
from games.models.players import MOST_STAND_INS
from games.services.players import BadAddress, checked_address, known_time_zones

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

Groups = list[tuple["str | StrPromise", list[tuple[str, str]]]]


class SignInForm(forms.Form):
    """The address that a code is mailed to."""

    email = forms.CharField(
        label=_("Your mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "spellcheck": "false"}),
        error_messages={
            "required": _("Give your mail address."),
            "max_length": _("This mail address is too long."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )

    def clean_email(self) -> str:
        """Return the address as it is stored."""
        try:
            return checked_address(self.cleaned_data["email"])
        except BadAddress as fault:
            raise forms.ValidationError(fault.message, code=fault.code) from None

    def let_in(self, player: Player | None) -> None:
        """Name the player who is to get the code; None: nobody gets one, and nobody is told."""
        self._user = player  # what allauth's view reads


class CodeForm(ConfirmLoginCodeForm):  # type: ignore[misc]
    """The code from the mail; case, spaces and dashes don't matter."""

    code = forms.CharField(
        label=_("Code from the mail"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "code",
            }
        ),
        error_messages={
            "required": _("Type the code from the mail."),
            "max_length": _("This is too long for a code. Type the code from the mail."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )


# The first part of most names of time zones, as the heading of those that share it.
REGIONS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Brazil": _("Brazil"),
    "Canada": _("Canada"),
    "Chile": _("Chile"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Mexico": _("Mexico"),
    "Pacific": _("Pacific"),
}


@cache
def time_zones() -> Groups:
    """Return the choices of a time zone field, grouped by region."""
    groups: dict[str | StrPromise, list[tuple[str, str]]] = {}
    for name in sorted(known_time_zones()):
        region, _slash, place = name.partition("/")
        if place and region not in {"Etc", "SystemV", "US"}:
            groups.setdefault(REGIONS.get(region, region), []).append(
                (name, name.replace("_", " "))
            )
    return [("UTC", [("UTC", "UTC")]), *groups.items()]


def night_words(hour: int) -> str:
    """Return the nine hours of a night: "22:00 – 7:00"."""
    return f"{hour}:00 – {(hour + NIGHT_HOURS) % 24}:00"


class PreferencesForm(forms.Form):
    """What a player may choose about the own account."""

    name = forms.CharField(
        label=_("Display name"),
        max_length=PLAYER_NAME_LENGTH,
        help_text=_("Shown at the table, in mails and in results."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        error_messages={
            "required": _("Give a name."),
            "max_length": _("Use at most 30 characters."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )
    language = forms.ChoiceField(
        label=_("Language"),
        help_text=_("For pages and mails."),
        choices=lambda: settings.LANGUAGES,
        required=False,
        error_messages={"invalid_choice": _("Choose one of the languages of this site.")},
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones,
        help_text=_("Deadlines on pages and in mails are shown in this zone."),
        error_messages=dict.fromkeys(CHOICE, _("Choose one of the time zones in the list.")),
    )
    notices = forms.ChoiceField(
        label=_("Turn mails"),
        choices=Notices.choices,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(CHOICE, _("Choose when you want turn mails.")),
    )

    summaries = forms.ChoiceField(
        label=_("How your league’s season stands"),
        choices=Summaries.choices,
        widget=forms.RadioSelect,
        required=False,
        error_messages=dict.fromkeys(CHOICE, _("Choose whether you want weekly mails.")),
    )
    night = forms.TypedChoiceField(
        label=_("Night"),
        choices=[("", _("No night hours")), *[(hour, night_words(hour)) for hour in range(24)]],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("No deadline falls in these hours. It counts from your next turn on."),
        error_messages=dict.fromkeys(CHOICE, _("Choose an hour for the night.")),
    )
    stands_in = forms.TypedChoiceField(
        label=_("Stand in for others"),
        choices=[
            (0, _("Not at present")),
            (1, _("One seat at a time")),
            *(
                (count, format_lazy(_("Up to {count} seats at a time"), count=count))
                for count in range(2, MOST_STAND_INS + 1)
            ),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "When somebody can’t go on, you may be asked by mail to play their seat to the end. You can say no "
            "each time."
        ),
        error_messages=dict.fromkeys(CHOICE, _("Choose how many seats of others you would play.")),
    )
    plays_forced = forms.BooleanField(
        label=_("Play my only move for me"),
        help_text=_("When a single move is legal, it is played for you at once, without a mail."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for the language only where there is a choice."""
        super().__init__(*args, **kwargs)
        if len(settings.LANGUAGES) < 2:
            del self.fields["language"]


class AddressForm(forms.Form):
    """The mail address that a player wants to have from now on."""

    email = forms.CharField(
        label=_("New mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "spellcheck": "false"}),
        error_messages={
            "required": _("Give your mail address."),
            "max_length": _("This mail address is too long."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )


class EraseForm(forms.Form):
    """The own display name, typed to show that erasing is meant."""

    name = forms.CharField(
        label=_("Your display name"),
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        error_messages={
            "required": _("Type your display name to erase your account."),
            "max_length": _("This is not your display name. Nothing was erased."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )
