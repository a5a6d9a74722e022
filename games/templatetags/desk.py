"""Words of the director's desk: what was done, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django import template
from django.utils.translation import gettext as _

from games.models import Step
from games.selectors.desk_log import LogLine
from games.selectors.desk_pictures import Line, Row
from games.services.desk import KINDS
from games.templatetags.moments import moment

register = template.Library()


def _told_step(facts: dict[str, str]) -> str:
    words = {"step": dict(Step.choices).get(facts.get("step", ""), "")}
    if facts.get("refused"):
        return _("asked for a step that could not be taken: %(step)s") % words
    return _("asked for a step: %(step)s") % words


_OTHERS: Final[Mapping[str, Callable[[dict[str, str]], str]]] = {
    "rules": lambda facts: _("changed rules of the league"),
    "dates": lambda facts: _("changed dates of the season"),
    "director-added": lambda facts: _("made %(player)s a director") % facts,
    "director-dropped": lambda facts: _("ended %(player)s’s time as a director") % facts,
    "step": _told_step,
}


@register.simple_tag
def told(line: LogLine) -> str:
    """Say what was done."""
    kind = line.action.kind
    if kind in KINDS:
        return KINDS[kind].told(line.facts)
    return _OTHERS[kind](line.facts) if kind in _OTHERS else kind


@register.filter
def can_try_undo(line: LogLine) -> bool:
    """Tell whether an action is of a kind that may be undone."""
    return line.action.kind in KINDS and KINDS[line.action.kind].can_be_undone


@register.simple_tag
def desk_value(value: object) -> str:
    """Write a value of a comparison: a moment, a number or a word; a dash for none."""
    if value is None:
        return "–"
    return moment(value) if isinstance(value, datetime) else str(value)


@register.simple_tag
def desk_way(row: Row) -> str:
    """Say whether a line goes up or down, before and after where that differs."""
    was, now = _way(row.was), _way(row.now)
    return now if was == now else f"{was or '–'} → {now or '–'}"


def _way(line: Line | None) -> str:
    if line is None or not line.goes:
        return ""
    return _("up") if line.goes == "up" else _("down")
