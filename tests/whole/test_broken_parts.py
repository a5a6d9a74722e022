"""Fifty games while Redis dies and comes back and workers are killed: every mail arrives."""

from collections import Counter
from collections.abc import Callable

import pytest

from games.models import Game, MailKind, MailState, Move, OutgoingMail
from games.services.lobby import open_table
from tests.factories import NOW
from tests.robots import play_from_link, turn_link
from tests.servers import Process, RedisServer, Site, wait_until
from tests.smtp import Received, SmtpSink

pytestmark = pytest.mark.timeout(400)

GAMES = 50
MOVES = 3
TURN_MAILS = GAMES * (MOVES + 1)


class Players:
    """Everybody at all tables: answers each turn mail once, up to MOVES moves a game."""

    def __init__(self, sink: SmtpSink) -> None:
        self.sink = sink
        self.read = 0
        self.played: Counter[str] = Counter()
        self.seen: set[str] = set()

    def answer_mails(self, most: int) -> int:
        """Play at most `most` moves from the mails that wait; return how many were played."""
        count = 0
        while self.read < len(self.sink.received) and count < most:
            mail = self.sink.received[self.read]
            self.read += 1
            count += self._answer(mail)
        return count

    def _answer(self, mail: Received) -> int:
        message = mail.message
        game = str(message["X-Azul-Game"])
        fresh = str(message["Message-ID"]) not in self.seen
        self.seen.add(str(message["Message-ID"]))
        if message["X-Azul-Kind"] != "your-turn" or not fresh or self.played[game] >= MOVES:
            return 0
        answer = play_from_link(turn_link(mail.part("plain")))
        assert answer.status == 303, answer
        self.played[game] += 1
        return 1

    def play(self, moves: int) -> None:
        """Play that many moves, waiting for the mails they need."""
        left = moves
        while left:
            wait_until(lambda: self.read < len(self.sink.received), seconds=60, what="a turn mail")
            left -= self.answer_mails(left)


def all_settled() -> bool:
    waiting = [MailState.PENDING, MailState.SENDING]
    return not OutgoingMail.objects.filter(state__in=waiting).exists()


def shorten_leases() -> None:
    """Let the two minutes pass after which a dead worker's claim may be taken over."""
    OutgoingMail.objects.filter(state=MailState.SENDING).update(lease_until=NOW)


def restart_worker(site: Site, worker: Process) -> Process:
    worker.kill()
    return site.worker()


def test_every_turn_mail_arrives_though_redis_and_workers_are_killed(
    shared_database: str,
    redis_server: RedisServer,
    smtp_sink: SmtpSink,
    live_site: Callable[..., Site],
) -> None:
    site = live_site(
        database_url=shared_database, redis_url=redis_server.url, email_url=smtp_sink.url
    )
    site.web()
    worker = site.worker()
    site.beat()
    for number in range(GAMES):
        people = [f"p{number}a@example.org", f"p{number}b@example.org"]
        open_table(addresses=people, now=NOW)
    players = Players(smtp_sink)
    players.play(30)
    redis_server.kill()
    players.answer_mails(10)
    worker = restart_worker_while_redis_is_down(site, redis_server, worker)
    players.play(40)
    worker = restart_worker(site, worker)
    shorten_leases()
    players.play(GAMES * MOVES - sum(players.played.values()))
    wait_until(all_settled, seconds=60, what="the outbox to empty")

    assert Move.objects.count() == GAMES * MOVES
    assert {game.turn for game in Game.objects.all()} == {MOVES}
    assert not OutgoingMail.objects.exclude(state=MailState.SENT).exists()
    turn_mails = [m for m in smtp_sink.received if m.message["X-Azul-Kind"] == "your-turn"]
    copies = Counter(str(mail.message["Message-ID"]) for mail in turn_mails)
    assert len(copies) == OutgoingMail.objects.filter(kind=MailKind.YOUR_TURN).count() == TURN_MAILS
    killed_processes = 2 * 3  # two kills, each of a worker with two children
    assert copies.total() - len(copies) <= killed_processes


def restart_worker_while_redis_is_down(
    site: Site, redis_server: RedisServer, worker: Process
) -> Process:
    worker.kill()
    shorten_leases()
    redis_server.start()
    return site.worker()
