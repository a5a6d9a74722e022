"""Log records without secrets: a filter that scrubs tokens, a line and a JSON format, who logs what."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

HIDDEN = "[hidden]"
# A link to play, unsubscribe, answer an invitation, join, confirm or restore an address, a calendar, or a seat to take over:
# /t/TOKEN/, /u/TOKEN/, /i/TOKEN/, /j/TOKEN/, /c/TOKEN/, /r/TOKEN/, /d/TOKEN.ics,
# /s/TOKEN/.
TOKEN_PATH = re.compile(r"(/[tuijcrds]/)[^/\s\"'<>?#]+")
# The same tokens in reply and bounce addresses: r+TOKEN@, u+TOKEN@, b+ID.SIG@.
TOKEN_ADDRESS = re.compile(r"\b([rub]\+)[^@\s\"'<>]+@")
# A sign-in code or secret that somebody logged as a field: code=123456, "code": "AB-12".
SECRET_FIELD = re.compile(
    r"(?i)(\b(?:code|token|seed|secret|password|sessionid|azul_session|csrftoken)"
    r"[\"']?\s*[=:]\s*[\"']?)[^\s\"'&,;})]+"
)
# What a log call gave in `extra` is what a plain record doesn't have.
PLAIN_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Objects that hold whole requests; their text form may name the path, so they never go out.
DROPPED_FIELDS = frozenset({"request", "server_time", "args", "data", "context"})


def scrub(text: str) -> str:
    """Return `text` without tokens of mail links, sign-in codes, seeds and cookies.

    >>> scrub("GET /t/eyJnIjo0Mn0:1abc/undo/ from r+abc2def@mail.example")
    'GET /t/[hidden]/undo/ from r+[hidden]@mail.example'
    """
    text = TOKEN_PATH.sub(rf"\1{HIDDEN}", text)
    text = TOKEN_ADDRESS.sub(rf"\1{HIDDEN}@", text)
    return SECRET_FIELD.sub(rf"\1{HIDDEN}", text)


class ScrubTokens(logging.Filter):
    """Replace every record's message by its scrubbed text, whoever formats it later."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Scrub the record in place and let it pass."""
        record.msg = scrub(record.getMessage())
        record.args = ()
        return True


class RefusalsInOneLine(logging.Filter):
    """Keep the line of a request that was refused (4xx: too large, malformed), without a traceback.

    Nothing of ours went wrong, and who sends such requests shall not fill the log.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the traceback off such a record and let it pass."""
        status = getattr(record, "status_code", None)
        if isinstance(status, int) and 400 <= status < 500:
            record.exc_info = record.exc_text = None
            record.levelno = min(record.levelno, logging.WARNING)
            record.levelname = logging.getLevelName(record.levelno)
        return True


class LineFormatter(logging.Formatter):
    """One readable line per record, for a terminal."""

    def __init__(self) -> None:
        """Set the line: time, level, logger, message."""
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with the traceback below it if there is one, all scrubbed."""
        return scrub(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object per record: time in UTC, level, logger, message, and the call's extras."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object on one line, scrubbed."""
        fields: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": scrub(record.getMessage()),
        }
        for name, value in vars(record).items():
            if name not in PLAIN_FIELDS and name not in DROPPED_FIELDS:
                is_plain = value is None or isinstance(value, bool | int | float)
                fields[name] = value if is_plain else scrub(str(value))
        if record.exc_info:
            fields["traceback"] = scrub(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def logging_tree(*, level: str, is_plain: bool) -> dict[str, Any]:
    """Return Django's LOGGING: everything to the console, as plain lines or as JSON."""
    # A line per task, every five seconds and for each mail, says nothing; failures still do.
    task_level = "WARNING" if level == "INFO" else level
    ours = {"handlers": [], "level": level, "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "scrub": {"()": "azulsite.logs.ScrubTokens"},
            "refusals": {"()": "azulsite.logs.RefusalsInOneLine"},
        },
        "formatters": {
            "lines": {"()": "azulsite.logs.LineFormatter"},
            "json": {"()": "azulsite.logs.JsonFormatter"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "filters": ["scrub", "refusals"],
                "formatter": "lines" if is_plain else "json",
            },
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": ours,
            # Whoever scans the net for hosts gets a 400 and no line, let alone a traceback.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.server": ours,
            "celery": ours,
            "celery.app.trace": {"level": task_level},
            "celery.beat": {"level": task_level},
            "celery.worker.strategy": {"level": task_level},
            "kombu": {"level": "WARNING"},
        },
    }
