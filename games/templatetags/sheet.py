"""Tags that draw figures: runs on small walls, scores round by round, ratings game by game."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.azul import Placement, WallKind
from games.render import rating, sheet

register = template.Library()


def _drawing(fragment: str) -> SafeString:
    # Safe: games.render writes numbers and its own names only, and escapes every label.
    return mark_safe(fragment)  # noqa: S308


@register.simple_tag
def wall_symbol(wall_kind: str) -> SafeString:
    """Write the empty small wall; once per page, after the shapes."""
    return _drawing(sheet.wall_symbol(WallKind(wall_kind)))


@register.simple_tag
def run_wall(standing: Sequence[sheet.WallTile], placed: Placement) -> SafeString:
    """Draw what a tile scored for; the text beside it must say the same."""
    return _drawing(sheet.run_wall(standing, placed))


@register.simple_tag
def score_chart(lines: Sequence[sheet.Line], points: Sequence[str], label: str) -> SafeString:
    """Draw scores round by round; a table on the page must hold the figures."""
    return _drawing(sheet.score_chart(lines, points, label=label))


@register.simple_tag
def series_key(number: int) -> SafeString:
    """Draw the sample of one line of the chart."""
    return _drawing(sheet.series_key(number))


@register.simple_tag
def rating_chart(points: Sequence[int], label: str) -> SafeString:
    """Draw a rating game by game; a table on the page must hold the figures."""
    return _drawing(rating.rating_chart(points, label=label))
