"""Changing a player's mail address: asked for, confirmed at the new one, undone from the old one.

Games are locked first, in order of their ids, then the player: as everywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.db.models import F, ProtectedError
from django.utils.translation import gettext as _

from games.models import AddressChange, ChangeState, Game, MailKind, Player, Seat
from games.selectors.addresses import can_confirm, can_restore, change_of
from games.services import audit, outbox
from games.services.errors import NotAllowed, Refused, TooLate, TooMany
from games.services.players import BadAddress, checked_address
from games.services.progress import queue_turn_mail

ASKS_PER_DAY = 5
ASKS_PER_ADDRESS = 3
KEEP = timedelta(days=30)


class AddressTaken(Refused):
    """Another account has this address."""

    code = "address-taken"


@transaction.atomic(durable=True)
def ask_address_change(*, player_id: int, email: str, now: datetime) -> AddressChange:
    """Mail a link to the new address; nothing changes before it is confirmed there.

    An earlier wish is taken back. Whether somebody has the address is told only there. Raises BadAddress
    or TooMany.
    """
    address = checked_address(email)
    player = Player.objects.select_for_update().get(pk=player_id)
    if address == player.email:
        raise BadAddress(_("This is your address already."))
    _check_limits(player, address, now)
    withdraw_changes(player)
    change = AddressChange.objects.create(
        player=player, old_email=player.email, new_email=address, asked_at=now
    )
    _queue(MailKind.ADDRESS_CHANGE, change, now)
    return change


@transaction.atomic(durable=True)
def confirm_address_change(*, change_id: int, now: datetime) -> None:
    """Give the player the new address; confirming twice changes nothing.

    Every turn link sent so far becomes useless, open turns are mailed again, sign-in codes on their
    way open nothing, and the old address is told. Raises TooLate or AddressTaken.
    """
    change = _held_change(change_id)
    if change.state == ChangeState.DONE and change.player.email == change.new_email:
        return
    if not can_confirm(change, now):
        raise TooLate(_("This link is no longer valid. Ask for a new one."))
    _carry_out(change, now, is_told=True)
    audit.record("change_address", now=now, actor=change.player, change=change.pk)


@transaction.atomic(durable=True)
def decline_address_change(*, change_id: int) -> None:
    """Take a wish back that the owner of the new address knows nothing of."""
    waiting = AddressChange.objects.filter(pk=change_id, state=ChangeState.PENDING)
    waiting.update(state=ChangeState.WITHDRAWN)


@transaction.atomic(durable=True)
def change_address_by_staff(
    *, player_id: int, email: str, by: Player, now: datetime, is_told: bool = True
) -> None:
    """Give a player another address at once, at the player's wish.

    `is_told`: the old address gets the notice with which the change can be undone; not when its mailbox
    is in wrong hands. Raises NotAllowed, BadAddress or AddressTaken.
    """
    address = checked_address(email)
    player = _held_player(player_id)
    if not by.is_staff or (player.is_superuser and not by.is_superuser) or not player.is_active:
        raise NotAllowed(_("You can't change this player's address."))
    if address == player.email:
        raise BadAddress(_("The player has this address already."))
    withdraw_changes(player)
    change = AddressChange.objects.create(
        player=player, old_email=player.email, new_email=address, asked_at=now
    )
    _carry_out(change, now, is_told=is_told)
    audit.record(
        "change_address", now=now, actor=by, reason="admin", change=change.pk, player=player.pk
    )


@transaction.atomic(durable=True)
def restore_address(*, change_id: int, now: datetime) -> None:
    """Undo a change, and all after it, at the word of whoever reads the old address; twice is once.

    The account's sessions end, its turn links become useless, its open turns are mailed again. Raises
    TooLate or AddressTaken.
    """
    change = _held_change(change_id)
    if change.state == ChangeState.UNDONE:
        return
    if not can_restore(change, now):
        raise TooLate(_("This change can't be undone any more."))
    player = change.player
    move_to(player, change.old_email, now=now)
    end_sessions(player)
    withdraw_changes(player)
    later = AddressChange.objects.filter(player=player, pk__gte=change.pk, state=ChangeState.DONE)
    later.update(state=ChangeState.UNDONE)
    audit.record("restore_address", now=now, actor=player, change=change.pk)


def end_sessions(player: Player) -> None:
    """Sign the player out everywhere: a session holds a digest of the password field, which changes."""
    player.set_unusable_password()
    player.save(update_fields=["password"])


def hold_games(player_id: int) -> Sequence[Game]:
    """Lock the games that a player sits at and that are not over, in the order of their ids."""
    seats = Seat.objects.filter(player_id=player_id).values("game")
    games = Game.objects.select_for_update().filter(pk__in=seats, finished_at=None)
    return list(games.order_by("pk"))


def move_to(player: Player, address: str, *, now: datetime) -> None:
    """Write the address and make worthless what was mailed to the one before. Raises AddressTaken."""
    player.email, player.mail_failing_at = address, None
    # Twice, because somebody may sign up with the address between the two steps.
    if not any(_is_written(player) for _attempt in range(2)):
        raise _taken()
    EmailAddress.objects.filter(user=player).delete()
    Seat.objects.filter(player=player).update(epoch=F("epoch") + 1)
    outbox.supersede_mail_of(player=player, kinds=[MailKind.SIGN_IN, MailKind.YOUR_TURN])
    waiting = Seat.objects.awaited().filter(player=player, bot="").select_related("game", "player")
    for seat in waiting.order_by("game_id"):
        queue_turn_mail(seat.game, seat, now, again=f"epoch{seat.epoch}")


def _is_written(player: Player) -> bool:
    """Make way for the player's new address and write it; False when somebody came between."""
    _make_way(player.email, player)
    try:
        with transaction.atomic():
            player.save(update_fields=["email", "mail_failing_at"])
    except IntegrityError:
        return False
    return True


def withdraw_changes(player: Player) -> None:
    """Take back what a player has asked for and not confirmed."""
    waiting = AddressChange.objects.filter(player=player, state=ChangeState.PENDING)
    waiting.update(state=ChangeState.WITHDRAWN)


def purge_changes(*, now: datetime) -> int:
    """Delete changes of more than 30 days ago, with the addresses in them; return how many."""
    return AddressChange.objects.filter(asked_at__lt=now - KEEP).delete()[0]


def _carry_out(change: AddressChange, now: datetime, *, is_told: bool) -> None:
    move_to(change.player, change.new_email, now=now)
    change.state, change.done_at = ChangeState.DONE, now
    change.save(update_fields=["state", "done_at"])
    if is_told:
        _queue(MailKind.ADDRESS_CHANGED, change, now)


def _check_limits(player: Player, address: str, now: datetime) -> None:
    """Keep one player from asking again and again, and many from mailing one address."""
    today = AddressChange.objects.filter(asked_at__gt=now - timedelta(days=1))
    own, same = today.filter(player=player), today.filter(new_email=address)
    if own.count() >= ASKS_PER_DAY or same.count() >= ASKS_PER_ADDRESS:
        raise TooMany(_("This was asked for often today. Come back tomorrow."))


def _held_player(player_id: int) -> Player:
    hold_games(player_id)
    return Player.objects.select_for_update().get(pk=player_id)


def _held_change(change_id: int) -> AddressChange:
    """Lock the change's games and player, then read it. Raises TooLate if it is no more."""
    player_id = AddressChange.objects.filter(pk=change_id).values_list("player", flat=True).first()
    if player_id is not None:
        _held_player(player_id)
    change = change_of(change_id)
    if change is None:
        raise TooLate(_("This link is no longer valid. Ask for a new one."))
    return change


def _make_way(address: str, player: Player) -> None:
    """Remove an account that was made for this address but never used: no sign-in, no seat.

    Asking for a sign-in code makes one, and so does anybody who types the address there.
    """
    other = Player.objects.filter(email=address).exclude(pk=player.pk).first()
    if other is None:
        return
    if other.last_login is not None or other.is_staff:
        raise _taken()
    try:
        other.delete()
    except ProtectedError:
        raise _taken() from None


def _taken() -> AddressTaken:
    return AddressTaken(
        _("Another account has this address. Sign in there and erase that account first.")
    )


def _queue(kind: MailKind, change: AddressChange, now: datetime) -> None:
    outbox.queue_mail(
        key=f"{kind}:{change.pk}",
        kind=kind,
        player=change.player,
        context={"change": change.pk},
        now=now,
    )
