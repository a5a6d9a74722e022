"""What a display name or a game's name may look like, so that mail clients and pages show it as text."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

PLAYER_NAME_LENGTH = 30
GAME_NAME_LENGTH = 60

# Mail clients turn "a.com", "x@y" and "http://x" into links; a name must stay a name.
_LINKABLE = re.compile(r"[/:@\\]|\.(?=\w)")


def clean_name(text: str, length: int) -> str:
    """Return text without control, bidi and invisible characters, spaces folded, cut to length.

    The safe form is shown and mailed; it may be empty.
    """
    visible = "".join(
        character if unicodedata.category(character) not in _UNSAFE_CATEGORIES else " "
        for character in unicodedata.normalize("NFC", text)
    )
    return " ".join(visible.split())[:length].strip()


def plain_name(text: str, length: int) -> str:
    r"""Return a name as a mail may show it, whatever the database holds: see clean_name, and no link.

    >>> plain_name("http://evil.example\r\nBcc: x@y.example", 60)
    'http evil example Bcc x y example'
    """
    return clean_name(_LINKABLE.sub(" ", text[: 8 * length]), length)


def name_from_address(email: str) -> str:
    """Propose a display name for a mail address: its local part, made safe; "Player" if nothing is left."""
    local = email.split("@", 1)[0].split("+", 1)[0]
    proposal = plain_name(local.replace(".", " ").replace("_", " "), 24)
    return proposal or "Player"


def _validate(text: str, length: int) -> None:
    if clean_name(text, length) != text:
        raise ValidationError(
            _("Use at most %(length)d visible characters, without line breaks or double spaces."),
            params={"length": length},
            code="unsafe_name",
        )
    if _LINKABLE.search(text):
        raise ValidationError(
            _("Names can't hold / : @ \\ or a dot followed by a letter."), code="linkable_name"
        )


def validate_player_name(text: str) -> None:
    """Raise ValidationError unless text is a safe display name of 1-30 characters."""
    _validate(text, PLAYER_NAME_LENGTH)


def validate_game_name(text: str) -> None:
    """Raise ValidationError unless text is a safe game name of 1-60 characters."""
    _validate(text, GAME_NAME_LENGTH)


# Cc control, Cf format (bidi marks, zero width), Co private, Cs surrogates, Zl/Zp separators.
_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
