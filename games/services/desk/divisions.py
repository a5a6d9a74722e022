"""Actions about divisions: moving players between them, merging two, and writing to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import (
    DirectorAction,
    Division,
    Fixture,
    FixtureSeat,
    MailKind,
    Notices,
    OutgoingMail,
    SeasonEntry,
    Shift,
)
from games.services import outbox
from games.services.deals import forget_deals
from games.services.desk.kinds import (
    Arguments,
    Before,
    Desk,
    Kind,
    division_in,
    entry_in,
)
from games.services.errors import BadText, TooLate, TooMany
from games.services.season_draw import draw_division
from games.services.seasons import SeasonRefused

if TYPE_CHECKING:
    from django.db.models import QuerySet

MESSAGE_LENGTH = 1000
MESSAGES_A_DAY = 3


class MoveEntry(Kind):
    """Put a player into another division, before its games begin."""

    code = "move"
    name = gettext_lazy("Move to another division")
    subject = "entry"
    asks = ("to",)

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Move the entry, seeded last; where fixtures are drawn, both divisions draw anew."""
        entry = entry_in(desk, arguments["entry"])
        target = division_in(desk, arguments["to"])
        source = entry.division
        if source is None or source.pk == target.pk:
            raise SeasonRefused(_("Choose another division than the player’s own."))
        _check_not_begun([source, target])
        before = {"division": source.pk, "seeding": entry.seeding, "shift": entry.shift}
        entry.division, entry.shift = target, Shift.BY_HAND
        entry.seeding = target.entries.count()
        entry.save(update_fields=["division", "shift", "seeding"])
        _draw_again(desk, [source, target])
        return before

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say who goes where, and what follows."""
        entry = entry_in(desk, arguments["entry"])
        target = division_in(desk, arguments["to"])
        words = {"player": entry.player.name, "to": target.name}
        return [_("%(player)s goes to %(to)s.") % words, *_consequences(desk, target, 1)]

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Move the entry back; the divisions draw as they had."""
        entry = entry_in(desk, arguments["entry"])
        here, there = division_in(desk, arguments["to"]), division_in(desk, before["division"])
        if entry.division_id != here.pk:
            raise TooLate(_("The player has been moved again since. Undo that first."))
        _check_not_begun([here, there])
        entry.division, entry.seeding, entry.shift = there, before["seeding"], before["shift"]
        entry.save(update_fields=["division", "shift", "seeding"])
        _draw_again(desk, [here, there])

    def told(self, facts: Mapping[str, str]) -> str:
        """Say who went where."""
        return _("moved %(player)s to %(to)s") % facts


class Merge(Kind):
    """Put all players of a division into another one, before their games begin."""

    code = "merge"
    name = gettext_lazy("Merge with another division")
    subject = "division"
    asks = ("to",)

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Move everybody, seeded behind who is there; where fixtures are drawn, draw anew."""
        source = division_in(desk, arguments["division"])
        target = division_in(desk, arguments["to"])
        if source.pk == target.pk:
            raise SeasonRefused(_("Choose another division to merge with."))
        _check_not_begun([source, target])
        moved = list(source.entries.order_by("seeding", "pk"))
        first = target.entries.count()
        before = {"entries": {str(entry.pk): [entry.seeding, entry.shift] for entry in moved}}
        for number, entry in enumerate(moved):
            entry.division, entry.shift, entry.seeding = target, Shift.BY_HAND, first + number
        SeasonEntry.objects.bulk_update(moved, ["division", "shift", "seeding"])
        _draw_again(desk, [source, target])
        return before

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say what follows."""
        source = division_in(desk, arguments["division"])
        coming = source.entries.filter(withdrawn_at=None).count()
        return _consequences(desk, division_in(desk, arguments["to"]), coming)

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Move everybody back; both divisions draw as they had."""
        source = division_in(desk, arguments["division"])
        target = division_in(desk, arguments["to"])
        _check_not_begun([source, target])
        moved = list(SeasonEntry.objects.filter(pk__in=[int(pk) for pk in before["entries"]]))
        if any(entry.division_id != target.pk for entry in moved):
            raise TooLate(_("Players have been moved again since. Undo that first."))
        for entry in moved:
            entry.division = source
            entry.seeding, entry.shift = before["entries"][str(entry.pk)]
        SeasonEntry.objects.bulk_update(moved, ["division", "shift", "seeding"])
        _draw_again(desk, [source, target])

    def told(self, facts: Mapping[str, str]) -> str:
        """Say which."""
        return _("merged %(division)s with %(to)s") % facts


class MessageDivision(Kind):
    """Write to everybody who plays in a division."""

    code = "message"
    shows_standings = False
    can_be_undone = False
    name = gettext_lazy("Write to the division")
    subject = "division"
    asks = ("text",)

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Queue one mail to each player of the division who wants mails."""
        if desk.season.published_at is None:
            raise SeasonRefused(
                _("Divisions are only proposed: nobody is told of them before they are published.")
            )
        division = division_in(desk, arguments["division"])
        text = str(arguments["text"]).strip()
        if not text or len(text) > MESSAGE_LENGTH:
            raise BadText(
                _("Write a message of at most %(most)d characters.") % {"most": MESSAGE_LENGTH}
            )
        today = DirectorAction.objects.filter(
            season=desk.season,
            kind=self.code,
            arguments__division=division.pk,
            at__gt=desk.now - timedelta(days=1),
        )
        if today.count() >= MESSAGES_A_DAY:
            raise TooMany(_("This division has been written to three times within a day."))
        context = {
            "season": desk.season.pk,
            "division": division.pk,
            "text": text,
            "by": desk.by.pk,
        }
        outbox.queue_mails(
            [
                OutgoingMail(
                    key=f"{MailKind.SEASON_MESSAGE}:{division.pk}:{desk.now.timestamp():.0f}:{player_id}",
                    kind=MailKind.SEASON_MESSAGE,
                    player_id=player_id,
                    context=context,
                )
                for player_id in _readers(division).values_list("player_id", flat=True)
            ],
            now=desk.now,
        )
        return {}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say what it says."""
        del desk
        return [_("The mail says: %(text)s") % {"text": str(arguments["text"]).strip()}]

    def never_undone(self) -> str:
        """Say why not."""
        return _("A mail that was sent can’t be called back.")

    def told(self, facts: Mapping[str, str]) -> str:
        """Say to whom; what was written stays between them."""
        return _("wrote to everybody in %(division)s") % facts


def _readers(division: Division) -> QuerySet[SeasonEntry]:
    """Return the entries of a division whose players get mails."""
    return (
        division.entries.filter(
            withdrawn_at=None, player__is_active=True, player__mail_failing_at=None
        )
        .exclude(player__notices=Notices.NEVER)
        .order_by("pk")
    )


def too_large(desk: Desk, target: Division, coming: int) -> list[str]:
    """Say if so many more make a division larger than the league's rules have it; else nothing."""
    most = desk.season.league.largest_division
    players = target.entries.filter(withdrawn_at=None).count() + coming
    if players <= most:
        return []
    text = _(
        "%(division)s would have %(players)d players; the league’s rules say %(most)d at most."
    )
    return [text % {"division": target.name, "players": players, "most": most}]


def _consequences(desk: Desk, target: Division, coming: int) -> list[str]:
    """Say if a division becomes too large, and that what is published is drawn anew."""
    notes = too_large(desk, target, coming)
    if desk.season.published_at is not None:
        notes.append(_("The published fixtures of both divisions are drawn anew."))
    return notes


def _check_not_begun(divisions: Sequence[Division]) -> None:
    begun = Fixture.objects.filter(division__in=divisions, game__isnull=False)
    if begun.exists():
        raise TooLate(_("Games of these divisions have begun; now everybody stays where they are."))


def _draw_again(desk: Desk, divisions: Sequence[Division]) -> None:
    """Draw the fixtures of published divisions once more, from the season's seed as before."""
    if desk.season.published_at is None:
        return
    for division in divisions:
        FixtureSeat.objects.filter(fixture__division=division).delete()
        Fixture.objects.filter(division=division).delete()
        forget_deals(division)
        if division.entries.filter(withdrawn_at=None).exists():
            draw_division(desk.season, division)
