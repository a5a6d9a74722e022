"""Folding the text part of mails to 78 columns without breaking links or pictures made of letters."""

from __future__ import annotations

from games.render.text import COLUMNS, width


def wrapped(text: str, columns: int = COLUMNS) -> str:
    """Return text with every long line folded; indents go on, and several empty lines become one.

    Links are never broken. A character of Japanese takes two columns and may end a line anywhere.

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
    for word in text.split(" "):
        joined = f"{current} {word}" if current.strip() else current + word
        if width(joined) <= columns:
            current = joined
            continue
        if current.strip():
            lines.append(current)
        *full, rest = _cut(word, columns - len(hanging))
        lines += [hanging + piece for piece in full]
        current = hanging + rest
    return [*lines, current]


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
