"""Pages of a change of address: asking signed in, confirming and undoing behind mailed links."""

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import AddressChange, Player
from games.services.addresses import ask_address_change, confirm_address_change
from games.services.tokens import (
    invite_token,
    read_restore_token,
    read_verify_token,
    restore_token,
    unsubscribe_token,
    verify_token,
)
from tests.factories import a_player

pytestmark = pytest.mark.django_db

OLD, NEW = "alice@example.org", "new@example.org"
ASK = "/accounts/address/"


def asked(email: str = NEW) -> AddressChange:
    player = a_player("alice")
    return ask_address_change(player_id=player.pk, email=email, now=timezone.now())


def changed() -> AddressChange:
    change = asked()
    confirm_address_change(change_id=change.pk, now=timezone.now())
    return change


def confirm_path(change: AddressChange) -> str:
    return f"/c/{verify_token(change_id=change.pk)}/"


def restore_path(change: AddressChange) -> str:
    return f"/r/{restore_token(change_id=change.pk)}/"


def address() -> str:
    return Player.objects.get(name="alice").email


def test_a_player_asks_for_a_link_on_a_page(client: Client) -> None:
    client.force_login(a_player("alice"))
    assert 'href="/accounts/address/"' in client.get("/accounts/preferences/").content.decode()
    response = client.post(ASK, {"email": NEW}, follow=True)
    page = response.content.decode()
    assert "a mail is on its way to the new address" in page
    assert f"We mailed a link to {NEW}" in page
    assert address() == OLD


@pytest.mark.parametrize(
    ("email", "sentence"),
    [
        ("", "Give your mail address."),
        ("nobody", "is not a mail address"),
        (OLD, "This is your address already."),
    ],
)
def test_a_bad_address_is_refused_with_the_reason(
    client: Client, email: str, sentence: str
) -> None:
    client.force_login(a_player("alice"))
    response = client.post(ASK, {"email": email})
    assert response.status_code == 422
    assert sentence in response.content.decode()


def test_a_taken_address_is_answered_like_any_other(client: Client) -> None:
    a_player("bob", last_login=timezone.now())
    client.force_login(a_player("alice"))
    pages = []
    for email in ("bob@example.org", NEW):
        page = client.post(ASK, {"email": email}, follow=True).content.decode()
        lines = [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line]
        pages.append("\n".join(lines).replace(email, "ADDRESS"))
    assert pages[0] == pages[1]


def test_visitors_are_led_to_sign_in(client: Client) -> None:
    assert client.get(ASK)["Location"].startswith("/accounts/login/code/?next=")


def test_opening_the_links_changes_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    change = asked()
    for ask in (client.get, client.head):
        with django_assert_num_queries(1):
            response = ask(confirm_path(change))
        assert response.status_code == 200
        assert not response.cookies
        assert response["Referrer-Policy"] == "strict-origin"
        assert "no-store" in response["Cache-Control"]
    assert address() == OLD


def test_the_new_address_is_confirmed_without_a_session() -> None:
    change = asked()
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(confirm_path(change)).content.decode()
    assert "checked" not in page
    response = browser.post(confirm_path(change), {"answer": "yes"}, follow=True)
    assert "Your address is changed" in response.content.decode()
    assert address() == NEW
    assert browser.post(confirm_path(change), {"answer": "yes"}).status_code == 303


def test_a_button_pressed_without_an_answer_does_nothing(client: Client) -> None:
    change = asked()
    assert client.post(confirm_path(change)).status_code == 422
    assert address() == OLD
    confirm_address_change(change_id=change.pk, now=timezone.now())
    assert client.post(restore_path(change)).status_code == 422
    assert address() == NEW


def test_a_stranger_can_say_no(client: Client) -> None:
    change = asked()
    response = client.post(confirm_path(change), {"answer": "no"}, follow=True)
    assert "This wish was taken back" in response.content.decode()
    response = client.post(confirm_path(change), {"answer": "yes"})
    assert response.status_code == 409
    assert address() == OLD


def test_an_address_taken_meanwhile_is_said_there(client: Client) -> None:
    change = asked()
    Player.objects.create(email=NEW, name="bob", last_login=timezone.now())
    response = client.post(confirm_path(change), {"answer": "yes"})
    assert response.status_code == 409
    assert "Another account has this address." in response.content.decode()


def test_the_old_address_takes_the_account_back_and_ends_its_sessions(client: Client) -> None:
    change = changed()
    thief = Client()
    thief.force_login(Player.objects.get(name="alice"))
    assert "Was this not you?" in client.get(restore_path(change)).content.decode()
    assert address() == NEW
    response = client.post(restore_path(change), {"answer": "restore"}, follow=True)
    assert "Your account is yours again" in response.content.decode()
    assert address() == OLD
    assert thief.get("/accounts/preferences/").status_code == 302


def test_a_link_that_is_spent_says_so(client: Client) -> None:
    change = asked()
    Player.objects.filter(name="alice").update(email="third@example.org")
    assert "no longer valid" in client.get(confirm_path(change)).content.decode()
    assert "undone any more" in client.get(restore_path(change)).content.decode()


def test_links_for_another_purpose_are_no_links_here(client: Client) -> None:
    change = asked()
    tokens = [
        restore_token(change_id=change.pk),
        invite_token(invitation_id=change.pk),
        unsubscribe_token(player_id=change.player_id, game_id=None),
        verify_token(change_id=change.pk)[:-1],
        verify_token(change_id=change.pk + 1),
        "x" * 5000,
    ]
    for token in tokens:
        assert client.post(f"/c/{token}/", {"answer": "yes"}).status_code == 404
    assert client.post(f"/r/{verify_token(change_id=change.pk)}/").status_code == 404
    assert address() == OLD


def test_many_bad_links_are_too_many(client: Client) -> None:
    answers = [client.get("/c/1.bad/").status_code for _ in range(31)]
    assert answers[-2:] == [404, 429]


def test_tokens_come_back_as_they_went() -> None:
    assert read_verify_token(verify_token(change_id=7)) == 7
    assert read_restore_token(restore_token(change_id=7)) == 7
