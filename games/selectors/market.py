"""Displays and center as a page shows them: what can be taken, in groups of one color."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.azul import CENTER, COLOR_LETTERS, COLORS, Color, Counts, Position
from games.render import words

__all__ = ["Choice", "Market", "Source", "market_of", "take_value"]


@dataclass(frozen=True, slots=True)
class Choice:
    """All tiles of one color on one source: what a turn may take.

    ``value`` is what the form sends, such as "3R"; ``tiles`` repeats the color once per tile.
    """

    value: str
    color: Color
    count: int
    label: str
    is_chosen: bool

    @property
    def letter(self) -> str:
        """The color's letter."""
        return COLOR_LETTERS[self.color]

    @property
    def tiles(self) -> tuple[Color, ...]:
        """The color, once for each tile."""
        return (self.color,) * self.count


@dataclass(frozen=True, slots=True)
class Source:
    """A display (``number`` from 1) or the center (``number`` 0) and what lies there."""

    number: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Market:
    """Everything that can be taken. ``taken`` names the empty displays: "4, 6 and 9"."""

    displays: tuple[Source, ...]
    taken: str
    taken_count: int
    center: Source
    has_marker: bool
    counts: tuple[int, ...]
    colors: tuple[Choice, ...]

    @property
    def has_chosen(self) -> bool:
        """Whether the chosen tiles lie there."""
        sources = (*self.displays, self.center)
        return any(choice.is_chosen for source in sources for choice in source.choices)


def take_value(source: int, color: Color) -> str:
    """Return how a form names the tiles of one color on a source: "3R", "CB"."""
    place = "C" if source == CENTER else str(source + 1)
    return place + COLOR_LETTERS[color]


def market_of(position: Position, *, chosen: str = "", language: str = "en") -> Market:
    """Return displays and center of a position; ``chosen`` is a take value to mark.

    ``counts`` lists each number of tiles that some choice takes, ascending; ``colors`` has one choice
    of each color that lies there.
    """
    filled = [
        Source(index + 1, _choices(position, index, _counts(tiles), chosen, language))
        for index, tiles in enumerate(position.displays)
        if tiles
    ]
    taken = [index + 1 for index, tiles in enumerate(position.displays) if not tiles]
    center = Source(0, _choices(position, CENTER, position.center, chosen, language))
    choices = [choice for source in (*filled, center) for choice in source.choices]
    return Market(
        displays=tuple(filled),
        taken=words.lines_in_words(taken, language),
        taken_count=len(taken),
        center=center,
        has_marker=position.marker_in_center,
        counts=tuple(sorted({choice.count for choice in choices})),
        colors=tuple({choice.color: choice for choice in choices}.values()),
    )


def _counts(tiles: Iterable[Color]) -> Counts:
    listed = list(tiles)
    blue, yellow, red, black, cyan = (listed.count(color) for color in COLORS)
    return blue, yellow, red, black, cyan


def _choices(
    position: Position, source: int, counts: Counts, chosen: str, language: str
) -> tuple[Choice, ...]:
    has_marker = source == CENTER and position.marker_in_center
    return tuple(
        Choice(
            value=take_value(source, color),
            color=color,
            count=counts[color],
            label=words.pick_label(
                source, color, counts[color], marker=has_marker, language=language
            ),
            is_chosen=chosen == take_value(source, color),
        )
        for color in COLORS
        if counts[color]
    )
