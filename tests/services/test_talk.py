"""Messages at the table and notes for oneself."""

from datetime import timedelta

import pytest

from games.models import Game, MailKind, Message, Note, OutgoingMail, Seat
from games.services.endings import resign_seat
from games.services.errors import BadText, NotAllowed, TooLate, TooMany
from games.services.notes import save_note
from games.services.talk import note_read, post_message, read_up_to, switch_talk
from tests.factories import NOW, a_game, a_player, a_table

pytestmark = pytest.mark.django_db


def say(game: Game, who: str, text: str, minutes: int = 0) -> Message:
    now = NOW + timedelta(minutes=minutes)
    return post_message(game_id=game.pk, by=a_player(who), text=text, now=now)


def seat_of(game: Game, who: str) -> Seat:
    return Seat.objects.get(game=game, player__name=who)


def mails_to(who: str) -> int:
    return OutgoingMail.objects.filter(kind=MailKind.MESSAGE, player__name=who).count()


def test_the_others_are_mailed_once_until_they_have_read() -> None:
    game = a_game("alice", "bob", "carol")
    for minutes, text in enumerate(["hello", "good luck", "and fun"]):
        last = say(game, "alice", text, minutes)
    assert (mails_to("alice"), mails_to("bob"), mails_to("carol")) == (0, 1, 1)
    note_read(seat=seat_of(game, "bob"), message_id=last.pk)
    say(game, "alice", "still there?", 9)
    assert (mails_to("bob"), mails_to("carol")) == (2, 1)


def test_who_answers_has_read() -> None:
    game = a_game()
    say(game, "alice", "hello")
    say(game, "bob", "hello yourself", 1)
    say(game, "alice", "how are you?", 2)
    assert (mails_to("alice"), mails_to("bob")) == (1, 2)


def test_looking_writes_nothing_to_the_database() -> None:
    game = a_game()
    message = say(game, "alice", "hello")
    bob = seat_of(game, "bob")
    note_read(seat=bob, message_id=message.pk)
    assert (seat_of(game, "bob").last_read, read_up_to(bob)) == (0, message.pk)


def test_a_double_tap_is_one_message() -> None:
    game = a_game()
    assert say(game, "alice", "hello") == say(game, "alice", " hello\r\n")
    say(game, "alice", "hello", 5)
    assert Message.objects.count() == 2


@pytest.mark.parametrize("text", ["", "  \n\t ", "\u202e\u200b", "x" * 501])
def test_an_empty_or_long_message_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        say(a_game(), "alice", text)
    assert not Message.objects.exists()


def test_five_hundred_characters_and_several_lines_are_kept() -> None:
    text = "line one\nline two\n" + "x" * 482
    assert say(a_game(), "alice", text.replace("\n", "\r\n")).text == text


def test_control_and_bidi_characters_are_dropped() -> None:
    assert say(a_game(), "alice", "a\x00b\u202ec\u2066 d").text == "abc d"


def test_nobody_floods_the_table() -> None:
    game = a_game()
    for number in range(20):
        say(game, "alice", f"message {number}", number)
    with pytest.raises(TooMany):
        say(game, "alice", "one more", 21)
    say(game, "alice", "an hour later", 90)


def test_strangers_and_tables_that_wait_take_no_messages() -> None:
    with pytest.raises(NotAllowed):
        say(a_game(), "carol", "hello")
    with pytest.raises(TooLate):
        say(a_table(free=1), "alice", "hello")


def test_messages_turned_off_bring_no_mail_and_take_no_words() -> None:
    game = a_game()
    switch_talk(game_id=game.pk, by=a_player("bob"), is_on=False)
    message = say(game, "alice", "hello")
    assert mails_to("bob") == 0
    with pytest.raises(NotAllowed):
        say(game, "bob", "hello")
    switch_talk(game_id=game.pk, by=a_player("bob"), is_on=True)
    assert seat_of(game, "bob").last_read == message.pk
    say(game, "alice", "welcome back", 2)
    assert mails_to("bob") == 1


def test_who_muted_the_game_or_left_it_is_not_mailed() -> None:
    game = a_game("alice", "bob", "carol")
    Seat.objects.filter(game=game, player__name="bob").update(is_muted=True)
    resign_seat(game_id=game.pk, seat=2, by=a_player("carol"), now=NOW)
    say(game, "alice", "hello")
    assert (mails_to("bob"), mails_to("carol")) == (0, 0)


def test_a_note_is_kept_changed_and_removed() -> None:
    game = a_game()
    save_note(game_id=game.pk, by=a_player("alice"), text="bob wants blue ", now=NOW)
    save_note(game_id=game.pk, by=a_player("bob"), text="mine", now=NOW)
    save_note(game_id=game.pk, by=a_player("alice"), text="bob wants\r\nred", now=NOW)
    assert sorted(Note.objects.values_list("seat__player__name", "text")) == [
        ("alice", "bob wants\nred"),
        ("bob", "mine"),
    ]
    save_note(game_id=game.pk, by=a_player("alice"), text="  ", now=NOW)
    assert Note.objects.get().text == "mine"


def test_a_long_note_is_refused_and_the_old_one_stays() -> None:
    game = a_game()
    save_note(game_id=game.pk, by=a_player("alice"), text="old", now=NOW)
    with pytest.raises(BadText):
        save_note(game_id=game.pk, by=a_player("alice"), text="x" * 2001, now=NOW)
    assert Note.objects.get().text == "old"


def test_strangers_keep_no_notes() -> None:
    with pytest.raises(NotAllowed):
        save_note(game_id=a_game().pk, by=a_player("carol"), text="hm", now=NOW)
