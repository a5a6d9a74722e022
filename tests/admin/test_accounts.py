"""The admin's pages that change a player's address and erase an account."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.models import AuditEntry, MailKind, OutgoingMail, Player
from tests.factories import a_game, a_player

pytestmark = pytest.mark.django_db

NEW = "new@example.org"


def browser_of(*rights: str, **fields: object) -> Client:
    """Return the browser of somebody on the staff with these rights."""
    client, judge = Client(), a_player("judge", is_staff=True, **fields)
    judge.user_permissions.add(*Permission.objects.filter(codename__in=rights))
    client.force_login(judge)
    return client


def path_of(page: str, player: Player) -> str:
    return reverse(f"admin:games_player_{page}", args=[player.pk])


def test_staff_change_an_address(transactional_db: None) -> None:
    a_game()
    alice, staff = a_player("alice"), browser_of("change_player", "view_player")
    path = path_of("address", alice)
    assert path in staff.get(path_of("change", alice)).content.decode()
    assert staff.get(path).status_code == 200
    response = staff.post(path, {"email": " New@example.org", "is_told": "on"})
    assert response["Location"] == path_of("change", alice)
    alice.refresh_from_db()
    assert alice.email == NEW
    assert OutgoingMail.objects.filter(kind=MailKind.ADDRESS_CHANGED).count() == 1
    assert AuditEntry.objects.get(action="change_address").actor == Player.objects.get(name="judge")


def test_a_bad_or_taken_address_is_refused_with_the_reason() -> None:
    alice, staff = a_player("alice"), browser_of("change_player")
    a_player("bob", is_staff=True)
    for email, sentence in (("nobody", "is not a mail address"), ("bob@example.org", "Another")):
        response = staff.post(path_of("address", alice), {"email": email})
        assert response.status_code == 422
        assert sentence in response.content.decode()


def test_staff_erase_an_account_by_its_name() -> None:
    alice, staff = a_player("alice"), browser_of("delete_player", "view_player")
    path = path_of("erase", alice)
    assert staff.post(path, {"name": "bob"}).status_code == 422
    assert staff.post(path, {"name": "alice"}).status_code == 302
    alice.refresh_from_db()
    assert alice.name == f"former player {alice.pk}"


@pytest.mark.parametrize("page", ["address", "erase"])
def test_without_the_right_nothing_happens(page: str) -> None:
    alice, staff = a_player("alice"), browser_of("view_player")
    data = {"email": NEW, "name": "alice"}
    assert staff.post(path_of(page, alice), data).status_code == 403
    alice.refresh_from_db()
    assert (alice.name, alice.email) == ("alice", "alice@example.org")


@pytest.mark.parametrize("page", ["address", "erase"])
def test_superusers_are_kept_from_plain_staff(page: str) -> None:
    chief = a_player("chief", is_superuser=True)
    staff = browser_of("change_player", "delete_player")
    assert staff.post(path_of(page, chief), {"email": NEW, "name": "chief"}).status_code == 403
