"""Filters for pages of tables that wait for players."""

from __future__ import annotations

from django import template

from games.competition.clock import InvalidPace, parse_pace
from games.mail.times import pace_words

register = template.Library()


@register.filter
def pace(text: str) -> str:
    """Write a pace as people say it: "3d" is "3 days for each move"."""
    try:
        return pace_words(parse_pace(text))
    except InvalidPace:
        return text
