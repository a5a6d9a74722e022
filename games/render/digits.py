"""Digits as outlines, so that pictures need no font: a machine that draws them may have none."""

from __future__ import annotations

__all__ = ["number", "number_width"]

ADVANCE = 13
HEIGHT = 16
# Strokes of the pen in a box 10 wide and 16 high.
STROKES = {
    "0": "M5 1a4 4 0 0 1 4 4v6a4 4 0 0 1-8 0V5a4 4 0 0 1 4-4Z",
    "1": "M2 4 6 1V15",
    "2": "M1.2 5a3.9 3.9 0 0 1 7.8-.3C9 7.3 6.8 9 1.2 15H9.3",
    "3": "M1.5 2.800A4 4 0 0 1 9 4.6 3.5 3.5 0 0 1 5 7.800a3.6 3.6 0 0 1 4.2 3.600A4.2 4.2 0 0 1 1 12.6",
    "4": "M7.2 15V1L1 10.800H9.5",
    "5": "M8.6 1H2.500L1.8 7.200A4.3 4.3 0 1 1 1 13",
    "6": "M8 1.400C3.5 2.5 1 6 1 10.800a4.1 4.1 0 1 0 4.1-4.300C3 6.5 1.5 7.8 1 9.6",
    "7": "M1 1H9L4 15",
    "8": "M5 1a3.2 3.2 0 0 1 0 6.400A3.2 3.2 0 0 1 5 1Zm0 6.400a3.8 3.8 0 0 1 0 7.6 3.8 3.8 0 0 1 0-7.600Z",
    "9": "M2 14.600C6.5 13.5 9 10 9 5.200A4.1 4.1 0 1 0 4.9 9.500C7 9.5 8.5 8.2 9 6.4",
    "-": "M1.5 8H8.5",
}


def number(value: int, x: float, y: float, *, height: float, ink: str, weight: float = 2.4) -> str:
    """Return a number with its top left corner at that place, ``height`` high."""
    scale = height / HEIGHT
    strokes = "".join(
        f'<path d="{STROKES[sign]}" transform="translate({step * ADVANCE})"/>'
        for step, sign in enumerate(str(value))
    )
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})" fill="none" stroke="{ink}"'
        f' stroke-width="{weight}" stroke-linecap="round" stroke-linejoin="round">{strokes}</g>'
    )


def number_width(value: int, *, height: float) -> float:
    """Return how wide that number is at this height."""
    return (len(str(value)) * ADVANCE - 3) * height / HEIGHT
