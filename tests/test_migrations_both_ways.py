"""Every migration can be taken back and done again, with all kinds of rows in the tables.

One way back and one way forth for all that is looked at: on a schema of this size each takes its time.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Entry, Game, GameStatus, Invitation, Player
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

FIRST = "0001_initial"
# What every schema has had: these rows and columns must survive the way back and forth.
KEPT = {
    "Player": ("id", "email", "name", "language", "notices"),
    "Game": ("id", "name", "wall", "status", "seed", "turn", "round", "started_at", "finished_at"),
    "Seat": ("id", "game_id", "index", "player_id", "bot", "awaited_turn", "score", "resigned_at"),
    "Move": ("id", "game_id", "turn", "seat_id", "notation", "played_at", "undone_at"),
    "Result": ("id", "game_id", "seat_id", "place", "score"),
    "AuditEntry": ("id", "game_id", "actor_id", "action"),
}


def migrate(name: str) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("games", name)])


def newest_name() -> str:
    return str(MigrationExecutor(connection).loader.graph.leaf_nodes("games")[0][1])


@pytest.fixture
def newest() -> Iterator[str]:
    """Return the name of the newest migration; the schema is brought back there, whatever happens."""
    name = newest_name()
    yield name
    migrate(name)


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
def test_all_migrations_go_back_and_forth_with_rows_of_every_kind(newest: str) -> None:
    a_full_database()
    a_player("carol", time_zone="Asia/Tokyo")
    fresh = a_game("carol", "alice", pace="2d")
    a_league(pairing="mixed", table_size=4)
    before = kept_rows()
    assert len(before["Move"]) > 100
    assert {game.status for game in Game.objects.all()} >= {GameStatus.OPEN, GameStatus.FINISHED}
    migrate("0025_appeals")
    leagues = apps.get_model("games", "League").objects
    assert list(leagues.values_list("pairing", flat=True)) == ["balanced"]
    migrate("0012_bot_kinds")
    migrate("0014_running_clocks")
    carol, alice = clocks_of(fresh)
    assert carol == (NOW, NOW + timedelta(days=2), "Asia/Tokyo")
    assert alice[1] is None
    migrate(FIRST)
    assert kept_rows() == before
    migrate(newest)
    assert kept_rows() == before
    assert all(game.places == game.seats.count() for game in Game.objects.finished())
