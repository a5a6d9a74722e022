"""Setting up and starting games."""

from datetime import timedelta

import pytest

from games.azul import drawn_start_seat, seed_hash
from games.models import Game, GameStatus, MailKind, OutgoingMail, Player, Seat
from games.services.errors import BadTable, TooMany
from games.services.lobby import SeatPlan, Setup, create_game, open_table, start_game
from games.services.players import BadAddress
from tests.factories import NOW, SEED, a_game, a_player

pytestmark = pytest.mark.django_db

ADDRESSES = ["alice@example.org", "bob@example.org"]


def test_an_opened_table_starts_at_once_and_mails_everybody() -> None:
    game = open_table(addresses=ADDRESSES, now=NOW)
    kinds = sorted(OutgoingMail.objects.filter(game=game).values_list("kind", flat=True))
    assert game.status == GameStatus.RUNNING
    assert kinds == [MailKind.GAME_STARTED, MailKind.GAME_STARTED, MailKind.YOUR_TURN]


def test_unknown_addresses_become_players_with_names() -> None:
    open_table(addresses=["Alice.Smith@Example.org", "alice.smith@example.com"], now=NOW)
    assert sorted(Player.objects.values_list("email", "name")) == [
        ("alice.smith@example.com", "alice smith 2"),
        ("alice.smith@example.org", "alice smith"),
    ]


def test_the_commitment_is_there_before_the_first_move() -> None:
    game = open_table(addresses=ADDRESSES, setup=Setup(name="", seed=SEED), now=NOW)
    assert game.seed_hash == seed_hash(SEED)
    assert game.start_seat == drawn_start_seat(SEED, 2)


def test_two_games_have_different_seeds_of_256_bits() -> None:
    first = open_table(addresses=ADDRESSES, now=NOW)
    second = open_table(addresses=ADDRESSES, now=NOW)
    assert first.seed != second.seed
    assert len(bytes.fromhex(first.seed)) == 32


def test_starting_twice_changes_nothing() -> None:
    game = a_game()
    mails = OutgoingMail.objects.count()
    start_game(game_id=game.pk, now=NOW + timedelta(hours=1))
    game.refresh_from_db()
    assert game.started_at == NOW
    assert OutgoingMail.objects.count() == mails


@pytest.mark.parametrize(
    ("addresses", "options", "refusal"),
    [
        (ADDRESSES[:1], {}, BadTable),
        ([f"p{n}@example.org" for n in range(5)], {}, BadTable),
        (["alice@example.org", " ALICE@example.org "], {}, BadTable),
        (["alice@example.org", "bob"], {}, BadAddress),
        (["alice@example.org", "bob@example.org\nBcc: x@example.org"], {}, BadAddress),
        (ADDRESSES, {"wall": "purple"}, BadTable),
        (ADDRESSES, {"pace": "soon"}, BadTable),
        (ADDRESSES, {"pace": "999d"}, BadTable),
        (ADDRESSES, {"name": "a\r\nb"}, BadTable),
        (ADDRESSES, {"name": "x" * 61}, BadTable),
        (ADDRESSES, {"name": "visit http://spam.example"}, BadTable),
        (ADDRESSES, {"seed": b"short"}, BadTable),
    ],
)
def test_a_bad_table_is_refused_and_nothing_is_written(
    addresses: list[str], options: dict[str, object], refusal: type[Exception]
) -> None:
    setup = Setup(**{"name": "", **options})  # type: ignore[arg-type]
    with pytest.raises(refusal):
        open_table(addresses=addresses, setup=setup, now=NOW)
    assert not Game.objects.exists()
    assert not Player.objects.exists()
    assert not OutgoingMail.objects.exists()


def test_a_seat_is_for_a_player_or_a_bot() -> None:
    with pytest.raises(BadTable):
        create_game(name="x", wall="colored", seats=[SeatPlan(), SeatPlan(bot="random")], now=NOW)


def test_an_inactive_player_cannot_be_invited() -> None:
    a_player("bob", is_active=False)
    with pytest.raises(BadTable, match=r"bob@example\.org can"):
        open_table(addresses=ADDRESSES, now=NOW)


def test_one_person_cannot_mail_many_strangers_a_day() -> None:
    alice = a_player("alice")
    for table in range(3):
        people = [f"stranger{table}{n}@example.org" for n in range(3)]
        open_table(addresses=["alice@example.org", *people], by=alice, now=NOW)
    with pytest.raises(TooMany):
        open_table(
            addresses=["alice@example.org", "x1@example.org", "x2@example.org"], by=alice, now=NOW
        )
    tomorrow = NOW + timedelta(days=1, minutes=1)
    open_table(addresses=["alice@example.org", "x1@example.org"], by=alice, now=tomorrow)


def test_one_person_cannot_start_games_without_end() -> None:
    alice = a_player("alice")
    a_player("bob")
    for _ in range(20):
        open_table(addresses=ADDRESSES, by=alice, now=NOW)
    with pytest.raises(TooMany):
        open_table(addresses=ADDRESSES, by=alice, now=NOW)


def test_a_bot_takes_a_seat_without_mail() -> None:
    game = create_game(
        name="Practice",
        wall="colored",
        seats=[SeatPlan(player=a_player()), SeatPlan(bot="random")],
        start_seat=1,
        now=NOW,
    )
    start_game(game_id=game.pk, now=NOW)
    assert Seat.objects.get(game=game, index=1).awaited_turn == 0
    assert list(OutgoingMail.objects.values_list("kind", flat=True)) == [MailKind.GAME_STARTED]
