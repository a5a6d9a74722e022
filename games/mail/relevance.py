"""Is a mail still wanted when its time to leave has come? Everything here is asked just before sending."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from games.models import (
    ADDRESS_KINDS,
    SEAT_KINDS,
    Game,
    GameStatus,
    Invitation,
    MailKind,
    Notices,
    OutgoingMail,
    Seat,
    Summaries,
)
from games.selectors.addresses import can_confirm, can_restore, change_of
from games.selectors.positions import Table, table_of
from games.selectors.stand_ins import is_answer_wanted
from games.selectors.talk import unread_messages
from games.services.talk import read_up_to


class NoLongerWanted(Exception):
    """The fact has passed, or the player doesn't want the mail; str() says which."""


SEASON_KINDS = frozenset({MailKind.SEASON_NEWS, MailKind.SEASON_MESSAGE, MailKind.SEASON_APPEAL})


@dataclass(frozen=True, slots=True)
class Sitting:
    """The table a mail tells of, as it is now, and the seat of the player it goes to."""

    table: Table
    seat: Seat


def check_wanted(mail: OutgoingMail, *, now: datetime) -> Sitting | None:
    """Return the table of a mail about a game, None for other mails. Raises NoLongerWanted.

    Two queries for a mail about a game, none for others.
    """
    if mail.player is not None and not mail.player.is_active:
        raise NoLongerWanted("the player is not active")
    if mail.kind == MailKind.SIGN_IN:
        _check_code_valid(mail, now)
        return None
    if mail.kind in ADDRESS_KINDS:
        _check_change(mail, now)
        return None
    if mail.player is not None and mail.player.mail_failing_at is not None:
        raise NoLongerWanted("the address takes no mail")
    if mail.invitation is not None:
        _check_invitation_open(mail.invitation)
        return None
    if mail.kind in SEASON_KINDS:
        _check_season_mail(mail)
    if mail.kind in SEAT_KINDS:
        _check_seat(mail)
        return None
    if mail.kind == MailKind.REMINDER:
        _check_waiting(mail)
    game = mail.game
    if game is None:
        return None
    sitting = _sitting(mail, game)
    _check_notices(mail, sitting.seat)
    _check_fact(mail, sitting)
    return sitting


def _check_fact(mail: OutgoingMail, sitting: Sitting) -> None:
    """Ask whether what the mail tells of the game is still so."""
    game = sitting.table.game
    if mail.kind == MailKind.YOUR_TURN:
        _check_turn_open(mail, sitting)
    elif mail.kind == MailKind.GAME_STARTED and game.status not in _PLAYED:
        raise NoLongerWanted("the game is not being played any more")
    elif mail.kind == MailKind.GAME_OVER and game.status != GameStatus.FINISHED:
        raise NoLongerWanted("the game has no result")
    elif mail.kind == MailKind.TABLE_NEWS:
        _check_news(mail, sitting)
    elif mail.kind == MailKind.MESSAGE:
        _check_unread(sitting)


_PLAYED = frozenset({GameStatus.OPEN, GameStatus.RUNNING})


def _check_code_valid(mail: OutgoingMail, now: datetime) -> None:
    if now - mail.created_at > timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT):
        raise NoLongerWanted("the code has run out")


def _check_change(mail: OutgoingMail, now: datetime) -> None:
    change = change_of(int(mail.context.get("change") or 0))
    if mail.kind == MailKind.ADDRESS_CHANGE and not (change and can_confirm(change, now)):
        raise NoLongerWanted("the new address is confirmed, or no longer wished for")
    if mail.kind == MailKind.ADDRESS_CHANGED and not (change and can_restore(change, now)):
        raise NoLongerWanted("the change of address can't be undone")


def _check_seat(mail: OutgoingMail) -> None:
    """Ask whether a stand-by's answer is still wanted."""
    if mail.holder.notices == Notices.NEVER:
        raise NoLongerWanted("the player wants no mails about games")
    if mail.kind == MailKind.SEAT_OFFER and not is_answer_wanted(
        int(mail.context.get("request") or 0)
    ):
        raise NoLongerWanted("the question is answered, or the seat no longer free")


def _sitting(mail: OutgoingMail, game: Game) -> Sitting:
    """Return the table with the seat the mail was queued for, if it is still this player's."""
    table = table_of(game)
    if mail.seat is None or not 0 <= mail.seat < len(table.seats):
        raise NoLongerWanted("there is no such seat")
    seat = table.seats[mail.seat]
    if seat.player_id != mail.player_id:
        raise NoLongerWanted("the seat is another player's")
    # The link is made with the seat's epoch: it must go to the address read together with that.
    mail.player = seat.player
    return Sitting(table, seat)


def _check_season_mail(mail: OutgoingMail) -> None:
    """Ask what the player wants to hear of seasons."""
    if mail.holder.notices == Notices.NEVER:
        raise NoLongerWanted("the player wants no mails about games")
    if mail.context.get("news") == "week" and mail.holder.summaries == Summaries.NEVER:
        raise NoLongerWanted("the player wants no weekly mails")


def _check_notices(mail: OutgoingMail, seat: Seat) -> None:
    """Ask what the player wants; a link asked for a moment ago goes out whatever the notices are."""
    if mail.context.get("renewed"):
        return
    if seat.is_muted:
        raise NoLongerWanted("the player has muted this game")
    if mail.holder.notices == Notices.NEVER:
        raise NoLongerWanted("the player wants no mails about games")


def _check_invitation_open(invitation: Invitation) -> None:
    if not invitation.is_pending or invitation.game.status != GameStatus.OPEN:
        raise NoLongerWanted("the invitation is answered, taken back or too late")


def _check_news(mail: OutgoingMail, sitting: Sitting) -> None:
    """Ask whether the table still stands as the news says: it waits, or it was called off."""
    told = GameStatus.OPEN if mail.context.get("news") == "declined" else GameStatus.VOID
    if sitting.table.game.status != told:
        raise NoLongerWanted("the table has moved on")


def _check_unread(sitting: Sitting) -> None:
    if sitting.seat.is_talk_off:
        raise NoLongerWanted("the player wants no messages")
    if not unread_messages(sitting.seat, read_up_to(sitting.seat)).exists():
        raise NoLongerWanted("the messages have been read")


def _check_waiting(mail: OutgoingMail) -> None:
    """Ask whether one of the turns that this reminder is about still waits."""
    if mail.holder.notices == Notices.NEVER:
        raise NoLongerWanted("the player wants no mails about games")
    turns = {(int(seat), int(turn)) for seat, turn in mail.context.get("turns", [])}
    waiting = Seat.objects.awaited().filter(pk__in=[seat for seat, _turn in turns], bot="")
    rows = waiting.filter(player=mail.player).values_list("pk", "awaited_turn")
    if not turns & {(pk, turn or 0) for pk, turn in rows}:
        raise NoLongerWanted("the turns have been played")


def _check_turn_open(mail: OutgoingMail, sitting: Sitting) -> None:
    table, seat = sitting.table, sitting.seat
    if not table.game.is_running:
        raise NoLongerWanted("the game is over")
    if seat.is_bot:
        raise NoLongerWanted("a bot plays the seat")
    # The moves were read after the seat: asking both catches a move played in between.
    if seat.awaited_turn != mail.turn or seat.index not in table.position.to_move:
        raise NoLongerWanted("the turn has been played")
