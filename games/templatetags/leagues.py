"""Words and numbers of standings."""

from __future__ import annotations

from fractions import Fraction

from django import template
from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.competition.standings import Outlook
from games.models import Division, TieBreak
from games.selectors.leagues import TableLine

register = template.Library()


@register.filter
def points(number: Fraction) -> str:
    """Write points: 4, 4½, or with two decimals."""
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return number_format(round(float(number), 2), decimal_pos=2)


@register.filter
def tie_break(value: str) -> str:
    """Name a tie-break in the reader's language."""
    return str(dict(TieBreak.choices).get(value, value))


@register.filter
def division_name(division: Division) -> str:
    """Name a division: as its director called it, else by its number in the reader's language."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            if division.name == _numbered(division):
                break
    else:
        return division.name
    return _numbered(division)


def _numbered(division: Division) -> str:
    return _("Division %(number)d") % {"number": division.level + 1}


@register.simple_tag
def outlook(line: TableLine, *, is_top: bool) -> str:
    """Say what is certain of a player's last place; "" if nothing is."""
    if line.prospect.promotion is Outlook.CERTAIN:
        return _("has won the division") if is_top else _("goes up")
    return _("goes down") if line.prospect.relegation is Outlook.CERTAIN else ""
