"""Actions about a season's life: taking a step, taking one back, changing dates, calling a season off."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Season, Step
from games.services.desk.ahead import notes_ahead, notes_due, steps_due, when
from games.services.desk.kinds import Arguments, Before, Desk, Kind, mailed
from games.services.errors import TooLate
from games.services.season_back import call_off, check_back, take_back
from games.services.season_steps import STEPS, ask_step, steps_missing

MAILED: Final = frozenset({Step.OPEN, Step.START, Step.FINISH, Step.PROMOTE})
"""Steps that the server tells people of when it takes them."""
DATES: Final = ("opens_at", "closes_at", "publishes_at", "starts_at")


class TakeStep(Kind):
    """Bring a season as far as a step; the worker does it."""

    code = "step"
    shows_standings = False
    name = gettext_lazy("Take a step of the season")
    subject = "step"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Ask the worker; remember which steps weren't done before."""
        step = Step(arguments["step"])
        missing = [each.value for each in steps_missing(desk.season, step)]
        ask_step(desk.season, step, by=desk.by, now=desk.now)
        return {"steps": missing}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say who, how many games and mails, and when the step after comes."""
        return notes_ahead(desk.season, Step(arguments["step"]), now=desk.now)

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say that none is sent; where the steps send some, the notes count them."""
        del people
        step = Step(arguments["step"])
        ahead = copy.copy(desk.season)
        steps = steps_missing(ahead, step)
        for each in steps:
            setattr(ahead, each.done_field, desk.now)
        return _no_mails([*steps, *steps_due(ahead, now=desk.now)])

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Ask the worker no more, and take back those steps that it has done for this."""
        season, step = desk.season, Step(arguments["step"])
        check_step_back(season, arguments, before)
        if season.asked_step == step:
            season.asked_step, season.asked_by = "", None
            season.save(update_fields=["asked_step", "asked_by"])
        for each in reversed(_done(season, before)):
            take_back(season, each, now=desk.now)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say which, and whether it came to something."""
        words = {"step": dict(Step.choices).get(facts.get("step", ""), "")}
        if facts.get("refused"):
            return _("asked for a step that could not be taken: %(step)s") % words
        return _("asked for a step: %(step)s") % words


def check_step_back(season: Season, arguments: Arguments, before: Arguments) -> None:
    """Raise TooLate unless what a director asked for can be taken back. No query."""
    done = _done(season, before)
    if not done and season.asked_step != arguments["step"]:
        raise TooLate(_("Nothing of it is left to be taken back."))
    ahead = copy.copy(season)
    for step in reversed(done):
        check_back(ahead, step)
        setattr(ahead, step.done_field, None)


def _done(season: Season, before: Arguments) -> list[Step]:
    """Return the steps, in order, that a director's request brought about."""
    wanted = before.get("steps", ())
    return [each for each in STEPS if each.value in wanted and season.done_at(each) is not None]


def _no_mails(steps: Sequence[Step]) -> list[str]:
    """Say that no mail is sent, unless one of these steps sends some."""
    return [] if MAILED.intersection(steps) else [mailed(())]


class StepBack(Kind):
    """Take back the newest step of a season, whoever took it."""

    code = "step-back"
    shows_standings = False
    can_be_undone = False
    name = gettext_lazy("Take a step back")
    subject = "step"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Open entries again, or take the proposal back."""
        take_back(desk.season, Step(arguments["step"]), now=desk.now)
        return {}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say what is open again, and which dates go."""
        season, notes = desk.season, []
        if arguments["step"] == Step.DRAW:
            notes.append(_("The proposed divisions, and what directors changed in them, are gone."))
            notes.append(_("They can be proposed anew; nobody but directors has seen them."))
        else:
            notes.append(_("Players can enter and withdraw again."))
        if season.closes_at is not None and season.closes_at <= desk.now:
            text = _("The date on which entries close is past and is taken away: %(at)s.")
            notes.append(text % {"at": when(season.closes_at)})
        return notes

    def never_undone(self) -> str:
        """Say what to do instead."""
        return _("Take the step once more instead.")

    def told(self, facts: Mapping[str, str]) -> str:
        """Say which."""
        words = {"step": dict(Step.choices).get(facts.get("step", ""), "")}
        return _("took a step back: %(step)s") % words


class ChangeDates(Kind):
    """Change from when the server takes the steps of a season by itself."""

    code = "dates"
    shows_standings = False
    name = gettext_lazy("Change the dates")
    subject = "season"
    asks = ("dates",)

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Write the dates, each from what it was to what it is to be."""
        _rewrite(desk.season, _moments(arguments["changes"]))
        return {}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say from what to what, and what the server then does at once."""
        ahead, notes = copy.copy(desk.season), []
        for name, (was, new) in _moments(arguments["changes"]).items():
            notes.append(f"{name_of_date(name)}: {when(was)} → {when(new)}")
            setattr(ahead, name, new)
        return [*notes, *notes_due(ahead, now=desk.now)]

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say that none is sent; where steps that are due send some, the notes count them."""
        del arguments, people
        return _no_mails(steps_due(desk.season, now=desk.now))

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Put the dates back unless they have been changed once more."""
        del before
        changes = _moments(arguments["changes"])
        _rewrite(desk.season, {name: (new, was) for name, (was, new) in changes.items()})

    def told(self, facts: Mapping[str, str]) -> str:
        """Say that they were changed; the log adds from what to what."""
        del facts
        return _("changed dates of the season")


def name_of_date(name: str) -> str:
    """Return what pages call one of DATES: "Entries close on"."""
    field = Season._meta.get_field(name)  # noqa: SLF001 - Django's documented way to fields
    return capfirst(str(field.verbose_name))  # type: ignore[union-attr]


_Change = tuple[datetime | None, datetime | None]


def _moments(changes: Mapping[str, Any]) -> dict[str, _Change]:
    """Return changed dates, before and after, from their texts."""
    read = {name: [at and parse_datetime(at) for at in pair] for name, pair in changes.items()}
    return {name: (was or None, new or None) for name, (was, new) in read.items() if name in DATES}


def _rewrite(season: Season, changes: Mapping[str, _Change]) -> None:
    """Write dates of a locked season. Raises TooLate if one isn't what it was when that was decided."""
    for name, (was, new) in changes.items():
        if getattr(season, name) != was:
            raise TooLate(_("Somebody has changed the dates since. Nothing was done; look again."))
        setattr(season, name, new)
    season.save(update_fields=[*changes])


class CallOff(Kind):
    """Give up a season that is still being prepared."""

    code = "call-off"
    shows_standings = False
    can_be_undone = False
    name = gettext_lazy("Call the season off")
    subject = "season"
    leads_to = "league"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Delete the season and its entries; remember whom to tell."""
        del arguments
        return {"players": call_off(desk.season)}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say how many had entered."""
        del arguments
        count = desk.season.entries.filter(withdrawn_at=None).count()
        text = ngettext(
            "The season goes away; %(count)d player had entered and is told.",
            "The season goes away; %(count)d players had entered and are told.",
            count,
        )
        return [text % {"count": count}]

    def never_undone(self) -> str:
        """Say what to do instead."""
        return _("The season can’t be brought back; another one of the same number can be begun.")

    def told(self, facts: Mapping[str, str]) -> str:
        """Say which."""
        return _("called off season %(number)s") % facts
