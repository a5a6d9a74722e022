"""Filters for pages of tables that wait for players."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.translation import get_language

from games.competition.clock import InvalidPace, parse_pace
from games.mail.times import pace_words
from games.render import words

register = template.Library()


@register.filter
def in_a_row(names: Sequence[str]) -> str:
    """Write names with commas between: "alice, bob, carol"."""
    return words.in_a_row(names, get_language() or "en")


@register.filter
def pace(text: str) -> str:
    """Write a pace as people say it: "3d" is "3 days for each move"."""
    try:
        return pace_words(parse_pace(text))
    except InvalidPace:
        return text
