"""Changing a league's rules while a season is reckoned by them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import League
from games.services.desk.kinds import Arguments, Before, Desk, Kind, check_unfinished
from games.services.desk_mail import RECKONED
from games.services.leagues import write_rules


class ChangeRules(Kind):
    """Change rules of the league in the middle of a season."""

    code = "rules"
    name = gettext_lazy("Change the rules")
    subject = "season"
    leads_to = "league"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Write the rules, each from what it was to what it is to be."""
        check_unfinished(desk)
        changes = arguments["changes"]
        self._write(desk, {name: (was, new) for name, (was, new) in changes.items()})
        return {name: was for name, (was, _new) in changes.items()}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say how far the change reaches."""
        notes = []
        if RECKONED.intersection(arguments["changes"]):
            notes.append(_("The whole season is reckoned anew, with the results so far."))
        else:
            notes.append(_("Standings stay as they are."))
        if "pace" in arguments["changes"] or "timeout_policy" in arguments["changes"]:
            notes.append(
                _("Games that have begun keep their pace and what happens when time is up.")
            )
        if "is_rated" in arguments["changes"]:
            notes.append(_("All ratings are reckoned anew."))
        if desk.season.league.seasons.filter(finished_at__isnull=False).exists():
            notes.append(_("Final tables of seasons that are over stay as they are."))
        return notes

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Put the rules back unless they have been changed once more."""
        del before
        check_unfinished(desk)
        changes = arguments["changes"]
        self._write(desk, {name: (new, was) for name, (was, new) in changes.items()})

    def division_ids(self, desk: Desk, arguments: Arguments) -> set[int]:
        """Return all divisions where the tables are reckoned anew."""
        if not RECKONED.intersection(arguments["changes"]):
            return set()
        return set(desk.season.divisions.values_list("pk", flat=True))

    def told(self, facts: Mapping[str, str]) -> str:
        """Say that they were changed; the log adds from what to what."""
        del facts
        return _("changed rules of the league")

    def _write(self, desk: Desk, changes: Mapping[str, tuple[object, object]]) -> None:
        league = League.objects.select_for_update().get(pk=desk.season.league_id)
        write_rules(league, changes)
        # The standings that a dry run shows are reckoned by it.
        desk.season.league = league
