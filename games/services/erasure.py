"""Erasing a player: what names the person goes, what others need of the games stays."""

from __future__ import annotations

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import (
    AddressChange,
    Appeal,
    Game,
    GameStatus,
    InvitationBlock,
    InvitationState,
    MailboxMail,
    MailState,
    Message,
    Note,
    Notices,
    OfferState,
    OutgoingMail,
    Player,
    RequestState,
    Seat,
    SeatOffer,
    SeatRequest,
    StandingOrder,
    Vacation,
)
from games.models.lookalikes import name_key
from games.models.names import former_name
from games.selectors.invited import invitations_to
from games.selectors.positions import table_of
from games.services import audit
from games.services.endings import give_seat_to_bot
from games.services.errors import NotAllowed
from games.services.invitations import decline
from games.services.seating import call_off

# A name that no mail server answers for (RFC 2606).
NOWHERE = "erased.invalid"


@transaction.atomic(durable=True)
def erase_player(*, player_id: int, by: Player, now: datetime) -> Player:
    """Erase an account for good, at its player's wish or by staff; erasing twice changes nothing.

    The player becomes "former player N" with an address that nobody can have. Running seats are
    resigned, waiting tables left or called off, mails dropped, notes and messages removed. Raises
    NotAllowed.
    """
    if by.pk != player_id and not by.is_staff:
        raise NotAllowed(_("You can erase your own account only."))
    _hold_games(player_id)
    player = Player.objects.select_for_update().get(pk=player_id)
    if player.is_superuser:
        raise NotAllowed(_("A superuser's account can't be erased. Take that right away first."))
    if player.email.endswith(f"@{NOWHERE}"):
        return player
    leave_everything(player, by=by, now=now)
    forget(player)
    audit.record("erase_player", now=now, actor=by, player=player.pk)
    return player


def leave_everything(player: Player, *, by: Player, now: datetime) -> None:
    """Take a player out of every game that is not over, inside the caller's transaction."""
    asked = invitations_to(player).filter(state=InvitationState.PENDING)
    for invitation in asked.select_related("game", "inviter").order_by("game_id"):
        decline(invitation, now)
    # The next sweep asks somebody else.
    SeatOffer.objects.filter(
        state=OfferState.OPEN,
        pk__in=SeatRequest.objects.filter(player=player, state=RequestState.ASKED).values("offer"),
    ).update(look_at=now)
    SeatRequest.objects.filter(player=player, state=RequestState.ASKED).update(
        state=RequestState.DECLINED, answered_at=now
    )
    seats = Seat.objects.filter(player=player, game__finished_at=None)
    for seat in seats.select_related("game").order_by("game_id"):
        table = table_of(seat.game)
        if seat.game.status == GameStatus.RUNNING and not seat.is_bot:
            give_seat_to_bot(table, seat.index, by=by, now=now, reason="erased")
        elif seat.game.status == GameStatus.OPEN and seat.game.created_by_id == player.pk:
            call_off(table, news="cancelled", by=player, now=now)
        elif seat.game.status == GameStatus.OPEN:
            Seat.objects.filter(pk=seat.pk).delete()
            audit.record("leave_table", now=now, game=seat.game, actor=by, seat=seat.index)


def forget(player: Player) -> None:
    """Remove what names the person or was written by them, inside the caller's transaction."""
    placeholder = f"erased-{secrets.token_hex(8)}@{NOWHERE}"
    Message.objects.written_by(player).delete()
    Appeal.objects.filter(player=player).delete()
    Note.objects.filter(seat__player=player).delete()
    Vacation.objects.filter(player=player).delete()
    StandingOrder.objects.filter(seat__player=player).delete()
    EmailAddress.objects.filter(user=player).delete()
    blocks = Q(player=player) | Q(email=player.email) | Q(inviter=player)
    InvitationBlock.objects.filter(blocks).delete()
    changes = AddressChange.objects.filter(player=player)
    addresses = [player.email, *changes.values_list("old_email", flat=True)]
    invitations_to(player).filter(email__in=addresses).update(email=placeholder)
    changes.delete()
    MailboxMail.objects.filter(to__contains=player.email).delete()
    _forget_mails(player)
    _rename(player, placeholder)
    written = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    written.update(object_repr=player.name, change_message="")


def _forget_mails(player: Player) -> None:
    """Drop what waits; errors of mail servers like to repeat the address."""
    mails = OutgoingMail.objects.filter(player=player)
    mails.update(last_error="")
    waiting = mails.filter(state__in=[MailState.PENDING, MailState.FAILED, MailState.DEAD])
    waiting.update(state=MailState.SUPERSEDED)


def _rename(player: Player, placeholder: str) -> None:
    player.name, player.email = _free_name(player), placeholder
    player.language, player.time_zone, player.notices = "en", "UTC", Notices.NEVER
    player.stands_in = 0
    player.is_active = player.is_staff = False
    player.mail_failing_at = player.last_login = player.night = None
    player.set_unusable_password()  # sessions hold a digest of it: they end
    player.save()
    player.groups.clear()
    player.user_permissions.clear()


def _free_name(player: Player) -> str:
    """Return "former player N"; anybody may have taken such a name, so N goes on until it is free."""
    name, extra = former_name(player.pk), 1
    others = Player.objects.exclude(pk=player.pk)
    while others.filter(Q(name__iexact=name) | Q(name_key=name_key(name))).exists():
        extra += 1
        name = former_name(player.pk, extra)
    return name


def _hold_games(player_id: int) -> None:
    """Lock every game the player has to do with and that is not over, in the order of their ids."""
    player = Player.objects.get(pk=player_id)
    seats = Seat.objects.filter(player=player).values("game")
    asked = invitations_to(player).filter(state=InvitationState.PENDING).values("game")
    offered = SeatRequest.objects.filter(player=player, state=RequestState.ASKED)
    games = Game.objects.select_for_update().filter(
        Q(pk__in=seats) | Q(pk__in=asked) | Q(pk__in=offered.values("offer__game"))
    )
    list(games.filter(finished_at=None).order_by("pk"))
