"""Forms of players who stand in for others, and of players who look for one."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.lobby import CHOICE, NO_NULLS
from games.services.substitutes import Answer


class StandInForm(forms.Form):
    """What a stand-by says. Nothing is chosen beforehand: programs press buttons too."""

    answer = forms.ChoiceField(
        choices=[(answer.value, "") for answer in Answer],
        error_messages=dict.fromkeys(CHOICE, _("Choose an answer. Nothing was changed.")),
    )


class OfferForm(forms.Form):
    """What to do with a seat: offer it, or take the offer back."""

    do = forms.ChoiceField(
        choices=[("offer", ""), ("withdraw", "")],
        error_messages=dict.fromkeys(CHOICE, _("Nothing was chosen.")),
    )
    reason = forms.CharField(
        required=False,
        max_length=200,
        error_messages={
            "max_length": _("Use at most 200 characters."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )
