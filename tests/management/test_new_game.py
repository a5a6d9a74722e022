"""`manage.py new_game`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line
from django.db import connections

from games import azul
from games.models import Game, MailKind, OutgoingMail, Player, Seat

pytestmark = pytest.mark.django_db

PAIR = ("alice@example.org", "bob@example.org")


def new_game(*args: str) -> dict[str, object]:
    """Run the command and return what it printed."""
    out = StringIO()
    call_command("new_game", *args, stdout=out)
    answer: dict[str, object] = json.loads(out.getvalue())
    return answer


def test_it_starts_a_game_and_prints_one_line_of_json() -> None:
    answer = new_game(*PAIR)
    game = Game.objects.get()
    assert answer == {"game": game.pk, "url": f"http://localhost:8000/games/{game.pk}/"}
    assert game.is_running


def test_unknown_addresses_become_players_in_seat_order() -> None:
    new_game("Bob@Example.org", "alice@example.org", "carol@example.org")
    seats = Seat.objects.order_by("index").values_list("player__email", flat=True)
    assert list(seats) == ["bob@example.org", "alice@example.org", "carol@example.org"]


def test_everybody_gets_mail_and_the_first_player_a_turn() -> None:
    new_game(*PAIR)
    kinds = OutgoingMail.objects.values_list("kind", flat=True)
    assert sorted(kinds) == [MailKind.GAME_STARTED, MailKind.GAME_STARTED, MailKind.YOUR_TURN]


def test_variant_name_seed_and_pace_are_taken() -> None:
    seed = "ab" * 32
    new_game(*PAIR, "--variant", "gray", "--name", "Friday", "--seed", seed, "--pace", "12h")
    game = Game.objects.get()
    assert (game.wall, game.name, game.seed, game.pace) == ("gray", "Friday", seed, "12h")
    assert game.seed_hash == azul.seed_hash(bytes.fromhex(seed))


def test_bots_take_the_last_seats() -> None:
    new_game("alice@example.org", "--bot", "search", "--bot", "greedy")
    seats = Seat.objects.order_by("index")
    assert [seat.bot for seat in seats] == ["", "search", "greedy"]
    assert [seat.name for seat in seats] == ["alice", "Bot 2", "Bot 3"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("alice@example.org", "ALICE@example.org"), "Each address can be given once."),
        (("alice@example.org", "nobody"), "“nobody” is not a mail address."),
        ((*PAIR, "--pace", "soon"), "“soon” is no pace"),
        ((*PAIR, "--name", "http://evil.example"), "Names can't hold"),
    ],
)
def test_a_refused_game_is_told_with_code_1_and_nothing_is_written(
    args: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence) as caught:
        new_game(*args)
    assert caught.value.returncode == 1
    assert not Game.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "args",
    [
        ("alice@example.org",),
        tuple(f"p{number}@example.org" for number in range(5)),
        (*PAIR, "--seed", "abc"),
        (*PAIR, "--seed", "xyz" * 22),
        (*PAIR, "--variant", "purple"),
        (*PAIR, "--color", "blue"),
        (),
    ],
)
def test_bad_usage_is_told_with_code_2(
    args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(connections, "close_all", lambda: None)
    with pytest.raises(SystemExit) as caught:
        execute_from_command_line(["manage.py", "new_game", *args])
    assert caught.value.code == 2
    assert not Game.objects.exists()
    assert "abc" not in capsys.readouterr().err


def test_a_refusal_at_the_command_line_is_one_line_and_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(connections, "close_all", lambda: None)
    with pytest.raises(SystemExit) as caught:
        execute_from_command_line(["manage.py", "new_game", "alice@example.org", "nobody"])
    assert caught.value.code == 1
    assert capsys.readouterr().err == "CommandError: “nobody” is not a mail address.\n"
