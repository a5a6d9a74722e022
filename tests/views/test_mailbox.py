"""The local mailbox shows every mail as text, HTML and source; elsewhere it doesn't exist."""

import re
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from games.mail import connection, delivery
from games.models import MailboxMail, MailState, OutgoingMail
from games.views.mailbox import frame_size
from tests.factories import NOW, a_game, play_random_moves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kept(settings: Settings) -> Iterator[None]:
    """Keep this process's mail in the local mailbox."""
    connection.close()
    settings.EMAIL_BACKEND = "games.mail.mailbox.MailboxBackend"
    settings.MAILBOX_ENABLED = True
    yield
    connection.close()


def deliver_all() -> None:
    for mail in OutgoingMail.objects.filter(state=MailState.PENDING):
        delivery.deliver(mail.pk, clock=lambda: NOW)


def newest() -> MailboxMail:
    return MailboxMail.objects.order_by("-pk")[0]


def test_a_mail_is_kept_once_even_if_the_worker_dies_before_noting_it() -> None:
    a_game()
    deliver_all()
    assert MailboxMail.objects.count() == 3
    OutgoingMail.objects.update(state=MailState.PENDING)
    deliver_all()
    assert MailboxMail.objects.count() == 3


def test_the_list_shows_the_newest_first_and_can_be_narrowed_to_one_address(client: Client) -> None:
    game = a_game()
    play_random_moves(game, 1)
    deliver_all()
    page = client.get("/mailbox/").content.decode()
    subjects = re.findall(r"<b>(.*?)</b>", page)
    assert subjects[0] == f"[Azul #{game.pk}] Your turn in Friday tiles - round 1"
    assert len(subjects) == 3
    narrowed = client.get("/mailbox/", {"to": "alice@example.org"}).content.decode()
    assert len(re.findall(r"<b>(.*?)</b>", narrowed)) == 1


def test_older_mails_are_a_page_away(client: Client) -> None:
    for number in range(53):
        MailboxMail.objects.create(
            to="a@b.example", subject=f"no {number}", message_id=str(number), source=""
        )
    first = client.get("/mailbox/").content.decode()
    older = re.search(r"\?before=(\d+)", first)
    assert older
    rest = client.get(f"/mailbox/?before={older[1]}").content.decode()
    assert re.findall(r"no \d+", rest) == ["no 2", "no 1", "no 0"]


@pytest.mark.parametrize("query", ["?before=x", "?before=-1", "?before=" + "9" * 40, "?to=%00"])
def test_a_senseless_query_is_no_error(query: str, client: Client) -> None:
    assert client.get(f"/mailbox/{query}").status_code == 200


def test_the_text_view_has_live_links(client: Client) -> None:
    a_game()
    deliver_all()
    page = client.get(f"/mailbox/{newest().pk}/?view=text").content.decode()
    link = re.search(r'<a href="(http://localhost:8000/t/[\w.-]+/)">', page)
    assert link
    assert client.get(link[1].removeprefix("http://localhost:8000")).status_code == 200


def test_the_html_part_is_framed_with_styles_allowed_and_nothing_else(client: Client) -> None:
    a_game()
    deliver_all()
    page = client.get(f"/mailbox/{newest().pk}/").content.decode()
    assert f'src="/mailbox/{newest().pk}/html/"' in page
    answer = client.get(f"/mailbox/{newest().pk}/html/")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'unsafe-inline'" in policy
    assert "script-src" not in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "Your turn, alice" in answer.content.decode()
    assert ">−3<" in answer.content.decode()


def test_the_other_pages_keep_the_strict_policy(client: Client) -> None:
    a_game()
    deliver_all()
    for address in ("/mailbox/", f"/mailbox/{newest().pk}/"):
        assert "unsafe-inline" not in client.get(address)["Content-Security-Policy"]


def test_a_short_mail_stands_in_a_low_frame_and_a_turn_mail_in_a_high_one(client: Client) -> None:
    a_game()
    deliver_all()
    sizes = {}
    for stored in MailboxMail.objects.all():
        page = client.get(f"/mailbox/{stored.pk}/").content.decode()
        kind = re.search(r"X-Azul-Kind: (\S+)", stored.source)
        size = re.search(r'<iframe class="([^"]+)"', page)
        assert kind is not None
        assert size is not None
        sizes[kind[1]] = size[1]
    assert sizes == {"game-started": "lines-50", "your-turn": "your-turn"}


@pytest.mark.parametrize(
    ("kind", "lines", "length", "size"),
    [
        ("sign-in", 3, 100, "lines-10"),
        ("sign-in", 13, 100, "lines-15"),
        ("message", 400, 100, "lines-60"),
        ("", 20, 90_000, "lines-20"),
        ("your-turn", 50, 33_000, "your-turn large"),
        ("game-over", 50, 41_000, "game-over"),
    ],
)
def test_every_size_of_frame_has_a_height_for_narrow_and_wide_pages(
    kind: str, lines: int, length: int, size: str
) -> None:
    mail = Mock(kind=kind, text="line\n" * lines, html="x" * length)
    assert frame_size(mail) == size
    sheet = (settings.BASE_DIR / "games/static/games/mailbox.css").read_text()
    assert sheet.count(f"iframe.{size.split(maxsplit=1)[0]}{{height:") == 2


def test_headers_and_the_way_to_the_mail_alone_are_named_in_japanese(client: Client) -> None:
    a_game()
    deliver_all()
    stored = newest()
    answer = client.get(f"/mailbox/{stored.pk}/", headers={"accept-language": "ja"})
    page = answer.content.decode()
    assert re.findall(r"<dt>(.*?)</dt>", page) == ["差出人", "宛先", "日時"]
    assert f'href="/mailbox/{stored.pk}/html/">このメールだけを開く</a>' in page


def test_the_source_view_shows_the_mail_as_it_would_travel(client: Client) -> None:
    a_game()
    deliver_all()
    page = client.get(f"/mailbox/{newest().pk}/?view=source").content.decode()
    assert "Message-ID: &lt;" in page
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in page


def test_an_unknown_mail_is_a_404(client: Client) -> None:
    assert client.get("/mailbox/77/").status_code == 404
    assert client.get("/mailbox/77/html/").status_code == 404


def test_without_the_local_mailbox_there_is_no_such_page(
    client: Client, settings: Settings
) -> None:
    a_game()
    deliver_all()
    settings.MAILBOX_ENABLED = False
    for address in ("/mailbox/", f"/mailbox/{newest().pk}/", f"/mailbox/{newest().pk}/html/"):
        assert client.get(address).status_code == 404


def test_nothing_is_changed_by_any_method(client: Client) -> None:
    assert client.post("/mailbox/").status_code == 405


def test_pages_lead_to_the_mailbox_only_while_there_is_one(
    client: Client, settings: Settings
) -> None:
    link = 'href="/mailbox/"'
    assert link in client.get("/").content.decode()
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    code_page = client.get("/accounts/login/code/confirm/").content.decode()
    assert f"On this demo site mail lands in the <a {link}>mailbox page</a>." in code_page
    settings.MAILBOX_ENABLED = False
    assert link not in client.get("/").content.decode()
    code_page = client.get("/accounts/login/code/confirm/").content.decode()
    assert "Type the code" in code_page
    assert link not in code_page
