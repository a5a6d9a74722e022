"""The line to the mail server: opened once per worker process and thread, kept open between mails."""

from __future__ import annotations

import contextlib
import os
import smtplib
import threading
import time

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

# A server may have hung up meanwhile; ask before a mail is risked on an old line.
ASK_AFTER_SECONDS = 5.0
# Many servers end a session after some hundred mails; end it ourselves, between two mails.
MOST_PER_LINE = 100
# A server that let us wait this long in vain is left alone for a while: the mails behind this one
# must not wait as long each.
SLOW_SECONDS = 3.0
REST_SECONDS = 30.0


class ServerAway(OSError):
    """The mail server didn't answer a moment ago and was not asked again."""


class _Line(threading.local):
    """This thread's open connection, if any."""

    backend: BaseEmailBackend | None = None
    process = 0
    sent = 0
    used_at = 0.0
    rests_until = 0.0


_line = _Line()


def send(message: EmailMessage) -> None:
    """Hand one message over. Raises OSError (an SMTPException is one too) when it isn't taken.

    After any failure the line is cut, so that the next mail starts on a fresh one.
    """
    began = time.monotonic()
    if began < _line.rests_until:
        raise ServerAway("no answer from the mail server a moment ago")
    try:
        _open_line().send_messages([message])
    except BaseException as fault:
        _cut()
        if _is_silence(fault) and time.monotonic() - began > SLOW_SECONDS:
            _line.rests_until = time.monotonic() + REST_SECONDS
        raise
    _line.sent += 1
    _line.used_at = time.monotonic()


def _is_silence(fault: BaseException) -> bool:
    """Whether nothing was answered at all, as opposed to a no."""
    answered = (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused)
    return isinstance(fault, OSError) and not isinstance(fault, answered)


def _cut() -> None:
    """Drop the line without a farewell: the server may be the one that doesn't answer."""
    for name in ("connection", "_partial_connection"):
        session = getattr(_line.backend, name, None)
        if isinstance(session, smtplib.SMTP):
            session.close()
    close()


def close() -> None:
    """Hang up; the next mail opens a new line."""
    _line.rests_until = 0.0
    backend, _line.backend = _line.backend, None
    if backend is not None and _line.process == os.getpid():
        with contextlib.suppress(OSError):
            backend.close()


def _open_line() -> BaseEmailBackend:
    """Return an open line. A line opened before a fork belongs to the parent and is left alone."""
    backend = _line.backend
    is_usable = (
        backend is not None
        and _line.process == os.getpid()
        and _line.sent < MOST_PER_LINE
        and (time.monotonic() - _line.used_at < ASK_AFTER_SECONDS or _is_alive(backend))
    )
    if backend is None or not is_usable:
        close()
        backend = get_connection()
        _line.backend, _line.process, _line.sent = backend, os.getpid(), 0
        backend.open()
    return backend


def _is_alive(backend: BaseEmailBackend) -> bool:
    """Ask the server for a sign of life. Other ways to send (mailbox, tests) have no line to lose."""
    session = getattr(backend, "connection", None)
    if not isinstance(session, smtplib.SMTP):
        return True
    try:
        return session.noop()[0] == 250
    except OSError:
        return False
