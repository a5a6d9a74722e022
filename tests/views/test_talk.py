"""Messages and notes beside the table, and their own pages."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, MailKind, Message, Note, OutgoingMail, Seat
from games.services.erasure import erase_player
from games.services.notes import save_note
from games.services.talk import post_message, read_up_to
from games.services.tokens import turn_token
from tests.factories import NOW, a_finished_game, a_game, a_player
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db


def page_of(client: Client, game: Game) -> str:
    return client.get(f"/games/{game.pk}/").content.decode()


def say(game: Game, who: str, text: str) -> Message:
    return post_message(game_id=game.pk, by=a_player(who), text=text, now=NOW)


def test_a_message_is_shown_to_the_others_as_new_and_then_as_read() -> None:
    game, bob = a_game(), signed_in("bob")
    signed_in("alice").post(f"/games/{game.pk}/talk/", {"text": "hello there"})
    assert "1 new" in page_of(bob, game)
    second = page_of(bob, game)
    assert "hello there" in second
    assert "1 new" not in second


def test_sending_leads_back_to_the_table() -> None:
    game = a_game()
    response = signed_in("alice").post(f"/games/{game.pk}/talk/", {"text": "hello"})
    assert (response.status_code, response["Location"]) == (303, f"/games/{game.pk}/#talk")


@pytest.mark.parametrize("finished", [False, True])
def test_messages_and_notes_are_for_the_seats_only(finished: bool) -> None:
    game = a_finished_game() if finished else a_game()
    say(game, "alice", "a secret plan")
    save_note(game_id=game.pk, by=a_player("bob"), text="a private note", now=NOW)
    for client in (Client(), signed_in("carol"), signed_in("judge")):
        for path in ("", "?view=text", "turns/0/", "scores/", "record.json", "record.azul"):
            page = client.get(f"/games/{game.pk}/{path}").content.decode()
            assert "a secret plan" not in page
            assert "a private note" not in page
    assert signed_in("carol").get(f"/games/{game.pk}/talk/").status_code == 404
    assert signed_in("carol").get(f"/games/{game.pk}/notes/").status_code == 404
    assert Client().get(f"/games/{game.pk}/talk/").status_code == 302
    assert "a private note" not in page_of(signed_in("alice"), game)
    assert "a private note" in page_of(signed_in("bob"), game)


def test_a_turn_link_shows_no_messages_and_no_notes() -> None:
    game = a_game()
    say(game, "bob", "a secret plan")
    seat = Seat.objects.get(game=game, index=0)
    token = turn_token(game_id=game.pk, seat=0, turn=0, epoch=seat.epoch)
    for client in (Client(), signed_in("alice")):
        assert "a secret plan" not in client.get(f"/t/{token}/").content.decode()
    assert read_up_to(seat) == 0


def test_text_is_escaped_and_addresses_are_no_links() -> None:
    game = a_game()
    say(game, "alice", "<script>x</script>\nhttp://evil.example & more")
    page = page_of(signed_in("bob"), game)
    assert "<script>x" not in page
    assert "&lt;script&gt;x&lt;/script&gt;<br>http://evil.example &amp; more" in page
    assert 'href="http://evil' not in page


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "Write something first."), ("y" * 501, "at most 500 characters; this one has 501")],
)
def test_a_refused_message_is_told_and_its_text_kept(text: str, sentence: str) -> None:
    game = a_game()
    response = signed_in("alice").post(f"/games/{game.pk}/talk/", {"text": text})
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert text in page
    assert not Message.objects.exists()


def test_a_flood_is_answered_with_429(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.talk.MESSAGES_PER_HOUR", 1)
    game, alice = a_game(), signed_in("alice")
    alice.post(f"/games/{game.pk}/talk/", {"text": "one"})
    response = alice.post(f"/games/{game.pk}/talk/", {"text": "two"})
    assert response.status_code == 429
    assert "two" in response.content.decode()


def test_line_breaks_count_once() -> None:
    game = a_game()
    text = "\r\n".join(["x" * 49] * 10)
    signed_in("alice").post(f"/games/{game.pk}/talk/", {"text": text})
    assert len(Message.objects.get().text) == 499


def test_messages_are_turned_off_and_on() -> None:
    game, bob = a_game(), signed_in("bob")
    say(game, "alice", "hello")
    bob.post(f"/games/{game.pk}/talk/switch/", {"talk": "off"})
    page = page_of(bob, game)
    assert "hello" not in page
    assert "Turn them on" in page
    assert bob.post(f"/games/{game.pk}/talk/", {"text": "x"}).status_code == 403
    bob.post(f"/games/{game.pk}/talk/switch/", {"talk": "on"})
    assert "hello" in page_of(bob, game)


def test_a_script_that_asks_for_the_table_has_read_nothing() -> None:
    game, bob = a_game(), signed_in("bob")
    say(game, "alice", "hello")
    bob.get(f"/games/{game.pk}/", headers={"HX-Request": "true"})
    assert "1 new" in page_of(bob, game)


def test_reading_on_the_page_lets_the_next_message_be_mailed() -> None:
    game, bob = a_game(), signed_in("bob")
    say(game, "alice", "one")
    say(game, "alice", "two")
    page_of(bob, game)
    say(game, "alice", "three")
    mails = OutgoingMail.objects.filter(kind=MailKind.MESSAGE, player__name="bob")
    assert mails.count() == 2


def test_a_note_is_kept_and_shown_again() -> None:
    game, alice = a_game(), signed_in("alice")
    response = alice.post(f"/games/{game.pk}/notes/", {"text": "block bob's row 3"})
    assert response["Location"] == f"/games/{game.pk}/#notes"
    assert "block bob&#x27;s row 3" in page_of(alice, game)
    assert "block bob&#x27;s row 3" in alice.get(f"/games/{game.pk}/notes/").content.decode()


def test_a_long_note_is_told_and_its_text_kept() -> None:
    game = a_game()
    text = "z" * 2001
    response = signed_in("alice").post(f"/games/{game.pk}/notes/", {"text": text})
    assert response.status_code == 422
    assert text in response.content.decode()
    assert not Note.objects.exists()


def test_forms_are_safe_from_other_sites() -> None:
    game = a_game()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(a_player("alice"))
    for path in ("talk/", "talk/switch/", "notes/", "rematch/"):
        assert strict.post(f"/games/{game.pk}/{path}", {"text": "x"}).status_code == 403


def test_a_table_with_many_messages_takes_few_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game, alice = a_game("alice", "bob", "carol", "dave"), signed_in("alice")
    for number in range(15):
        say(game, "bob", f"message {number}")
    page_of(alice, game)
    with django_assert_max_num_queries(12):
        page = page_of(alice, game)
    assert "Earlier messages" in page
    with django_assert_max_num_queries(9):
        assert "message 0" in alice.get(f"/games/{game.pk}/talk/").content.decode()


def test_the_card_says_nothing_more_of_whoever_erased_the_account() -> None:
    game = a_game("alice", "bob", "carol")
    say(game, "alice", "hello bob")
    say(game, "bob", "hello yourself")
    bob = a_player("bob")
    erase_player(player_id=bob.pk, by=bob, now=NOW)
    talk = (
        page_of(signed_in("alice"), game).partition('id="talk-lines"')[2].partition("</section>")[0]
    )
    assert "hello bob" in talk
    assert "hello yourself" not in talk
    assert "<b>bob</b>" not in talk
