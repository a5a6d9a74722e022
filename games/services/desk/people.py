"""Actions about players: leaving a season, and coming late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import (
    Division,
    Fixture,
    FixtureSeat,
    GameStatus,
    Pairing,
    Player,
    SeasonEntry,
    Seat,
    Shift,
)
from games.services.clocks import refresh_deadlines, start_clock
from games.services.desk.divisions import too_large
from games.services.desk.kinds import (
    Arguments,
    Before,
    Desk,
    Kind,
    check_unfinished,
    division_in,
    entry_in,
    turn_mails,
)
from games.services.errors import TooLate
from games.services.locking import locked_table
from games.services.reminders import nudge
from games.services.seasons import SeasonRefused
from games.services.withdrawals import withdraw_for

if TYPE_CHECKING:
    from django.db.models import QuerySet


class Withdraw(Kind):
    """Take a player out of the season: running games go to a bot, planned ones go on without."""

    code = "withdraw"
    name = gettext_lazy("Withdraw from the season")
    subject = "entry"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Withdraw the entry as its player could."""
        check_unfinished(desk)
        entry = entry_in(desk, arguments["entry"])
        if entry.withdrawn_at is not None:
            raise TooLate(_("%(player)s has withdrawn already.") % {"player": entry.player.name})
        planned, running = _planned(entry), _running(entry)
        before = {
            "division": entry.division_id,
            "fixtures": {str(each.pk): _seated(each) for each in planned},
            "games": list(running.order_by("game_id").values_list("game_id", "index")),
        }
        withdraw_for(entry, by=desk.by, reason=desk.reason, now=desk.now)
        return before

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say what becomes of the games."""
        entry = entry_in(desk, arguments["entry"])
        running, planned = _running(entry).count(), _planned(entry).count()
        notes = []
        if running:
            text = ngettext(
                "A bot takes over %(count)d running game at once, and its moves stay.",
                "A bot takes over %(count)d running games at once, and its moves stay.",
                running,
            )
            notes.append(text % {"count": running})
        if planned:
            text = ngettext(
                "%(count)d table that hasn’t begun goes on without the player.",
                "%(count)d tables that haven’t begun go on without the player.",
                planned,
            )
            notes.append(text % {"count": planned})
        return notes

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say who is told, and that games in hand go on."""
        entry = entry_in(desk, arguments["entry"])
        is_played_on = Seat.objects.filter(
            player=entry.player_id, game__fixture__seats__entry=entry, resigned_at=desk.now
        )
        more = [turn_mails()] if is_played_on.exists() else []
        return [*super().mails(desk, arguments, people), *more]

    def touches(self, arguments: Arguments, by: Player) -> QuerySet[Fixture] | None:
        """Return the games in hand; who withdraws alone does what every player may."""
        own = SeasonEntry.objects.filter(pk=arguments["entry"], player=by, withdrawn_at=None)
        return None if own.exists() else super().touches(arguments, by)

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Bring the player back into the fixtures and, where they still run, the games."""
        check_unfinished(desk)
        entry = entry_in(desk, arguments["entry"])
        if entry.withdrawn_at is None:
            raise TooLate(_("%(player)s plays again already.") % {"player": entry.player.name})
        for number, seats in before["fixtures"].items():
            _seat_again(int(number), seats)
        for game_id, index in before["games"]:
            _give_back(game_id, index, desk)
        entry.withdrawn_at = entry.withdrawn_round = None
        entry.division_id = before["division"]
        entry.save(update_fields=["withdrawn_at", "withdrawn_round", "division"])

    def told(self, facts: Mapping[str, str]) -> str:
        """Say who."""
        return _("withdrew %(player)s from the season") % facts


class AddPlayer(Kind):
    """Let a player in after entries were closed."""

    code = "add-player"
    name = gettext_lazy("Add a player")
    subject = "season"
    asks = ("player", "division")

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Write an entry, and where the fixtures stand, games against everybody in the division."""
        check_unfinished(desk)
        season, league = desk.season, desk.season.league
        player = Player.objects.filter(pk=arguments["player_id"], is_active=True).first()
        if player is None:
            raise SeasonRefused(_("This account takes no part in seasons."))
        if season.entries.filter(player=player).exists():
            raise SeasonRefused(
                _("%(player)s has entered this season already.") % {"player": player.name}
            )
        entry = SeasonEntry(season=season, player=player, entered_at=desk.now)
        if season.drawn_at is None:
            entry.save()
            return {"entry": entry.pk, "fixtures": []}
        division = division_in(desk, arguments.get("division") or 0)
        others = list(division.entries.filter(withdrawn_at=None).order_by("seeding", "pk"))
        entry.division, entry.shift, entry.seeding = division, Shift.BY_HAND, len(others)
        if season.published_at is None:
            entry.save()
            return {"entry": entry.pk, "fixtures": []}
        if league.pairing not in {Pairing.SINGLE, Pairing.DOUBLE}:
            raise SeasonRefused(
                _(
                    "The tables of this division are drawn for those who are in it, so nobody can be added now. "
                    "The newcomer can enter the next season. Who has chosen “Stand in for others” under "
                    "Preferences is asked when you look for a substitute, each in turn; you can’t name one."
                )
            )
        entry.save()
        meetings = 2 if league.pairing == Pairing.DOUBLE else 1
        fixtures = _meet_everybody(division, entry, others * meetings, desk)
        return {"entry": entry.pk, "fixtures": fixtures}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say who comes in, and to which games."""
        season, player = desk.season, arguments["player"]
        if season.drawn_at is None:
            return [_("%(player)s is entered; divisions aren’t drawn yet.") % {"player": player}]
        division = division_in(desk, arguments.get("division") or 0)
        words = {"player": player, "division": division.name}
        notes = [_("%(player)s is entered in %(division)s.") % words]
        notes += too_large(desk, division, 1)
        if season.published_at is not None:
            notes.append(
                _(
                    "Everybody there gets new games against the newcomer, in rounds behind the others."
                )
            )
        if season.started_at is not None:
            notes.append(_when_they_begin(division))
        return notes

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say who is told, and what each game that begins brings."""
        more = []
        if desk.season.started_at is not None:
            more.append(_("Both players of each new game get the usual mails when it begins."))
        return [*super().mails(desk, arguments, people), *more]

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Take the entry and its games out again while none of them has begun."""
        check_unfinished(desk)
        entry = entry_in(desk, before["entry"])
        own = Fixture.objects.filter(seats__entry=entry)
        if own.filter(game__isnull=False).exists() or own.exclude(pk__in=before["fixtures"]):
            raise TooLate(_("Games of this player have begun. Withdraw the player instead."))
        FixtureSeat.objects.filter(fixture__in=before["fixtures"]).delete()
        rounds = len(before["fixtures"])
        Fixture.objects.filter(pk__in=before["fixtures"]).delete()
        if rounds and entry.division is not None:
            entry.division.rounds -= rounds
            entry.division.released = min(entry.division.released, entry.division.rounds)
            entry.division.save(update_fields=["rounds", "released"])
        entry.delete()

    def division_ids(self, desk: Desk, arguments: Arguments) -> set[int]:
        """Return the division the player comes to."""
        del desk
        return {arguments["division"]} if arguments.get("division") else set()

    def told(self, facts: Mapping[str, str]) -> str:
        """Say who."""
        return _("added %(player)s") % facts


def _when_they_begin(division: Division) -> str:
    """Say when a newcomer's games begin, and that they stay then."""
    if _is_all_released(division):
        return _(
            "These games and their mails begin at once. From then on this can’t be undone: the player can only "
            "be withdrawn."
        )
    return _(
        "Once the first of these games has begun this can’t be undone: the player can only be withdrawn."
    )


def _is_all_released(division: Division) -> bool:
    return division.released >= division.rounds > 0


def _planned(entry: SeasonEntry) -> QuerySet[Fixture]:
    return Fixture.objects.filter(seats__entry=entry, game=None, voided_at=None)


def _running(entry: SeasonEntry) -> QuerySet[Seat]:
    return Seat.objects.filter(
        player=entry.player,
        bot="",
        game__fixture__seats__entry=entry,
        game__status=GameStatus.RUNNING,
    )


def _seated(fixture: Fixture) -> list[int]:
    return list(fixture.seats.order_by("index").values_list("entry_id", flat=True))


def _seat_again(fixture_id: int, entries: Sequence[int]) -> None:
    """Seat these entries in a fixture that has not begun."""
    fixture = Fixture.objects.select_for_update().get(pk=fixture_id)
    if fixture.game_id is not None:
        raise TooLate(_("Games without this player have begun since."))
    fixture.voided_at, fixture.void_reason = None, ""
    fixture.save(update_fields=["voided_at", "void_reason"])
    fixture.seats.all().delete()
    FixtureSeat.objects.bulk_create(
        [
            FixtureSeat(fixture=fixture, index=index, entry_id=entry)
            for index, entry in enumerate(entries)
        ]
    )


def _give_back(game_id: int, index: int, desk: Desk) -> None:
    """Give a seat back to its player, as far as its game still runs; the bot's moves stay."""
    table = locked_table(game_id)
    holder = table.seats[index]
    if table.game.status != GameStatus.RUNNING or not holder.is_left or holder.forfeited_at:
        return
    holder.bot, holder.resigned_at = "", None
    holder.epoch += 1
    holder.save(update_fields=["bot", "resigned_at", "epoch"])
    if holder.awaited_turn is not None:
        start_clock(holder, now=desk.now)
        holder.save()
    refresh_deadlines(table.game, table.seats, now=desk.now)
    nudge(table, only=index, now=desk.now)


def _meet_everybody(
    division: Division, entry: SeasonEntry, others: Sequence[SeasonEntry], desk: Desk
) -> list[int]:
    """Plan a game against each of these, each in a round of its own behind the others."""
    last = division.rounds
    is_all_released = _is_all_released(division)
    fixtures = Fixture.objects.bulk_create(
        [
            Fixture(division=division, round=last + number, number=1)
            for number in range(1, len(others) + 1)
        ]
    )
    seats = []
    for number, (fixture, other) in enumerate(zip(fixtures, others, strict=True)):
        pair = (entry, other) if number % 2 else (other, entry)
        seats += [
            FixtureSeat(fixture=fixture, index=seat, entry=one) for seat, one in enumerate(pair)
        ]
    FixtureSeat.objects.bulk_create(seats)
    division.rounds = last + len(others)
    if is_all_released:
        division.released, division.released_at = division.rounds, desk.now
    division.save(update_fields=["rounds", "released", "released_at"])
    return [fixture.pk for fixture in fixtures]


class EnterMany(Kind):
    """Enter many players at once, from a list that was looked at line by line."""

    code = "import"
    name = gettext_lazy("Enter players from a file")
    subject = "season"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Write an entry for each who has none; divisions must not be drawn yet."""
        if desk.season.drawn_at is not None:
            raise SeasonRefused(_("Divisions are drawn. Add players one by one."))
        there = set(desk.season.entries.values_list("player_id", flat=True))
        people = Player.objects.filter(pk__in=arguments["players"], is_active=True)
        new = [player for player in people.order_by("pk") if player.pk not in there]
        written = SeasonEntry.objects.bulk_create(
            [SeasonEntry(season=desk.season, player=player, entered_at=desk.now) for player in new]
        )
        return {"entries": [entry.pk for entry in written]}

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Take the entries out again while divisions aren't drawn."""
        del arguments
        if desk.season.drawn_at is not None:
            raise TooLate(_("Divisions have been drawn since. Withdraw players one by one."))
        SeasonEntry.objects.filter(pk__in=before["entries"], season=desk.season).delete()

    def told(self, facts: Mapping[str, str]) -> str:
        """Say how many."""
        return _("entered %(count)s players from a file") % facts
