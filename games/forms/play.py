"""The shape of a move sent by a form: `turn` with `move`, with `take` and `line`, or `typed` by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games import azul
from games.render.refusals import misreading_sentence
from games.selectors.table import Choice

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

__all__ = ["MoveForm", "choice_of", "typed_fault"]

TAKE = re.compile(r"[1-9C][BYRKC]")
LINE = re.compile(r"[1-5F]")
PLACE = re.compile(r"W[1-5][1-5F](\+W[1-5][1-5F]){0,4}")
FIELDS = ("turn", "move", "take", "line", "typed")
LONGEST_MOVE = 80
NOTHING = "nothing"
HIGHEST_TURN = 100_000
TOO_LONG = gettext_lazy("This is too long for a move.")
UNREADABLE = gettext_lazy("This choice can't be read. Choose on the page.")


def choice_of(fields: QueryDict) -> Choice:
    """Return the choice that an address or a refused form carries; what can't be read is left out.

    A move of one of the canonical forms counts as its parts. `row` is a line pressed as a button,
    `typed` a move in any spelling, which goes before what is chosen beside it.
    """
    typed = _read_typed(fields.get("typed", ""))[0]
    if typed:
        fields = QueryDict(mutable=True)
        fields["move"] = typed
    move = fields.get("move", "").strip().upper()
    take = fields.get("take", "").upper()
    line = fields.get("row", fields.get("line", "")).upper()
    if len(move) == 3 and not move.startswith("W"):
        take, line = take or move[:2], line or move[2:]
    # A refused form carries the lines chosen in earlier steps beside the move of the last one.
    place = move if move.startswith("W") else fields.get("place", "").upper().replace(" ", "+")
    return Choice(
        take=take if TAKE.fullmatch(take) else "",
        line=line if LINE.fullmatch(line) else "",
        place=place if PLACE.fullmatch(place) else "",
    )


def typed_fault(fields: QueryDict) -> str:
    """Return why what was typed is no move, "" if it is one or nothing was typed."""
    return _read_typed(fields.get("typed", ""))[1]


def _read_typed(text: str) -> tuple[str, str]:
    """Return what was typed as a canonical move, and what is wrong with it; "" for either."""
    if not text.strip():
        return "", ""
    if len(text) > LONGEST_MOVE:
        return "", str(TOO_LONG)
    try:
        return azul.format_move(azul.parse_move(text)), ""
    except azul.InvalidNotation as fault:
        return "", misreading_sentence(fault, get_language() or "en")


def _part(length: int, *, too_long: StrPromise = UNREADABLE) -> forms.CharField:
    """Return the field of a move or of a part of it."""
    faults = {"max_length": too_long, "null_characters_not_allowed": UNREADABLE}
    return forms.CharField(required=False, max_length=length, error_messages=faults)


class MoveForm(forms.Form):
    """A move as sent. Valid: `notation` is one move in some spelling, `turn` the turn it answers.

    Whether the rules allow the move is the service's question.
    """

    turn = forms.IntegerField(
        min_value=0,
        max_value=HIGHEST_TURN,
        error_messages={
            "required": gettext_lazy("The form came without its turn. Open the page again."),
            "invalid": gettext_lazy("The turn is not a number. Open the page again."),
            "min_value": gettext_lazy("There is no such turn."),
            "max_value": gettext_lazy("There is no such turn."),
        },
    )
    move = _part(LONGEST_MOVE)
    take = _part(2)
    line = _part(1)
    typed = _part(LONGEST_MOVE, too_long=TOO_LONG)

    @property
    def notation(self) -> str:
        """The move as sent, ready for the service."""
        return str(self.cleaned_data["notation"])

    @property
    def fault(self) -> str:
        """What is wrong, in sentences."""
        return " ".join(str(fault) for faults in self.errors.values() for fault in faults)

    @property
    def is_empty(self) -> bool:
        """Whether all that is wrong is that nothing was chosen."""
        return (
            not self.is_valid()
            and self.errors.keys() == {"__all__"}
            and self.has_error("__all__", NOTHING)
        )

    def clean(self) -> dict[str, Any]:
        """Check that there is exactly one move and no field twice."""
        data: dict[str, Any] = super().clean() or {}
        for name in FIELDS:
            if isinstance(self.data, QueryDict) and len(self.data.getlist(name)) > 1:
                raise forms.ValidationError(_("A field of the form came twice."))
        if self.errors:
            return data
        take, line = data["take"].upper(), data["line"].upper()
        data["notation"] = _one_move(data["move"], take, line, data["typed"])
        return data


def _one_move(move: str, take: str, line: str, typed: str) -> str:
    """Return the notation of what was chosen. Raises ValidationError."""
    if typed:
        read, fault = _read_typed(typed)
        if fault:
            raise forms.ValidationError(fault)
        if (move or take or line) and read != (move or take + line).upper():
            raise forms.ValidationError(_("The form carries two moves. Choose one."))
        return read
    if move and (take or line):
        raise forms.ValidationError(_("The form carries two moves. Choose one."))
    if move:
        return move
    if not take and not line:
        fault = _("Nothing is chosen yet: choose tiles, then a line.")
        raise forms.ValidationError(fault, code=NOTHING)
    if not take:
        raise forms.ValidationError(_("Choose the tiles to take."))
    if not line:
        raise forms.ValidationError(_("Choose a line for the tiles."))
    if not TAKE.fullmatch(take) or not LINE.fullmatch(line):
        raise forms.ValidationError(UNREADABLE)
    return take + line
