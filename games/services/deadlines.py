"""Carrying out what a game has agreed on for when a player's time is up, and giving more time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games import azul, bots
from games.models import (
    AuditEntry,
    GameStatus,
    Outcome,
    Player,
    Seat,
    TimeOut,
    TimeoutPolicy,
    Via,
)
from games.selectors.places import FORFEIT
from games.selectors.positions import Table
from games.services import audit, outbox
from games.services.blocked import end_without_result
from games.services.clock_news import tell_table
from games.services.clocks import recheck_deadlines, refresh_deadlines
from games.services.endings import STAND_IN, give_seat_to_bot
from games.services.errors import GameOver, NoSuchGame, NotAllowed, NotYourTurn, TooMany
from games.services.locking import locked_table
from games.services.play import write_move
from games.services.stand_ins import has_stand_bys, offer_for_time_out

ANOTHER_DAY: Final = timedelta(days=1)
MOST_EXTENSION: Final = timedelta(days=30)
GIFT: Final = timedelta(days=1)
MOST_GIFTS: Final = 3


@transaction.atomic(durable=True)
def expire_turn(*, game_id: int, seat: int, now: datetime) -> Outcome | None:
    """Carry out a time-out, unless the move came first; return what became of it, None if nothing.

    Holding the game, the deadline is computed once more: a move, an extension or a break that was
    committed before wins, and whatever comes later finds the turn gone. Writes TimeOut and what the
    game's policy asks for; queues mails.
    """
    table = locked_table(game_id)
    holder = _running_out(table, seat, now)
    if holder is None:
        return None
    return carry_out(table, holder, now=now, by=None, reason="")


@transaction.atomic
def force_time_out(
    *, game_id: int, seat: int, by: Player, now: datetime, reason: str = ""
) -> Outcome:
    """Carry out a time-out before its deadline, by a director; no day is excused.

    Raises NoSuchGame, NotAllowed, GameOver or NotYourTurn.
    """
    table, holder = _awaited(game_id, seat, by)
    return carry_out(table, holder, now=now, by=by, reason=reason)


@transaction.atomic
def extend_deadline(
    *, game_id: int, seat: int, time: timedelta, by: Player, now: datetime, reason: str = ""
) -> datetime | None:
    """Give a seat that is to move more time for this turn, by a director; return its deadline.

    Raises NoSuchGame, NotAllowed, GameOver, NotYourTurn, or TooMany for more than 30 days.
    """
    table, holder = _awaited(game_id, seat, by)
    extend_turn(table, holder, time=time, by=by, now=now, reason=reason)
    return holder.deadline_at


def extend_turn(
    table: Table, holder: Seat, *, time: timedelta, by: Player, now: datetime, reason: str
) -> None:
    """Do the work of extend_deadline for a seat to move of a game that the caller has locked. Raises TooMany."""
    if not timedelta() < time <= MOST_EXTENSION:
        raise TooMany(_("A turn can be extended by at most 30 days at a time."))
    holder.extra += time
    refresh_deadlines(table.game, table.seats, now=now)
    hours = time // timedelta(hours=1)
    audit.record(
        "extend_deadline",
        now=now,
        game=table.game,
        actor=by,
        reason=reason,
        seat=holder.index,
        hours=hours,
    )
    tell_table(table, "extended", now=now, seat=holder, hours=hours)


@transaction.atomic(durable=True)
def give_time(
    *, game_id: int, seat: int, turn: int, before: timedelta, by: Player, now: datetime
) -> bool:
    """Give another player a day more for the turn they are to play; return whether it was given.

    `turn` is the one the seat was asked at, `before` the time added to it when the giver looked: pressing twice
    gives one day. At most three in one turn, besides what a director has added. Raises NoSuchGame, NotAllowed, GameOver, NotYourTurn or TooMany.
    """
    table = locked_table(game_id)
    giver = table.seat_of(by)
    if giver is None or giver.is_bot:
        raise NotAllowed(_("Only the players of this game can do this."))
    holder = seat_to_move(table, seat)
    if holder.pk == giver.pk:
        raise NotAllowed(_("You can give time to the others, not to yourself."))
    if (holder.awaited_turn, holder.extra) != (turn, before):
        return False
    if _given(table, holder) >= MOST_GIFTS:
        raise TooMany(_("This turn has been given three days already."))
    holder.extra += GIFT
    refresh_deadlines(table.game, table.seats, now=now)
    audit.record("give_time", now=now, game=table.game, actor=by, seat=seat, hours=24)
    tell_table(table, "gift", now=now, seat=holder, but=giver, by=giver.index)
    return True


def _given(table: Table, holder: Seat) -> int:
    """Return how many days the others have given to a turn; a director's and an excused one don't count."""
    entries = AuditEntry.objects.filter(action="give_time", game=table.game)
    return entries.filter(details__seat=holder.index, at__gte=holder.clock_from).count()


def _awaited(game_id: int, seat: int, by: Player) -> tuple[Table, Seat]:
    """Lock a game for a director and return the seat that is to move there."""
    if not by.is_staff:
        raise NotAllowed(_("Only directors can do this."))
    table = locked_table(game_id)
    return table, seat_to_move(table, seat)


def seat_to_move(table: Table, seat: int) -> Seat:
    """Return a person's seat that is to move. Raises NoSuchGame, GameOver or NotYourTurn."""
    if not 0 <= seat < len(table.seats):
        raise NoSuchGame(_("There is no such seat."))
    if table.game.status != GameStatus.RUNNING:
        raise GameOver(_("This game takes no more moves."))
    holder = table.seats[seat]
    if holder.awaited_turn is None or holder.is_bot:
        raise NotYourTurn(_("This seat is not to move."))
    return holder


def _running_out(table: Table, seat: int, now: datetime) -> Seat | None:
    """Return the seat if its time is up, by the clock and as of now."""
    if table.game.status != GameStatus.RUNNING or not 0 <= seat < len(table.seats):
        return None
    holder = table.seats[seat]
    if holder.awaited_turn is None or holder.is_bot or holder.is_overdue:
        return None
    recheck_deadlines(table.game, table.seats, now=now)
    return holder if holder.deadline_at is not None and holder.deadline_at <= now else None


def carry_out(
    table: Table, holder: Seat, *, now: datetime, by: Player | None, reason: str
) -> Outcome:
    """Do what the game's policy says about a turn, inside the caller's transaction; None: the server itself."""
    is_excused = by is None and holder.timeouts < table.game.excused
    outcome = Outcome.EXCUSED if is_excused else _OUTCOMES[TimeoutPolicy(table.game.timeout_policy)]
    if outcome == Outcome.SUBSTITUTE and not has_stand_bys(holder, now=now):
        outcome = Outcome.BOT_FOR_GOOD
    _note(table, holder, outcome, now=now, by=by, reason=reason)
    _ACTS[outcome](table, holder, now)
    return outcome


def _note(
    table: Table, holder: Seat, outcome: Outcome, *, now: datetime, by: Player | None, reason: str
) -> None:
    """Write down that the time was up, and tell the table.

    A turn that a director ends before its time isn't the player's fault: it isn't counted, and the mail says so.
    """
    if holder.player is None or holder.awaited_turn is None:
        raise ValueError(f"nobody is awaited at seat {holder.pk}")
    is_early = by is not None and (holder.deadline_at is None or holder.deadline_at > now)
    TimeOut.objects.create(
        game=table.game,
        seat=holder,
        player=holder.player,
        turn=holder.awaited_turn,
        # Where the clock stands the turn had no deadline: none was missed either.
        deadline_at=holder.deadline_at or (now + ANOTHER_DAY if is_early else now),
        outcome=outcome,
        at=now,
    )
    if not is_early:
        holder.timeouts += 1
        holder.save(update_fields=["timeouts"])
    audit.record(
        "time_out",
        now=now,
        game=table.game,
        actor=by,
        reason=reason,
        seat=holder.index,
        turn=holder.awaited_turn,
        outcome=outcome.value,
    )
    tell_table(table, f"early-{outcome.value}" if is_early else outcome.value, now=now, seat=holder)


def _excuse(table: Table, holder: Seat, now: datetime) -> None:
    """Give another day, counted from when the time-out is carried out."""
    late = now - (holder.deadline_at or now)
    holder.extra += ANOTHER_DAY + max(late, timedelta())
    refresh_deadlines(table.game, table.seats, now=now)


def _wait(table: Table, holder: Seat, now: datetime) -> None:
    """Leave the turn open: the others wait."""
    del table, now
    holder.is_overdue = True
    holder.save(update_fields=["is_overdue"])


def _play_once(table: Table, holder: Seat, now: datetime) -> None:
    """Let a bot that looks one move ahead play this turn; it takes some milliseconds."""
    salt = table.game.seed_hash.encode("ascii")
    move = bots.choose(STAND_IN, table.position, holder.index, salt)
    after = azul.apply(table.position, holder.index, move, table.dealer)
    write_move(table, holder, move, after, via=Via.BOT, now=now)


def _hand_over(table: Table, holder: Seat, now: datetime) -> None:
    give_seat_to_bot(table, holder.index, by=None, now=now, reason="time-out", bot=STAND_IN)


def _offer(table: Table, holder: Seat, now: datetime) -> None:
    offer_for_time_out(table, holder, now=now)


def _forfeit(table: Table, holder: Seat, now: datetime) -> None:
    """Rank the seat last; a bot plays it on while two or more others still play each other."""
    holder.forfeited_at = now
    holder.save(update_fields=["forfeited_at"])
    _hand_over(table, holder, now)
    rivals = [seat for seat in table.seats if seat.forfeited_at is None]
    if len(rivals) > 1 and any(not seat.is_bot for seat in rivals):
        return
    game = table.game
    game.status, game.end_reason, game.deadline_at = GameStatus.SCORING, FORFEIT, None
    game.save(update_fields=["status", "end_reason", "deadline_at"])
    Seat.objects.filter(game=game).update(awaited_turn=None, awaited_at=None)
    outbox.hint("games.tasks.finalize_game", game.pk)


def _void(table: Table, holder: Seat, now: datetime) -> None:
    del holder
    end_without_result(table.game, now=now, reason="time-out")


_OUTCOMES: Final = {
    TimeoutPolicy.REMIND_ONLY: Outcome.REMINDED,
    TimeoutPolicy.BOT_ONCE: Outcome.BOT_ONCE,
    TimeoutPolicy.BOT_FOR_GOOD: Outcome.BOT_FOR_GOOD,
    TimeoutPolicy.SUBSTITUTE: Outcome.SUBSTITUTE,
    TimeoutPolicy.FORFEIT: Outcome.FORFEIT,
    TimeoutPolicy.VOID: Outcome.VOID,
}
_ACTS: Final[dict[Outcome, Callable[[Table, Seat, datetime], None]]] = {
    Outcome.EXCUSED: _excuse,
    Outcome.REMINDED: _wait,
    Outcome.BOT_ONCE: _play_once,
    Outcome.BOT_FOR_GOOD: _hand_over,
    Outcome.SUBSTITUTE: _offer,
    Outcome.FORFEIT: _forfeit,
    Outcome.VOID: _void,
}
