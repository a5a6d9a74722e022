"""What staff do with clocks of games outside leagues: tried out first, done if it is still so."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, GamePause, OutgoingMail, Seat
from games.selectors.moments import moment_words
from games.services.desk import HasChanged
from games.services.locking import locked_table

__all__ = ["Rehearsal", "do_as_seen", "rehearse"]

_GAME = ("status", "turn", "end_reason")
_SEAT = ("index", "player", "bot", "awaited_turn", "deadline_at", "resigned_at")


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What something would do to a game, in sentences, and a digest of how the game stood."""

    notes: tuple[str, ...]
    seen: str


@transaction.atomic(durable=True)
def rehearse(game_id: int, deed: Callable[[], object]) -> Rehearsal:
    """Do something to a game, look, and take everything back; nothing is written, no mail leaves.

    Raises Refused as the deed itself would.
    """
    with transaction.atomic():
        locked_table(game_id)
        seen, was, mails = _digest(game_id), _seats(game_id), OutgoingMail.objects.count()
        deed()
        new, mails = _seats(game_id), OutgoingMail.objects.count() - mails
        transaction.set_rollback(True)
    changed = [
        f"{name}: {was[index][1]} → {state}"
        for index, (name, state) in new.items()
        if was[index][1] != state
    ]
    return Rehearsal((*changed, _("Mails that are sent: %(count)d.") % {"count": mails}), seen)


@transaction.atomic(durable=True)
def do_as_seen(game_id: int, seen: str, deed: Callable[[], object]) -> None:
    """Do something to a game that stands as it did when it was tried out. Raises HasChanged, or Refused."""
    locked_table(game_id)
    if seen != _digest(game_id):
        raise HasChanged(_("This has changed since you looked. Nothing was done; look again."))
    deed()


def _seats(game_id: int) -> dict[int, tuple[str, str]]:
    """Return name and state of each seat: by when it is to move, that its clock stands, or a bot has it."""
    seats = Seat.objects.filter(game=game_id).select_related("player").order_by("index")
    return {seat.index: (seat.name, _state(seat)) for seat in seats}


def _state(seat: Seat) -> str:
    if seat.is_bot:
        return _("a bot plays")
    if seat.awaited_turn is None:
        return _("not to move")
    return moment_words(seat.deadline_at) if seat.deadline_at else _("the clock stands")


def _digest(game_id: int) -> str:
    rows = [
        *Game.objects.filter(pk=game_id).values_list(*_GAME),
        *Seat.objects.filter(game=game_id).order_by("index").values_list(*_SEAT),
        *GamePause.objects.filter(game=game_id).order_by("pk").values_list("pk", "to_at"),
    ]
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:40]
