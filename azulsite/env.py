"""Typed readers of environment variables; a bad value stops the start with one sentence."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
REDIS_SCHEMES = ("redis", "rediss")
# scheme -> (port, STARTTLS, TLS from the first byte)
SMTP_SCHEMES = {
    "smtp": (25, False, False),
    "smtp+tls": (587, True, False),
    "smtp+ssl": (465, False, True),
}


class BadEnvironment(SystemExit):
    """A variable is missing or can't be read; ends the process with its sentence and code 1."""


@dataclass(frozen=True, kw_only=True)
class MailRoute:
    """Where mail goes: an SMTP server, or the local mailbox page when `host` is empty."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    use_tls: bool = False
    use_ssl: bool = False

    @property
    def is_mailbox(self) -> bool:
        """Tell whether mail stays in the database for the /mailbox/ page."""
        return not self.host


def text(name: str, default: str = "") -> str:
    """Return the variable without surrounding space, or `default` when unset or empty."""
    return os.environ.get(name, "").strip() or default


def required(name: str, *, why: str) -> str:
    """Return the variable; stop the start with `why` when it is unset or empty."""
    value = text(name)
    if not value:
        raise BadEnvironment(f"{name} is not set: {why}.")
    return value


def flag(name: str, *, default: bool) -> bool:
    """Return a yes-or-no variable: 1/true/yes/on or 0/false/no/off, in any case."""
    value = text(name).lower()
    if not value:
        return default
    if value not in TRUE + FALSE:
        raise BadEnvironment(f"{name}={value!r} is neither yes (1) nor no (0).")
    return value in TRUE


def whole(name: str, *, default: int, low: int = 0, high: int = 2**31) -> int:
    """Return a whole number from `low` to `high`."""
    value = text(name)
    if not value:
        return default
    if not value.isascii() or not value.isdecimal() or not low <= int(value) <= high:
        raise BadEnvironment(f"{name}={value!r} is not a whole number from {low} to {high}.")
    return int(value)


def words(name: str) -> list[str]:
    """Return a comma-separated variable as a list without empty items."""
    return [item.strip() for item in text(name).split(",") if item.strip()]


def choice(name: str, options: Sequence[str], *, default: str) -> str:
    """Return the option that the variable names, in any case."""
    value = text(name, default).upper()
    if value not in options:
        raise BadEnvironment(f"{name}={value!r} is none of {', '.join(options)}.")
    return value


def time_zone(name: str, *, default: str) -> str:
    """Return the name of a time zone that this machine knows, like Europe/Paris."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadEnvironment(f"{name}={value!r} is not a time zone like Europe/Paris.") from None
    return value


def base_url(name: str, value: str) -> str:
    """Check the site's own address and return it without a slash at the end."""
    parts = urlsplit(value)
    is_plain = not (parts.path.strip("/") or parts.query or parts.fragment or parts.username)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        raise BadEnvironment(f"{name}={value!r} is not an address like https://azul.example.org.")
    return f"{parts.scheme}://{parts.netloc}"


def redis_url(name: str) -> str:
    """Return the address of a Redis server, or "" when the variable is unset."""
    value = text(name)
    if value and (urlsplit(value).scheme not in REDIS_SCHEMES or not urlsplit(value).hostname):
        raise BadEnvironment(f"{name} is not an address like redis://localhost:6379/0.")
    return value


def mail_route(name: str) -> MailRoute:
    """Read where mail goes: `smtp://user:pass@host:port`, `smtp+tls://…`, `smtp+ssl://…`, `mailbox://`.

    User and password may be percent-encoded. The value is never repeated in the error: it may
    hold a password.
    """
    value = text(name, "mailbox://")
    if value == "mailbox://":
        return MailRoute()
    parts = urlsplit(value)
    if parts.scheme not in SMTP_SCHEMES or not parts.hostname:
        raise BadEnvironment(
            f"{name} is neither mailbox:// nor like smtp+tls://user:pass@host:587."
        )
    port, use_tls, use_ssl = SMTP_SCHEMES[parts.scheme]
    try:
        port = parts.port or port
    except ValueError:
        raise BadEnvironment(f"{name} has a port that is not a number up to 65535.") from None
    return MailRoute(
        host=parts.hostname,
        port=port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        use_tls=use_tls,
        use_ssl=use_ssl,
    )


def database(name: str, *, default: Path) -> dict[str, Any]:
    """Read the database's address; unset means the SQLite file `default`."""
    try:
        return parse_database(text(name, f"sqlite:///{default}"), root=default.parent.parent)
    except ValueError:
        raise BadEnvironment(
            f"{name} is neither like postgres://user:pass@host/name nor like sqlite:///file."
        ) from None


def parse_database(url: str, *, root: Path) -> dict[str, Any]:
    """Return Django's configuration of the database at `url`; ValueError when it can't be one.

    A relative path in a sqlite:/// address counts from `root`.
    """
    config: dict[str, Any] = dict(dj_database_url.parse(url))
    if config["ENGINE"] == "django.db.backends.sqlite3":
        return _sqlite(config, root)
    if config["ENGINE"] == "django.db.backends.postgresql":
        return _postgresql(config)
    raise ValueError(url)


def _sqlite(config: dict[str, Any], root: Path) -> dict[str, Any]:
    """Complete an SQLite configuration: one writer at a time that waits, readers that don't."""
    if config["NAME"] != ":memory:":
        config["NAME"] = root / config["NAME"]
        config["NAME"].parent.mkdir(parents=True, exist_ok=True)
    config["OPTIONS"] = {
        # Without IMMEDIATE two requests that read first and write later fail with
        # "database is locked" at once, whatever the timeout says.
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        **config.get("OPTIONS", {}),
    }
    return config


def _postgresql(config: dict[str, Any]) -> dict[str, Any]:
    """Complete a PostgreSQL configuration: kept connections, each checked before its request."""
    is_pooled = bool(config.get("OPTIONS", {}).get("pool"))
    config["CONN_MAX_AGE"] = 0 if is_pooled else 600
    config["CONN_HEALTH_CHECKS"] = True
    return config
