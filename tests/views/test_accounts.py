"""Signing in by mailed code, signing out, preferences."""

import time
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import NoReverseMatch, reverse
from pytest_django import Settings

from games.mail.codes import sign_in_code
from games.models import MailKind, OutgoingMail, Player
from tests.factories import a_player

pytestmark = pytest.mark.django_db

SIGN_IN = "/accounts/login/"
CODE = "/accounts/login/code/confirm/"


def ask(client: Client, email: str = "alice@example.org", **data: str) -> None:
    """Ask for a code and land on the page that takes it."""
    response = client.post(SIGN_IN, {"email": email, **data})
    assert response.status_code == 302
    assert response["Location"].startswith(CODE)


def mailed_code(email: str = "alice@example.org") -> str:
    """Return the code of the newest sign-in mail to this address, as the mail would show it."""
    mail = OutgoingMail.objects.filter(kind=MailKind.SIGN_IN, player__email=email).latest("pk")
    return sign_in_code(mail.context["nonce"], email)


def is_signed_in(client: Client) -> bool:
    """Tell whether this browser has a signed-in session."""
    return "_auth_user_id" in client.session


def test_the_mailed_code_signs_a_player_in(client: Client) -> None:
    a_player("alice")
    ask(client)
    response = client.post(CODE, {"code": mailed_code()})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert is_signed_in(client)


def test_an_unknown_address_becomes_a_player(client: Client) -> None:
    ask(client, " Erin.Smith@Example.ORG ")
    client.post(CODE, {"code": mailed_code("erin.smith@example.org")})
    assert is_signed_in(client)
    assert Player.objects.get(email="erin.smith@example.org").name == "erin smith"


def test_the_answer_is_the_same_for_known_unknown_and_closed_accounts(client: Client) -> None:
    a_player("alice")
    a_player("bob", is_active=False)
    pages = []
    for email in ("alice@example.org", "bob@example.org", "new@example.org"):
        browser = Client()
        answer = browser.post(SIGN_IN, {"email": email})
        page = browser.get(answer["Location"]).content.decode()
        pages.append((answer.status_code, answer["Location"], _without_secrets(page, email)))
    assert pages[0] == pages[1] == pages[2]


def _without_secrets(page: str, email: str) -> str:
    lines = [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line]
    return "\n".join(lines).replace(email, "ADDRESS")


def test_a_closed_account_gets_no_mail_and_lets_nobody_in(client: Client) -> None:
    a_player("bob", is_active=False)
    ask(client, "bob@example.org")
    assert not OutgoingMail.objects.exists()
    assert client.post(CODE, {"code": ""}).status_code == 422
    assert client.post(CODE, {"code": "CDF-GHJ"}).status_code == 422


def test_no_row_and_no_page_holds_the_code(client: Client) -> None:
    ask(client)
    code = mailed_code()
    mail = OutgoingMail.objects.get()
    assert set(mail.context) == {"nonce"}
    assert code not in client.get(CODE).content.decode()
    assert code not in str(mail.__dict__)


def test_the_code_may_be_typed_in_small_letters_without_the_dash(client: Client) -> None:
    ask(client)
    client.post(CODE, {"code": mailed_code().replace("-", " ").lower()})
    assert is_signed_in(client)


def test_a_wrong_code_is_refused_with_a_sentence(client: Client) -> None:
    ask(client)
    response = client.post(CODE, {"code": "WRO-NGG"})
    assert response.status_code == 422
    assert "This is not the code we mailed" in response.content.decode()


def test_three_wrong_codes_end_the_attempt(client: Client) -> None:
    ask(client)
    code = mailed_code()
    for _ in range(3):
        response = client.post(CODE, {"code": "WRO-NGG"})
    assert response["Location"] == "/accounts/login/code/"
    assert "Too many wrong codes" in client.get(SIGN_IN).content.decode()
    client.post(CODE, {"code": code})
    assert not is_signed_in(client)


def test_a_code_is_worth_nothing_after_a_quarter_of_an_hour(client: Client) -> None:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC)) as clock:
        ask(client)
        clock.shift(16 * 60)
        response = client.post(CODE, {"code": mailed_code()}, follow=True)
    assert "no longer valid" in response.content.decode()
    assert not is_signed_in(client)


def test_a_code_asked_for_in_one_browser_does_not_open_another(client: Client) -> None:
    ask(client)
    other = Client()
    ask(other)
    older = OutgoingMail.objects.earliest("pk").context["nonce"]
    other.post(CODE, {"code": sign_in_code(older, "alice@example.org")})
    assert not is_signed_in(other)


def test_a_new_code_makes_the_old_one_worthless(client: Client) -> None:
    ask(client)
    old = mailed_code()
    response = client.post(CODE, {"action": "resend"}, follow=True)
    assert "We mailed a new code" in response.content.decode()
    assert client.post(CODE, {"code": old}).status_code == 422
    client.post(CODE, {"code": mailed_code()})
    assert is_signed_in(client)


def test_each_request_queues_one_mail_with_a_key_of_its_own(client: Client) -> None:
    ask(client)
    client.post(CODE, {"action": "resend"})
    assert OutgoingMail.objects.filter(kind=MailKind.SIGN_IN).count() == 2


def test_asking_for_code_after_code_is_stopped_with_a_page(client: Client) -> None:
    for _ in range(3):
        ask(client)
    response = client.post(SIGN_IN, {"email": "alice@example.org"})
    assert response.status_code == 429
    assert "Too many" in response.content.decode()
    assert OutgoingMail.objects.count() == 3


def test_resending_counts_against_the_same_limit(client: Client) -> None:
    ask(client)
    for _ in range(2):
        client.post(CODE, {"action": "resend"})
    assert Client().post(SIGN_IN, {"email": "alice@example.org"}).status_code == 429


def test_one_client_cannot_mail_codes_to_many_strangers(client: Client) -> None:
    for number in range(20):
        ask(Client(), f"stranger{number}@example.org")
    assert client.post(SIGN_IN, {"email": "one.more@example.org"}).status_code == 429
    assert not Player.objects.filter(email="one.more@example.org").exists()


@pytest.mark.parametrize(
    "email",
    ["", "nobody", "a@b", "x" * 300 + "@example.org", "a\0b@example.org", "a b@example.org"],
)
def test_what_is_no_address_is_refused_and_kept(client: Client, email: str) -> None:
    response = client.post(SIGN_IN, {"email": email})
    assert response.status_code == 422
    assert not Player.objects.exists()


def test_a_mistyped_address_can_be_changed_from_the_code_page(client: Client) -> None:
    ask(client, "alcie@example.org")
    page = client.get(CODE).content.decode()
    assert 'href="/accounts/login/"' in page
    assert client.get(SIGN_IN).status_code == 200
    ask(client)
    client.post(CODE, {"code": mailed_code()})
    assert is_signed_in(client)


def test_signing_in_leads_on_to_the_page_asked_for(client: Client) -> None:
    response = client.get("/games/new/")
    assert response["Location"] == "/accounts/login/code/?next=/games/new/"
    answer = client.post(response["Location"], {"email": "alice@example.org"})
    assert answer["Location"] == f"{CODE}?next=%2Fgames%2Fnew%2F"
    response = client.post(answer["Location"], {"code": mailed_code(), "next": "/games/new/"})
    assert response["Location"] == "/games/new/"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"],
)
def test_signing_in_never_leads_to_another_site(client: Client, target: str) -> None:
    ask(client, next=target)
    response = client.post(f"{CODE}?next={target}", {"code": mailed_code(), "next": target})
    assert response["Location"] == "/"


def test_signing_out_never_leads_to_another_site(client: Client) -> None:
    client.force_login(a_player("alice"))
    response = client.post("/accounts/logout/", {"next": "https://evil.example/"})
    assert response["Location"] == "/"
    assert not is_signed_in(client)


def test_nobody_is_signed_out_by_a_link(client: Client) -> None:
    client.force_login(a_player("alice"))
    assert "Sign out?" in client.get("/accounts/logout/").content.decode()
    assert is_signed_in(client)


def test_signing_in_changes_the_session_key(client: Client) -> None:
    ask(client)
    before = client.session.session_key
    client.post(CODE, {"code": mailed_code()})
    assert client.session.session_key != before


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(client: Client) -> None:
    ask(client)
    cookie = client.cookies["azul_session"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.parametrize(
    "path",
    [
        "signup/",
        "email/",
        "confirm-email/",
        "password/change/",
        "password/set/",
        "password/reset/",
        "reauthenticate/",
        "reauthenticate/code/",
        "3rdparty/",
    ],
)
def test_pages_of_passwords_and_sign_up_do_not_exist(client: Client, path: str) -> None:
    assert client.get(f"/accounts/{path}").status_code == 404


def test_no_password_page_has_a_name() -> None:
    for name in ("account_signup", "account_change_password", "account_reset_password"):
        with pytest.raises(NoReverseMatch):
            reverse(name)


def test_the_accounts_folder_leads_to_the_preferences(client: Client) -> None:
    assert client.get("/accounts/")["Location"] == "/accounts/preferences/"


def test_a_player_closed_while_the_code_is_on_its_way_stays_out(client: Client) -> None:
    alice = a_player("alice")
    ask(client)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    response = client.post(CODE, {"code": mailed_code()}, follow=True)
    assert "This account is closed" in response.content.decode()
    assert not is_signed_in(client)


def test_closing_an_account_ends_its_sessions(client: Client) -> None:
    alice = a_player("alice")
    client.force_login(alice)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get("/accounts/preferences/").status_code == 302


def test_after_a_change_of_address_only_the_new_one_opens_the_account(client: Client) -> None:
    alice = a_player("alice")
    ask(client)
    client.post(CODE, {"code": mailed_code()})
    Player.objects.filter(pk=alice.pk).update(email="new@example.org")
    other = Client()
    ask(other)
    other.post(CODE, {"code": mailed_code()})
    assert other.session["_auth_user_id"] != str(alice.pk)


def test_a_code_mailed_to_the_address_before_opens_nothing(client: Client) -> None:
    alice = a_player("alice")
    ask(client)
    code = mailed_code()
    Player.objects.filter(pk=alice.pk).update(email="new@example.org")
    response = client.post(CODE, {"code": code}, follow=True)
    assert "no longer valid" in response.content.decode()
    assert not is_signed_in(client)


def test_signing_in_by_code_shows_that_the_address_works_again(client: Client) -> None:
    alice = a_player("alice", mail_failing_at=datetime(2026, 6, 1, tzinfo=UTC))
    ask(client)
    client.post(CODE, {"code": "WRO-NGG"})
    assert Player.objects.get(pk=alice.pk).mail_failing_at is not None
    client.post(CODE, {"code": mailed_code()})
    assert Player.objects.get(pk=alice.pk).mail_failing_at is None


def test_the_first_sign_in_invites_to_choose_a_name(client: Client) -> None:
    ask(client)
    client.post(CODE, {"code": mailed_code()})
    assert "Choose your name and time zone" in client.get("/").content.decode()
    client.post("/accounts/preferences/", PREFERENCES)
    assert "Choose your name and time zone" not in client.get("/").content.decode()


PREFERENCES = {"name": "Alice of Oz", "time_zone": "Asia/Tokyo", "notices": "never"}


def test_preferences_are_kept(client: Client) -> None:
    alice = a_player("alice")
    client.force_login(alice)
    response = client.post("/accounts/preferences/", PREFERENCES)
    assert response["Location"] == "/accounts/preferences/"
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.notices) == ("Alice of Oz", "Asia/Tokyo", "never")


def test_the_language_is_asked_for_only_where_there_is_a_choice(
    client: Client, settings: Settings
) -> None:
    alice = a_player("alice")
    client.force_login(alice)
    settings.LANGUAGES = [("en", "English")]
    assert "Language" not in client.get("/accounts/preferences/").content.decode()
    settings.LANGUAGES = [("en", "English"), ("ja", "日本語")]
    assert "日本語" in client.get("/accounts/preferences/").content.decode()
    response = client.post("/accounts/preferences/", {**PREFERENCES, "language": "ja"})
    assert response.cookies["django_language"].value == "ja"
    assert Player.objects.get(pk=alice.pk).language == "ja"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Give a name."),
        ("name", "bob", "The name bob is taken."),
        ("name", "http://evil.example", "Names can&#x27;t hold"),
        ("name", "x" * 31, "at most 30 characters"),
        ("name", "a\0b", "a character that nobody can see"),
        ("time_zone", "Middle-earth/Shire", "Choose one of the time zones"),
        ("notices", "sometimes", "Choose when you want turn mails."),
    ],
)
def test_bad_preferences_are_refused_with_the_reason(
    client: Client, field: str, value: str, sentence: str
) -> None:
    alice = a_player("alice")
    a_player("bob")
    client.force_login(alice)
    response = client.post("/accounts/preferences/", {**PREFERENCES, field: value})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    alice.refresh_from_db()
    assert alice.name == "alice"


def test_times_are_shown_in_the_readers_zone(client: Client) -> None:
    client.force_login(a_player("alice", time_zone="Asia/Tokyo"))
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False):
        page = client.get("/accounts/preferences/").content.decode()
    assert '<time datetime="2026-06-01T12:00:00+00:00">Mon 1 Jun, 21:00 JST</time>' in page


def test_an_unknown_zone_in_the_database_shows_utc(client: Client) -> None:
    client.force_login(a_player("alice", time_zone="Nowhere/Land"))
    assert "UTC" in client.get("/accounts/preferences/").content.decode()


def test_visitors_are_led_to_sign_in_before_preferences(client: Client) -> None:
    response = client.get("/accounts/preferences/")
    assert response["Location"].startswith("/accounts/login/code/?next=")


def test_asking_takes_about_the_same_time_for_any_address() -> None:
    """Not a proof, but a guard against mailing inside the request."""
    begin = time.monotonic()
    ask(Client(), "quick@example.org")
    assert time.monotonic() - begin < 2
