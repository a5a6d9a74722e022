"""What an answer of the mail server means for the mail, for the address and for the whole queue."""

from __future__ import annotations

import re
import smtplib
from enum import Enum
from typing import NamedTuple

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_LINK = re.compile(r"https?://\S+")
_LOG_IN_CODES = frozenset({530, 534, 535, 538})
_BOUNCE_CODES = frozenset({550, 551, 553})
_FULL_CODES = frozenset({452, 552})
# RFC 3463: X.1.7 and X.1.8 complain about the sender's address, which is ours.
_SENDER_DETAILS = frozenset({"7", "8"})


class Verdict(Enum):
    """What to do after an attempt that failed."""

    RETRY = "retry"  # try again later
    BOUNCE = "bounce"  # this address takes no mail: give up, suspend it
    REFUSED = "refused"  # the server doesn't want this mail of ours: give up, tell the operator
    PAUSE = "pause"  # our log-in is refused: stop everything, tell the operator


class Refusal(NamedTuple):
    """A verdict and the server's words for it."""

    verdict: Verdict
    words: str


def refusal_of(fault: OSError) -> Refusal:
    """Judge what a delivery raised: an SMTPException (an OSError too), or a broken connection."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        # One recipient per mail, so one answer.
        code, answer = next(iter(fault.recipients.values()))
        return Refusal(_judged(code, _words(answer)), f"{code} {_words(answer)}")
    if isinstance(fault, smtplib.SMTPAuthenticationError):
        verdict = Verdict.RETRY if 400 <= fault.smtp_code < 500 else Verdict.PAUSE
        return Refusal(verdict, f"{fault.smtp_code} {_words(fault.smtp_error)}")
    if isinstance(fault, smtplib.SMTPResponseException):
        text = _words(fault.smtp_error)
        verdict = _judged(fault.smtp_code, text)
        if verdict is Verdict.BOUNCE and not isinstance(fault, smtplib.SMTPDataError):
            # Said before any recipient was named: about us, not about the player.
            verdict = Verdict.REFUSED
        return Refusal(verdict, f"{fault.smtp_code} {text}")
    # Refused, dropped or silent connections, and servers that lack what we need.
    return Refusal(Verdict.RETRY, f"{type(fault).__name__}: {fault}"[:300])


def _judged(code: int, text: str) -> Verdict:
    """Judge a reply by its code and, where given, its enhanced status (RFC 3463)."""
    if code < 500:
        return Verdict.RETRY
    if code in _LOG_IN_CODES:
        return Verdict.PAUSE
    found = _STATUS.match(text)
    subject, detail = (found[2], found[3]) if found else ("", "")
    if subject == "7" or code == 554:
        return Verdict.REFUSED
    if code in _FULL_CODES or (subject, detail) == ("2", "2"):
        return Verdict.RETRY
    if subject == "1":
        return Verdict.REFUSED if detail in _SENDER_DETAILS else Verdict.BOUNCE
    return Verdict.BOUNCE if code in _BOUNCE_CODES else Verdict.REFUSED


def _words(answer: bytes | str) -> str:
    """Return the server's text on one line, without links: it may quote the ones we sent."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return _LINK.sub("[link]", " ".join(text.split()))[:280]
