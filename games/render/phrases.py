"""The phrases that ``words`` fills in, one table per language; whole sentences where word order varies."""

from __future__ import annotations

from games.render.japanese import JAPANESE

ENGLISH: dict[str, str] = {
    "blue": "blue",
    "yellow": "yellow",
    "red": "red",
    "black": "black",
    "cyan": "cyan",
    "marker": "starting player marker",
    "display": "display {number}",
    "center": "the center",
    "line": "line {number}",
    "floor": "the floor line",
    "label.display": "Display {number}: {count} {color}",
    "label.center": "Center: {count} {color}",
    "label.marker": "{label}, with the starting player marker",
    "auto": "{sentence} (auto)",
    "tiles": "{color} from {source}",
    "order": "{tiles} for {line}",
    "took.line": "{name} took {count} {color} from {source} for {line}",
    "took.floor": "{name} took {count} {color} from {source} straight to the floor line",
    "took.with": "{sentence}, {extras}",
    "took.completes": "completing it",
    "took.fallen": "{count} to the floor",
    "took.marker": "with the starting player marker",
    "short.line": "{name} {count} {color} → {line}",
    "short.floor": "{name} {count} {color} → floor",
    "state.empty": "Line {number}: empty, {size} free",
    "state.part": "Line {number}: {count} of {size} {color}",
    "state.full": "Line {number}: full, {color}",
    "result.line": "{kept} {color} here",
    "result.completes": "the line is complete",
    "result.points": "scores {points}",
    "result.fallen": "{count} to the floor line",
    "result.marker": "the starting player marker to the floor line",
    "result.cost": "floor {cost}",
    "result.floor": "all {count} {color} to the floor line",
    "refuse.full": "full",
    "refuse.color": "takes {color} only",
    "refuse.wall": "{color} is already in this row of the wall",
    "floor.empty": "Floor line: empty",
    "floor.some": "Floor line: {pieces}, {cost} points",
    "board": "{name}: {points} points. {lines}. Wall: {wall}. {floor}.",
    "stop": ". ",
    "wall.empty": "empty",
    "wall.row": "row {number} {colors}",
    "wall.rows": ", ",
    "placed": "line {line}: {color} to column {column}, {points}",
    "placed.floor": "line {line}: no column free, its tiles fell to the floor line",
    "tiled": "{name} tiled the wall: {placements}",
    "tiled.short": "{name} tiled the wall",
    "tiled.nothing": "{name} had no complete line",
    "round": "Round {number} was scored: {scores}",
    "round.seat": "{name} {gained} {penalty} to {score}",
    "round.seat.clean": "{name} {gained} to {score}",
    "colored": "colored wall",
    "gray": "gray wall",
    "row_complete": "The game ended because a row of a wall was complete.",
    "no_tiles": "The game ended because no tile was left to deal.",
    "no_row_possible": "The game ended because nobody could complete a row any more.",
    "and": "{first} and {last}",
    "comma": ", ",
    "and.then": "; ",
    "key": (
        "B blue, Y yellow, R red, K black, C cyan. Capital: a tile. Small: an empty\n"
        "wall space for that color. F: floor line. 1: the starting player marker."
    ),
    "text.points": ": {points} points",
}

LANGUAGES: dict[str, dict[str, str]] = {"en": ENGLISH, "ja": JAPANESE}


def say(language: str, key: str, **values: object) -> str:
    """Return a phrase with its blanks filled in; English stands in for a language without a table."""
    return LANGUAGES.get(language, ENGLISH)[key].format(**values)
