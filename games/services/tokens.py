"""Signed links: who holds one may do one thing. No table: everything is in the token and its signature."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings
from django.core import signing

_NUMBERS = re.compile(r"\d{1,12}(-\d{1,12})*", re.ASCII)
# Longer than any token we make; a 10 KB one is turned down before it is hashed.
_LONGEST = 120


class BadToken(Exception):
    """The token is not ours, or for another purpose."""


@dataclass(frozen=True, slots=True)
class TurnLink:
    """What a turn token carries: the right to play one turn of one seat, while the epoch holds."""

    game_id: int
    seat: int
    turn: int
    epoch: int


@dataclass(frozen=True, slots=True)
class UnsubscribeLink:
    """What an unsubscribe token carries: whose mail to stop; game_id None means all turn mails.

    `is_weekly`: only the weekly mail on how a season stands.
    """

    player_id: int
    game_id: int | None
    is_weekly: bool = False


class _ShortSigner(signing.Signer):
    """A signer with 132-bit signatures, for addresses that must fit in one mail header line."""

    def signature(self, value: str | bytes, key: str | bytes | None = None) -> str:
        """Return the first 22 characters of the full signature."""
        return super().signature(value, key)[:22]


def turn_token(*, game_id: int, seat: int, turn: int, epoch: int) -> str:
    """Return the token of a turn link, about 60 characters, safe in a URL path."""
    return _turn_signer().sign(f"{game_id}-{seat}-{turn}-{epoch}")


def read_turn_token(token: str) -> TurnLink:
    """Return what a turn token says. Raises BadToken; whether it may still be played is not asked here."""
    return TurnLink(*_read(_turn_signer(), token, fields=4))


def unsubscribe_token(*, player_id: int, game_id: int | None, is_weekly: bool = False) -> str:
    """Return the token of an unsubscribe link, short enough for an unfolded header."""
    weekly = "-1" if is_weekly else ""
    return _unsubscribe_signer().sign(f"{player_id}-{game_id or 0}{weekly}")


def read_unsubscribe_token(token: str) -> UnsubscribeLink:
    """Return what an unsubscribe token says. Raises BadToken."""
    try:
        player_id, game_id = _read(_unsubscribe_signer(), token, fields=2)
    except BadToken:
        player_id, _game, _weekly = _read(_unsubscribe_signer(), token, fields=3)
        return UnsubscribeLink(player_id=player_id, game_id=None, is_weekly=True)
    return UnsubscribeLink(player_id=player_id, game_id=game_id or None)


def invite_token(*, invitation_id: int) -> str:
    """Return the token of the page on which one invitation is answered."""
    return _short_signer("invite").sign(str(invitation_id))


def read_invite_token(token: str) -> int:
    """Return the id of the invitation. Raises BadToken."""
    return _read(_short_signer("invite"), token, fields=1)[0]


def join_token(*, game_id: int) -> str:
    """Return the token of the private link with which anybody signed in may join a table."""
    return _short_signer("join").sign(str(game_id))


def read_join_token(token: str) -> int:
    """Return the id of the game. Raises BadToken; whether a place is free is not asked here."""
    return _read(_short_signer("join"), token, fields=1)[0]


def verify_token(*, change_id: int) -> str:
    """Return the token of the page on which a new mail address is confirmed."""
    return _short_signer("verify").sign(str(change_id))


def read_verify_token(token: str) -> int:
    """Return the id of the change of address. Raises BadToken; whether it still holds is not asked here."""
    return _read(_short_signer("verify"), token, fields=1)[0]


def restore_token(*, change_id: int) -> str:
    """Return the token of the page on which a change of address is undone."""
    return _short_signer("restore").sign(str(change_id))


def read_restore_token(token: str) -> int:
    """Return the id of the change of address. Raises BadToken; whether it is too late is not asked here."""
    return _read(_short_signer("restore"), token, fields=1)[0]


def calendar_token(*, player_id: int, epoch: int) -> str:
    """Return the token of a player's calendar of deadlines; another epoch ends it."""
    return _short_signer("calendar").sign(f"{player_id}-{epoch}")


def read_calendar_token(token: str) -> tuple[int, int]:
    """Return player and epoch. Raises BadToken; whether the epoch still holds is not asked here."""
    player_id, epoch = _read(_short_signer("calendar"), token, fields=2)
    return player_id, epoch


def stand_in_token(*, request_id: int) -> str:
    """Return the token of the page on which a stand-by answers whether to take over one seat."""
    return _short_signer("stand-in").sign(str(request_id))


def read_stand_in_token(token: str) -> int:
    """Return the id of the question. Raises BadToken; whether the seat is still free is not asked here."""
    return _read(_short_signer("stand-in"), token, fields=1)[0]


def _turn_signer() -> signing.Signer:
    return signing.Signer(
        key=settings.LINK_KEY,
        fallback_keys=[*settings.LINK_KEY_FALLBACKS],
        sep=".",
        salt="games.turn",
    )


def _unsubscribe_signer() -> signing.Signer:
    return _short_signer("unsubscribe")


def _short_signer(purpose: str) -> signing.Signer:
    return _ShortSigner(
        key=settings.LINK_KEY,
        fallback_keys=[*settings.LINK_KEY_FALLBACKS],
        sep=".",
        salt=f"games.{purpose}",
    )


def _read(signer: signing.Signer, token: str, fields: int) -> list[int]:
    """Check the signature and return the numbers; one error for every fault, so nothing can be probed."""
    if len(token) > _LONGEST:
        raise BadToken
    try:
        text = signer.unsign(token)
    except signing.BadSignature as fault:
        raise BadToken from fault
    if not _NUMBERS.fullmatch(text) or text.count("-") != fields - 1:
        raise BadToken
    return [int(number) for number in text.split("-")]
