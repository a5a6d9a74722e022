"""The outbox: mail as rows, written with the fact they tell, claimed one by one by workers.

The only `on_commit` and the only `send_task` of the program are here.
"""

from __future__ import annotations

import logging
import math
import random
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from kombu.exceptions import OperationalError

from games.models import (
    Game,
    Invitation,
    MailKind,
    MailPause,
    MailState,
    OutgoingMail,
    Player,
    Seat,
)

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=120)
MOST_ATTEMPTS = 10
INSERTED_AT_ONCE = 500
LONGEST_WAIT = timedelta(hours=48)
FIRST_BACKOFF_SECONDS = 30
LONGEST_BACKOFF_SECONDS = 4 * 60 * 60
# After a failed hint no more are tried for a while: players must not wait for a dead broker,
# and the sweeper finds the work anyway.
BREAKER_SECONDS = 30.0


class _Breaker:
    """Remembers, per process, until when no hints are tried."""

    closed_until = 0.0


def queue_mail(
    *,
    key: str,
    kind: MailKind,
    player: Player,
    now: datetime,
    game: Game | None = None,
    turn: int | None = None,
    seat: int | None = None,
    context: dict[str, Any] | None = None,
) -> None:
    """Insert the row of one mail unless this fact was queued before, and hint at it after commit.

    Call inside the transaction of the fact. `context` must hold no secret.
    """
    _insert(
        [
            OutgoingMail(
                key=key,
                kind=kind,
                player=player,
                game=game,
                turn=turn,
                seat=seat,
                context=context or {},
                next_at=now,
                created_at=now,
            )
        ]
    )


def queue_mails(mails: Sequence[OutgoingMail], *, now: datetime) -> None:
    """Insert the rows of many mails at once, those whose facts weren't queued before, and hint at them.

    Call inside the transaction of the fact, not in a request. Their times are set here.
    """
    for mail in mails:
        mail.next_at = mail.created_at = now
    for first in range(0, len(mails), INSERTED_AT_ONCE):
        _insert(mails[first : first + INSERTED_AT_ONCE])


def queue_to_seat(
    seat: Seat,
    *,
    kind: MailKind,
    game: Game,
    now: datetime,
    fact: str = "",
    turn: int | None = None,
    context: dict[str, Any] | None = None,
) -> None:
    """Insert the row of one mail to the person in a seat, once for each `fact`; a bot gets none."""
    if seat.player is None:
        return
    queue_mail(
        key=":".join([kind, str(game.pk), str(seat.index), *([fact] if fact else [])]),
        kind=kind,
        player=seat.player,
        game=game,
        turn=turn,
        seat=seat.index,
        context=context,
        now=now,
    )


def queue_invitation(*, invitation: Invitation, player: Player | None, now: datetime) -> None:
    """Insert the row of an invitation's mail; `player` is whose address it is, None if it is nobody's."""
    _insert(
        [
            OutgoingMail(
                key=f"{MailKind.INVITATION}:{invitation.pk}",
                kind=MailKind.INVITATION,
                player=player,
                game=invitation.game,
                invitation=invitation,
                next_at=now,
                created_at=now,
            )
        ]
    )


def _insert(mails: Sequence[OutgoingMail]) -> None:
    OutgoingMail.objects.bulk_create(mails, ignore_conflicts=True)
    keys = [mail.key for mail in mails]
    waiting = OutgoingMail.objects.filter(key__in=keys, state=MailState.PENDING)
    for pk in waiting.values_list("pk", flat=True):
        hint("games.tasks.deliver_mail", pk)


def requeue_mail(*, key: str, now: datetime) -> bool:
    """Wake a superseded mail that was never sent; return whether there was one."""
    woken = OutgoingMail.objects.filter(key=key, state=MailState.SUPERSEDED, sent_at=None).update(
        state=MailState.PENDING, next_at=now, attempts=0, lease_until=None, last_error=""
    )
    if woken:
        hint("games.tasks.deliver_mail", OutgoingMail.objects.get(key=key).pk)
    return bool(woken)


def was_sent(*, key: str) -> bool:
    """Whether this mail left, or may be leaving right now."""
    return OutgoingMail.objects.filter(
        key=key, state__in=[MailState.SENT, MailState.SENDING]
    ).exists()


def supersede_turn_mail(*, game_id: int, turn: int) -> None:
    """Drop the turn mails of a turn that no longer stands, as far as they are still waiting."""
    OutgoingMail.objects.filter(
        kind=MailKind.YOUR_TURN, game_id=game_id, turn=turn, state=MailState.PENDING
    ).update(state=MailState.SUPERSEDED)


def supersede_mail_of(*, player: Player, kinds: Collection[MailKind]) -> None:
    """Drop a player's waiting mails of these kinds."""
    OutgoingMail.objects.filter(player=player, kind__in=kinds, state=MailState.PENDING).update(
        state=MailState.SUPERSEDED
    )


def claim_mail(*, mail_id: int, now: datetime) -> OutgoingMail | None:
    """Take one due mail for sending; None if somebody else has it or it isn't due.

    One conditional UPDATE: of many workers exactly one sees a changed row. A claim whose lease ran
    out (the worker died) can be taken again.
    """
    due = Q(state=MailState.PENDING, next_at__lte=now) | Q(
        state=MailState.SENDING, lease_until__lt=now
    )
    claimed = OutgoingMail.objects.filter(due, pk=mail_id, attempts__lt=MOST_ATTEMPTS).update(
        state=MailState.SENDING, lease_until=now + LEASE, attempts=F("attempts") + 1
    )
    if not claimed:
        return None
    return OutgoingMail.objects.select_related(
        "player", "game", "invitation__inviter", "invitation__player", "invitation__game"
    ).get(pk=mail_id)


def bury_exhausted(*, now: datetime) -> int:
    """Give up mails whose every attempt ended with a dead worker; return how many."""
    return OutgoingMail.objects.filter(
        state=MailState.SENDING, lease_until__lt=now, attempts__gte=MOST_ATTEMPTS
    ).update(state=MailState.DEAD, lease_until=None, last_error="every attempt killed its worker")


def mark_sent(*, mail: OutgoingMail, message_id: str, now: datetime) -> None:
    """Note that the mail left."""
    _settle(mail, state=MailState.SENT, message_id=message_id, sent_at=now, last_error="")


def mark_superseded(*, mail: OutgoingMail, why: str) -> None:
    """Note that the mail is no longer needed; nothing was sent."""
    _settle(mail, state=MailState.SUPERSEDED, last_error=why[:300])


def mark_failed(*, mail: OutgoingMail, error: str) -> None:
    """Note that the mail server refused this mail for good."""
    _settle(mail, state=MailState.FAILED, last_error=error[:300])


def mark_retry(*, mail: OutgoingMail, error: str, now: datetime) -> None:
    """Put the mail back for a later attempt; dead after 10 attempts or 48 hours."""
    if mail.attempts >= MOST_ATTEMPTS or now - mail.created_at > LONGEST_WAIT:
        log.error("mail %s given up after %s attempts: %s", mail.pk, mail.attempts, error[:200])
        _settle(mail, state=MailState.DEAD, last_error=error[:300])
        return
    seconds = min(LONGEST_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2**mail.attempts)
    # Spread, so that a thousand mails that failed together don't come back together.
    wait = timedelta(seconds=seconds * random.uniform(0.5, 1.5))  # noqa: S311
    _settle(mail, state=MailState.PENDING, next_at=now + wait, last_error=error[:300])


def retry_mail(*, mail_ids: list[int], now: datetime) -> int:
    """Give refused and given-up mails a fresh start (a director's click); return how many."""
    return OutgoingMail.objects.filter(
        pk__in=mail_ids, state__in=[MailState.FAILED, MailState.DEAD]
    ).update(state=MailState.PENDING, attempts=0, next_at=now, created_at=now, last_error="")


def pause_mail(*, until: datetime, reason: str) -> None:
    """Stop the whole queue until then: the mail server refuses our log-in."""
    log.critical("outgoing mail paused until %s: %s", until.isoformat(), reason[:200])
    MailPause.objects.update_or_create(id=1, defaults={"until": until, "reason": reason[:300]})


def release_mail(*, mail: OutgoingMail, now: datetime) -> None:
    """Give a claim back as if it had not been tried."""
    _settle(mail, state=MailState.PENDING, next_at=now, attempts=max(0, mail.attempts - 1))


def mark_address_failing(*, player: Player, now: datetime) -> None:
    """Suspend a player's address after a hard bounce."""
    # Not if the player has another address since.
    good = Player.objects.filter(pk=player.pk, email=player.email, mail_failing_at=None)
    good.update(mail_failing_at=now)


def purge_mail(*, now: datetime) -> int:
    """Delete rows of mails sent, or no longer needed, for 30 days; return how many."""
    old = Q(sent_at__lt=now - timedelta(days=30)) | Q(
        state=MailState.SUPERSEDED, created_at__lt=now - timedelta(days=30)
    )
    return OutgoingMail.objects.filter(old).delete()[0]


def hint(task: str, *ids: int) -> None:
    """After commit, tell the workers that there is something to do; may get lost without harm."""
    transaction.on_commit(lambda: _send_hint(task, ids))


@contextmanager
def without_hints() -> Iterator[None]:
    """Send no hints for a while, from this process: to whom they go works on another database."""
    kept, _Breaker.closed_until = _Breaker.closed_until, math.inf
    try:
        yield
    finally:
        _Breaker.closed_until = kept


def _send_hint(task: str, ids: tuple[int, ...]) -> None:
    if time.monotonic() < _Breaker.closed_until:
        return
    try:
        current_app.send_task(task, args=list(ids), ignore_result=True)
    except (OperationalError, OSError) as fault:
        _Breaker.closed_until = time.monotonic() + BREAKER_SECONDS
        log.warning(
            "broker does not answer, the sweeper will find the work: %s", type(fault).__name__
        )


def _settle(mail: OutgoingMail, **fields: Any) -> None:
    """End a claim. Compare-and-swap on the attempt: a worker that lost its lease changes nothing."""
    OutgoingMail.objects.filter(pk=mail.pk, state=MailState.SENDING, attempts=mail.attempts).update(
        lease_until=None, **fields
    )
