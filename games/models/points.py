"""What the places at a table bring, as a league stores it: {"4": [5, 3, 1, 0]}."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

__all__ = ["MOST_POINTS", "check_points"]

MOST_POINTS: Final = 1_000
_SIZES: Final = {"2", "3", "4"}


def check_points(points: Any) -> None:
    """Raise ValidationError unless each table size has whole numbers for its places, none rising."""
    if not isinstance(points, dict) or not all(
        size in _SIZES and _is_for(int(size), each) for size, each in points.items()
    ):
        raise ValidationError(
            _(
                'Give as many points as places, the first the highest, each from 0 to %(most)d: {"4": [5, 3, 1, 0]}'
            )
            % {"most": MOST_POINTS}
        )


def _is_for(size: int, points: Any) -> bool:
    """Tell whether these are the points of the places at a table of so many, from the first."""
    if not isinstance(points, list) or len(points) != size:
        return False
    if not all(type(each) is int and 0 <= each <= MOST_POINTS for each in points):
        return False
    return all(better >= worse for better, worse in pairwise(points))
