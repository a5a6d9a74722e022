"""Actions about time: more of it, pauses, nudges, and time-outs carried out early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import (
    DirectorAction,
    GamePause,
    GameStatus,
    OfferState,
    PauseKind,
    TimeOut,
    TimeoutPolicy,
)
from games.selectors.positions import Table
from games.services.clocks import refresh_deadlines
from games.services.deadlines import carry_out, extend_turn, seat_to_move
from games.services.desk.kinds import (
    Arguments,
    Before,
    Desk,
    Kind,
    seat_of,
    table_in,
    turn_mails,
)
from games.services.errors import TooLate, TooMany
from games.services.pauses import begin_pause, end_running_pause, running_pause
from games.services.reminders import nudge
from games.services.seat_offers import close_offers

NUDGE_EVERY: Final = timedelta(days=1)


class AddTime(Kind):
    """Give whoever is to move more time for this turn."""

    code = "add-time"
    shows_standings = False
    name = gettext_lazy("Give more time")
    subject = "seat"
    asks = ("hours",)

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Add hours to the turn in hand."""
        table = table_in(desk, arguments["fixture"])
        holder = seat_to_move(table, arguments["seat"])
        time = timedelta(hours=arguments["hours"])
        extend_turn(table, holder, time=time, by=desk.by, now=desk.now, reason=desk.reason)
        return {"game": table.game.pk, "turn": holder.awaited_turn}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say who gets how much; while the clock stands no deadline shows it."""
        table = table_in(desk, arguments["fixture"])
        holder, hours = seat_of(table, arguments["seat"]), arguments["hours"]
        text = ngettext(
            "%(player)s gets %(hours)d more hour for the turn in hand.",
            "%(player)s gets %(hours)d more hours for the turn in hand.",
            hours,
        )
        notes = [text % {"player": holder.name, "hours": hours}]
        if running_pause(table, desk.now) is not None:
            notes.append(_("The clock stands; the hours count once it runs again."))
        return notes

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Take the hours back while the turn is in hand and its deadline stays ahead."""
        table = table_in(desk, arguments["fixture"])
        holder = seat_of(table, arguments["seat"])
        here = (table.game.status, table.game.pk, holder.awaited_turn)
        if here != (GameStatus.RUNNING, before["game"], before["turn"]):
            raise TooLate(_("The turn has been played since, with the time that was given."))
        holder.extra -= timedelta(hours=arguments["hours"])
        refresh_deadlines(table.game, table.seats, now=desk.now)
        if holder.deadline_at is not None and holder.deadline_at <= desk.now:
            raise TooLate(_("Without the time that was given the deadline would be past already."))

    def told(self, facts: Mapping[str, str]) -> str:
        """Say who got how much."""
        return _("gave %(player)s %(hours)s more hours at %(fixture)s") % facts


class Pause(Kind):
    """Stop the clock of a table until a director lets it run again."""

    code = "pause"
    shows_standings = False
    name = gettext_lazy("Stop the clock")
    subject = "fixture"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Begin a director's pause; a clock that stands already is no second one."""
        table = _running(table_in(desk, arguments["fixture"]))
        pause = running_pause(table, desk.now)
        if pause is not None and pause.to_at is None:
            raise TooLate(_("The clock of this game stands already."))
        begin_pause(table, by=desk.by, now=desk.now, reason=desk.reason)
        return {"game": table.game.pk}

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Let the clock run again, with the usual day's notice."""
        del before
        _resume(_running(table_in(desk, arguments["fixture"])), desk)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say where."""
        return _("stopped the clock of %(fixture)s") % facts


class Resume(Kind):
    """Let a clock run again that a director has stopped."""

    code = "resume"
    shows_standings = False
    name = gettext_lazy("Let the clock run again")
    subject = "fixture"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """End the pause a day from now."""
        pause = _resume(_running(table_in(desk, arguments["fixture"])), desk)
        return {"pause": pause.pk}

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Let the pause go on while it has not ended."""
        table = _running(table_in(desk, arguments["fixture"]))
        pause = GamePause.objects.get(pk=before["pause"])
        if pause.game_id != table.game.pk or pause.to_at is None or pause.to_at <= desk.now:
            raise TooLate(_("The clock runs again already. Stop it anew."))
        pause.to_at = None
        pause.save(update_fields=["to_at"])
        refresh_deadlines(table.game, table.seats, now=desk.now)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say where."""
        return _("let the clock of %(fixture)s run again") % facts


class Nudge(Kind):
    """Mail a reminder to whoever is to move at a table."""

    code = "nudge"
    shows_standings = False
    can_be_undone = False
    name = gettext_lazy("Remind by mail")
    subject = "fixture"

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Queue a reminder for everybody the table waits for; once a day."""
        table = _running(table_in(desk, arguments["fixture"]))
        since = desk.now - NUDGE_EVERY
        recent = DirectorAction.objects.filter(
            season=desk.season,
            kind=self.code,
            at__gt=since,
            arguments__fixture=arguments["fixture"],
        )
        if recent.exists():
            raise TooMany(_("This table has been reminded within the last day."))
        if not nudge(table, now=desk.now):
            raise TooLate(_("This table waits for nobody."))
        return {}

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say who is reminded, and of what."""
        del desk, arguments
        words = {"names": ", ".join(people)}
        return [_("A mail reminds of the turn that is to be played: %(names)s.") % words]

    def never_undone(self) -> str:
        """Say why not."""
        return _("A mail that was sent can’t be called back.")

    def told(self, facts: Mapping[str, str]) -> str:
        """Say where."""
        return _("reminded whoever is to move at %(fixture)s") % facts


class ForceTimeOut(Kind):
    """Carry out a time-out before its deadline, as the league's rules say."""

    code = "time-out"
    name = gettext_lazy("Carry out a time-out now")
    subject = "seat"
    is_judgment = True

    def perform(self, desk: Desk, arguments: Arguments) -> Before:
        """Do what the deadline would have done; no day is excused."""
        table = table_in(desk, arguments["fixture"])
        holder = seat_to_move(table, arguments["seat"])
        turn = holder.awaited_turn
        timeouts = holder.timeouts
        outcome = carry_out(table, holder, now=desk.now, by=desk.by, reason=desk.reason)
        counted = holder.timeouts - timeouts
        return {"game": table.game.pk, "outcome": outcome.value, "turn": turn, "counted": counted}

    def notes(self, desk: Desk, arguments: Arguments) -> list[str]:
        """Say how short undoing is possible."""
        del desk, arguments
        return [_("If a bot takes the seat it moves within seconds; then this can’t be undone.")]

    def mails(self, desk: Desk, arguments: Arguments, people: Sequence[str]) -> list[str]:
        """Say who is told, and that the game goes on."""
        table = table_in(desk, arguments["fixture"])
        is_once = table.game.timeout_policy == TimeoutPolicy.BOT_ONCE
        is_played = seat_of(table, arguments["seat"]).is_bot or is_once
        goes_on = is_played and table.game.status == GameStatus.RUNNING
        return [*super().mails(desk, arguments, people), *([turn_mails()] if goes_on else [])]

    def undo(self, desk: Desk, arguments: Arguments, before: Arguments) -> None:
        """Give the seat back to its player while nobody has moved since."""
        table = table_in(desk, arguments["fixture"])
        holder = seat_of(table, arguments["seat"])
        is_same = (
            table.game.status == GameStatus.RUNNING
            and table.game.pk == before["game"]
            and holder.awaited_turn == before["turn"]
            and table.game.turn == before["turn"]
        )
        if not is_same:
            raise TooLate(
                _("The game has gone on since the time-out. Restart the table, or set its result.")
            )
        close_offers(seats=[holder.pk], state=OfferState.WITHDRAWN, now=desk.now)
        # As if it had never been: the player's reliability doesn't suffer.
        TimeOut.objects.filter(seat=holder, turn=before["turn"]).delete()
        holder.timeouts = max(0, holder.timeouts - before.get("counted", 1))
        holder.bot, holder.resigned_at, holder.forfeited_at = "", None, None
        holder.is_overdue = False
        holder.epoch += 1
        holder.extra += max(timedelta(), desk.now - (holder.deadline_at or desk.now)) + NUDGE_EVERY
        holder.save(
            update_fields=[
                "bot",
                "resigned_at",
                "forfeited_at",
                "is_overdue",
                "epoch",
                "extra",
                "timeouts",
            ]
        )
        refresh_deadlines(table.game, table.seats, now=desk.now)

    def told(self, facts: Mapping[str, str]) -> str:
        """Say whose."""
        return _("carried out a time-out of %(player)s at %(fixture)s") % facts


def _running(table: Table) -> Table:
    if table.game.status != GameStatus.RUNNING:
        raise TooLate(_("This game takes no more moves."))
    return table


def _resume(table: Table, desk: Desk) -> GamePause:
    pause = running_pause(table, desk.now)
    if pause is None or pause.to_at is not None:
        raise TooLate(_("The clock of this game runs already."))
    if pause.kind != PauseKind.DIRECTOR:
        raise TooLate(_("The players have agreed on this pause; any of them may end it."))
    end_running_pause(table, pause, by=desk.by, now=desk.now)
    return pause
