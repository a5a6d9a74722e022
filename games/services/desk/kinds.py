"""What all actions of directors have in common: finding what they are about, and who may do them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Division, Fixture, GameStatus, Player, Season, SeasonEntry, Seat
from games.selectors.positions import Table
from games.services.errors import NoSuchGame, TooLate
from games.services.locking import locked_table
from games.services.seasons import SeasonRefused

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django_stubs_ext import StrOrPromise

Arguments = Mapping[str, Any]
Before = dict[str, Any]

NAMES_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Desk:
    """Who acts, in which season, when and why. The season is locked."""

    season: Season
    by: Player
    now: datetime
    reason: str


class Kind(ABC):
    """One kind of action.

    `subject` is what it is about: a table (fixture), a seat of it, an entry, a division, a step, or the season.
    """

    code: ClassVar[str]
    name: ClassVar[StrOrPromise]
    subject: ClassVar[str]
    # What the form asks besides the subject and the reason.
    asks: ClassVar[tuple[str, ...]] = ()
    # Whether it decides about a game: of several such decisions the newest is undone first.
    is_judgment: ClassVar[bool] = False
    # False for what leaves the standings alone: its dry run doesn't show them.
    shows_standings: ClassVar[bool] = True
    # False for what goes out by mail.
    can_be_undone: ClassVar[bool] = True
    # Where a page goes when it is done, where that isn't the page of the subject.
    leads_to: ClassVar[str] = ""

    @abstractmethod
    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Do it inside the caller's transaction; return what undoing needs. Raises Refused."""

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say before it is done what no table of a dry run shows: who is concerned, what is final."""
        del desk, arguments
        return []

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Take it back inside the caller's transaction. Raises TooLate with a sentence why not."""
        raise TooLate(self.never_undone())

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say who gets a mail: `people` are those for whom the dry run has queued one.

        What the server mails later, because of this, has to be said by the kind itself.
        """
        del desk, arguments
        return [mailed(people)]

    def touches(self, arguments: Arguments, by: Player) -> QuerySet[Fixture] | None:
        """Return the tables that it acts on, None if on none: nobody does that at a table of one's own."""
        del by
        if "fixture" in arguments:
            return Fixture.objects.filter(pk=arguments["fixture"])
        if "entry" in arguments:
            return Fixture.objects.filter(
                seats__entry=arguments["entry"], game__status=GameStatus.RUNNING
            )
        return None

    def never_undone(self) -> str:
        """Say why an action of this kind can't be taken back."""
        return _("An action of this kind can’t be taken back.")

    @abstractmethod
    def told(self, facts: Mapping[str, str]) -> str:
        """Say what was done, for the public log; `facts` are names of what the arguments number."""

    def division_ids(self, desk: Desk, arguments: Arguments) -> set[int]:
        """Return the divisions whose tables it may change."""
        found: set[int] = set()
        if "fixture" in arguments:
            planned = Fixture.objects.filter(pk=arguments["fixture"])
            found |= set(planned.values_list("division_id", flat=True))
        if "entry" in arguments:
            own = SeasonEntry.objects.filter(pk=arguments["entry"], division__isnull=False)
            found |= set(own.values_list("division_id", flat=True))
        return found | {arguments[key] for key in ("division", "to") if key in arguments}


def mailed(people: Sequence[str]) -> str:
    """Say to whom a mail goes: the first names, and how many others."""
    if not people:
        return _("No mail is sent.")
    told, more = ", ".join(people[:NAMES_SHOWN]), len(people) - NAMES_SHOWN
    if more > 0:
        text = ngettext("%(names)s and %(count)d other", "%(names)s and %(count)d others", more)
        told = text % {"names": told, "count": more}
    return _("A mail goes to: %(names)s.") % {"names": told}


def turn_mails() -> str:
    """Say what comes of a bot's move."""
    return _("When a bot has moved, whoever is to move next gets the usual mail about that turn.")


def table_in(desk: Desk, fixture_id: int) -> Table:
    """Lock the game of a table of the season. Raises NoSuchGame for another league's, or a planned one."""
    fixture = Fixture.objects.filter(pk=fixture_id, division__season=desk.season).first()
    if fixture is None:
        raise NoSuchGame(_("There is no such table in this season."))
    if fixture.game_id is None:
        raise NoSuchGame(_("This table hasn’t begun yet."))
    return locked_table(fixture.game_id)


def seat_of(table: Table, index: int) -> Seat:
    """Return a seat of a table. Raises NoSuchGame."""
    if not 0 <= index < len(table.seats):
        raise NoSuchGame(_("There is no such seat."))
    return table.seats[index]


def entry_in(desk: Desk, entry_id: int) -> SeasonEntry:
    """Return an entry of the season. Raises SeasonRefused."""
    entries = SeasonEntry.objects.select_related("player", "division", "season__league")
    entry = entries.filter(pk=entry_id, season=desk.season).first()
    if entry is None:
        raise SeasonRefused(_("There is no such player in this season."))
    return entry


def division_in(desk: Desk, division_id: int) -> Division:
    """Return a division of the season. Raises SeasonRefused."""
    division = Division.objects.filter(pk=division_id, season=desk.season).first()
    if division is None:
        raise SeasonRefused(_("There is no such division."))
    return division


def check_unfinished(desk: Desk) -> None:
    """Raise SeasonRefused once the final tables are written: they stay."""
    if desk.season.finished_at is not None:
        raise SeasonRefused(
            _("This season is over and its final tables are written. They stay as they are.")
        )
