"""Founding a league: a name, an address and who directs it; its rules come after."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import League, Player
from games.selectors.people import NoSuchPlayer, person_named

TAKEN: Final = frozenset({"new"})
"""Addresses that pages of ours have."""
ADDRESS_WORDS: Final = {
    "slug": {
        "invalid": gettext_lazy(
            "Only letters from a to z, digits, hyphens and underscores, without spaces: friday-league."
        ),
        "unique": gettext_lazy("Another league has this address. Choose another one."),
    }
}
"""What is wrong with an address, in plain words."""


class FoundingForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new league with the usual rules."""

    directors = forms.CharField(
        label=gettext_lazy("Directors"),
        help_text=gettext_lazy("Names of players, each on a line of its own."),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Name one director at least.")},
    )

    class Meta:
        model = League
        fields = ("name", "slug")
        error_messages = ADDRESS_WORDS

    def clean_slug(self) -> str:
        """Return the address unless a page of the desk has it."""
        slug = str(self.cleaned_data["slug"]).lower()
        if slug in TAKEN:
            raise forms.ValidationError(_("Choose another address: this one is in use."))
        return slug

    def clean_directors(self) -> list[Player]:
        """Return the players of these names, each once."""
        lines = str(self.cleaned_data["directors"]).replace(",", "\n").splitlines()
        people: dict[int, Player] = {}
        for name in filter(None, map(str.strip, lines)):
            try:
                player = person_named(name)
            except NoSuchPlayer:
                text = _("Nobody of the name “%(name)s” plays here.") % {"name": name[:30]}
                raise forms.ValidationError(text) from None
            people[player.pk] = player
        if not people:
            raise forms.ValidationError(_("Name one director at least."))
        return list(people.values())
