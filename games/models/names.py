"""What a display name or a game's name may look like, so that mail clients and pages show it as text."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.lookalikes import UNSEEN, is_reserved

PLAYER_NAME_LENGTH = 30
GAME_NAME_LENGTH = 60

_FORMER = re.compile(r"former player (\d+(?:-\d+)?)")

# Mail clients turn "a.com", "x@y" and "http://x" into links; a name must stay a name.
_LINKABLE = re.compile(r"[/:@\\]|\.(?=\w)")

# A letter or a digit of any script; "_" is none.
_SPEAKABLE = re.compile(r"[^\W_]")
_JOINER = "\u200d"
# Letters and marks by category, yet nothing is seen of them.
_UNSEEN = re.compile(f"[{UNSEEN}]")


def clean_name(text: str, length: int) -> str:
    """Return text without control, bidi and invisible characters, spaces folded, cut to length.

    The safe form is shown and mailed; it may be empty.
    """
    text = _UNSEEN.sub(" ", unicodedata.normalize("NFC", text))
    visible = "".join(
        character
        if unicodedata.category(character) not in _UNSAFE_CATEGORIES or _joins_emoji(text, place)
        else " "
        for place, character in enumerate(text)
    )
    return " ".join(visible.split())[:length].rstrip(_JOINER).strip()


def _joins_emoji(text: str, place: int) -> bool:
    """Whether a zero width joiner stands here between two pictures, as families and flags are written."""
    if text[place] != _JOINER or not 0 < place < len(text) - 1:
        return False
    before = text[:place].rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")[-1:]
    return bool(before) and all(
        unicodedata.category(side) == "So" for side in (before, text[place + 1])
    )


def plain_name(text: str, length: int) -> str:
    r"""Return a name as a mail may show it, whatever the database holds: see clean_name, and no link.

    >>> plain_name("http://evil.example\r\nBcc: x@y.example", 60)
    'http evil example Bcc x y example'
    """
    return clean_name(_LINKABLE.sub(" ", text[: 8 * length]), length)


def former_name(number: int, extra: int = 1) -> str:
    """Return what the row of a player who has left is called: one name for one number, in no language."""
    return f"former player {number}" if extra == 1 else f"former player {number}-{extra}"


def shown_name(name: str) -> str:
    """Return a player's name as it is shown: who has left is called so in the reader's language.

    Nobody can take such a name: it is reserved.
    """
    former = _FORMER.fullmatch(name)
    if former is None:
        return name
    return gettext("former player %(number)s") % {"number": former.group(1)}


def name_from_address(email: str) -> str:
    """Propose a display name for a mail address: its local part, made safe; "Player" if nothing is left."""
    local = email.split("@", 1)[0].split("+", 1)[0]
    proposal = plain_name(local.replace(".", " ").replace("_", " "), 24)
    return proposal if _SPEAKABLE.search(proposal) and not is_reserved(proposal) else "Player"


def _validate(text: str, length: int) -> None:
    if len(text) > length:
        raise ValidationError(
            _("Use at most %(length)d characters."), params={"length": length}, code="too_long"
        )
    if " ".join(text.split()) != text:
        raise ValidationError(
            _("Use no line breaks, no double spaces and no space at either end."), code="spaces"
        )
    if clean_name(text, length) != text:
        raise ValidationError(_("Use no invisible characters."), code="unsafe_name")
    if _LINKABLE.search(text):
        raise ValidationError(
            _("Names can't hold / : @ \\ or a dot followed by a letter."), code="linkable_name"
        )


def validate_player_name(text: str) -> None:
    """Raise ValidationError unless text is a safe display name of 1-30 characters."""
    _validate(text, PLAYER_NAME_LENGTH)
    if text and not _SPEAKABLE.search(text):
        raise ValidationError(_("Use a letter or a digit at least."), code="no_letter")


def validate_game_name(text: str) -> None:
    """Raise ValidationError unless text is a safe game name of 1-60 characters."""
    _validate(text, GAME_NAME_LENGTH)


# Cc control, Cf format (bidi marks, zero width), Co private, Cs surrogates, Zl/Zp separators.
_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
