"""Forms of questions to directors and their answers."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import AppealAbout
from games.models.appeals import APPEAL_LENGTH


class AppealForm(forms.Form):
    """What a player asks for, and why."""

    about = forms.ChoiceField(label=_("What do you ask for?"), choices=AppealAbout.choices)
    text = forms.CharField(
        label=_("Why?"),
        max_length=APPEAL_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The league’s directors read it; the site’s staff can, too."),
        error_messages={"required": _("Write something first.")},
    )


class AnswerForm(forms.Form):
    """What a director answers."""

    text = forms.CharField(
        label=_("Answer"),
        max_length=APPEAL_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The player gets it by mail."),
        error_messages={"required": _("Write something first.")},
    )
