"""What a player's page draws of a rating: one line, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

__all__ = ["rating_chart"]

WIDTH: Final = 360
HEIGHT: Final = 180
LEFT, RIGHT, TOP, BOTTOM = 42, 346, 14, 166
MOST_TICKS: Final = 5
_STEPS: Final = (10, 20, 50, 100, 200, 500)


def rating_chart(points: Sequence[int], *, label: str) -> str:
    """Return a rating as a line; ``points`` are its numbers from the oldest, at least one.

    The scale fits the numbers, it does not begin at 0. A table beside it must hold the figures.
    """
    low, high = min(points), max(points)
    step = next((each for each in _STEPS if high - low <= each * (MOST_TICKS - 1)), 1000)
    lowest, highest = low // step * step, max(-(-high // step), low // step + 1) * step
    parts = [_grid(value, lowest, highest) for value in range(lowest, highest + 1, step)]
    ends = [
        (_x(index, len(points)), _y(value, lowest, highest)) for index, value in enumerate(points)
    ]
    path = "L".join(f"{x:g} {y:g}" for x, y in ends)
    last_x, last_y = ends[-1]
    parts.append(
        f'<g class="c0"><path d="M{path}" class="ln"/>'
        f'<circle cx="{last_x:g}" cy="{last_y:g}" r="5" class="mk"/></g>'
    )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def _grid(value: int, lowest: int, highest: int) -> str:
    y = _y(value, lowest, highest)
    return (
        f'<path d="M{LEFT} {y:g}H{RIGHT}" class="gr"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:g}" class="yl">{value}</text>'
    )


def _x(index: int, count: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * (index / (count - 1) if count > 1 else 1), 1)


def _y(value: int, lowest: int, highest: int) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (value - lowest) / (highest - lowest), 1)
