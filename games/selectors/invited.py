"""Whom an invitation is for: the person who had the address when it was typed, wherever they moved since."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import AddressChange, ChangeState, Invitation, Player

__all__ = ["invitations_to", "invited_player"]


def invitations_to(player: Player) -> QuerySet[Invitation]:
    """Return the invitations of a player: by name, to the address, and to one they had when asked.

    Whoever has an address now that was somebody else's when it was typed isn't meant. The inviter still
    sees what they typed and learns of no new address.
    """
    moved = AddressChange.objects.filter(
        state=ChangeState.DONE, old_email=OuterRef("email"), done_at__gte=OuterRef("created_at")
    )
    own, others = moved.filter(player=player), moved.exclude(player=player)
    to_address = Q(email=player.email) & ~Exists(others)
    return Invitation.objects.filter(Q(player=player) | to_address | Exists(own))


def invited_player(invitation: Invitation) -> Player | None:
    """Return whom an invitation is for, None for an address that is nobody's yet. One query at most."""
    if invitation.player is not None:
        return invitation.player
    moved = AddressChange.objects.filter(
        state=ChangeState.DONE, old_email=invitation.email, done_at__gte=invitation.created_at
    )
    had_it = Exists(moved.filter(player=OuterRef("pk")))
    people = Player.objects.filter(Q(email=invitation.email) | had_it).order_by("pk")
    # Of two, one has left the address that the other has now.
    return max(people, key=lambda player: player.email != invitation.email, default=None)
