"""Erasing an account: what goes, what stays, who may."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from games.models import (
    AddressChange,
    AuditEntry,
    Game,
    GameStatus,
    Invitation,
    InvitationState,
    MailboxMail,
    MailKind,
    MailState,
    Message,
    Note,
    OutgoingMail,
    Player,
    Result,
    Seat,
)
from games.services.addresses import ask_address_change
from games.services.erasure import erase_player
from games.services.errors import BadTable, NotAllowed
from games.services.lobby import open_table
from games.services.notes import save_note
from games.services.players import register_player
from games.services.tables import join_table
from games.services.talk import post_message
from tests.factories import NOW, a_finished_game, a_game, a_player, a_table, play_random_moves

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=40)


def erased(name: str = "alice") -> Player:
    player = a_player(name)
    erase_player(player_id=player.pk, by=player, now=LATER)
    player.refresh_from_db()
    return player


def test_name_address_and_rights_are_gone() -> None:
    a_player("alice", time_zone="Asia/Tokyo", last_login=NOW, is_staff=True)
    player = erased()
    assert player.name == f"former player {player.pk}"
    assert player.email.endswith("@erased.invalid")
    assert (player.is_active, player.is_staff, player.last_login) == (False, False, None)
    assert player.time_zone == "UTC"


def test_the_address_can_be_used_for_a_new_account() -> None:
    old = erased()
    assert register_player(email="alice@example.org", now=LATER).pk != old.pk


def test_a_name_that_somebody_took_before_is_not_in_the_way() -> None:
    alice = a_player("alice")
    a_player("bob")
    Player.objects.filter(name="bob").update(name=f"Former Player {alice.pk}")
    assert erased().name == f"former player {alice.pk}-2"


def test_sessions_end() -> None:
    before = a_player("alice").get_session_auth_hash()
    assert erased().get_session_auth_hash() != before


def test_a_bot_plays_the_running_games_to_their_end() -> None:
    game = a_game()
    player = erased()
    seat = Seat.objects.get(game=game, player=player)
    assert (seat.bot, seat.resigned_at) == ("random", LATER)
    assert AuditEntry.objects.filter(action="resign_seat", game=game).count() == 1


def test_finished_games_stay_with_a_former_player() -> None:
    game = a_finished_game()
    results = list(Result.objects.order_by("pk").values())
    player = erased()
    assert Seat.objects.get(game=game, player=player).name == f"former player {player.pk}"
    assert list(Result.objects.order_by("pk").values()) == results


def test_a_former_player_is_called_so_in_the_reader_s_language(client: Client) -> None:
    game = a_finished_game()
    number = erased().pk
    client.force_login(a_player("bob", language="ja"))
    pages = (f"/games/{game.pk}/", f"/games/{game.pk}/scores/", "/players/bob/", "/games/")
    for page in (client.get(path).content.decode() for path in pages):
        assert f"退会したプレイヤー{number}" in page
        assert f">former player {number}" not in page
    assert "退会したプレイヤー" not in client.get(f"/games/{game.pk}/record.azul").content.decode()


def test_tables_that_wait_are_left_and_own_ones_called_off() -> None:
    own, other = a_table("alice", free=1), a_table("bob", free=2)
    join_table(game_id=other.pk, by=a_player("alice"), now=NOW)
    erased()
    assert Game.objects.get(pk=own.pk).status == GameStatus.VOID
    assert Game.objects.get(pk=other.pk).status == GameStatus.OPEN
    assert not Seat.objects.filter(game=other, index=1).exists()


def test_invitations_are_declined_and_hold_the_address_no_more() -> None:
    a_table("bob", invite=("alice",))
    erased()
    invitation = Invitation.objects.get()
    assert invitation.state == InvitationState.DECLINED
    assert "alice" not in invitation.email


def test_messages_notes_and_mails_with_the_address_are_removed() -> None:
    game = a_game()
    alice = a_player("alice")
    post_message(game_id=game.pk, by=alice, text="Hello", now=NOW)
    save_note(game_id=game.pk, by=alice, text="Take blue", now=NOW)
    ask_address_change(player_id=alice.pk, email="new@example.org", now=NOW)
    MailboxMail.objects.create(to=alice.email, subject="x", message_id="<1@x>", source="x")
    OutgoingMail.objects.filter(player=alice).update(last_error="550 <alice@example.org>")
    erased()
    for model in (Message, Note, AddressChange, MailboxMail):
        assert not model._default_manager.exists(), model
    mails = OutgoingMail.objects.filter(player=alice)
    assert {mail.state for mail in mails} == {MailState.SUPERSEDED}
    assert {mail.last_error for mail in mails} == {""}


def test_nothing_that_is_kept_names_the_person() -> None:
    play_random_moves(a_game(), 3)
    player = erased()
    for entry in AuditEntry.objects.all():
        assert "alice" not in f"{entry.reason} {entry.details}".lower()
    for mail in OutgoingMail.objects.filter(player=player):
        assert "alice" not in f"{mail.key} {mail.context}".lower()


def test_the_admin_log_forgets_the_name() -> None:
    alice, judge = a_player("alice"), a_player("judge")
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=judge,
        content_type=kind,
        object_id=str(alice.pk),
        object_repr="alice",
        action_flag=CHANGE,
    )
    player = erased()
    assert LogEntry.objects.get().object_repr == player.name


def test_erasing_twice_is_erasing_once() -> None:
    before, after = erased(), Player.objects.get(pk=a_player("bob").pk)
    judge = a_player("judge", is_staff=True)
    erase_player(player_id=before.pk, by=judge, now=LATER)
    assert Player.objects.get(pk=before.pk).email == before.email
    assert AuditEntry.objects.filter(action="erase_player").count() == 1
    assert after.name == "bob"


def test_staff_can_erase_players_but_others_cannot() -> None:
    alice = a_player("alice")
    with pytest.raises(NotAllowed):
        erase_player(player_id=alice.pk, by=a_player("bob"), now=LATER)
    judge = a_player("judge", is_staff=True)
    erase_player(player_id=alice.pk, by=judge, now=LATER)
    entry = AuditEntry.objects.get(action="erase_player")
    assert (entry.actor, entry.details) == (judge, {"player": alice.pk})


def test_a_superuser_is_not_erased() -> None:
    chief = a_player("chief", is_superuser=True)
    with pytest.raises(NotAllowed):
        erase_player(player_id=chief.pk, by=chief, now=LATER)


def test_the_others_are_mailed_on_and_the_former_player_is_not() -> None:
    a_game("alice", "bob")
    erased()
    waiting = OutgoingMail.objects.filter(state=MailState.PENDING)
    assert {mail.holder.name for mail in waiting} == {"bob"}
    assert waiting.filter(kind=MailKind.GAME_STARTED).count() == 1


def test_the_address_put_in_place_is_refused_at_a_new_table_without_a_name() -> None:
    player = erased()
    with pytest.raises(BadTable, match="erased-"):
        open_table(addresses=[player.email, "bob@example.org"], now=LATER)
