"""Reminders and news of the clock, as they are read."""

from datetime import timedelta

import pytest

from games.mail import delivery, messages
from games.mail.relevance import NoLongerWanted, check_wanted
from games.models import Game, MailKind, OutgoingMail, Seat
from games.services.deadlines import expire_turn, force_time_out, give_time
from games.services.pauses import ask_pause, end_pause
from games.services.reminders import remind_player
from tests.factories import NOW, a_game, a_player, play_next

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HALF = NOW + 36 * HOUR
pytestmark = pytest.mark.django_db


def parts(mail: OutgoingMail) -> tuple[str, str, str]:
    message = messages.compose(mail, wanted=check_wanted(mail, now=HALF), now=HALF)
    return str(message.subject), str(message.body), str(message.alternatives[0][0])


def a_reminder(name: str = "alice") -> OutgoingMail:
    assert remind_player(player_id=a_player(name).pk, now=HALF)
    return OutgoingMail.objects.get(kind=MailKind.REMINDER)


def news(name: str) -> OutgoingMail:
    return OutgoingMail.objects.filter(kind=MailKind.CLOCK_NEWS, player__name=name).latest("pk")


def test_a_reminder_lists_every_turn_that_waits_with_deadline_zone_and_link() -> None:
    a_player("alice", time_zone="Asia/Tokyo")
    first = a_game(name="Slow", pace="7d")
    second = a_game(name="Quick", pace="3d")
    subject, text, html = parts(a_reminder())
    assert subject == "[Azul] 2 turns wait for you"
    for part in (text, html):
        assert part.index(f"Quick #{second.pk}") < part.index(f"Slow #{first.pk}")
        assert "Thu 4 Jun, 21:00 JST" in part
        assert part.count("/t/") == 2
    assert "1 day 12 h left" in text


def test_a_reminder_of_one_turn_names_its_game_in_the_subject() -> None:
    game = a_game(name="Friday tiles")
    assert parts(a_reminder())[0] == f"[Azul] Your turn waits in Friday tiles #{game.pk}"


def test_the_deadline_in_the_mail_is_the_one_that_is_enforced() -> None:
    game = a_game(pace="3d")
    mail = a_reminder()
    assert "You have until Thu 4 Jun, 12:00 UTC" in parts(mail)[1]
    Game.objects.filter(pk=game.pk).update(timeout_policy="void")
    assert expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY - timedelta(seconds=1)) is None
    assert expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY) == "void"


def test_a_reminder_is_dropped_when_its_turns_were_played_meanwhile() -> None:
    game = a_game()
    mail = a_reminder()
    play_next(game.pk, now=HALF)
    with pytest.raises(NoLongerWanted):
        check_wanted(mail, now=HALF)
    assert not delivery.deliver(mail.pk, clock=lambda: HALF)


def test_a_reminder_can_be_unsubscribed_with_one_click() -> None:
    a_game()
    message = messages.compose(a_reminder(), wanted=None, now=HALF)
    assert "/u/" in message.extra_headers["List-Unsubscribe"]
    assert message.extra_headers["X-Azul-Kind"] == "reminder"


@pytest.mark.parametrize(
    ("policy", "to_alice", "to_bob"),
    [
        ("remind-only", "Your time is up", "alice’s time is up"),
        ("bot-once", "Your time was up: a bot played this turn", "a bot played this turn"),
        ("bot-for-good", "Your time was up: a bot plays on for you", "a bot plays on"),
        ("forfeit", "the game is lost", "lost for alice"),
        ("void", "ends without a result", "ends without a result"),
    ],
)
def test_everybody_reads_what_became_of_a_turn(policy: str, to_alice: str, to_bob: str) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy=policy)
    expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY)
    if policy in {"remind-only", "bot-once", "void"}:
        assert to_alice in parts(news("alice"))[1]
    subject, text, html = parts(news("bob"))
    assert to_bob in text
    assert to_bob in html
    assert subject.startswith(f"[Azul #{game.pk}] ")


def test_a_gift_is_told_to_the_one_who_got_it_with_the_new_deadline() -> None:
    game = a_game()
    give_time(
        game_id=game.pk, seat=0, turn=0, before=timedelta(0), by=a_player("bob"), now=NOW + HOUR
    )
    assert "You have until Fri 5 Jun, 12:00 UTC for this turn." in parts(news("alice"))[1]


def test_a_pause_tells_when_time_counts_again() -> None:
    game = a_game()
    for name in ("alice", "bob"):
        ask_pause(game_id=game.pk, by=a_player(name), now=NOW + HOUR)
    assert "The clock stands" in parts(news("alice"))[1]
    end_pause(game_id=game.pk, by=a_player("bob"), now=NOW + 2 * HOUR)
    assert "The pause ends on Tue 2 Jun, 14:00 UTC" in " ".join(parts(news("alice"))[1].split())


def test_a_turn_that_a_director_ends_early_isnt_called_a_time_out() -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy="bot-for-good")
    dave = a_player("dave", is_staff=True)
    force_time_out(game_id=game.pk, seat=0, by=dave, now=NOW + HOUR)
    own, others = parts(news("alice"))[1], parts(news("bob"))[1]
    assert "A director ended your turn: a bot plays on for you" in own
    assert "A director ended alice’s turn" in others
    assert "time was up" not in own + others
    assert Seat.objects.get(game=game, index=0).timeouts == 0


def test_whom_a_time_out_has_put_out_of_the_game_is_told_all_the_same() -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy="bot-for-good")
    expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY)
    assert "a bot plays on for you" in parts(news("alice"))[1]
    assert Seat.objects.get(game=game, index=0).is_bot
