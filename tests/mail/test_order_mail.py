"""What turn mails tell of standing orders."""

import pytest

from games.models import Game, OutgoingMail
from games.selectors.positions import load_table
from tests.factories import a_game
from tests.mail.conftest import mail_to
from tests.mail.test_turn_mail import parts
from tests.services.test_orders import order, pick_from, play

pytestmark = pytest.mark.django_db


def after_alices_move(*, is_possible: bool) -> Game:
    """Return a game in which alice has moved and bob had ordered a move."""
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1 if is_possible else 0))
    play(game, 0, pick_from(table, 0, 0))
    return game


def words_of(mail: OutgoingMail) -> list[str]:
    """Return both parts of a mail, their lines joined."""
    return [" ".join(part.split()) for part in parts(mail)]


def test_a_turn_mail_says_why_orders_were_not_played() -> None:
    game = after_alices_move(is_possible=False)
    for part in words_of(mail_to("bob", game=game)):
        assert "None of the moves in your standing orders was possible any more." in part


def test_the_others_mail_marks_what_an_order_played() -> None:
    game = after_alices_move(is_possible=True)
    mail = OutgoingMail.objects.get(game=game, kind="your-turn", turn=2)
    for part in words_of(mail):
        assert "(auto)" in part
        assert "standing orders" not in part
