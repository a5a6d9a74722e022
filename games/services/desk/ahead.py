"""What the next steps of a season will do, in sentences: who, how many games, how many mails, and what then."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Appeal, Fixture, Pairing, Season, Step
from games.selectors.moments import moment_words
from games.services.season_draw import proposed_sizes, tables_planned
from games.services.season_mail import audience_of_opening, mailed_entries
from games.services.season_proposal import AFTER_THE_LAST, waits_for_last
from games.services.season_steps import is_due, obstacle_to, steps_missing

__all__ = ["notes_ahead", "notes_due", "steps_due", "when"]

_BY_DATE: Final = frozenset({Step.OPEN, Step.CLOSE, Step.DRAW, Step.PUBLISH, Step.START})


def when(at: datetime | None) -> str:
    """Write a date of a season in the reader's time zone, a dash for none."""
    return "–" if at is None else moment_words(at)


def notes_ahead(season: Season, step: Step, *, now: datetime) -> list[str]:
    """Say what it means to bring a season as far as this step now, and what follows by itself."""
    steps = steps_missing(season, step)
    ahead = _after(season, steps, now)
    due = steps_due(ahead, now=now)
    notes = []
    if len(steps) > 1:
        labels = _labels(steps)
        notes.append(_("One after the other: %(steps)s.") % {"steps": labels})
    notes += _told(season, steps, now)
    if due:
        labels = _labels(due)
        text = _(
            "The dates of what comes next are past, so the server does at once, too: %(steps)s."
        )
        notes.append(text % {"steps": labels})
        notes += _told(season, due, now)
    return [*notes, *_then(_after(ahead, due, now))]


def steps_due(season: Season, *, now: datetime) -> list[Step]:
    """Return the steps that the server takes now by their dates, one after the other; nothing is written."""
    ahead, due = copy.copy(season), []
    while (step := ahead.next_step) in _BY_DATE and is_due(ahead, step, now):
        if step == Step.DRAW and obstacle_to(ahead, step):
            break
        due.append(step)
        ahead = _after(ahead, [step], now)
    return due


def notes_due(season: Season, *, now: datetime) -> list[str]:
    """Say what the server does at once by the dates of a season, and what comes then."""
    due = steps_due(season, now=now)
    if not due:
        return [_("Nothing happens at once."), *_then(season)]
    labels = _labels(due)
    text = _("These dates are past: the server does this within seconds: %(steps)s.")
    return [text % {"steps": labels}, *_told(season, due, now), *_then(_after(season, due, now))]


def _labels(steps: Sequence[Step]) -> str:
    return pgettext("list", ", ").join(str(step.label) for step in steps)


def _after(season: Season, steps: Sequence[Step], now: datetime) -> Season:
    """Return how a season stands after these steps, as a copy that isn't stored."""
    ahead = copy.copy(season)
    for step in steps:
        setattr(ahead, step.done_field, now)
        if step == Step.DRAW and ahead.publishes_at is None:
            ahead.publishes_at = now + timedelta(days=season.league.proposal_days)
    return ahead


def _told(season: Season, steps: Sequence[Step], now: datetime) -> list[str]:
    return [note for step in steps for note in _SAYS[step](season, now)]


def _then(season: Season) -> list[str]:
    """Say when the step after comes, and whether by itself."""
    step = season.next_step
    if step is None:
        return []
    words = {"step": step.label, "at": when(season.due_at(step))}
    if step == Step.FINISH:
        return [_("The server writes the final tables by itself a day after the last result.")]
    if step in AFTER_THE_LAST and waits_for_last(season):
        return [_("After that this waits until the season before is over: %(step)s.") % words]
    obstacle = obstacle_to(season, step) if step == Step.DRAW else ""
    if obstacle and season.due_at(step) is not None:
        return [_("Then this waits until there are enough players: %(step)s.") % words, obstacle]
    if step == Step.PROMOTE and season.league.entry_days:
        return [_("Then the server does this by itself at once: %(step)s.") % words]
    if season.due_at(step) is None:
        return [_("After that this waits for a director: %(step)s.") % words]
    return [_("After that the server does this by itself on %(at)s: %(step)s.") % words]


def _mails(count: int) -> str:
    if not count:
        return _("No mail is sent.")
    return ngettext("%(count)d mail is sent.", "%(count)d mails are sent.", count) % {
        "count": count
    }


def _opens(season: Season, now: datetime) -> list[str]:
    del now
    told = _("Players can enter. Who played the last season or follows the league is told.")
    return [told, _mails(audience_of_opening(season).count())]


def _closes(season: Season, now: datetime) -> list[str]:
    del now
    count = season.entries.filter(withdrawn_at=None).count()
    text = ngettext(
        "Nobody enters any more; %(count)d player has entered.",
        "Nobody enters any more; %(count)d players have entered.",
        count,
    )
    return [text % {"count": count}]


def _draws(season: Season, now: datetime) -> list[str]:
    del now
    obstacle = obstacle_to(season, Step.DRAW)
    if obstacle:
        return [obstacle]
    sizes = ", ".join(str(size) for _level, size in _sizes(season))
    text = _("Divisions of so many players are proposed, from the top: %(sizes)s.")
    return [text % {"sizes": sizes}, _("Only directors see the proposal, and may change it.")]


def _publishes(season: Season, now: datetime) -> list[str]:
    del now
    count = sum(tables_planned(season, level, size) for level, size in _sizes(season))
    text = ngettext(
        "Everybody sees the divisions and %(count)d table.",
        "Everybody sees the divisions and %(count)d tables.",
        count,
    )
    notes = [text % {"count": count}]
    if Pairing(season.league.pairing).is_drawn_by_rounds:
        notes.append(_("Later rounds are drawn from the results of those before."))
    return notes


def _starts(season: Season, now: datetime) -> list[str]:
    del now
    rounds = (
        1 if Pairing(season.league.pairing).is_drawn_by_rounds else season.league.rounds_at_once
    )
    if season.published_at is None:
        count = sum(tables_planned(season, level, size) for level, size in _sizes(season))
    else:
        tables = Fixture.objects.tables().filter(division__season=season, voided_at=None)
        count = (tables.filter(round__lte=rounds) if rounds else tables).count()
    text = ngettext("%(count)d game begins at once.", "%(count)d games begin at once.", count)
    notes = [text % {"count": count}]
    if rounds and season.published_at is None and season.league.rounds_at_once:
        notes = [
            ngettext(
                "The games of the first round begin at once.",
                "The games of the first %(count)d rounds begin at once.",
                rounds,
            )
            % {"count": rounds}
        ]
    who = mailed_entries(season)
    if season.drawn_at is not None:
        who = who.filter(division__isnull=False)
    return [*notes, _mails(who.count())]


def _finishes(season: Season, now: datetime) -> list[str]:
    del now
    told = _("The final tables are written; no result can be changed any more.")
    count = mailed_entries(season).filter(division__isnull=False).count()
    return [told, *_unanswered(season), _mails(count)]


def _unanswered(season: Season) -> list[str]:
    """Name the tables about which players have asked without an answer."""
    waiting = Appeal.objects.filter(fixture__division__season=season, answered_at=None)
    asked = [
        f"{name} (#{game})"
        for name, game in waiting.order_by("pk").values_list("player__name", "fixture__game")
    ]
    if not asked:
        return []
    return [
        _("Nobody has answered yet what these players asked: %(names)s.")
        % {"names": ", ".join(asked)}
    ]


def _promotes(season: Season, now: datetime) -> list[str]:
    league = season.league
    following = league.seasons.filter(number__gt=season.number).order_by("number").first()
    notes = []
    if following is not None:
        text = _("Season %(number)d is there already; no other one is begun.")
        notes.append(text % {"number": following.number})
    else:
        text = _("Season %(number)d begins and takes entries.")
        notes.append(text % {"number": season.number + 1})
        if league.entry_days:
            closes = now + timedelta(days=league.entry_days)
            starts = closes + timedelta(days=league.proposal_days)
            text = _("Its entries close on %(closes)s, its games start on %(starts)s.")
            notes.append(text % {"closes": when(closes), "starts": when(starts)})
        audience = audience_of_opening(Season(league=league, number=season.number + 1))
        notes.append(_mails(audience.count()))
    if league.carries_over and (following is None or following.takes_entries):
        stay = season.entries.filter(division__isnull=False, withdrawn_at=None)
        count = stay.filter(player__is_active=True).count()
        text = ngettext(
            "%(count)d player of this season is entered in it.",
            "%(count)d players of this season are entered in it.",
            count,
        )
        notes.append(text % {"count": count})
    return notes


def _sizes(season: Season) -> list[tuple[int, int]]:
    """Return the divisions as they are, or would be if they were drawn now: level and players."""
    if season.drawn_at is None:
        return list(enumerate(proposed_sizes(season)))
    own = Count("entries", filter=Q(entries__withdrawn_at=None))
    found = season.divisions.annotate(size=own).filter(size__gt=0).order_by("level")
    sizes = found.values_list("size", flat=True)
    return list(enumerate(sizes))


_SAYS: Final[Mapping[Step, Callable[[Season, datetime], list[str]]]] = {
    Step.OPEN: _opens,
    Step.CLOSE: _closes,
    Step.DRAW: _draws,
    Step.PUBLISH: _publishes,
    Step.START: _starts,
    Step.FINISH: _finishes,
    Step.PROMOTE: _promotes,
}
