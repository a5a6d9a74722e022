"""Addresses that go into mails: whole, from BASE_URL, and with tokens made when the mail is rendered."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games.models import AddressChange, Invitation, OutgoingMail, Seat
from games.services import tokens


def absolute(name: str, *args: object) -> str:
    """Return the whole address of a page by its URL name."""
    return f"{settings.BASE_URL}{reverse(name, args=args)}"


def turn_url(seat: Seat, turn: int) -> str:
    """Return the link with which this seat plays the turn it was asked at."""
    token = tokens.turn_token(game_id=seat.game_id, seat=seat.index, turn=turn, epoch=seat.epoch)
    return absolute("turn-link", token)


def invitation_url(invitation: Invitation) -> str:
    """Return the address of the page on which an invitation is answered."""
    return absolute("invitation", tokens.invite_token(invitation_id=invitation.pk))


def stand_in_url(request_id: int) -> str:
    """Return the address of the page on which a stand-by answers whether to take over a seat."""
    return absolute("stand-in", tokens.stand_in_token(request_id=request_id))


def verify_url(change: AddressChange) -> str:
    """Return the address of the page on which a new mail address is confirmed."""
    return absolute("confirm-address", tokens.verify_token(change_id=change.pk))


def restore_url(change: AddressChange) -> str:
    """Return the address of the page on which a change of address is undone."""
    return absolute("restore-address", tokens.restore_token(change_id=change.pk))


def unsubscribe_url(*, player_id: int, game_id: int | None, is_weekly: bool = False) -> str:
    """Return the address that stops the mails of one game, of all (game_id None), or the weekly one."""
    token = tokens.unsubscribe_token(player_id=player_id, game_id=game_id, is_weekly=is_weekly)
    return absolute("unsubscribe", token)


@dataclass(frozen=True, slots=True)
class FooterLinks:
    """Where a mail about a game lets its player go."""

    game: str
    stop_game: str
    stop_all: str
    preferences: str
    rules: str


def footer_links(mail: OutgoingMail) -> FooterLinks:
    """Return the links at the foot of a mail about a game."""
    return FooterLinks(
        game=absolute("game", mail.game_id),
        stop_game=unsubscribe_url(player_id=mail.holder.pk, game_id=mail.game_id),
        stop_all=unsubscribe_url(player_id=mail.holder.pk, game_id=None),
        preferences=absolute("preferences"),
        rules=absolute("rules"),
    )
