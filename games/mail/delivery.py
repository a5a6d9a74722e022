"""Sending what is claimed: check that it is still wanted, render, hand over, note how it went."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded

from games.mail import connection, messages
from games.mail.relevance import NoLongerWanted, check_wanted
from games.mail.verdicts import Verdict, refusal_of
from games.models import ADDRESS_KINDS, OutgoingMail
from games.selectors.due import is_mail_paused
from games.services import outbox

log = logging.getLogger(__name__)

PAUSE = timedelta(minutes=10)


def deliver(mail_id: int, *, clock: Callable[[], datetime]) -> bool:
    """Send one mail if it is due and still wanted; return whether it left.

    Safe to call any number of times from any number of workers: the claim is one conditional UPDATE.
    Writes OutgoingMail and, after refusals, Player.mail_failing_at or MailPause.
    """
    if is_mail_paused(now=clock()):
        return False
    mail = outbox.claim_mail(mail_id=mail_id, now=clock())
    if mail is None:
        return False
    try:
        is_sent = _attempt(mail, clock)
    except SoftTimeLimitExceeded:
        # The task has used up its time; the mail comes back, the task ends.
        outbox.mark_retry(mail=mail, error="out of time", now=clock())
        raise
    except Exception as fault:
        # The outermost step of a worker: whatever one mail's data does, the others must go on. The
        # mail comes back later and ends as dead after its last attempt.
        log.exception("mail %s (%s) could not be made", mail.pk, mail.kind)
        outbox.mark_retry(mail=mail, error=f"{type(fault).__name__}: {fault}", now=clock())
        return False
    return is_sent


def _attempt(mail: OutgoingMail, clock: Callable[[], datetime]) -> bool:
    """Carry one claimed mail as far as it goes and note the outcome."""
    try:
        message = messages.compose(mail, wanted=check_wanted(mail, now=clock()), now=clock())
    except NoLongerWanted as reason:
        outbox.mark_superseded(mail=mail, why=str(reason))
        return False
    try:
        connection.send(message)
    except OSError as fault:
        _note_refusal(mail, fault, now=clock())
        return False
    outbox.mark_sent(mail=mail, message_id=message.extra_headers["Message-ID"], now=clock())
    return True


def _note_refusal(mail: OutgoingMail, fault: OSError, *, now: datetime) -> None:
    """Write down what a failed attempt means. Refusals that are our own fault wake the operator."""
    verdict, words = refusal_of(fault)
    match verdict:
        case Verdict.RETRY:
            log.warning("mail %s (%s) waits: %s", mail.pk, mail.kind, words)
            outbox.mark_retry(mail=mail, error=words, now=now)
        case Verdict.BOUNCE:
            log.warning("mail %s (%s) bounced: %s", mail.pk, mail.kind, words)
            outbox.mark_failed(mail=mail, error=words)
            if mail.player is not None and mail.kind not in ADDRESS_KINDS:
                outbox.mark_address_failing(player=mail.player, now=now)
        case Verdict.REFUSED:
            log.critical("mail %s (%s) refused by the server: %s", mail.pk, mail.kind, words)
            outbox.mark_failed(mail=mail, error=words)
        case Verdict.PAUSE:
            outbox.release_mail(mail=mail, now=now)
            outbox.pause_mail(until=now + PAUSE, reason=words)
