"""The form that sets up a table."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Entry, Game, GameStatus, Invitation, MailKind, OutgoingMail, Seat
from tests.factories import a_finished_game, a_game, a_player

pytestmark = pytest.mark.django_db

FORM = {
    "seat_1": "invite",
    "address_1": "bob@example.org",
    "seat_2": "nobody",
    "address_2": "",
    "seat_3": "nobody",
    "address_3": "",
    "entry": "open",
    "name": "Friday tiles",
    "wall": "colored",
    "pace": "3d",
}


def test_an_invited_person_is_mailed_and_the_table_waits(alice: Client) -> None:
    response = alice.post("/games/new/", {**FORM, "address_1": "Bob@Example.org"}, follow=True)
    game = Game.objects.get()
    assert response.redirect_chain == [(f"/games/{game.pk}/", 303)]
    assert "the invitations are on their way" in response.content.decode()
    assert (game.status, game.entry) == (GameStatus.OPEN, Entry.INVITED)
    assert Invitation.objects.get().email == "bob@example.org"
    assert OutgoingMail.objects.get().kind == MailKind.INVITATION


def test_a_form_with_addresses_only_invites_them(alice: Client) -> None:
    fields = {key: FORM[key] for key in ("address_1", "name", "wall", "pace")}
    alice.post("/games/new/", {**fields, "address_2": "carol@example.org"})
    assert Game.objects.get().places == 3
    assert Invitation.objects.count() == 2


def test_places_left_free_are_for_anyone_or_for_people_with_the_link(alice: Client) -> None:
    for entry in ("open", "link"):
        alice.post("/games/new/", {**FORM, "seat_1": "free", "entry": entry})
    assert list(Game.objects.order_by("pk").values_list("entry", flat=True)) == ["open", "link"]


def test_a_practice_game_begins_at_once(alice: Client) -> None:
    response = alice.post("/games/new/", {**FORM, "seat_1": "bot", "seat_2": "bot"}, follow=True)
    assert Game.objects.get().status == GameStatus.RUNNING
    assert Seat.objects.filter(bot="greedy").count() == 2
    assert "The game has begun." in response.content.decode()


def test_each_bot_is_as_strong_as_was_chosen(alice: Client) -> None:
    seats = {"seat_1": "bot-search", "seat_2": "bot-random", "seat_3": "bot"}
    page = alice.post("/games/new/", {**FORM, **seats}, follow=True).content.decode()
    kinds = Seat.objects.exclude(bot="").order_by("index").values_list("bot", flat=True)
    assert list(kinds) == ["search", "random", "greedy"]
    for title in ("Search – strong", "Random – for trying out", "Greedy – casual"):
        assert f"bot · {title}" in page


def test_an_address_behind_a_bot_is_not_mailed(alice: Client) -> None:
    alice.post("/games/new/", {**FORM, "seat_1": "bot"})
    assert not Invitation.objects.exists()


def test_a_link_may_choose_the_company(alice: Client) -> None:
    assert '<option value="bot" selected>' in alice.get("/games/new/?with=bot").content.decode()
    assert '<option value="invite" selected>' in alice.get("/games/new/?with=x").content.decode()


def test_the_form_says_how_it_goes_on(alice: Client) -> None:
    page = alice.get("/games/new/").content.decode()
    assert "How it goes on" in page
    assert 'value="alice’s table"' in page


def test_a_visitor_is_asked_to_sign_in_first(client: Client) -> None:
    response = client.get("/games/new/")
    assert response["Location"] == "/accounts/login/code/?next=/games/new/"
    assert client.post("/games/new/", FORM).status_code == 302
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"address_1": ""}, "Give the address of the person to invite."),
        ({"address_1": "nobody"}, "“nobody” is not a mail address."),
        ({"address_1": "Alice@example.org"}, "This is your own address."),
        ({"seat_2": "invite", "address_2": "BOB@example.org"}, "This address stands here twice."),
        ({"address_1": "b\0b@example.org"}, "a character that nobody can see"),
        ({"seat_1": "nobody"}, "Choose one of these."),
        ({"seat_3": "dog"}, "Choose one of these."),
        ({"entry": "all"}, "Choose one of these."),
        ({"name": ""}, "Give the game a name."),
        ({"name": "see evil.example"}, "Names can&#x27;t hold"),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"wall": "purple"}, "Choose the colored or the gray wall."),
        ({"pace": "1s"}, "Choose one of these times"),
    ],
)
def test_a_fault_is_named_and_the_input_kept(
    alice: Client, change: dict[str, str], sentence: str
) -> None:
    response = alice.post("/games/new/", {**FORM, "address_3": "dave@example.org", **change})
    page = response.content.decode()
    assert response.status_code in {409, 422}
    assert sentence in page
    assert 'value="dave@example.org"' in page
    assert not Game.objects.exists()


def test_a_closed_account_is_not_invited(alice: Client) -> None:
    a_player("bob", is_active=False)
    response = alice.post("/games/new/", FORM)
    assert response.status_code == 403
    assert not Game.objects.exists()


def test_the_days_limit_is_told_with_429_and_the_input_kept(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.lobby.TABLES_PER_DAY", 1)
    alice.post("/games/new/", FORM)
    response = alice.post("/games/new/", FORM)
    assert response.status_code == 429
    assert 'value="bob@example.org"' in response.content.decode()
    assert Game.objects.count() == 1


def test_a_double_tap_sets_up_one_table(alice: Client) -> None:
    page = alice.get("/games/new/").content.decode()
    once = re.search(r'name="once" value="(\w+)"', page)
    assert once is not None
    answers = [alice.post("/games/new/", {**FORM, "once": once[1]}) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Game.objects.count() == 1


def test_a_refused_form_can_be_sent_again(alice: Client) -> None:
    bad = {**FORM, "once": "abc", "name": "see evil.example"}
    assert alice.post("/games/new/", bad).status_code == 422
    assert alice.post("/games/new/", {**bad, "name": "Fine"}).status_code == 303


def test_a_form_refused_again_and_again_stands_there_with_its_fault_each_time(
    alice: Client,
) -> None:
    bad = {**FORM, "once": "abc", "name": "see evil.example"}
    for _ in range(12):
        response = alice.post("/games/new/", bad)
        assert response.status_code in {409, 422}
        assert "Names can&#x27;t hold" in response.content.decode()
        assert 'value="bob@example.org"' in response.content.decode()
    good = [alice.post("/games/new/", {**bad, "name": "Fine"}) for _ in range(5)]
    game = Game.objects.get()
    assert {answer["Location"] for answer in good} == {f"/games/{game.pk}/"}


def test_a_second_tap_waits_for_the_first_and_never_leads_home(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.start.TWIN_SECONDS", 0.1)
    host = a_player("alice")
    cache.set(f"new-game:{host.pk}:abc", "", 60)
    response = alice.post("/games/new/", {**FORM, "once": "abc"})
    assert response.status_code == 409
    assert "being set up already" in response.content.decode()
    assert 'value="bob@example.org"' in response.content.decode()


def test_a_form_whose_setting_up_broke_can_be_sent_again(
    alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.delattr("games.views.start.offer_table")
        with pytest.raises(NameError):
            alice.post("/games/new/", {**FORM, "once": "abc"})
    assert alice.post("/games/new/", {**FORM, "once": "abc"}).status_code == 303


def test_a_body_that_is_too_large_is_refused(alice: Client) -> None:
    assert alice.post("/games/new/", {**FORM, "name": "x" * 300_000}).status_code in {400, 413}


def test_who_lets_many_games_wait_gets_a_friendly_page(alice: Client, settings: object) -> None:
    settings.MOST_WAITING_GAMES = 1  # type: ignore[attr-defined]
    waiting = [a_game(seed=bytes([number]) * 32) for number in range(2)]
    response = alice.post("/games/new/", {**FORM, "once": "abc"})
    page = response.content.decode()
    assert response.status_code == 409
    assert "Many games wait for you" in page
    assert all(f'href="/games/{game.pk}/"' in page for game in waiting)
    settings.MOST_WAITING_GAMES = 2  # type: ignore[attr-defined]
    assert alice.post("/games/new/", {**FORM, "once": "abc"}).status_code == 303


# Rematch


def test_a_finished_game_offers_a_rematch_to_its_players_only(alice: Client) -> None:
    game = a_finished_game()
    button = f'action="/games/{game.pk}/rematch/"'
    assert button in alice.get(f"/games/{game.pk}/").content.decode()
    alice.force_login(a_player("carol"))
    assert button not in alice.get(f"/games/{game.pk}/").content.decode()
    assert button not in Client().get(f"/games/{game.pk}/").content.decode()


def test_a_game_being_played_offers_no_rematch(alice: Client) -> None:
    assert "/rematch/" not in alice.get(f"/games/{a_game().pk}/").content.decode()


def test_pressing_rematch_leads_to_the_new_table_and_again_to_the_same(alice: Client) -> None:
    old = a_finished_game()
    answers = [alice.post(f"/games/{old.pk}/rematch/") for _ in range(2)]
    game = Game.objects.get(rematch_of=old)
    assert [(each.status_code, each["Location"]) for each in answers] == [
        (303, f"/games/{game.pk}/")
    ] * 2
    alice.force_login(a_player("bob"))
    page = alice.post(f"/games/{old.pk}/rematch/", follow=True).content.decode()
    assert "Your answer" in page


def test_who_may_not_ask_for_a_rematch(alice: Client) -> None:
    running, others = a_game(), a_finished_game("bob", "carol")
    page = alice.post(f"/games/{running.pk}/rematch/", follow=True).content.decode()
    assert "This game is not finished." in page
    alice.post(f"/games/{others.pk}/rematch/")
    assert alice.get(f"/games/{others.pk}/rematch/").status_code == 405
    assert alice.post("/games/999/rematch/").status_code == 404
    assert Client().post(f"/games/{others.pk}/rematch/").status_code == 302
    assert not Game.objects.filter(rematch_of__isnull=False).exists()
