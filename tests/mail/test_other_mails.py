"""The mails that open and close a game, and the one that brings a sign-in code."""

import re

import pytest

from games.mail import messages
from games.mail.codes import sign_in_code
from games.mail.relevance import check_wanted
from games.models import OutgoingMail, Result, Seat
from games.render.text import width
from games.services.lobby import open_table
from tests.factories import NOW, a_finished_game, a_game, a_player
from tests.mail.conftest import LATER, a_code_mail, mail_to

pytestmark = pytest.mark.django_db


def parts(mail: OutgoingMail) -> tuple[str, str, str]:
    message = messages.compose(mail, wanted=check_wanted(mail, now=LATER), now=LATER)
    return str(message.subject), str(message.body), str(message.alternatives[0][0])


def test_the_first_mail_of_a_game_says_who_plays_and_how_it_works() -> None:
    game = a_game("alice", "bob", "carol", start_seat=1)
    subject, text, html = parts(mail_to("alice", "game-started"))
    assert subject == f"[Azul #{game.pk}] A seat for you in Friday tiles"
    assert re.findall(r"^  (\d)\. (\w+)( \(you\))?$", text, re.MULTILINE) == [
        ("1", "bob", ""),
        ("2", "carol", ""),
        ("3", "alice", " (you)"),
    ]
    for part in (text, html):
        assert f"/games/{game.pk}/" in part
        assert "/rules/" in part
        assert "/u/" in part
        assert game.seed_hash in part
        assert "3 days" in part


def test_an_invited_player_learns_who_invited_and_the_inviter_does_not() -> None:
    alice = a_player("alice")
    open_table(addresses=["alice@example.org", "bob@example.org"], by=alice, now=NOW)
    invited = "alice has set up this game"
    texts = {name: parts(mail_to(name, "game-started"))[1] for name in ("alice", "bob")}
    assert invited in " ".join(texts["bob"].split())
    assert invited not in " ".join(texts["alice"].split())


def test_the_last_mail_of_a_game_has_the_ranking_and_the_seed() -> None:
    game = a_finished_game("alice", "bob", "carol")
    subject, text, html = parts(mail_to("alice", "game-over"))
    assert subject == f"[Azul #{game.pk}] The result of Friday tiles"
    for result in Result.objects.filter(game=game).select_related("seat__player"):
        assert re.search(
            rf"^ *{result.place}\. {result.seat.name} +{result.score} +{result.rows} "
            rf"+{result.columns} +{result.colors} +\+?{result.bonus}$",
            text,
            re.MULTILINE,
        )
    assert game.seed in html
    assert game.seed in re.sub(r"\s", "", text)
    for part in (text, html):
        assert f"/games/{game.pk}/scores/" in part
        assert f"/games/{game.pk}/record.azul" in part


def test_the_winner_is_congratulated_and_the_others_told_who_won() -> None:
    game = a_finished_game("alice", "bob")
    places = {r.seat.name: r.place for r in Result.objects.select_related("seat__player")}
    for name, place in places.items():
        first_line = parts(mail_to(name, "game-over", game))[1].splitlines()[0]
        assert first_line.startswith("You won") == (place == 1)


def test_who_left_is_not_congratulated_on_what_a_bot_did() -> None:
    game = a_finished_game("alice", "bob")
    Seat.objects.filter(game=game).update(bot="random", resigned_at=NOW)
    for place in (1, 2):
        seat = Seat.objects.get(game=game, result__place=place)
        _, text, html = parts(mail_to(seat.name, "game-over", game))
        assert "You won" not in text
        assert f"{seat.name} (bot)" in text
        assert text.startswith("The bot on your seat came first") == (place == 1)
        for part in (text, html):
            assert "You left this game; a bot played your seat to the end." in part


def test_the_sign_in_mail_brings_the_code_of_its_nonce() -> None:
    mail = a_code_mail("sign-in:1", asked_at=LATER)
    code = sign_in_code("sign-in:1", "alice@example.org")
    subject, text, html = parts(mail)
    assert subject.startswith(code)
    assert f"\n    {code}\n" in text
    assert code in html
    assert "15 minutes" in text


def test_all_text_parts_have_78_columns() -> None:
    a_finished_game("alice", "bob", "carol", "dave")
    a_code_mail("sign-in:1", asked_at=LATER)
    for kind in ("game-over", "sign-in"):
        for line in parts(mail_to("alice", kind))[1].splitlines():
            assert width(line) <= 78 or "://" in line
