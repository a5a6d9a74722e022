"""What a mail carries besides its text: addresses, threading, lists, unsubscribing.

Everything in a header comes from here, so this is where names are made harmless and where nothing of
the site's secrets may leak.
"""

from __future__ import annotations

from email.headerregistry import Address
from email.utils import parseaddr

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.mail.links import invitation_url, stand_in_url, unsubscribe_url
from games.models import ADDRESS_KINDS, MailKind, OutgoingMail, Player
from games.models.names import PLAYER_NAME_LENGTH, plain_name


def recipient(player: Player) -> str:
    """Return the To header: the player's name, made safe and quoted, and the address."""
    name = plain_name(player.name, PLAYER_NAME_LENGTH)
    return str(Address(display_name=name, addr_spec=player.email))


def recipient_of(mail: OutgoingMail) -> str:
    """Return the To header of a mail: its player, or the bare address of somebody invited."""
    if mail.player is not None:
        return recipient(mail.player)
    return mail.invitation.address if mail.invitation is not None else ""


def sender_domain() -> str:
    """Return the domain of our From address."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or settings.HOST


def message_id(key: str) -> str:
    """Return the Message-ID of the mail with this outbox key: the same on every attempt.

    A keyed hash, so that it tells nobody which game or player it belongs to.
    """
    return f"<{_digest('message', key)}@{sender_domain()}>"


def thread_id(*, game_id: int, player_id: int | None) -> str:
    """Return the id of the mail that never was, to which all mails of a game to a player answer."""
    return f"<{_digest('thread', f'{game_id}:{player_id}')}@{sender_domain()}>"


def headers_of(mail: OutgoingMail) -> dict[str, str]:
    """Return the extra headers of a mail, by name."""
    headers = {
        "Message-ID": message_id(mail.key),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Azul-Kind": mail.kind,
    }
    if mail.game_id is not None:
        headers |= _game_headers(mail, mail.game_id)
    if mail.kind != MailKind.SIGN_IN and mail.kind not in ADDRESS_KINDS:
        headers |= _unsubscribe_headers(mail)
    return headers


def _game_headers(mail: OutgoingMail, game_id: int) -> dict[str, str]:
    thread = thread_id(game_id=game_id, player_id=mail.player_id)
    headers = {
        "In-Reply-To": thread,
        "References": thread,
        "List-Id": f"Azul game {game_id} <game-{game_id}.{settings.HOST}>",
        "X-Azul-Game": str(game_id),
    }
    if mail.turn is not None:
        headers["X-Azul-Turn"] = str(mail.turn)
    return headers


def _unsubscribe_headers(mail: OutgoingMail) -> dict[str, str]:
    """Return how to stop these mails with one click.

    No mailto: way is offered: programs prefer it, and nothing reads our mail.
    """
    if mail.kind == MailKind.SEAT_OFFER:
        # One click says no, and that nobody is to ask again.
        address = stand_in_url(int(mail.context.get("request") or 0))
    elif mail.kind == MailKind.SEAT_TAKEN:
        address = unsubscribe_url(player_id=mail.holder.pk, game_id=None)
    elif mail.kind == MailKind.SEASON_NEWS and mail.context.get("news") == "week":
        # One click ends the weekly mail, nothing else.
        address = unsubscribe_url(player_id=mail.holder.pk, game_id=None, is_weekly=True)
    elif mail.invitation is not None:
        # Whoever is only invited has no game to leave: one click declines, for good.
        address = invitation_url(mail.invitation)
    else:
        address = unsubscribe_url(player_id=mail.holder.pk, game_id=mail.game_id)
    return {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _digest(purpose: str, text: str) -> str:
    digest = salted_hmac(
        f"games.mail.{purpose}", text, secret=settings.LINK_KEY, algorithm="sha256"
    )
    return digest.hexdigest()[:40]
