"""Forms of setting up a table and of what its host and its guests do before it begins."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.forms.lobby import CHOICE, NO_NULLS, PACES, AddressField
from games.models import BotKind, Entry, Player, TimeoutPolicy, Wall
from games.models.names import GAME_NAME_LENGTH, PLAYER_NAME_LENGTH, validate_game_name
from games.services.tables import Company

INVITE, FREE, BOT, NOBODY = "invite", "free", "bot", "nobody"
# "bot" alone, as older pages send it, is the bot to practice against.
BOTS = {
    "bot-random": BotKind.RANDOM.value,
    BOT: BotKind.GREEDY.value,
    "bot-search": BotKind.SEARCH.value,
}
WHO = [
    (INVITE, _("Invite by mail")),
    (FREE, _("Leave the place free")),
    *(
        (value, format_lazy(_("Bot: {kind}"), kind=BotKind(bot).label))
        for value, bot in BOTS.items()
    ),
]
PLACES = (1, 2, 3)


class NewTableForm(forms.Form):
    """A table to set up: who is to play, its name, wall and pace, and who may take a free place."""

    seat_1 = forms.ChoiceField(label=_("Second player"), choices=WHO, required=False)
    address_1 = AddressField(label=_("Mail address of the second player"), required=False)
    seat_2 = forms.ChoiceField(
        label=_("Third player"), choices=[(NOBODY, _("Nobody")), *WHO], required=False
    )
    address_2 = AddressField(label=_("Mail address of the third player"), required=False)
    seat_3 = forms.ChoiceField(
        label=_("Fourth player"), choices=[(NOBODY, _("Nobody")), *WHO], required=False
    )
    address_3 = AddressField(label=_("Mail address of the fourth player"), required=False)
    entry = forms.ChoiceField(
        label=_("Free places are for"),
        choices=[
            (Entry.OPEN, _("anyone who is signed in")),
            (Entry.LINK, _("people with the link")),
        ],
        initial=Entry.OPEN,
        required=False,
        widget=forms.RadioSelect,
    )
    name = forms.CharField(
        label=_("Name of the game"),
        max_length=GAME_NAME_LENGTH,
        help_text=_("Stands in the subject of every mail of this game."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        validators=[validate_game_name],
        error_messages={
            "required": _("Give the game a name."),
            "max_length": _("Use at most 60 characters."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )
    wall = forms.ChoiceField(
        label=_("Wall"),
        choices=Wall.choices,
        initial=Wall.COLORED,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(CHOICE, _("Choose the colored or the gray wall.")),
    )
    pace = forms.ChoiceField(
        label=_("Time"),
        choices=PACES,
        initial="3d",
        error_messages=dict.fromkeys(CHOICE, _("Choose one of these times for a move.")),
    )
    timeout_policy = forms.ChoiceField(
        label=_("When a player’s time is up"),
        choices=TimeoutPolicy.choices,
        initial=TimeoutPolicy.BOT_FOR_GOOD,
        required=False,
        help_text=_("The first time, each player gets another day."),
        error_messages=dict.fromkeys(CHOICE, _("Choose what happens when time is up.")),
    )
    weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        required=False,
        help_text=_("No clock runs on Saturdays and Sundays, in each player’s own time zone."),
    )
    reliability_floor = forms.TypedChoiceField(
        label=_("How reliable others must be"),
        choices=[("", _("anyone")), *((share, f"≥ {share} %") for share in (80, 90, 95))],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "The share of turns answered in time that it takes to take a free place. "
            "Who has played too little to tell may sit down, too."
        ),
        error_messages=dict.fromkeys(CHOICE, _("Choose one of these.")),
    )
    once = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args: Any, host: Player, **kwargs: Any) -> None:
        """Make the form of the player who sets up the table."""
        super().__init__(*args, **kwargs)
        self.host = host
        for name in ("seat_1", "seat_2", "seat_3", "entry"):
            self.fields[name].error_messages["invalid_choice"] = _("Choose one of these.")

    def clean(self) -> dict[str, Any]:
        """Ask for the addresses of the invited; refuse one that stands twice or is the host's own."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        seen = {self.host.email: _("This is your own address. You have a seat already.")}
        for number in PLACES:
            field, address = f"address_{number}", cleaned.get(f"address_{number}")
            if self._who(number) != INVITE:
                continue
            if not address:
                # A fault of the address itself is told already.
                if field not in self.errors:
                    self.add_error(field, _("Give the address of the person to invite."))
            elif address in seen:
                self.add_error(field, seen[address])
            else:
                seen[address] = _("This address stands here twice.")
        return cleaned

    @property
    def company(self) -> Company:
        """Who is to play besides the host."""
        who = [self._who(number) for number in PLACES]
        return Company(
            invite=tuple(
                self.cleaned_data[f"address_{number}"]
                for number in PLACES
                if self._who(number) == INVITE
            ),
            free=who.count(FREE),
            bots=tuple(BOTS[each] for each in who if each in BOTS),
        )

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The places with their addresses, for the template."""
        return [(self[f"seat_{number}"], self[f"address_{number}"]) for number in PLACES]

    def _who(self, number: int) -> str:
        """Return what a place is for; with no word about it, an address means an invitation."""
        who = str(self.cleaned_data.get(f"seat_{number}") or "")
        if who:
            return who
        is_asked = bool(self.cleaned_data.get(f"address_{number}")) or number == 1
        return INVITE if is_asked else NOBODY


class InviteForm(forms.Form):
    """One more person to invite."""

    email = AddressField(
        label=_("Mail address"),
        error_messages={"required": _("Give the address of the person to invite.")},
    )


class AnswerForm(forms.Form):
    """What an invited person says. Nothing is chosen beforehand: programs press buttons too."""

    answer = forms.ChoiceField(
        choices=[("accept", ""), ("decline", ""), ("block", "")],
        error_messages=dict.fromkeys(CHOICE, _("Choose an answer. Nothing was changed.")),
    )
    name = forms.CharField(
        label=_("Your name at the table"),
        max_length=PLAYER_NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        error_messages={
            "max_length": _("Use at most 30 characters."),
            "null_characters_not_allowed": NO_NULLS,
        },
    )
