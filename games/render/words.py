"""What happens at the table, in sentences: "Alice took 3 blue from display 2 for line 4".

Each function takes a ``language``: one table of whole phrases in ``phrases``, so that another one may
order its words freely. English stands in for a language that has no table yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.azul import (
    CENTER,
    FLOOR,
    FLOOR_PENALTIES,
    MARKER,
    Color,
    EndReason,
    Pick,
    PickResult,
    Placement,
    PlayerBoard,
    Position,
    Tiled,
    WallKind,
    pick_result,
)
from games.render.phrases import say

__all__ = [
    "automatic",
    "board_sentence",
    "color_name",
    "end_reason_sentence",
    "floor_sentence",
    "in_a_row",
    "line_name",
    "line_result_sentence",
    "line_state_sentence",
    "lines_in_words",
    "listed",
    "order_words",
    "pick_label",
    "pick_sentence",
    "pick_short",
    "pick_words",
    "placement_sentence",
    "refusal_words",
    "round_sentence",
    "signed",
    "source_name",
    "tiles_words",
    "tiling_sentence",
    "tiling_short",
    "wall_kind_name",
]


def in_a_row(words: Sequence[str], language: str = "en") -> str:
    """Return words with nothing but commas between: "alice 3, bob 5"."""
    return say(language, "comma").join(words)


def listed(words: Sequence[str], language: str = "en") -> str:
    """Return words as a sentence lists them: "alice, bob and carol"."""
    if len(words) < 2:
        return "".join(words)
    first = in_a_row(words[:-1], language)
    return say(language, "and", first=first, last=words[-1])


def signed(points: int) -> str:
    """Return points with their sign, the minus as a real minus: "+3", "−2", "0"."""
    if points < 0:
        return f"−{-points}"
    return f"+{points}" if points else "0"


# Names


def color_name(color: Color, language: str = "en") -> str:
    """Return the name of a color: "blue"."""
    return say(language, color.name.lower())


def source_name(source: int, language: str = "en") -> str:
    """Return where tiles are taken from: "display 2", "the center"."""
    if source == CENTER:
        return say(language, "center")
    return say(language, "display", number=source + 1)


def line_name(line: int, language: str = "en") -> str:
    """Return where tiles are put: "line 4", "the floor line"."""
    if line == FLOOR:
        return say(language, "floor")
    return say(language, "line", number=line + 1)


def wall_kind_name(wall_kind: WallKind, language: str = "en") -> str:
    """Return "colored wall" or "gray wall"."""
    return say(language, wall_kind.value)


def end_reason_sentence(reason: EndReason, language: str = "en") -> str:
    """Return why the game ended, as a sentence."""
    return say(language, reason.value)


def lines_in_words(numbers: Sequence[int], language: str = "en") -> str:
    """Return numbers as a sentence lists them: "4, 6 and 9"."""
    return listed([str(number) for number in numbers], language)


# Picks


def pick_label(
    source: int, color: Color, count: int, *, marker: bool = False, language: str = "en"
) -> str:
    """Return the name of a choice: "Display 5: 3 red"."""
    key = "label.center" if source == CENTER else "label.display"
    label = say(language, key, number=source + 1, count=count, color=color_name(color, language))
    return say(language, "label.marker", label=label) if marker else label


def tiles_words(source: int, color: Color, language: str = "en") -> str:
    """Return which tiles, whatever their number: "red from display 3"."""
    where = source_name(source, language)
    return say(language, "tiles", color=color_name(color, language), source=where)


def order_words(pick: Pick, language: str = "en") -> str:
    """Return a pick that is to come: "red from display 3 for line 2"."""
    tiles = tiles_words(pick.source, pick.color, language)
    return say(language, "order", tiles=tiles, line=line_name(pick.line, language))


def automatic(sentence: str, language: str = "en") -> str:
    """Return a sentence about a move that the server played in a player's stead, marked as such."""
    return say(language, "auto", sentence=sentence)


def pick_words(pick: Pick, result: PickResult, name: str, language: str = "en") -> str:
    """Return a pick whose result is known: "Alice took 3 blue from display 2 for line 4"."""
    sentence = say(
        language,
        "took.floor" if pick.line == FLOOR else "took.line",
        name=name,
        count=result.count,
        color=color_name(pick.color, language),
        source=source_name(pick.source, language),
        line=line_name(pick.line, language),
    )
    parts = []
    if result.completes:
        parts.append(say(language, "took.completes"))
    if result.fallen and pick.line != FLOOR:
        parts.append(say(language, "took.fallen", count=result.fallen))
    if result.marker:
        parts.append(say(language, "took.marker"))
    if not parts:
        return sentence
    extras = say(language, "comma").join(parts)
    return say(language, "took.with", sentence=sentence, extras=extras)


def pick_sentence(position: Position, pick: Pick, name: str, language: str = "en") -> str:
    """Return what the seat to move in ``position`` does with ``pick``."""
    return pick_words(pick, pick_result(position, position.to_move[0], pick), name, language)


def pick_short(pick: Pick, count: int, name: str, language: str = "en") -> str:
    """Return a pick in its shortest form: "Dave 1 cyan → floor"."""
    return say(
        language,
        "short.floor" if pick.line == FLOOR else "short.line",
        name=name,
        count=count,
        color=color_name(pick.color, language),
        line=line_name(pick.line, language),
    )


def line_result_sentence(pick: Pick, result: PickResult, language: str = "en") -> str:
    """Return what a pick would do to its line: "3 red here, the line is complete, floor −2"."""
    color = color_name(pick.color, language)
    if pick.line == FLOOR:
        parts = [say(language, "result.floor", count=result.fallen, color=color)]
    else:
        parts = [say(language, "result.line", kept=result.kept, color=color)]
        if result.completes:
            parts.append(say(language, "result.completes"))
        if result.points is not None:
            parts.append(say(language, "result.points", points=result.points))
        if result.fallen:
            parts.append(say(language, "result.fallen", count=result.fallen))
    if result.marker:
        parts.append(say(language, "result.marker"))
    if result.floor_cost:
        parts.append(say(language, "result.cost", cost=signed(-result.floor_cost)))
    return say(language, "comma").join(parts)


def refusal_words(board: PlayerBoard, row: int, color: Color, language: str = "en") -> str:
    """Return why a pattern line doesn't take a color. Rule: R23."""
    held, count = board.line(row)
    if count == row + 1:
        return say(language, "refuse.full")
    if held is not None and held != color:
        return say(language, "refuse.color", color=color_name(held, language))
    return say(language, "refuse.wall", color=color_name(color, language))


# Boards


def line_state_sentence(board: PlayerBoard, row: int, language: str = "en") -> str:
    """Return what lies in a pattern line: "Line 4: 3 of 4 blue"."""
    color, count = board.line(row)
    if color is None:
        return say(language, "state.empty", number=row + 1, size=row + 1)
    key = "state.full" if count == row + 1 else "state.part"
    return say(
        language,
        key,
        number=row + 1,
        count=count,
        size=row + 1,
        color=color_name(color, language),
    )


def floor_sentence(board: PlayerBoard, language: str = "en") -> str:
    """Return what lies on the floor line and what it costs."""
    if not board.floor:
        return say(language, "floor.empty")
    pieces = [
        say(language, "marker") if piece is MARKER else color_name(Color(piece), language)
        for piece in board.floor
    ]
    cost = signed(-sum(FLOOR_PENALTIES[: len(board.floor)]))
    return say(language, "floor.some", pieces=listed(pieces, language), cost=cost)


def board_sentence(board: PlayerBoard, name: str, language: str = "en") -> str:
    """Return a whole board in words, as the text alternative of its picture."""
    rows = []
    for row in range(5):
        colors = [board.wall_color(row, column) for column in range(5)]
        names = [color_name(color, language) for color in colors if color is not None]
        if names:
            rows.append(say(language, "wall.row", number=row + 1, colors=listed(names, language)))
    return say(
        language,
        "board",
        name=name,
        points=board.score,
        lines=say(language, "stop").join(
            line_state_sentence(board, row, language) for row in range(5)
        ),
        wall=say(language, "wall.rows").join(rows) or say(language, "wall.empty"),
        floor=floor_sentence(board, language),
    )


# Wall-tiling


def placement_sentence(placement: Placement, language: str = "en") -> str:
    """Return one placement: "line 3: red to column 5, +4"."""
    if placement.column is None:
        return say(language, "placed.floor", line=placement.row + 1)
    return say(
        language,
        "placed",
        line=placement.row + 1,
        color=color_name(placement.color, language),
        column=placement.column + 1,
        points=signed(placement.points),
    )


def tiling_sentence(placements: Sequence[Placement], name: str, language: str = "en") -> str:
    """Return a player's whole tiling of a round."""
    if not placements:
        return say(language, "tiled.nothing", name=name)
    words = [placement_sentence(placement, language) for placement in placements]
    return say(language, "tiled", name=name, placements=say(language, "and.then").join(words))


def tiling_short(name: str, language: str = "en") -> str:
    """Return that a player has tiled: "Alice tiled the wall"."""
    return say(language, "tiled.short", name=name)


def round_sentence(number: int, scored: Sequence[tuple[str, Tiled]], language: str = "en") -> str:
    """Return a round's result: "Round 2 was scored: Alice +7 −2 to 19, Bob +3 to 8"."""
    scores = [
        say(
            language,
            "round.seat" if tiled.penalty else "round.seat.clean",
            name=name,
            gained=signed(tiled.gained),
            penalty=signed(-tiled.penalty),
            score=tiled.score_after,
        )
        for name, tiled in scored
    ]
    return say(language, "round", number=number, scores=say(language, "comma").join(scores))
