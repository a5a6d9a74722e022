"""Taking back steps of a season while nobody builds on them, and calling off one that isn't published."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.models import DirectorAction, Season, SeasonEntry, Shift, Step
from games.services.errors import TooLate

__all__ = ["back_fault", "call_off", "check_back", "newest_step", "take_back"]


def newest_step(season: Season) -> Step | None:
    """Return the last step that is done, None before the first."""
    return next((step for step in reversed(Step) if season.done_at(step) is not None), None)


def back_fault(season: Season, step: Step) -> str:
    """Return why a step can't be taken back now, "" if it can. No query."""
    try:
        check_back(season, step)
    except TooLate as refused:
        return refused.message
    return ""


def check_back(season: Season, step: Step) -> None:
    """Raise TooLate, with a sentence why, unless a step is the newest and nobody builds on it."""
    if season.done_at(step) is None:
        raise TooLate(_("“%(step)s” isn’t done.") % {"step": step.label})
    if step not in {Step.CLOSE, Step.DRAW}:
        raise TooLate(_kept(step))
    newest = newest_step(season)
    if newest != step and newest is not None:
        text = _("“%(step)s” has been done since. Take that back first.")
        raise TooLate(_kept(newest) or text % {"step": newest.label})


def _kept(step: Step) -> str:
    """Say why a step can't be taken back, "" for those that can."""
    match step:
        case Step.OPEN:
            return _(
                "Everybody has been told that the season is open. Call the season off instead."
            )
        case Step.PUBLISH:
            return _("Everybody has seen the divisions. Move single players instead.")
        case Step.START:
            return _("The games have begun.")
        case Step.FINISH:
            return _("The final tables are written and everybody has been told.")
        case Step.PROMOTE:
            return _("The next season has begun. Call that one off, on its own desk.")
    return ""


def take_back(season: Season, step: Step, *, now: datetime) -> None:
    """Take back the closing of entries, or the proposal of divisions, of a season that is locked.

    A date that is past is emptied, or the server would take the step once more at once. What was asked of
    the worker is asked no more. Raises TooLate for other steps, and for those that others came after.
    """
    check_back(season, step)
    setattr(season, step.done_field, None)
    season.asked_step, season.asked_by = "", None
    if season.closes_at is not None and season.closes_at <= now:
        season.closes_at = None
    if step == Step.DRAW:
        season.publishes_at = None
        season.entries.update(division=None, seeding=0, claim="", shift=Shift.NONE, is_by_lot=False)
        season.divisions.all().delete()
    season.save(
        update_fields=[step.done_field, "asked_step", "asked_by", "closes_at", "publishes_at"]
    )


def call_off(season: Season) -> list[int]:
    """Delete a season that is locked and not published, with its entries; return the players who were in it.

    What stands about it in the league's log stays. Raises TooLate once it is published.
    """
    if season.published_at is not None:
        raise TooLate(_("The divisions are published: this season goes on."))
    entries = SeasonEntry.objects.filter(season=season)
    players = entries.filter(withdrawn_at=None).order_by("pk").values_list("player_id", flat=True)
    told = list(players)
    entries.delete()
    season.divisions.all().delete()
    DirectorAction.objects.filter(season=season).update(season=None)
    season.delete()
    return told
