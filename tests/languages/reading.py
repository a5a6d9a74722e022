"""What a person reads on a page or in a mail, and which words of it are English."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

# What is written so in every language: names, notation, files, programs, zones, people of the tests.
KNOWN = re.compile(
    r"^(Azul|English|UTC|JST|GMT|SHA|AI|JSON|SVG|PNG|Chromium|[Aa]lice|[Bb]ob|[Cc]arol|[Dd]ave|Friday|tiles|"
    r"https?|http|localhost|testserver|azul|json|example|org|com|python\d?|manage|py|import|hashlib|"
    r"print|sha\d+|bytes|former|player|docs|md|fairness|fromhex|SEED|hexdigest|verify|record|games|accounts|mailbox|rules|fairness|"
    r"[BYRKCF1byrkc]{1,8}|W\d\w|ID|OK|px)$"
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_SHOWN = ("aria-label", "alt", "title", "placeholder")
_SILENT = ("script", "style", "code", "kbd", "pre")


class _Reader(HTMLParser):
    """Collects text and the attributes that people see or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in _SILENT
        named = dict(attrs)
        self.texts += [named.get(name) or "" for name in _SHOWN]
        if tag == "meta" and named.get("name") == "description":
            self.texts.append(named.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.texts.append(data)


def heard(html: str) -> str:
    """Return what a page says: its text and the names of its pictures and controls."""
    reader = _Reader()
    reader.feed(html)
    return "\n".join(text.strip() for text in reader.texts if text.strip())


def english_in(text: str) -> list[str]:
    """Return the lines of a text that hold an English word, with that word; links don't count."""
    return list(_english(text))


def _english(text: str) -> Iterator[str]:
    for line in text.splitlines():
        plain = line.replace("Azul by mail", "")
        # Places on earth are called as the time zone database calls them.
        plain = re.sub(r"^[A-Z]\w+/[\w /+-]+$", "", plain)
        plain = re.sub(
            r"https?://\S+|[\w.+-]+@[\w.-]+|\b[0-9a-f]{16,}\b|\b[A-Z0-9]{3}-[A-Z0-9]{3}\b|/[\w/.-]+",
            " ",
            plain,
        )
        for word in _WORD.findall(plain):
            if not KNOWN.match(word):
                yield f"{word}: {line.strip()[:100]}"
