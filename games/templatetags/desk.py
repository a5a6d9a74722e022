"""Words of the director's desk: what was done, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django import template
from django.db.models import Model
from django.utils.text import capfirst
from django.utils.timezone import now
from django.utils.translation import gettext as _

from games.models import League, Season
from games.selectors.desk_log import LogLine, value_words
from games.selectors.desk_pictures import Line, Row
from games.services.desk import KINDS, is_undoable
from games.templatetags.moments import moment

register = template.Library()


def _told_rules(line: LogLine) -> str:
    changes = _told_changes(League, line)
    if not changes:
        return _("changed rules of the league")
    return _("changed rules of the league: %(changes)s") % {"changes": changes}


def _told_dates(line: LogLine) -> str:
    changes = _told_changes(Season, line)
    if not changes:
        return _("changed dates of the season")
    return _("changed dates of the season: %(changes)s") % {"changes": changes}


def _told_changes(model: type[Model], line: LogLine) -> str:
    """Write fields with their values before and after: "Players at a table: 2 → 4"."""
    told = []
    for name, (was, new) in line.action.arguments.get("changes", {}).items():
        field = model._meta.get_field(name)  # noqa: SLF001 - Django's documented way to fields
        label = capfirst(str(getattr(field, "verbose_name", name)))
        told.append(f"{label}: {value_words(field, was)} → {value_words(field, new)}")
    return "; ".join(told)


_OTHERS: Final[Mapping[str, Callable[[LogLine], str]]] = {
    "rules": _told_rules,
    "dates": _told_dates,
    "director-added": lambda line: _("made %(player)s a director") % line.facts,
    "director-dropped": lambda line: _("ended %(player)s’s time as a director") % line.facts,
    "left": lambda _line: _("withdrew from the season"),
    "season-prepared": lambda _line: _("began to prepare a season"),
}


@register.simple_tag
def told(line: LogLine) -> str:
    """Say what was done."""
    kind = line.action.kind
    if kind in _OTHERS:
        return _OTHERS[kind](line)
    return KINDS[kind].told(line.facts) if kind in KINDS else kind


@register.filter
def can_try_undo(line: LogLine) -> bool:
    """Tell whether undoing an action is worth trying."""
    return not line.is_overtaken and is_undoable(line.action, now=now())


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
