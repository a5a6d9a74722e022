"""Forms of messages and notes: their text is judged by the services."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.lobby import NO_NULLS
from games.models.talk import MESSAGE_LENGTH, NOTE_LENGTH


class MessageForm(forms.Form):
    """A message to the table."""

    text = forms.CharField(
        label=_("Write to the others"),
        required=False,
        strip=False,
        error_messages={"null_characters_not_allowed": NO_NULLS},
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": MESSAGE_LENGTH}),
    )


class NoteForm(forms.Form):
    """A player's own note."""

    text = forms.CharField(
        label=_("Only you see this"),
        required=False,
        strip=False,
        error_messages={"null_characters_not_allowed": NO_NULLS},
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": NOTE_LENGTH}),
    )
