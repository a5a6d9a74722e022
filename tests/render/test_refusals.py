"""Refusals and misread moves in both languages."""

import inspect
import re

import pytest

from games.azul import (
    CENTER,
    Color,
    IllegalMove,
    InvalidNotation,
    Misread,
    Phase,
    Reason,
    parse_move,
)
from games.render.japanese import MISREADINGS, REFUSALS
from games.render.phrases import LANGUAGES
from games.render.refusals import misreading_sentence, refusal_sentence

FACTS: dict[Reason, dict[str, int | str]] = {
    Reason.WRONG_PHASE: {"phase": Phase.OFFER},
    Reason.NO_SUCH_SOURCE: {"source": 8},
    Reason.NONE_OF_THAT_COLOR: {"source": CENTER, "color": Color.CYAN},
    Reason.LINE_FULL: {"line": 1},
    Reason.OTHER_COLOR_IN_LINE: {"line": 2, "color": Color.RED},
    Reason.COLOR_ON_WALL: {"line": 3, "color": Color.BLACK},
    Reason.COLUMN_TAKEN: {"line": 0, "column": 4},
    Reason.COLOR_IN_COLUMN: {"line": 0, "column": 4},
    Reason.COLUMN_OPEN: {"line": 4},
    Reason.CHOICE_MISSING: {"line": 4},
    Reason.LINE_NOT_COMPLETE: {"line": 4},
}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_japanese_sentence(reason: Reason) -> None:
    fault = IllegalMove(reason, "English.", **FACTS.get(reason, {}))
    sentence = refusal_sentence(fault, "ja")
    assert sentence.endswith("。")
    assert not re.search("[A-Za-z{}]", sentence)
    assert refusal_sentence(fault, "en") == refusal_sentence(fault, "eo") == "English."


def test_sentences_name_the_facts_counted_from_one() -> None:
    full = IllegalMove(Reason.LINE_FULL, "", line=1)
    assert "図案ライン2" in refusal_sentence(full, "ja")
    none = IllegalMove(Reason.NONE_OF_THAT_COLOR, "", source=2, color=Color.CYAN)
    assert "工房展示ボード3" in refusal_sentence(none, "ja")
    assert "水色" in refusal_sentence(none, "ja")
    held = IllegalMove(Reason.OTHER_COLOR_IN_LINE, "", line=3, color=Color.RED)
    assert "図案ライン4" in refusal_sentence(held, "ja")
    assert "赤" in refusal_sentence(held, "ja")


@pytest.mark.parametrize("phase", [Phase.OFFER, Phase.TILING])
def test_the_wrong_phase_is_told_apart(phase: Phase) -> None:
    assert f"wrong_phase.{phase}" in REFUSALS


def test_there_is_no_sentence_for_nothing() -> None:
    reasons = {key.partition(".")[0] for key in REFUSALS}
    assert reasons == {reason.value for reason in Reason}
    kinds = {key for key in MISREADINGS if key != "how" and not key.startswith("part.")}
    assert kinds == {kind.value for kind in Misread}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3R2" * 60, Misread.TOO_LONG),
        ("3 pink 2", Misread.STRANGE_WORD),
        ("...", Misread.NO_MOVE),
        ("line 3 display", Misread.UNCLEAR_NUMBER),
        ("C C C", Misread.UNCLEAR_C),
        ("3 2 red", Misread.WRONG_ORDER),
        ("3 red blue 2", Misread.PART_TWICE),
        ("3 red", Misread.PART_MISSING),
        ("wall 3 red", Misread.PAIRS_WANTED),
        ("W13W14", Misread.LINE_TWICE),
        ("display 12 red 2", Misread.NO_SUCH),
    ],
)
def test_a_misread_move_is_explained_in_japanese(text: str, kind: Misread) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_move(text)
    assert caught.value.kind is kind
    sentence = misreading_sentence(caught.value, "ja")
    assert sentence.endswith("のように書いてください。")
    assert not re.search("[{}]", sentence)
    assert misreading_sentence(caught.value, "en") == str(caught.value)


def blanks(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", phrase))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_phrase_is_there_in_every_language_with_known_blanks(language: str) -> None:
    english, other = LANGUAGES["en"], LANGUAGES[language]
    assert other.keys() == english.keys()
    for key, phrase in other.items():
        assert blanks(phrase) <= blanks(english[key]), key
        dropped = blanks(english[key]) - blanks(phrase)
        assert dropped <= {"size", "line"}, key


def test_phrases_are_all_used() -> None:
    import games.render.text
    import games.render.words

    source = inspect.getsource(games.render.words) + inspect.getsource(games.render.text)
    spoken = {key for key in LANGUAGES["en"] if f'"{key}"' in source}
    by_value = {"blue", "yellow", "red", "black", "cyan", "colored", "gray"}
    by_value |= {"row_complete", "no_tiles", "no_row_possible"}
    assert LANGUAGES["en"].keys() - spoken <= by_value
