"""Every text of the site is there in every language, whole, and filled in the same way.

When a test here fails after you changed a text: `python -m tests.catalog`, translate what it names in
games/locale, and run it once more for the .mo file.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.apps import apps
from django.conf import settings
from django.utils.functional import Promise

from tests import catalog

LANGUAGES = catalog.languages()
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[sdrif%]|\{\w*\}")
TAG = re.compile(r"</?\w[^>]*>")
WORD = re.compile(r"[^\W\d_]{2,}")

# The same in every language.
NOT_TRANSLATED = {
    "Azul by mail": "the name of the site",
    "HTML": "a name",
    "Message-ID": "a header of mails",
    "you@example.org": "an address",
}
# Words of the rulebook, which its Japanese edition settled; more of them in docs/japanese.md.
RULEBOOK = {
    "starting player marker": "先手プレイヤーマーカー",
    "floor line": "床ライン",
    "pattern line": "図案ライン",
    "gray wall": "灰色の壁",
    "colored wall": "色付きの壁",
}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """A language with a catalog."""
    return str(request.param)


def assert_none(found: Sequence[object], what: str) -> None:
    """Fail with a line for each of what was found, however many there are."""
    assert not found, "\n  ".join([what, *map(str, found)])


def test_there_is_a_japanese_catalog_and_the_site_offers_each_language_that_has_one() -> None:
    assert "ja" in LANGUAGES
    assert {code for code, _name in settings.LANGUAGES} == {"en", *LANGUAGES}


def test_every_string_of_the_sources_is_in_the_catalog(language: str) -> None:
    have = catalog.messages_of(catalog.read(language))
    missing = [
        f"{message.id!r} of {', '.join(name for name, _line in message.locations)}"
        for key, message in catalog.messages_of(catalog.extracted(language)).items()
        if key not in have or forms(message) != forms(have[key])
    ]
    assert_none(missing, "`python -m tests.catalog` takes these in")


def test_every_string_has_a_translation_that_no_one_doubts(language: str) -> None:
    catalogued = catalog.messages_of(catalog.read(language)).values()
    untold = [message.id for message in catalogued if not all(catalog.strings_of(message))]
    assert_none(untold, "not translated")
    assert_none([message.id for message in catalogued if message.fuzzy], "marked as fuzzy")


def test_the_catalog_holds_nothing_that_the_sources_no_longer_say(language: str) -> None:
    read = catalog.read(language)
    used = catalog.messages_of(catalog.extracted(language))
    unused = [message.id for key, message in catalog.messages_of(read).items() if key not in used]
    assert_none([*unused, *read.obsolete], "`python -m tests.catalog` takes these out")


def test_translations_have_the_placeholders_and_tags_of_the_english_text(language: str) -> None:
    wrong = [
        f"{message.id!r} -> {translation!r}"
        for message in catalog.messages_of(catalog.read(language)).values()
        for translation in catalog.strings_of(message)
        if fillings(forms(message)[-1]) != fillings(translation)
    ]
    assert_none(wrong, "other placeholders or tags")


def test_only_names_are_the_same_as_in_english(language: str) -> None:
    same = {
        form
        for message in catalog.messages_of(catalog.read(language)).values()
        for form in forms(message)
        if form in catalog.strings_of(message) and WORD.search(PLACEHOLDER.sub("", form))
    }
    assert same == set(NOT_TRANSLATED)


def test_the_compiled_file_says_what_the_written_one_says(language: str) -> None:
    written = catalog.messages_of(catalog.read(language))
    compiled = catalog.messages_of(catalog.read_compiled(language))
    assert {key: catalog.strings_of(message) for key, message in written.items()} == {
        key: catalog.strings_of(message) for key, message in compiled.items()
    }, "python -m tests.catalog makes the .mo file from the .po file"


def test_the_head_of_a_catalog_names_the_language_and_its_plural_forms(language: str) -> None:
    lines = catalog.po_file(language).read_text(encoding="utf-8").split("\n\n", 1)[0].splitlines()
    assert rf'"Language: {language}\n"' in lines
    assert rf'"Plural-Forms: {catalog.read(language).plural_forms}\n"' in lines
    assert not [line for line in lines if "Date" in line]


@pytest.mark.parametrize(("english", "japanese"), RULEBOOK.items())
def test_japanese_texts_use_the_words_of_the_rulebook(english: str, japanese: str) -> None:
    others = [
        (message.id, message.string)
        for message in catalog.messages_of(catalog.read("ja")).values()
        if english in forms(message)[0].lower() and japanese not in catalog.strings_of(message)[0]
    ]
    assert_none(others, f"{english}: {japanese}")


def test_texts_of_the_code_are_marked_where_they_are_found() -> None:
    found = {text for _context, text in catalog.messages_of(catalog.extracted(LANGUAGES[0]))}
    hidden = [f"{name}:{line}" for name, line, text in marked_strings() if text not in found]
    assert_none(hidden, "mark literal texts only, and not within f-strings")


def marked_strings() -> Iterator[tuple[str, int, str]]:
    """Yield file, line and text of every call of a gettext function in the code; "" for no plain text."""
    for path in catalog.source_files(".py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = path.relative_to(catalog.ROOT).as_posix()
        in_fstrings = {
            id(part)
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for part in ast.walk(node)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in catalog.KEYWORDS:
                argument = node.args[1 if "pgettext" in called(node) else 0]
                if isinstance(argument, ast.Constant) and id(node) not in in_fstrings:
                    yield name, node.lineno, str(argument.value)
                else:
                    yield name, node.lineno, ""


NO_TEXT = re.compile(
    r"{#.*?#}|{% comment %}.*?{% endcomment %}|<!--.*?-->|{% block page_class %}.*?{% endblock[^%]*%}"
    r"|{% blocktranslate\b.*?{% endblocktranslate %}|<(script|style|code|pre)\b.*?</\1>",
    re.DOTALL,
)
SPOKEN = re.compile(r'\b(?:alt|title|aria-label|placeholder)="([^"]*)"')
MARKUP = re.compile(r"{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)


def test_templates_say_nothing_outside_gettext() -> None:
    plain = [
        f"{path.relative_to(catalog.ROOT).as_posix()}: {text.strip()}"
        for path in catalog.source_files(".html", ".txt")
        for text in plain_texts(NO_TEXT.sub("", path.read_text(encoding="utf-8")))
        if WORD.search(text) and text.strip() != "#talk"  # the end of an address
    ]
    assert_none(plain, "not marked for translation")


def plain_texts(source: str) -> Iterator[str]:
    """Yield what a template says by itself: its texts, and those of attributes that are read out."""
    for spoken in SPOKEN.findall(source):
        yield MARKUP.sub(" ", spoken)
    yield from MARKUP.sub(" ", source).splitlines()


def test_plain_texts_are_those_of_elements_and_of_attributes_that_are_read_out() -> None:
    source = """<a title="Hello" href="x">{% translate 'there' %} you</a>"""
    assert [text.strip() for text in plain_texts(source)] == ["Hello", "you"]


def called(node: ast.Call) -> str:
    """Return the bare name of the function that is called."""
    function = node.func
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def forms(message: Message) -> tuple[str, ...]:
    """Return the English text, or singular and plural."""
    return catalog.forms_of(message)


def fillings(text: str) -> tuple[set[str], Counter[str]]:
    """Return the placeholders of a text, and its tags with how often each stands there.

    Counted are placeholders within tags as well, which belong to the address of a link.
    """
    return set(PLACEHOLDER.findall(text)), Counter(TAG.findall(text))


def test_the_count_of_fillings_tells_texts_apart() -> None:
    assert fillings("<b>%(a)s</b> of {b}") == fillings("{b}の<b>%(a)s</b>")
    assert fillings("<b>%(a)s</b>") != fillings("%(a)s")
    assert fillings("%(a)s") != fillings("%(a)d")


def test_renewing_twice_changes_nothing(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "LOCALE", tmp_path)
    catalog.renew(language)
    first = catalog.po_file(language).read_bytes()
    missing, gone = catalog.renew(language)
    assert (catalog.po_file(language).read_bytes(), gone) == (first, [])
    assert len(missing) == len(catalog.messages_of(catalog.extracted(language)))


def test_every_field_of_ours_has_a_name_that_can_be_translated() -> None:
    own = [
        (model, field)
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.fields
        if field.model is model and not field.primary_key
    ]
    assert len(own) > 100
    unnamed = [
        f"{model.__name__}.{field.name}"
        for model, field in own
        if not isinstance(field.verbose_name, Promise)
    ]
    assert unnamed == []
