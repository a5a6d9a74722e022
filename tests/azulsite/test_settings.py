"""Starting the site with each environment an operator may give it."""

import os
import subprocess
import sys

import pytest

from tests.servers import ROOT

PRODUCTION = {
    "DEBUG": "0",
    "SECRET_KEY": "a long random text that nobody guesses, 50 letters or more",
    "ALLOWED_HOSTS": "azul.example.org",
    "BASE_URL": "https://azul.example.org",
    "TRUSTED_PROXIES": "1",
}


def ask(expression: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a new process and print an expression over them."""
    env = {"PATH": os.environ["PATH"], **variables}
    code = f"from azulsite import settings; print(({expression}))"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def answer(expression: str, **variables: str) -> str:
    done = ask(expression, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "BASE_URL"])
def test_production_does_not_start_without_its_three_variables(missing: str) -> None:
    done = ask("1", **{name: value for name, value in PRODUCTION.items() if name != missing})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{missing} is not set: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "maybe"),
        ("TIME_ZONE", "Mars/Olympus"),
        ("REDIS_URL", "localhost"),
        ("LOG_LEVEL", "x"),
    ],
)
def test_a_bad_value_stops_the_start_without_a_traceback(name: str, value: str) -> None:
    done = ask("1", **{name: value})
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert name in done.stderr


@pytest.mark.parametrize(
    "command", [["manage.py", "check"], ["-m", "celery", "-A", "azulsite", "report"]]
)
def test_commands_and_workers_stop_with_the_same_sentence(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DEBUG": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "SECRET_KEY is not set" in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_set_is_a_site_of_ones_own() -> None:
    shown = answer(
        "settings.DEBUG, settings.MAILBOX_ENABLED, settings.CELERY_BROKER_URL,"
        " settings.DATABASES['default']['ENGINE'], settings.BASE_URL"
    )
    assert shown == (
        "(True, True, 'memory://localhost/', 'django.db.backends.sqlite3', 'http://localhost:8000')"
    )


def test_production_shows_nobody_the_mailbox() -> None:
    assert answer("settings.MAILBOX_ENABLED", **PRODUCTION) == "False"


def test_production_asks_browsers_for_https_only() -> None:
    shown = answer(
        "settings.SECURE_HSTS_SECONDS > 10**7, settings.SECURE_SSL_REDIRECT,"
        " settings.SESSION_COOKIE_SECURE, settings.CSRF_TRUSTED_ORIGINS",
        **PRODUCTION,
    )
    assert shown == "(True, True, True, ['https://azul.example.org'])"


def test_https_is_believed_only_from_a_proxy_we_know() -> None:
    alone = {**PRODUCTION, "TRUSTED_PROXIES": "0"}
    shown = "hasattr(settings, 'SECURE_PROXY_SSL_HEADER'), settings.SECURE_SSL_REDIRECT"
    assert answer(shown, **alone) == "(False, False)"


def test_redis_is_broker_and_cache_once_it_is_named() -> None:
    shown = answer(
        "settings.CELERY_BROKER_URL, settings.CACHES['default']['LOCATION'],"
        " settings.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']",
        REDIS_URL="redis://localhost:6379/0",
    )
    assert shown == "('redis://localhost:6379/0', 'redis://localhost:6379/0', 'azul:')"


def test_link_keys_differ_from_the_secret_key_and_follow_it() -> None:
    one, other = (answer("settings.LINK_KEY", SECRET_KEY=key) for key in ("one", "other"))
    assert one not in (other, "one")


def test_sentry_without_its_package_stops_the_start() -> None:
    done = ask("1", SENTRY_DSN="https://key@sentry.example.org/1")
    assert done.stderr == "SENTRY_DSN is set, but the package sentry-sdk is not installed.\n"


def test_the_production_static_files_can_be_built(tmp_path: object) -> None:
    code = (
        "from django.conf import settings; import django; django.setup();"
        f"settings.STATIC_ROOT = {str(tmp_path)!r};"
        "from django.core.management import call_command;"
        "call_command('collectstatic', interactive=False, verbosity=0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "azulsite.settings",
            **PRODUCTION,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
