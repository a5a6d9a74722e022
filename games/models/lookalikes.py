"""Names that look alike: what a reader can't tell apart has one key, and some names are the site's own."""

from __future__ import annotations

import re
import unicodedata

KEY_LENGTH = 200

# Cyrillic and Greek letters, in small form, that look like a Latin one in small or capital form.
_LATIN = str.maketrans(
    "авеԁһіјкмнорԛѕтуԝхүӏ" + "αβεζηικμνορτυχϲϳ",
    "abedhijkmhopqstywxyl" + "abezhikmnoptyxcj",
)
_LATIN[ord("с")] = ord("c")  # Cyrillic es
# Shown as nothing at all: fillers of Hangul and Khmer, joiners, blanks, selectors of variants.
UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0\ufffc"
_INVISIBLE = re.compile(f"[/{UNSEEN}\u200c\u200d\ufe0e\ufe0f\U000e0100-\U000e01ef]")
_RESERVED = re.compile(
    r"bot|bot ?#?\d+|former player[ \d-]*|admin|administrator|director|azul|azul by mail|system"
    r"|ボット ?\d*|退会したプレイヤー[ \d-]*|管理者|運営|ディレクター"
)


def name_key(name: str) -> str:
    """Return what names that look the same have in common; it never holds a slash.

    >>> name_key("\u0410lice") == name_key("ALICE") == "alice"
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_LATIN)
    folded = _INVISIBLE.sub("", unicodedata.normalize("NFKC", folded))
    return " ".join(folded.split())[:KEY_LENGTH]


def is_reserved(name: str) -> bool:
    """Whether a name looks like one that the site itself gives: a bot's, staff's, an erased player's."""
    return bool(_RESERVED.fullmatch(name_key(name)))
