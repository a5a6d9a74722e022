"""Free spelling of moves, in English and Japanese: what `notation.parse_move` accepts beside `3R2`.

The text is cut into words that are known; each says a part of the move or is a filler. A number takes
the part its neighbor names ("line 2", "2段目"), else the parts come in the order source, line. What
is left unclear is refused rather than guessed.
"""

import re
import unicodedata
from enum import StrEnum
from typing import Final

from .moves import FLOOR, PICKS, Pick, Place, Tile
from .tiles import CENTER

MAX_LENGTH: Final = 120

_COLORS: Final = {
    0: "blue blues b 青色 青 あお ブルー",
    1: "yellow yellows y 黄色 黄 きいろ イエロー",
    2: "red reds r 赤色 赤 あか レッド",
    3: "black blacks k 黒色 黒 くろ ブラック",
    4: "cyan cyans teal turquoise white whites 水色 シアン 白色 白 みずいろ ターコイズ",
}
_WORDS: Final[dict[str, tuple[str, int]]] = {
    word: ("color", color) for color, words in _COLORS.items() for word in words.split()
}
for _kind, _value, _words in (
    ("center", 0, "center centre middle pool 場の中央 中央 真ん中 中心 センター"),
    ("floor", 0, "floor f 床ライン 床 ゆか フロアライン フロア"),
    ("c", 0, "c"),
    ("source", 0, "display displays factory d 工房展示ボード 展示ボード 展示 工房 ディスプレイ"),
    ("line", 0, "line row l 図案ライン ライン"),
    ("column", 0, "column col"),
    ("line behind", 0, "段目 段 行目 行"),
    ("column behind", 0, "列目 列"),
    ("wall", 0, "wall w 壁"),
    (
        "filler",
        0,
        "take takes put place place all the tile tiles from of for to in into on and my pattern",
    ),
    (
        "filler",
        0,
        "straight 番目 番 から より の を へ に は と 取る 取り 置く 置き タイル すべて 全部",
    ),
):
    _WORDS.update(dict.fromkeys(_words.split(), (_kind, _value)))
_WORDS.update({kanji: ("number", index) for index, kanji in enumerate("一二三四五六七八九", 1)})

_BEHIND: Final = " behind"
_BY_LENGTH: Final = sorted(
    (word for word in _WORDS if not word.isascii()), key=lambda word: (-len(word), word)
)
_TOKEN: Final = re.compile(
    "[a-z]+|[0-9]+|\\+|" + "|".join(map(re.escape, _BY_LENGTH)) + "|[^\\W_]|[^\\s]"
)
_COMPACT_PICK: Final = re.compile("([1-9c])([byrkc])([1-5f])")
_COMPACT_TILE: Final = re.compile("(?:w[1-5][1-5f]){1,5}")
_PAIRS: Final = "Name a line and a column for each tile, like W13+W42."
_LETTERS: Final = {letter: color for color, letter in enumerate("byrkc")}


class Misread(StrEnum):
    """What kept a text from being read as a move."""

    TOO_LONG = "too_long"
    STRANGE_WORD = "strange_word"
    NO_MOVE = "no_move"
    UNCLEAR_NUMBER = "unclear_number"
    UNCLEAR_C = "unclear_c"
    WRONG_ORDER = "wrong_order"
    PART_TWICE = "part_twice"
    PART_MISSING = "part_missing"
    PAIRS_WANTED = "pairs_wanted"
    LINE_TWICE = "line_twice"
    NO_SUCH = "no_such"


class Unreadable(ValueError):
    """Text that names no move; ``str()`` of it says what is wrong.

    `facts` are what the sentence names: `word`, `number`, or `part` ("source", "color", "line"; for
    NO_SUCH "display", "line", "column").
    """

    def __init__(self, kind: Misread, sentence: str, **facts: int | str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.facts = facts


def read_move(text: str) -> Pick | Tile:
    """Return the move a free spelling names. Raises `Unreadable`."""
    if len(text) > MAX_LENGTH:
        raise Unreadable(Misread.TOO_LONG, "That is too long for a move.")
    plain = unicodedata.normalize("NFKC", text).lower()
    compact = "".join(letter for letter in plain if letter.isalnum())
    if match := _COMPACT_PICK.fullmatch(compact):
        source, color, line = match.groups()
        return PICKS[
            CENTER if source == "c" else int(source) - 1,
            _LETTERS[color],
            FLOOR if line == "f" else int(line) - 1,
        ]
    if _COMPACT_TILE.fullmatch(compact):
        pairs = [compact[start + 1 : start + 3] for start in range(0, len(compact), 3)]
        return _tile([(int(pair[0]), 0 if pair[1] == "f" else int(pair[1])) for pair in pairs])
    tokens = _tokens(plain)
    kinds = {kind for kind, _ in tokens}
    return _read_tile(tokens) if kinds & {"wall", "column", "column behind"} else _read_pick(tokens)


def _tokens(plain: str) -> list[tuple[str, int]]:
    """Cut text into (kind, value) of every word that means something."""
    tokens: list[tuple[str, int]] = []
    for word in _TOKEN.findall(plain):
        if word in _WORDS:
            if _WORDS[word][0] != "filler":
                tokens.append(_WORDS[word])
        elif word.isdecimal() and word.isascii():
            tokens.append(("number", int(word)))
        elif word.isalnum():
            sentence = f"The word “{word}” says nothing in a move."
            raise Unreadable(Misread.STRANGE_WORD, sentence, word=word)
    if not tokens:
        raise Unreadable(Misread.NO_MOVE, "There is no move in that.")
    return tokens


def _labeled(tokens: list[tuple[str, int]], labels: tuple[str, ...]) -> list[tuple[str, int]]:
    """Give numbers the kind of the label beside them, and drop the labels.

    A label belongs to the number right after it, else to the one right before it; the Japanese
    counters always to the one before.
    """
    kinds = [kind for kind, _ in tokens]
    for index, (named, _) in enumerate(tokens):
        kind = named.removesuffix(_BEHIND)
        if kind not in labels:
            continue
        ahead = kind == named and index + 1 < len(tokens) and tokens[index + 1][0] == "number"
        target = index + 1 if ahead else index - 1
        if target < 0 or tokens[target][0] != "number":
            continue
        if kinds[target] not in ("number", kind):
            number = tokens[target][1]
            sentence = f"It is unclear what {number} stands for."
            raise Unreadable(Misread.UNCLEAR_NUMBER, sentence, number=number)
        kinds[target] = kind
    return [
        (kind, value)
        for kind, (named, value) in zip(kinds, tokens, strict=True)
        if named.removesuffix(_BEHIND) not in labels
    ]


def _read_pick(tokens: list[tuple[str, int]]) -> Pick:
    """Return the pick that tokens name: one source, one color, one line."""
    parts = _resolve_c(_labeled(tokens, ("source", "line")))
    is_source_named = any(kind in ("source", "center") for kind, _ in parts)
    found: dict[str, int] = {}
    for kind, value in parts:
        if kind == "number":
            is_source = not is_source_named and "source" not in found
            if not is_source and "color" not in found:
                sentence = "Name the display, the color and the line, in this order."
                raise Unreadable(Misread.WRONG_ORDER, sentence)
            named, said = _part("source" if is_source else "line", value)
        else:
            named, said = _part(kind, value)
        if named in found:
            raise Unreadable(Misread.PART_TWICE, f"The {named} is named twice.", part=named)
        found[named] = said
    for named, article in (("source", "display or center"), ("color", "color"), ("line", "line")):
        if named not in found:
            raise Unreadable(Misread.PART_MISSING, f"The {article} is missing.", part=named)
    return PICKS[found["source"], found["color"], found["line"]]


def _part(kind: str, value: int) -> tuple[str, int]:
    """Return which part of a pick a word or labeled number is, and its index."""
    if kind == "center":
        return "source", CENTER
    if kind == "floor":
        return "line", FLOOR
    if kind == "source":
        return kind, _in_range(value, 9, "display") - 1
    if kind == "line":
        return kind, _in_range(value, 5, "line") - 1
    return kind, value


def _resolve_c(parts: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Say what each lone letter C stands for: the center, or the color cyan."""
    kinds = [kind for kind, _ in parts]
    letters = [index for index, kind in enumerate(kinds) if kind == "c"]
    if not letters:
        return parts
    resolved = list(parts)
    if len(letters) == 1 and "color" in kinds:
        resolved[letters[0]] = ("center", 0)
    elif len(letters) == 1:
        resolved[letters[0]] = ("color", 4)
    elif len(letters) == 2 and "color" not in kinds:
        resolved[letters[0]], resolved[letters[1]] = ("center", 0), ("color", 4)
    else:
        sentence = "It is unclear what C stands for: the center, or cyan."
        raise Unreadable(Misread.UNCLEAR_C, sentence)
    return resolved


def _read_tile(tokens: list[tuple[str, int]]) -> Tile:
    """Return the tiling that tokens name: pairs of a line and a column or the floor."""
    parts = [part for part in _labeled(tokens, ("line", "column")) if part[0] != "wall"]
    pairs: list[tuple[int, int]] = []
    for first, second in zip(parts[::2], [*parts[1::2], ("end", 0)], strict=False):
        if first[0] not in ("number", "line") or second[0] not in ("number", "column", "floor"):
            raise Unreadable(Misread.PAIRS_WANTED, _PAIRS)
        line = _in_range(first[1], 5, "line")
        column = 0 if second[0] == "floor" else _in_range(second[1], 5, "column")
        pairs.append((line, column))
    if not pairs:
        raise Unreadable(Misread.PAIRS_WANTED, _PAIRS)
    return _tile(pairs)


def _tile(pairs: list[tuple[int, int]]) -> Tile:
    """Return the tiling of (line, column or 0 for the floor), counted from 1, in line order."""
    if len({line for line, _ in pairs}) < len(pairs):
        raise Unreadable(Misread.LINE_TWICE, "A line is named twice.")
    return Tile(
        tuple(Place(line - 1, column - 1 if column else None) for line, column in sorted(pairs))
    )


def _in_range(number: int, highest: int, what: str) -> int:
    """Return the number, or refuse it as a display, line or column."""
    if not 1 <= number <= highest:
        shown = number if number < 1000 else "with that number"
        sentence = f"There is no {what} {shown}."
        raise Unreadable(Misread.NO_SUCH, sentence, part=what, number=number)
    return number
