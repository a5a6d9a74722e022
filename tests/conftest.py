"""Fixtures every test may ask for: real servers, a shared database, a browser.

redis_server   a RedisServer of the test's own: `.url .kill() .start() .process.freeze() .thaw()`
redis_url      the address of that server, or of TEST_REDIS_URL (which is emptied)
postgres_url   the address of a new, migrated PostgreSQL database
sqlite_url     the address of a new, migrated SQLite file
shared_database  runs the test twice, on an SQLite file and on PostgreSQL; this process's ORM and every
               process started with the address it returns see the same rows
smtp_sink      an SmtpSink: a mail server that keeps mails and answers as told
live_site      makes a Site: `live_site(database_url=, redis_url=, email_url=)` -> `.worker() .beat()
               .web() .manage("sweep")`
live_worker    makes a running Celery worker with the same arguments
page, browser  pytest-playwright's, with the Chromium or Chrome found on this machine
"""

import copy
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from games.management.screenshots.chromium import launch_options
from tests.servers import ROOT, PostgresServer, Process, RedisServer, Site, postgres
from tests.smtp import SmtpSink

# Playwright's event loop runs in the test's own thread, where Django would then refuse the ORM.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Properties are about what is true, not about how fast: a busy machine must not fail them.
hypothesis.settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("untimed")

NO_BROWSER = (
    "no Chromium or Chrome on this machine; `apt-get install chromium` (Debian) or "
    "`.venv/bin/playwright install --with-deps chromium` installs one"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --no-skips, for a gate that must not pass because something was missing."""
    parser.addoption("--no-skips", action="store_true", help="fail when any test was skipped")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run with --no-skips in which a test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or session.exitstatus != pytest.ExitCode.OK:
        return
    skipped = len(reporter.stats.get("skipped", ()))
    if skipped and session.config.getoption("no_skips"):
        reporter.write_line(f"\n--no-skips: {skipped} skipped", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses real processes, a browser, or the database this run was started with."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & {"redis_server", "postgres_server", "live_site", "busy_site", "smtp_sink"}:
            item.add_marker("real_servers")
        if "browser" in names:
            item.add_marker("browser")
        if item.get_closest_marker("django_db") or names & {"db", "django_db_setup"}:
            item.add_marker("database")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the machine's own browser; root can't use its sandbox."""
    options = launch_options()
    if not options["executable_path"]:
        pytest.skip(NO_BROWSER)
    flags = ["--disable-dev-shm-usage", *options["args"]]
    return {**browser_type_launch_args, **options, "args": flags}


@pytest.fixture(autouse=True)
def _fresh_start() -> Iterator[None]:
    """Forget counts of requests, drawn pictures, what was read and the language of the last page."""
    cache.clear()
    yield
    cache.clear()
    translation.deactivate()


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    """Run a Redis server for one test."""
    server = RedisServer(tmp_path)
    yield server
    server.process.thaw()
    server.kill()


@pytest.fixture
def redis_url(request: pytest.FixtureRequest) -> str:
    """Return the address of an empty Redis database."""
    if settings.TEST_REDIS_URL:
        import redis

        redis.Redis.from_url(settings.TEST_REDIS_URL).flushdb()
        return str(settings.TEST_REDIS_URL)
    server: RedisServer = request.getfixturevalue("redis_server")
    return server.url


def migrate(database_url: str) -> None:
    """Bring a database up to today's schema, by the command that operators use."""
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "azulsite.settings",
        "DATABASE_URL": database_url,
    }
    command = [sys.executable, "manage.py", "migrate", "-v", "0", "--skip-checks"]
    subprocess.run(command, cwd=ROOT, env=env, check=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """Run one PostgreSQL server for the whole session."""
    with postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_template(postgres_server: PostgresServer) -> str:
    """Return the name of a migrated database to copy."""
    name = postgres_server.new_database()
    migrate(postgres_server.url(name))
    return name


@pytest.fixture
def postgres_url(postgres_server: PostgresServer, postgres_template: str) -> str:
    """Return the address of a new, migrated PostgreSQL database."""
    return postgres_server.url(postgres_server.new_database(template=postgres_template))


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated SQLite file to copy."""
    path = tmp_path_factory.mktemp("template") / "azul.sqlite3"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """Return the address of a new, migrated SQLite file."""
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'shared.sqlite3')}"


@pytest.fixture(params=["sqlite", "postgres"])
def shared_database(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[str]:
    """Point this process's ORM at a real database that other processes can open, and return its address.

    Nothing is rolled back: the database is the test's own. Don't combine with the `db` fixtures.
    """
    url: str = request.getfixturevalue(f"{request.param}_url")
    kept_settings, kept_connection = connections.settings, connections["default"]
    from azulsite import env

    config = env.parse_database(url, root=ROOT)
    connections.settings = connections.configure_settings({"default": copy.deepcopy(config)})
    del connections["default"]
    with django_db_blocker.unblock():
        yield url
    connections["default"].close()
    connections.settings = kept_settings
    connections["default"] = kept_connection


@pytest.fixture
def smtp_sink() -> Iterator[SmtpSink]:
    """Run a mail server for one test."""
    sink = SmtpSink()
    yield sink
    sink.stop()


@pytest.fixture
def live_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Return a function that makes a Site; everything it starts ends with the test."""
    sites: list[Site] = []

    def make(*, database_url: str, redis_url: str = "", email_url: str = "mailbox://") -> Site:
        folder = tmp_path / f"site{len(sites)}"
        folder.mkdir()
        sites.append(
            Site(folder, database_url=database_url, redis_url=redis_url, email_url=email_url)
        )
        return sites[-1]

    yield make
    for site in sites:
        site.stop()


@pytest.fixture
def live_worker(live_site: Callable[..., Site]) -> Callable[..., Process]:
    """Return a function that starts a Celery worker and waits until it takes tasks."""

    def start(*, database_url: str, redis_url: str, email_url: str = "mailbox://") -> Process:
        site = live_site(database_url=database_url, redis_url=redis_url, email_url=email_url)
        return site.worker()

    return start
