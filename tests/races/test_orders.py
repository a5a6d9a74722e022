"""A move sent many times at once, through several web processes, that a standing order answers."""

from games.models import MailKind, Move, OutgoingMail, StandingOrder, Via
from games.selectors.positions import load_table
from tests.factories import a_game, awaited_seat
from tests.races.test_double_submit import link, post_at_once
from tests.services.test_orders import order, pick_from


def test_an_order_is_played_once_and_no_mail_asks_for_its_turn(bases: list[str]) -> None:
    game = a_game()
    table = load_table(game.pk)
    order(game, "bob", pick_from(table, 1, 1), pick_from(table, 1, 2))
    seat = awaited_seat(game.pk)
    form = {"turn": "0", "move": pick_from(table, 0, 0)}
    answers = post_at_once(bases, link(game, seat), [form] * 12)
    assert {answer.status for answer in answers} == {303}
    ways = list(Move.objects.filter(game=game).standing().values_list("via", flat=True))
    assert ways == [Via.LINK, Via.ORDER]
    asked = OutgoingMail.objects.filter(game=game, kind=MailKind.YOUR_TURN)
    assert list(asked.order_by("turn").values_list("turn", flat=True)) == [0, 2]
    assert not StandingOrder.objects.exists()
