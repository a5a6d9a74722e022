"""The translations of the site: what its sources ask for, and the two files of a language.

`python -m tests.catalog` brings every catalog in games/locale up to date: new strings come in without a
translation, strings no longer used go out, and the .mo file is made from the .po file. It needs Babel
and nothing else, where Django's own command needs the gettext programs.
"""

import io
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "games" / "locale"
SOURCES = ("azulsite", "games", "templates")
LAZY = {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
KEYWORDS = {**DEFAULT_KEYWORDS, **LAZY}
HEADER = "# Translations of Azul by mail. To renew this file: python -m tests.catalog"

Key = tuple[str | None, str]
Text = str | tuple[str, ...]


class PlainCatalog(Catalog):
    """A catalog whose head says nothing that changes with the day, the machine or the tool."""

    def __iter__(self) -> Iterator[Message]:
        head = {
            "Project-Id-Version": "Azul by mail",
            "Language": str(self.locale_identifier),
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit",
            "Plural-Forms": self.plural_forms,
        }
        yield Message("", "".join(f"{name}: {value}\n" for name, value in head.items()))
        yield from (message for message in super().__iter__() if message.id)


def languages() -> list[str]:
    """Return the languages that have a catalog."""
    return sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())


def po_file(language: str) -> Path:
    """Return where the translations of a language are written by people."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def key_of(message: Message) -> Key:
    """Return what tells messages apart: context and text."""
    return message.context, forms_of(message)[0]


def forms_of(message: Message) -> tuple[str, ...]:
    """Return the English text, or singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def strings_of(message: Message) -> tuple[str, ...]:
    """Return the translation, one text for each plural form; empty texts where there is none."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def messages_of(catalog: Catalog) -> dict[Key, Message]:
    """Return the messages of a catalog without its head."""
    return {key_of(message): message for message in catalog if message.id}


def extracted(language: str) -> Catalog:
    """Return every string that the sources mark for translation, untranslated, in the files' order."""
    catalog = PlainCatalog(language, header_comment=HEADER, fuzzy=False)
    for name, text, comments, context in _marked():
        catalog.add(text, locations=[(name, 0)], auto_comments=comments, context=context)
    return catalog


@cache
def _marked() -> list[tuple[str, Text, list[str], str | None]]:
    """Return file, text, comments for translators and context of every marked string."""
    return [
        (path.relative_to(ROOT).as_posix(), text, comments, context)
        for path in source_files(".py", ".html", ".txt")
        for _line, text, comments, context in _extracted_from(path)
    ]


def source_files(*suffixes: str) -> list[Path]:
    """Return the files with texts for people, in an order that never changes."""
    found = [path for source in SOURCES for path in (ROOT / source).rglob("*")]
    return sorted(
        path for path in found if path.suffix in suffixes and "migrations" not in path.parts
    )


def _extracted_from(path: Path) -> Iterator[tuple[int, Text, list[str], str | None]]:
    source = path.read_text(encoding="utf-8")
    if path.suffix != ".py":  # in brackets, where Python cares for no indentation
        source = f"({templatize(source, origin=path.name)}\n)"
    return extract("python", io.BytesIO(source.encode()), KEYWORDS, ["Translators:"])


def read(language: str) -> Catalog:
    """Return what the .po file of a language says, entries that are no longer used included."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def read_compiled(language: str) -> Catalog:
    """Return what the .mo file of a language says: what the site shows."""
    with po_file(language).with_suffix(".mo").open("rb") as file:
        return read_mo(file)


def renew(language: str) -> tuple[list[Message], list[Message]]:
    """Write both files of a language anew; return the messages without a translation and those gone."""
    catalog = extracted(language)
    old = messages_of(read(language)) if po_file(language).exists() else {}
    messages = messages_of(catalog)
    for key, message in messages.items():
        if key in old and message.pluralizable == old[key].pluralizable:
            message.string = old[key].string
            message.flags |= old[key].flags & {"fuzzy"}
            message.user_comments = old[key].user_comments
    write(language, catalog)
    missing = [message for message in messages.values() if not all(strings_of(message))]
    return missing, [message for key, message in old.items() if key not in messages]


def write(language: str, catalog: Catalog) -> None:
    """Write the .po file, one line for each text and no line numbers, and the .mo file."""
    path = po_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=0, include_lineno=False)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def main() -> None:
    """Renew every catalog and say what is left to translate."""
    out = sys.stdout
    for language in languages():
        missing, gone = renew(language)
        for message in gone:
            out.write(f"{language}: no longer used: {message.id!r} -> {message.string!r}\n")
        for message in missing:
            out.write(f"{language}: to translate: {message.id!r}\n")
        out.write(f"{language}: {len(missing)} to translate, {len(gone)} no longer used\n")


if __name__ == "__main__":
    main()
