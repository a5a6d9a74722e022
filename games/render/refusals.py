"""Why a move was refused or not understood, in the reader's language.

English is what the rules themselves say (``str()`` of the fault); it also stands in for a language that
has no table.
"""

from __future__ import annotations

from games.azul import Color, IllegalMove, InvalidNotation, Reason
from games.render.japanese import MISREADINGS, REFUSALS
from games.render.words import color_name, source_name

__all__ = ["misreading_sentence", "refusal_sentence"]

_REFUSALS: dict[str, dict[str, str]] = {"ja": REFUSALS}
_MISREADINGS: dict[str, dict[str, str]] = {"ja": MISREADINGS}


def refusal_sentence(fault: IllegalMove, language: str = "en") -> str:
    """Return why the rules refuse a move. Rule: R23."""
    table = _REFUSALS.get(language)
    if table is None:
        return str(fault)
    key = fault.reason.value
    if fault.reason is Reason.WRONG_PHASE:
        key = f"{key}.{fault.facts['phase']}"
    return table[key].format(**_shown(fault.facts, language))


def misreading_sentence(fault: InvalidNotation, language: str = "en") -> str:
    """Return why a text is no move, and how one is written."""
    table = _MISREADINGS.get(language)
    if table is None:
        return str(fault)
    values = dict(fault.facts)
    if "part" in values:
        values["part"] = table[f"part.{values['part']}"]
    return table[fault.kind.value].format(**values) + table["how"]


def _shown(facts: dict[str, int | str], language: str) -> dict[str, str]:
    """Return facts as people read them: named, and counted from 1."""
    shown = {}
    for fact, value in facts.items():
        if fact == "color":
            shown[fact] = color_name(Color(int(value)), language)
        elif fact == "source":
            shown[fact] = source_name(int(value), language)
        else:
            shown[fact] = str(value if isinstance(value, str) else value + 1)
    return shown
