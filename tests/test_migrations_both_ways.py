"""Every migration can be taken back and done again, with all kinds of rows in the tables.

One way back and one way forth for all that is looked at: on a schema of this size each takes its time.
The tables of a test's database came from the squashed migration, those at the end come from the old files.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from games.models import Entry, Game, GameStatus, Invitation, Player, Season
from games.services.addresses import ask_address_change, confirm_address_change
from games.services.endings import resign_seat
from games.services.invitations import Answer, answer_invitation
from games.services.notes import save_note
from games.services.rematch import offer_rematch
from games.services.talk import post_message
from games.services.vacations import set_vacation
from tests.factories import (
    NOW,
    a_finished_game,
    a_game,
    a_league,
    a_player,
    a_table,
    play_random_moves,
)
from tests.schema import described_tables

FIRST = "0001_initial"
SQUASHED = "0001_squashed_0025_appeals"
# What every schema has had: these rows and columns must survive the way back and forth.
KEPT = {
    "Player": ("id", "email", "name", "language", "notices"),
    "Game": ("id", "name", "wall", "status", "seed", "turn", "round", "started_at", "finished_at"),
    "Seat": ("id", "game_id", "index", "player_id", "bot", "awaited_turn", "score", "resigned_at"),
    "Move": ("id", "game_id", "turn", "seat_id", "notation", "played_at", "undone_at"),
    "Result": ("id", "game_id", "seat_id", "place", "score"),
    "AuditEntry": ("id", "game_id", "actor_id", "action"),
}


def migrate(name: str | None) -> None:
    """Go back or forth to a migration of `games`, or to before all of them."""
    MigrationExecutor(connection).migrate([("games", name)])


def migrate_to_newest() -> None:
    """Go on to the newest of all migrations, by the old files where some of those have run."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def way_home() -> Iterator[None]:
    """Bring the schema back to the newest, whatever happens."""
    yield
    migrate_to_newest()


def begin_by_old_files() -> None:
    """Make the first tables where there are none, as a site did before there was a squashed migration."""
    executor = MigrationExecutor(connection)
    for squashed in executor.loader.replacements:
        executor.recorder.record_unapplied(*squashed)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    executor.migrate([("games", FIRST)])


def games_tables() -> list[str]:
    names = connection.introspection.table_names()
    return [name for name in names if name.startswith("games_")]


@contextmanager
def rows_aside() -> Iterator[None]:
    """Take all rows out of the tables of `games`, and put them into those of the same names at the end."""
    with connection.cursor() as cursor:
        tables = {
            name: [
                column.name
                for column in connection.introspection.get_table_description(cursor, name)
            ]
            for name in games_tables()
        }
    for name in tables:
        run(f'CREATE TABLE "aside_{name}" AS SELECT * FROM "{name}"')  # noqa: S608
    yield
    with transaction.atomic():
        for name, columns in tables.items():
            names = ", ".join(f'"{column}"' for column in columns)
            run(f'INSERT INTO "{name}" ({names}) SELECT {names} FROM "aside_{name}"')  # noqa: S608
    for name in tables:
        run(f'DROP TABLE "aside_{name}"')


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def a_full_database() -> None:
    """Write rows of every kind that people and the server make."""
    over = a_finished_game("alice", "bob")
    offer_rematch(game_id=over.pk, by=Player.objects.get(name="alice"), now=NOW)
    a_finished_game("bob", "carol", "dave", wall="gray")
    live = a_game("alice", "bob", "carol", "dave")
    play_random_moves(live, 30)
    alice, bob, dave = (Player.objects.get(name=name) for name in ("alice", "bob", "dave"))
    post_message(game_id=live.pk, by=alice, text="Well played.", now=NOW)
    save_note(game_id=live.pk, by=alice, text="Blue is rare.", now=NOW)
    resign_seat(game_id=live.pk, seat=3, by=dave, now=NOW)
    a_table("alice", invite=("erin", "frank"), free=1, entry=Entry.LINK)
    erin, _frank = Invitation.objects.filter(player=None).order_by("pk")
    answer_invitation(invitation_id=erin.pk, answer=Answer.BLOCK, now=NOW)
    a_table("carol", robots=1)
    change = ask_address_change(player_id=bob.pk, email="robert@example.org", now=NOW)
    confirm_address_change(change_id=change.pk, now=NOW)
    ask_address_change(player_id=bob.pk, email="rob@example.org", now=NOW)
    today = date(2026, 6, 2)
    set_vacation(player_id=alice.pk, first=today, last=today + timedelta(days=3), now=NOW)
    a_player("O'Neill 2")


def kept_rows() -> dict[str, list[Any]]:
    """Return the rows that every schema has, without asking today's models for other columns."""
    return {
        name: list(
            apps.get_model("games", name)._default_manager.order_by("pk").values_list(*columns)
        )
        for name, columns in KEPT.items()
    }


def clocks_of(game: Game) -> list[tuple[Any, ...]]:
    """Return what the clocks of a game's seats say, which had been the game's before seats had any."""
    seats = apps.get_model("games", "Seat")._default_manager.filter(game_id=game.pk)
    return list(seats.order_by("index").values_list("clock_from", "deadline_at", "clock_zone"))


@pytest.mark.timeout(900)
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("way_home")
def test_all_migrations_go_back_and_forth_with_rows_of_every_kind() -> None:
    a_full_database()
    a_player("carol", time_zone="Asia/Tokyo")
    fresh = a_game("carol", "alice", pace="2d")
    a_league(pairing="mixed", table_size=4)
    migrate("0028_weekly_mails")
    twin = a_league("twin", name="TILES", proposal_days=9_999)
    far = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
    season = Season.objects.create(league=twin, number=1, seed="seed", starts_at=far)
    migrate_to_newest()
    twin.refresh_from_db()
    season.refresh_from_db()
    assert (twin.name, twin.proposal_days, season.starts_at) == ("TILES (2)", 365, None)
    before, made_at_once = kept_rows(), described_tables()
    assert len(before["Move"]) > 100
    assert {game.status for game in Game.objects.all()} >= {GameStatus.OPEN, GameStatus.FINISHED}
    migrate(SQUASHED)
    leagues = apps.get_model("games", "League").objects
    assert set(leagues.values_list("pairing", flat=True)) == {"balanced", "single"}
    migrate(FIRST)
    assert kept_rows() == before
    with rows_aside():
        migrate(None)
        assert games_tables() == []
        begin_by_old_files()
    migrate_to_newest()
    assert kept_rows() == before
    assert described_tables() == made_at_once
    carol, alice = clocks_of(fresh)
    assert carol == (NOW, NOW + timedelta(days=2), "Asia/Tokyo")
    assert alice[1] is None
    assert all(game.places == game.seats.count() for game in Game.objects.finished())
