"""Whole games played from mails and forms only, with every part real."""

from collections.abc import Callable

import pytest

from games.models import Game, GameStatus, MailState, Move, OutgoingMail
from games.selectors.positions import load_table
from games.services.lobby import Setup, open_table
from tests.factories import NOW, PEOPLE
from tests.robots import play_from_link, turn_link
from tests.servers import Site, wait_until
from tests.smtp import Received, SmtpSink

pytestmark = pytest.mark.timeout(300)


def turn_mails(sink: SmtpSink, read: int) -> list[Received]:
    return [mail for mail in sink.received[read:] if mail.message["X-Azul-Kind"] == "your-turn"]


@pytest.mark.parametrize(
    ("shared_database", "wall", "people"),
    [("sqlite", "colored", 4), ("postgres", "gray", 2)],
    indirect=["shared_database"],
)
def test_a_whole_game_is_played_through_mails_and_forms(
    wall: str,
    people: int,
    shared_database: str,
    redis_url: str,
    smtp_sink: SmtpSink,
    live_site: Callable[..., Site],
) -> None:
    site = live_site(database_url=shared_database, redis_url=redis_url, email_url=smtp_sink.url)
    site.web()
    site.worker()
    addresses = [f"{name}@example.org" for name in PEOPLE[:people]]
    game = open_table(addresses=addresses, setup=Setup(name="", wall=wall, seed=bytes(32)), now=NOW)
    site.manage("sweep")
    read = 0
    while Game.objects.get(pk=game.pk).status == GameStatus.RUNNING:
        smtp_sink.wait_for(read + 1, seconds=30)
        batch, read = turn_mails(smtp_sink, read), len(smtp_sink.received)
        for mail in batch:
            answer = play_from_link(turn_link(mail.part("plain")), pick=read)
            assert answer.status == 303, answer
    wait_until(
        lambda: Game.objects.get(pk=game.pk).status == GameStatus.FINISHED, what="the result"
    )
    kinds = [mail.message["X-Azul-Kind"] for mail in smtp_sink.wait_for(read + people)]
    assert kinds.count("game-over") == kinds.count("game-started") == people
    assert kinds.count("your-turn") == Move.objects.filter(game=game).count()
    assert not OutgoingMail.objects.exclude(state=MailState.SENT).exists()
    scores = [seat.score for seat in load_table(game.pk).seats]
    assert scores == [board.score for board in load_table(game.pk).position.boards]
