"""Several web processes that share one database: once on SQLite, once on PostgreSQL.

busy_site  the Site with those processes, which run as long as there are such tests; each finds the tables empty
bases      the addresses of its processes
crowd      people with browsers of their own at these processes
"""

import copy
from collections.abc import Iterator
from pathlib import Path
from shutil import copy as copy_file

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, connections
from pytest_django.plugin import DjangoDbBlocker

from azulsite import env
from tests.races.crowd import Crowd
from tests.servers import ROOT, PostgresServer, Site

PROCESSES = 3
TROUBLE = ("Traceback", "database is locked", "deadlock")


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def crowded_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> str:
    """Return the address of a new, migrated database."""
    if request.param == "sqlite":
        template: Path = request.getfixturevalue("sqlite_template")
        folder = tmp_path_factory.mktemp("races")
        return f"sqlite:///{copy_file(template, folder / 'shared.sqlite3')}"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.url(server.new_database(template=request.getfixturevalue("postgres_template")))


@pytest.fixture(scope="session")
def running_site(crowded_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run the site's web processes."""
    site = Site(tmp_path_factory.mktemp("races-site"), database_url=crowded_database)
    for _ in range(PROCESSES):
        site.web()
    yield site
    site.stop()


@pytest.fixture
def busy_site(
    crowded_database: str, running_site: Site, django_db_blocker: DjangoDbBlocker
) -> Iterator[Site]:
    """Return the site; this process's ORM sees the same rows. No web process may log a fault meanwhile."""
    kept_settings, kept_connection = connections.settings, connections["default"]
    config = env.parse_database(crowded_database, root=ROOT)
    connections.settings = connections.configure_settings({"default": copy.deepcopy(config)})
    del connections["default"]
    said = [len(process.log) for process in running_site.processes]
    with django_db_blocker.unblock():
        _empty_tables()
        yield running_site
    connections["default"].close()
    connections.settings = kept_settings
    connections["default"] = kept_connection
    logs = [
        process.log[length:] for process, length in zip(running_site.processes, said, strict=True)
    ]
    assert [log for log in logs if any(word in log for word in TROUBLE)] == []


@pytest.fixture
def bases(busy_site: Site) -> list[str]:
    """Return the addresses of the web processes."""
    return [process.url for process in busy_site.processes]


@pytest.fixture
def crowd(bases: list[str]) -> Crowd:
    """Return people at all of the web processes."""
    return Crowd(bases)


def _empty_tables() -> None:
    """Remove every row but those that migrations write."""
    kept = {ContentType, Permission}
    models = [model for model in apps.get_models(include_auto_created=True) if model not in kept]
    tables = [model._meta.db_table for model in models]
    statements = connection.ops.sql_flush(no_style(), tables, allow_cascade=True)
    connection.ops.execute_sql_flush(statements)
