"""Folding the text part of mails to 78 columns without breaking links or pictures made of letters."""

from __future__ import annotations

from collections.abc import Iterator

from games.render.text import COLUMNS, width

NOT_FIRST = frozenset(
    "、。，．：；？！）」』】〉》〕］｝・…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
)
NOT_LAST = frozenset("（「『【〈《〔［｛")


def wrapped(text: str, columns: int = COLUMNS) -> str:
    """Return text with every long line folded; indents go on, and several empty lines become one.

    Links are never broken. A sign of Japanese takes two columns, and lines may end between them.

    >>> print(wrapped("  - alice took 3 blue from display 2", 24), end="")
      - alice took 3 blue
        from display 2
    """
    folded: list[str] = []
    for line in text.splitlines():
        stripped = line.rstrip()
        if not stripped and (not folded or not folded[-1]):
            continue
        folded += _folded(stripped, columns)
    return "\n".join(folded).rstrip() + "\n"


def _folded(line: str, columns: int) -> list[str]:
    if width(line) <= columns or "://" in line:
        return [line]
    text = line.lstrip(" ")
    indent = " " * (len(line) - len(text))
    hanging = indent + ("  " if text.startswith(("- ", "* ")) else "")
    lines, current = [], indent
    for gap, unit in _units(text):
        if width(current + gap + unit) <= columns:
            current += gap + unit
            continue
        if current.strip():
            lines.append(current)
        *full, rest = _cut(unit, columns - len(hanging))
        lines += [hanging + piece for piece in full]
        current = hanging + rest
    return [*lines, current]


def _units(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a line can't be broken in, each with the space before it: words, and signs of Japanese.

    Brackets and the signs that no Japanese line begins with go with their neighbors.

    >>> [unit for _space, unit in _units("a-b 「Azul #1」は、何？")]
    ['a-b', '「Azul', '#1」', 'は、', '何？']
    """
    for number, word in enumerate(text.split(" ")):
        gap, unit = " " if number else "", ""
        for sign in word:
            is_joined = width(sign) == 1 and width(unit[-1:]) == 1
            if unit and not (is_joined or sign in NOT_FIRST or unit[-1] in NOT_LAST):
                yield gap, unit
                gap, unit = "", ""
            unit += sign
        yield gap, unit


def _cut(word: str, columns: int) -> list[str]:
    """Return a word in pieces that fit; almost always the word itself."""
    pieces, piece, used = [], "", 0
    for sign in word:
        step = width(sign)
        if used + step > columns:
            pieces.append(piece)
            piece, used = "", 0
        piece += sign
        used += step
    return [*pieces, piece]
