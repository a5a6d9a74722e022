"""Inviting people to a table, and their answers. Nobody gets a seat, or an account, before saying yes."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import (
    Game,
    GameStatus,
    Invitation,
    InvitationBlock,
    InvitationState,
    Player,
    Seat,
)
from games.selectors.invited import invited_player
from games.services import audit, outbox
from games.services.errors import BadTable, NoSuchGame, NotAllowed, TooLate, TooMany
from games.services.locking import locked_table
from games.services.players import checked_address, find_or_add_player
from games.services.seating import free_places, hosted_table, sit_down, tell

INVITATIONS_PER_DAY = 10
ASK_AGAIN = timedelta(days=7)


class Answer(StrEnum):
    """What an invited person says. BLOCK declines, and wants no more invitations from this person."""

    ACCEPT = "accept"
    DECLINE = "decline"
    BLOCK = "block"


@transaction.atomic(durable=True)
def invite_address(*, game_id: int, by: Player, email: str, now: datetime) -> Invitation:
    """Ask the person at an address to the first free place of a waiting table.

    Raises NoSuchGame, NotAllowed, TooLate, BadAddress, BadTable or TooMany.
    """
    table = hosted_table(game_id, by)
    free = free_places(table.game)
    if not free:
        raise TooLate(_("There is no free place at this table."))
    return add_invitation(game=table.game, index=free[0], by=by, email=email, now=now)


@transaction.atomic(durable=True)
def withdraw_invitation(*, game_id: int, invitation_id: int, by: Player, now: datetime) -> None:
    """Take an invitation back; doing it twice changes nothing.

    Raises NoSuchGame, NotAllowed, or TooLate when it was answered or the table has moved on.
    """
    table = hosted_table(game_id, by)
    invitation = Invitation.objects.filter(pk=invitation_id, game=table.game).first()
    if invitation is None:
        raise NoSuchGame(_("There is no such invitation."))
    if invitation.state == InvitationState.WITHDRAWN:
        return
    if not invitation.is_pending:
        raise TooLate(_("This invitation has been answered."))
    _settle(invitation, InvitationState.WITHDRAWN, now)


@transaction.atomic(durable=True)
def answer_invitation(
    *, invitation_id: int, answer: Answer, now: datetime, name: str = "", language: str = ""
) -> Invitation:
    """Carry out what an invited person says; the same answer again changes nothing.

    ACCEPT gives the kept place to the person, who becomes a player (if the address is new: called
    `name`, if given, and reading `language`), and begins the game when it was the last place. Raises NoSuchGame, NotAllowed,
    TooLate, TooManyWaiting or BadName.
    """
    game_id = Invitation.objects.filter(pk=invitation_id).values_list("game", flat=True).first()
    if game_id is None:
        raise NoSuchGame(_("There is no such invitation."))
    game = locked_table(game_id).game
    invitation = Invitation.objects.select_related("player", "inviter").get(pk=invitation_id)
    invitation.game = game
    if answer == Answer.ACCEPT:
        _accept(invitation, name, language, now)
    else:
        decline(invitation, now)
        if answer == Answer.BLOCK:
            _block(invitation, now)
    return invitation


def add_invitation(
    *,
    game: Game,
    index: int,
    by: Player,
    now: datetime,
    email: str = "",
    player: Player | None = None,
) -> Invitation:
    """Keep a place for somebody and queue the mail, inside the caller's transaction.

    Give either the address or the player. Raises BadAddress, BadTable, NotAllowed or TooMany.
    """
    address = player.email if player is not None else checked_address(email)
    known = player or Player.objects.filter(email=address).first()
    if known is not None and known.pk == by.pk:
        raise BadTable(_("This is your own address. You have a seat already."))
    shown = player.name if player is not None else address
    _check_not_asked(game, known, address, shown)
    _check_welcome(by, known, address, shown)
    _check_limits(by, known, address, shown, now)
    invitation = Invitation.objects.create(
        game=game,
        index=index,
        inviter=by,
        player=player,
        email="" if player is not None else address,
        created_at=now,
    )
    outbox.queue_invitation(invitation=invitation, player=known, now=now)
    audit.record("invite", now=now, game=game, actor=by, invitation=invitation.pk)
    return invitation


def accept_for(invitation: Invitation, player: Player, now: datetime) -> None:
    """Give the kept place to this player, inside the caller's transaction."""
    _settle(invitation, InvitationState.ACCEPTED, now)
    if Seat.objects.filter(game=invitation.game, player=player).exists():
        return
    sit_down(invitation.game, player, invitation.index, now)


def _accept(invitation: Invitation, name: str, language: str, now: datetime) -> None:
    if invitation.state == InvitationState.ACCEPTED:
        return
    if invitation.game.status != GameStatus.OPEN or invitation.game.started_at is not None:
        raise TooLate(_("The table has not waited: it has begun, or was called off."))
    if invitation.state == InvitationState.DECLINED:
        raise TooLate(_("You have declined this invitation. Ask for a new one."))
    if not invitation.is_pending:
        raise TooLate(_("This invitation was taken back."))
    player = invited_player(invitation) or find_or_add_player(
        email=invitation.email, name=name, language=language, now=now
    )
    if not player.is_active:
        raise NotAllowed(_("This account is closed."))
    accept_for(invitation, player, now)


def decline(invitation: Invitation, now: datetime) -> None:
    """Decline what still waits, inside the caller's transaction; an answer given before stays."""
    if not invitation.is_pending:
        return
    _settle(invitation, InvitationState.DECLINED, now)
    host = Seat.objects.filter(game=invitation.game, player=invitation.inviter).first()
    if host is not None and invitation.game.status == GameStatus.OPEN:
        tell(invitation.game, host, news="declined", about=invitation.pk, now=now)


def _block(invitation: Invitation, now: datetime) -> None:
    """Keep the inviter from asking this person again; nobody is told."""
    address = invitation.address
    known = invited_player(invitation)
    InvitationBlock.objects.get_or_create(
        inviter=invitation.inviter,
        email=address,
        defaults={"player": known, "created_at": now},
    )


def _settle(invitation: Invitation, state: InvitationState, now: datetime) -> None:
    invitation.state, invitation.answered_at = state, now
    invitation.save(update_fields=["state", "answered_at"])


def _check_not_asked(game: Game, known: Player | None, address: str, shown: str) -> None:
    """Refuse who is being asked already.

    Who sits at the table may be asked: a refusal would tell whose address was typed.
    """
    asked = Invitation.objects.filter(
        _to(known, address), game=game, state=InvitationState.PENDING
    ).exists()
    if asked:
        raise BadTable(_("%(who)s is invited to this table already.") % {"who": shown})


def _check_welcome(by: Player, known: Player | None, address: str, shown: str) -> None:
    """Refuse who wants no invitations from this person, and closed accounts, in the same words."""
    is_blocked = InvitationBlock.objects.filter(_to(known, address), inviter=by).exists()
    if is_blocked or (known is not None and not known.is_active):
        raise NotAllowed(_("%(who)s takes no invitations from you.") % {"who": shown})


def _check_limits(
    by: Player, known: Player | None, address: str, shown: str, now: datetime
) -> None:
    """Keep invitations few: so many a day, and one a week to somebody who hasn't played with them."""
    own = Invitation.objects.filter(inviter=by)
    if own.filter(created_at__gt=now - timedelta(days=1)).count() >= INVITATIONS_PER_DAY:
        raise TooMany(
            _("You can send %(count)d invitations a day. Come back tomorrow.")
            % {"count": INVITATIONS_PER_DAY}
        )
    recent = own.filter(_to(known, address), created_at__gt=now - ASK_AGAIN)
    if recent.exists() and not _have_played(by, known):
        raise TooMany(
            _("You have invited %(who)s in the last seven days. Once a week is enough.")
            % {"who": shown}
        )


def _to(known: Player | None, address: str) -> Q:
    return Q(email=address) if known is None else Q(email=address) | Q(player=known)


def _have_played(one: Player, other: Player | None) -> bool:
    if other is None:
        return False
    games = Seat.objects.filter(player=one, game__started_at__isnull=False).values("game")
    return Seat.objects.filter(player=other, game__in=games).exists()
