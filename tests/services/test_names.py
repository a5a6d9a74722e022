"""Names: what is refused, what looks alike, what is kept for the site, and the keys of older names."""

import importlib

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection

from games.models import Player
from games.models.lookalikes import name_key
from games.models.names import clean_name, name_from_address, validate_game_name
from games.services.players import BadName, change_preferences, register_player
from tests.factories import NOW, a_player

pytestmark = pytest.mark.django_db
FAMILY = "👨‍👩‍👧 night"


def register(name: str, email: str = "new@example.org") -> Player:
    return register_player(email=email, name=name, now=NOW)


@pytest.mark.parametrize("name", [".", "..", "- -", "_", "🎲"])
def test_a_name_without_letter_or_digit_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="a letter or a digit"):
        register(name)


@pytest.mark.parametrize(
    "name", ["ALICE", "\u0410lice", "Αlice", "ａｌｉｃｅ", "al\u0456ce", "Аliсе"]
)
def test_a_name_that_looks_like_anothers_is_refused(name: str) -> None:
    a_player("alice")
    with pytest.raises(BadName, match="taken"):
        register(name)
    bob = a_player("bob")
    with pytest.raises(BadName, match="taken"):
        change_preferences(player_id=bob.pk, name=name, time_zone="UTC", notices="each")


@pytest.mark.parametrize(
    "name",
    [
        *("Bot", "bot 2", "BOT 12", "В\u043et 2", "Former player", "former player 3"),
        *("Admin", "Director", "Azul", "\u0430zul", "退会したプレイヤー", "運営"),
    ],
)
def test_names_of_the_site_itself_are_refused(name: str) -> None:
    with pytest.raises(BadName, match="kept for the site"):
        register(name)


@pytest.mark.parametrize(
    "name", ["\u3164\u3164", "\u115f\u1160", "\uffa0", "a\u034f", "b\u2800b", "\u17b4x", "x\ufe00"]
)
def test_a_name_of_which_something_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(BadName, match="invisible"):
        register(name)


def test_a_sign_written_in_another_shape_is_no_other_name() -> None:
    assert name_key("葛\U000e0100城") == name_key("葛城")


@pytest.mark.parametrize("name", ["李雷", "Ольга", "O'Neil", "Botanist", "4711", "Åse"])
def test_names_of_every_script_are_fine(name: str) -> None:
    assert register(name).name == name


def test_who_keeps_the_own_name_may_change_its_case() -> None:
    alice = a_player("alice")
    change_preferences(player_id=alice.pk, name="Alice", time_zone="UTC", notices="each")
    alice.refresh_from_db()
    assert (alice.name, alice.name_key) == ("Alice", "alice")


@pytest.mark.parametrize("email", ["admin@x.example", "bot.2@x.example", "_-_@x.example"])
def test_a_name_proposed_from_an_address_is_never_one_of_the_sites(email: str) -> None:
    assert name_from_address(email) == "Player"
    assert register("", email).name == "Player"
    assert register("", f"x{email}").name


def test_a_name_taken_at_the_same_moment_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    a_player("alice")
    bob = a_player("bob")
    monkeypatch.setattr("games.services.players._called", lambda name: Player.objects.none())
    with pytest.raises(BadName, match="taken"):
        register("Alice")
    with pytest.raises(BadName, match="taken"):
        change_preferences(player_id=bob.pk, name="\u0410lice", time_zone="UTC", notices="each")


def test_staff_cannot_give_a_name_that_looks_like_anothers_either() -> None:
    a_player("alice")
    bob = a_player("bob")
    bob.name = "\u0410lice"
    with pytest.raises(ValidationError, match="taken"):
        bob.full_clean()


def test_the_database_itself_keeps_keys_apart() -> None:
    a_player("alice")
    with pytest.raises(IntegrityError):
        Player.objects.create_user("other@example.org", "\u0410lice")


def test_players_from_before_who_look_alike_keep_their_names() -> None:
    a_player("alice")
    other = a_player("other")
    Player.objects.filter(pk=other.pk).update(name="\u0410lice")
    migration = importlib.import_module("games.migrations.0011_name_keys")
    migration.fill(apps, connection.schema_editor())
    other.refresh_from_db()
    assert other.name_key == f"alice/{other.pk}"
    other.time_zone = "Europe/Oslo"
    other.save()
    other.refresh_from_db()
    assert (other.name, other.name_key) == ("\u0410lice", f"alice/{other.pk}")


def test_pictures_of_several_parts_stay_whole_in_names() -> None:
    validate_game_name(FAMILY)
    validate_game_name("🏳️‍🌈 table")
    assert clean_name(FAMILY, 60) == FAMILY
    assert register(FAMILY).name == FAMILY


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a\u200db", "no invisible characters"),
        ("tiles\u200d", "no invisible characters"),
        ("two  spaces", "no double spaces"),
        ("x" * 61, "at most 60 characters"),
        ("see evil.example", "a dot followed by a letter"),
    ],
)
def test_the_sentence_names_what_is_wrong_with_a_name(name: str, sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        validate_game_name(name)
