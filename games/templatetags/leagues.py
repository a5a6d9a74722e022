"""Words and numbers of standings."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.competition.standings import Outlook
from games.models import Division, League, Pairing, Step, TieBreak
from games.render import words
from games.selectors.division_names import is_numbered, numbered_name
from games.selectors.divisions import rule_of
from games.selectors.leagues import StepLine, TableLine

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


@register.simple_tag
def place_points(league: League) -> list[tuple[int, str]]:
    """Return for each size of a league's full tables what its places bring, as "6 · 4 · 2 · 0"."""
    if league.pairing == Pairing.KNOCKOUT:
        return []
    sizes = (4, 3) if league.pairing == Pairing.MIXED else (league.table_size,)
    by_size = rule_of(league).by_size
    return [
        (size, " · ".join([points(Fraction(number)) for number in by_size[size]])) for size in sizes
    ]


@register.filter
def above(number: Fraction) -> str:
    """Write a difference with its sign and one decimal: +3.5, −0.7, 0.0."""
    text = number_format(abs(round(float(number), 1)), decimal_pos=1)
    sign = "−" if number < 0 else "+" if number > 0 else ""
    return f"{sign}{text}"


@register.filter
def in_a_row(numbers: Iterable[int]) -> str:
    """List numbers in a sentence: 54 and 48."""
    return words.listed([str(number) for number in numbers], get_language() or "en")


@register.filter
def tie_break(value: str) -> str:
    """Name a tie-break in the reader's language."""
    return str(dict(TieBreak.choices).get(value, value))


@register.filter
def division_name(division: Division) -> str:
    """Name a division: as its director called it, else by its number in the reader's language."""
    return numbered_name(division.level) if is_numbered(division) else division.name


_DONE = {
    Step.OPEN: gettext_lazy("Entries opened"),
    Step.CLOSE: gettext_lazy("Entries closed"),
    Step.PUBLISH: gettext_lazy("Divisions published"),
    Step.START: gettext_lazy("Games started"),
    Step.FINISH: gettext_lazy("Finished"),
}
_PLANNED = {
    Step.OPEN: gettext_lazy("Entries open"),
    Step.CLOSE: gettext_lazy("Entries close"),
    Step.PUBLISH: gettext_lazy("Divisions stand from"),
    Step.START: gettext_lazy("Games start"),
}


@register.simple_tag
def step_name(line: StepLine) -> str:
    """Name a step of a season as done or as planned."""
    words = _DONE if line.done_at else _PLANNED
    return str(words.get(line.step, line.step.label))


@register.simple_tag
def outlook(line: TableLine, *, is_top: bool) -> str:
    """Say what is certain of a player's last place; "" if nothing is."""
    if line.prospect.promotion is Outlook.CERTAIN:
        return _("has won the division") if is_top else _("goes up")
    return _("goes down") if line.prospect.relegation is Outlook.CERTAIN else ""
