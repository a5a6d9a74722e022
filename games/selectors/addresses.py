"""Changes of a mail address: what of them still holds."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import AddressChange, ChangeState, Player

__all__ = ["can_confirm", "can_restore", "change_of", "is_taken", "pending_change"]

CONFIRM_WITHIN = timedelta(hours=24)
RESTORE_WITHIN = timedelta(days=7)


def change_of(change_id: int) -> AddressChange | None:
    """Return a change with its player, None if it is no more. One query."""
    return AddressChange.objects.select_related("player").filter(pk=change_id).first()


def can_confirm(change: AddressChange, now: datetime) -> bool:
    """Whether it still waits, for at most 24 hours, and the player has the address it was asked from."""
    return (
        change.state == ChangeState.PENDING
        and now - change.asked_at <= CONFIRM_WITHIN
        and change.player.is_active
        and change.player.email == change.old_email
    )


def can_restore(change: AddressChange, now: datetime) -> bool:
    """Whether the old address can be had back: for seven days."""
    return (
        change.state == ChangeState.DONE
        and change.done_at is not None
        and now - change.done_at <= RESTORE_WITHIN
        and change.player.is_active
    )


def is_taken(address: str, *, but: Player) -> bool:
    """Whether another player who has signed in has this address. One query."""
    others = Player.objects.exclude(pk=but.pk).filter(email=address)
    return others.exclude(last_login=None).exists()


def pending_change(player: Player, *, now: datetime) -> AddressChange | None:
    """Return the change that the player has asked for and not confirmed yet, None if there is none."""
    asked = AddressChange.objects.select_related("player").filter(player=player)
    change = asked.filter(state=ChangeState.PENDING).order_by("-pk").first()
    return change if change is not None and can_confirm(change, now) else None
