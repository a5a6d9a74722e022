"""Migrations that carry data over."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Seat
from tests.factories import NOW, a_game, a_player


def migrate(name: str) -> None:
    executor = MigrationExecutor(connection)
    executor.loader.build_graph()
    executor.migrate([("games", name)])


@pytest.fixture
def newest() -> Iterator[None]:
    """Bring the schema back to the newest state, whatever happens."""
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("games"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("newest")
def test_games_in_progress_keep_their_deadlines_when_seats_get_clocks() -> None:
    a_player("alice", time_zone="Asia/Tokyo")
    game = a_game(pace="2d")
    migrate("0012_bot_kinds")
    migrate("0014_running_clocks")
    alice, bob = (
        Seat.objects.filter(game=game)
        .order_by("index")
        .values("clock_from", "deadline_at", "clock_zone")
    )
    expected = (NOW, NOW + timedelta(days=2), "Asia/Tokyo")
    assert tuple(alice.values()) == expected
    assert bob["deadline_at"] is None
