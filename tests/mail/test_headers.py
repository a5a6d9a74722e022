"""Headers as they travel: raw bytes, whatever the names are."""

import re
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from pytest_django import Settings

from games.mail.headers import message_id, recipient, thread_id
from games.models import Game, OutgoingMail, Player
from games.models.names import plain_name
from games.services.tokens import read_unsubscribe_token
from tests.factories import a_finished_game, a_game, a_player
from tests.mail.conftest import LATER, a_code_mail, mail_to
from tests.smtp import SmtpSink

pytestmark = pytest.mark.django_db

Send = Callable[[OutgoingMail], bool]
HOSTILE = [
    "a\r\nBcc: eve@example.org",
    "a\nX-Evil: 1\n\n<script>alert(1)</script>",
    "\u202eevil\u2066\u200b",
    "http://evil.example/?x=1",
    "eve@evil.example",
    "www.evil.example",
    '"quoted", (comment) <eve>',
]


def sent(sink: SmtpSink, send: Send, mail: OutgoingMail) -> EmailMessage:
    assert send(mail)
    return sink.received[-1].message


def head(sink: SmtpSink) -> bytes:
    return sink.received[-1].raw.split(b"\r\n\r\n")[0]


def test_a_turn_mail_carries_the_headers_of_the_contract(sink: SmtpSink, send: Send) -> None:
    game = a_game()
    mail = mail_to("alice")
    message = sent(sink, send, mail)
    thread = thread_id(game_id=game.pk, player_id=mail.player_id)
    assert {
        name: message[name]
        for name in (
            "From",
            "To",
            "Subject",
            "Message-ID",
            "In-Reply-To",
            "References",
            "List-Id",
            "List-Unsubscribe-Post",
            "Auto-Submitted",
            "X-Auto-Response-Suppress",
            "X-Azul-Game",
            "X-Azul-Turn",
            "X-Azul-Kind",
            "Reply-To",
        )
    } == {
        "From": "Azul <turns@localhost>",
        "To": "alice <alice@example.org>",
        "Subject": f"[Azul #{game.pk}] Your turn in Friday tiles - round 1",
        "Message-ID": message_id(mail.key),
        "In-Reply-To": thread,
        "References": thread,
        "List-Id": f"Azul game {game.pk} <game-{game.pk}.localhost>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Azul-Game": str(game.pk),
        "X-Azul-Turn": "0",
        "X-Azul-Kind": "your-turn",
        "Reply-To": None,
    }


def test_the_unsubscribe_header_is_never_encoded(
    sink: SmtpSink, send: Send, settings: Settings
) -> None:
    settings.BASE_URL = "https://azul.games.example.org"
    game = a_game()
    Game.objects.filter(pk=game.pk).update(name="金曜日のタイル")
    mail = mail_to("alice")
    sent(sink, send, mail)
    found = re.search(rb"List-Unsubscribe:\s+<([^>]*)>\r\n", head(sink))
    assert found
    address = found[1].decode("ascii")
    assert address.startswith("https://azul.games.example.org/u/")
    assert len(address) < 70
    link = read_unsubscribe_token(address.split("/")[-2])
    assert (link.player_id, link.game_id) == (mail.player_id, game.pk)


def test_the_mails_of_a_game_to_a_player_are_one_thread_and_others_are_not(
    sink: SmtpSink, send: Send
) -> None:
    a_game("alice", "bob")
    a_game("alice", "carol")
    threads: dict[tuple[int | None, int | None], set[str]] = {}
    for mail in OutgoingMail.objects.select_related("player"):
        reference = str(sent(sink, send, mail)["References"])
        threads.setdefault((mail.game_id, mail.player_id), set()).add(reference)
    assert all(len(references) == 1 for references in threads.values())
    assert len(set().union(*threads.values())) == len(threads) == 4


def test_an_id_tells_nothing_of_game_player_or_key(settings: Settings) -> None:
    first = message_id("your-turn:42:7:1")
    assert re.fullmatch(r"<[0-9a-f]{40}@localhost>", first)
    settings.LINK_KEY = "another"
    assert message_id("your-turn:42:7:1") != first


def test_a_sign_in_mail_is_no_list_mail(sink: SmtpSink, send: Send) -> None:
    message = sent(sink, send, a_code_mail("sign-in:1", asked_at=LATER))
    assert not [name for name in message if name.lower().startswith("list-")]
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Azul-Kind"] == "sign-in"


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["your-turn", "game-started"])
def test_hostile_names_split_no_header_and_become_no_link(
    name: str, kind: str, sink: SmtpSink, send: Send
) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(name=name)
    for seat in ("alice", "bob"):
        Player.objects.filter(name=seat).update(name=f"{seat}{name}"[:30])
    mail = OutgoingMail.objects.filter(kind=kind, player__email="alice@example.org")[0]
    message = sent(sink, send, mail)
    assert sink.received[-1].recipients == ("alice@example.org",)
    assert message["Bcc"] is message["X-Evil"] is None
    assert message["To"].addresses[0].addr_spec == "alice@example.org"
    assert max(len(line) for line in head(sink).split(b"\r\n")) <= 998
    assert "<script" not in sink.received[-1].part("html")
    for part in (sink.received[-1].part("plain"), sink.received[-1].part("html")):
        assert not re.search(r"evil\.example|[\x00\u200b\u202e\u2066]", part)


@pytest.mark.parametrize("name", [*HOSTILE, "nul\x00nul", "x" * 500])
def test_names_that_no_database_should_hold_are_made_plain_too(name: str) -> None:
    player = Player(name=name, email="alice@example.org")
    assert re.fullmatch(
        r'"?[^\x00-\x1f\u200b-\u2069]{1,34}"? <alice@example.org>', recipient(player)
    )
    assert "@" not in plain_name(name, 60)


@pytest.mark.parametrize("kind", ["your-turn", "game-started"])
def test_japanese_names_travel_as_encoded_words(kind: str, sink: SmtpSink, send: Send) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(name="金曜日の夜のアズール・タイル遊び")
    Player.objects.filter(name="alice").update(name="愛子、鈴木")
    mail = OutgoingMail.objects.filter(kind=kind, player__email="alice@example.org")[0]
    message = sent(sink, send, mail)
    assert "金曜日の夜のアズール・タイル遊び" in message["Subject"]
    assert message["To"].addresses[0].display_name == "愛子、鈴木"
    raw = head(sink)
    assert raw.isascii()
    assert max(len(line) for line in raw.split(b"\r\n")) <= 78
    assert re.search(rb"^To: =\?utf-8\?[bq]\?[^\r\n]+\?= <alice@example.org>\r$", raw, re.MULTILINE)


def test_the_text_part_is_utf_8_and_needs_no_decoding_by_hand(sink: SmtpSink, send: Send) -> None:
    a_game()
    message = sent(sink, send, mail_to("alice"))
    assert message.get_content_type() == "multipart/alternative"
    kinds = [part.get_content_type() for part in message.iter_parts()]
    assert kinds == ["text/plain", "text/html"]
    for part in message.iter_parts():
        assert part.get_content_charset() == "utf-8"
        assert part["Content-Transfer-Encoding"] in {"7bit", "8bit", "quoted-printable"}
    assert max(len(line) for line in sink.received[-1].raw.split(b"\r\n")) <= 998


def test_links_come_from_base_url_only(sink: SmtpSink, send: Send, settings: Settings) -> None:
    settings.BASE_URL = "https://azul.example.org"
    settings.ALLOWED_HOSTS = ["elsewhere.example"]
    a_game()
    message = sent(sink, send, mail_to("alice"))
    for part in message.iter_parts():
        for address in re.findall(r"https?://[^\s\"<>]+", part.get_content()):
            assert address.startswith("https://azul.example.org/")


def test_no_row_holds_a_link_or_a_code(sink: SmtpSink, send: Send) -> None:
    a_finished_game()
    a_game("alice", "carol")
    a_code_mail("sign-in:1", asked_at=LATER)
    tokens = set()
    for mail in OutgoingMail.objects.all():
        if send(mail):
            text = sink.received[-1].part("plain")
            tokens |= set(re.findall(r"/[tu]/([^/\s]+)/", text))
            tokens |= set(re.findall(r"^    (\w{3}-\w{3})$", text, re.MULTILINE))
    rows = [str(sorted(row.items())) for row in OutgoingMail.objects.values()]
    assert len(tokens) > 4
    assert not [token for token in tokens for row in rows if token in row]


def test_a_mail_parses_again_with_pythons_strict_rules(sink: SmtpSink, send: Send) -> None:
    a_game()
    assert send(mail_to("alice"))
    strict = message_from_bytes(sink.received[-1].raw, policy=policy.strict + policy.SMTP)
    assert strict.defects == []
    assert a_player().email in str(strict["To"])
