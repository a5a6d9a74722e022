"""The page of a table that waits for players."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, GameStatus, Invitation, MailKind, OutgoingMail, Seat
from games.services.tables import cancel_table, join_table
from games.services.tokens import join_token
from tests.factories import NOW, a_game, a_player, a_table
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db


def act(name: str, game: Game, do: str, **fields: str) -> tuple[int, str]:
    response = signed_in(name).post(f"/games/{game.pk}/table/", {"do": do, **fields})
    return response.status_code, response.content.decode() or response["Location"]


def status_of(game: Game) -> str:
    return str(Game.objects.get(pk=game.pk).status)


def link_of(game: Game) -> str:
    return f"/j/{join_token(game_id=game.pk)}/"


def test_an_open_table_shows_its_places_to_everybody_and_lets_players_join() -> None:
    game = a_table(free=2)
    visitor = Client().get(f"/games/{game.pk}/").content.decode()
    assert "2 places are free" in visitor
    assert f'href="/accounts/login/?next=/games/{game.pk}/"' in visitor
    assert 'value="join"' in signed_in("bob").get(f"/games/{game.pk}/").content.decode()


def test_joining_leads_to_the_table_and_the_last_one_to_the_game() -> None:
    game = a_table(free=2)
    assert act("bob", game, "join") == (303, f"/games/{game.pk}/")
    assert (
        "When every place is taken" in signed_in("bob").get(f"/games/{game.pk}/").content.decode()
    )
    act("carol", game, "join")
    assert status_of(game) == GameStatus.RUNNING
    assert "Your turn" in "".join(
        signed_in(name).get(f"/games/{game.pk}/").content.decode()
        for name in ("alice", "bob", "carol")
    )


@pytest.mark.parametrize("entry", ["invited", "link"])
def test_a_private_table_is_for_those_it_concerns(entry: str) -> None:
    game = a_table(invite=("bob",), free=1, entry=entry)
    path = f"/games/{game.pk}/"
    assert signed_in("carol").get(path).status_code == 404
    assert Client().get(path)["Location"] == f"/accounts/login/?next={path}"
    assert "Your answer" in signed_in("bob").get(path).content.decode()
    assert signed_in("alice").get(path).status_code == 200


def test_an_address_shows_to_the_host_only() -> None:
    game = a_table(invite=("eve",), free=1)
    path = f"/games/{game.pk}/"
    assert "eve@example.org" in signed_in("alice").get(path).content.decode()
    assert "eve@example.org" not in signed_in("bob").get(path).content.decode()


def test_the_private_link_lets_in_who_holds_it() -> None:
    game = a_table(free=1, entry="link")
    assert link_of(game) in signed_in("alice").get(f"/games/{game.pk}/").content.decode()
    bob = signed_in("bob")
    assert "Take a place" in bob.get(link_of(game)).content.decode()
    assert bob.post(link_of(game))["Location"] == f"/games/{game.pk}/"
    assert status_of(game) == GameStatus.RUNNING


def test_a_visitor_with_the_link_is_led_through_signing_in() -> None:
    game = a_table(free=1, entry="link")
    page = Client().get(link_of(game))
    assert f'href="/accounts/login/?next={link_of(game)}"' in page.content.decode()
    assert Client().post(link_of(game))["Location"] == f"/accounts/login/?next={link_of(game)}"
    assert Seat.objects.filter(game=game).count() == 1


def test_a_link_of_a_table_for_invited_people_lets_nobody_in() -> None:
    game = a_table(free=1, entry="invited")
    response = signed_in("bob").post(link_of(game))
    assert response.status_code == 403
    assert "This table is for invited people." in response.content.decode()


def test_a_link_leads_to_the_game_once_it_began() -> None:
    game = a_table(robots=1)
    assert signed_in("bob").get(link_of(game))["Location"] == f"/games/{game.pk}/"


@pytest.mark.parametrize("token", ["x", "1.x", "1", "%00", "a" * 300])
def test_a_bad_link_is_not_found(token: str) -> None:
    assert Client().get(f"/j/{token}/").status_code == 404


def test_many_bad_links_are_turned_away() -> None:
    client = Client()
    codes = [client.get("/j/x/").status_code for _ in range(31)]
    assert codes[-2:] == [404, 429]


def test_opening_pages_changes_nothing() -> None:
    game = a_table(invite=("bob",), free=1)
    before = [list(model.objects.values()) for model in (Game, Seat, Invitation)]
    for name in ("alice", "bob", "carol"):
        for path in (f"/games/{game.pk}/", link_of(game)):
            signed_in(name).get(path)
            signed_in(name).head(path)
        assert signed_in(name).get(f"/games/{game.pk}/table/").status_code == 405
    assert [list(model.objects.values()) for model in (Game, Seat, Invitation)] == before


def test_the_host_invites_and_takes_back() -> None:
    game = a_table(free=1)
    assert act("alice", game, "invite", email="bob@example.org")[0] == 303
    page = signed_in("alice").get(f"/games/{game.pk}/").content.decode()
    assert "waits for 1 answer" in page
    number = str(Invitation.objects.get().pk)
    assert act("alice", game, "withdraw", invitation=number)[0] == 303
    assert Invitation.objects.get().state == "withdrawn"


@pytest.mark.parametrize(
    ("email", "code", "sentence"),
    [
        ("nobody", 409, "“nobody” is not a mail address."),
        ("alice@example.org", 409, "This is your own address."),
        ("", 409, "is not a mail address"),
    ],
)
def test_a_bad_invitation_is_told_and_the_input_kept(email: str, code: int, sentence: str) -> None:
    game = a_table(free=1)
    status, page = act("alice", game, "invite", email=email)
    assert status == code
    assert sentence in page
    assert f'value="{email}"' in page or not email


def test_the_host_opens_the_table_fills_it_with_bots_and_calls_it_off() -> None:
    game = a_table(free=1, entry="invited")
    for entry in ("open", "link", "invited"):
        act("alice", game, entry)
        assert Game.objects.get().entry == entry
    act("alice", game, "bots")
    assert status_of(game) == GameStatus.RUNNING
    other = a_table(free=1)
    act("alice", other, "cancel")
    page = signed_in("alice").get(f"/games/{other.pk}/").content.decode()
    assert "This table was called off" in page


def test_the_host_chooses_how_strong_the_bots_are() -> None:
    game = a_table(free=2, invite=("bob",))
    act("alice", game, "bots", bot="search")
    assert [seat.bot for seat in Seat.objects.filter(game=game, player=None)] == ["search"] * 2
    page = signed_in("alice").get(f"/games/{game.pk}/").content.decode()
    assert "Search – strong · plays at once" in page


def test_a_bot_that_is_not_there_takes_no_place() -> None:
    game = a_table(free=1)
    act("alice", game, "bots", bot="clairvoyant")
    assert Seat.objects.filter(game=game).count() == 1


def test_a_guest_gives_the_place_back() -> None:
    game = a_table(free=2)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    assert act("bob", game, "leave") == (303, "/")
    assert Seat.objects.filter(game=game).count() == 1


@pytest.mark.parametrize("do", ["cancel", "bots", "link", "invite", "withdraw"])
def test_a_guest_can_do_nothing_that_is_the_hosts(do: str) -> None:
    game = a_table(free=2)
    assert act("bob", game, do, email="eve@example.org", invitation="1")[0] == 403
    assert status_of(game) == GameStatus.OPEN
    assert Seat.objects.filter(game=game).count() == 1


@pytest.mark.parametrize("do", ["", "dance", "\x00"])
def test_a_button_without_meaning_changes_nothing(do: str) -> None:
    status, page = act("alice", a_table(free=1), do)
    assert status == 422
    assert "nothing was changed" in page


def test_a_refusal_at_a_private_table_shows_nothing_of_it() -> None:
    game = a_table(free=1, entry="link", name="Secret plans")
    status, place = act("bob", game, "join")
    assert (status, place) == (303, "/")


def test_what_is_not_there_is_not_found() -> None:
    for path in ("/games/999/", f"/games/{10**25}/"):
        assert Client().get(path).status_code == 404
    assert signed_in("bob").post("/games/999/table/", {"do": "join"}).status_code == 404


def test_buttons_pressed_after_the_game_began_are_told() -> None:
    game = a_game()
    response = signed_in("alice").post(f"/games/{game.pk}/table/", {"do": "bots"}, follow=True)
    assert "This game has begun." in response.content.decode()


def test_a_table_that_waits_has_no_history_and_no_record() -> None:
    game = a_table(free=1)
    for path in ("turns/0/", "scores/", "record.azul", "record.json", "board.svg"):
        assert signed_in("alice").get(f"/games/{game.pk}/{path}").status_code == 404, path


def test_a_move_sent_to_a_table_that_waits_plays_nothing() -> None:
    game = a_table(free=1)
    response = signed_in("alice").post(f"/games/{game.pk}/", {"turn": "0", "move": "1B1"})
    assert response.status_code == 200
    assert status_of(game) == GameStatus.OPEN


def test_a_table_that_waits_is_not_resigned() -> None:
    game = a_table(free=1)
    assert signed_in("alice").post(f"/games/{game.pk}/resign/").status_code == 409
    assert Seat.objects.get(game=game).bot == ""


def test_forms_are_safe_from_other_sites() -> None:
    game = a_table(free=1)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(a_player("bob"))
    assert strict.post(f"/games/{game.pk}/table/", {"do": "join"}).status_code == 403
    assert strict.post(link_of(game)).status_code == 403


def test_many_waiting_games_get_a_friendly_page(settings: object) -> None:
    settings.MOST_WAITING_GAMES = 1  # type: ignore[attr-defined]
    for number in range(2):
        a_game("bob", "carol", seed=bytes([number]) * 32)
    game = a_table(free=1)
    status, page = act("bob", game, "join")
    assert status == 409
    assert "Many games wait for you" in page
    assert "Many games wait" in signed_in("bob").post(link_of(game)).content.decode()


def test_the_page_takes_the_same_queries_for_any_table(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    full = a_table(invite=("bob", "carol"), free=1)
    client = signed_in("alice")
    with django_assert_max_num_queries(8):
        client.get(f"/games/{full.pk}/")


# Lists


def test_home_shows_invitations_own_tables_and_tables_to_join() -> None:
    asked = a_table("carol", invite=("alice",), entry="invited", name="Asked")
    own = a_table(free=1, entry="link", name="Own")
    joinable = a_table("dave", free=1, name="Joinable")
    hidden = a_table("dave", free=1, entry="link", name="Hidden")
    page = signed_in("alice").get("/").content.decode()
    places = [page.index(f'href="/games/{game.pk}/"') for game in (asked, own, joinable)]
    assert places == sorted(places)
    assert f'href="/games/{hidden.pk}/"' not in page


def test_home_lists_no_table_that_is_full_called_off_or_begun() -> None:
    kept = a_table("bob", invite=("carol",), entry="open", name="Kept for carol")
    gone = a_table("bob", free=1, name="Gone")
    cancel_table(game_id=gone.pk, by=a_player("bob"), now=NOW)
    page = signed_in("alice").get("/").content.decode()
    assert "Tables to join" not in page
    assert all(f'href="/games/{game.pk}/"' not in page for game in (kept, gone))


def test_home_takes_the_same_queries_for_any_number_of_tables(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(4):
        a_table("bob", free=1, name=f"To join {number}")
        a_table(f"host {number}", invite=("alice",), name=f"Asked {number}")
        a_table(free=1, entry="link", name=f"Own {number}")
    client = signed_in("alice")
    with django_assert_max_num_queries(14):
        client.get("/")


def test_the_list_of_games_has_the_tables_to_join_and_no_private_ones() -> None:
    joinable = a_table("dave", free=1)
    hidden = a_table("dave", free=1, entry="link")
    gone = a_table("dave", free=1)
    cancel_table(game_id=gone.pk, by=a_player("dave"), now=NOW)
    running = a_game()
    for query, shown in (("?status=open", [joinable]), ("", [running, joinable])):
        page = Client().get(f"/games/{query}").content.decode()
        for game in (joinable, hidden, gone, running):
            assert (f'href="/games/{game.pk}/"' in page) == (game in shown), (query, game)
    assert "1 of 2 places taken" in page


def test_names_bring_no_markup() -> None:
    game = a_table(free=1)
    Game.objects.update(name="<b>x</b>")
    page = signed_in("bob").get(f"/games/{game.pk}/").content.decode()
    assert "<b>x</b> #" not in page


def test_the_mail_of_an_accepted_place_is_the_first_of_the_game() -> None:
    game = a_table(free=1)
    act("bob", game, "join")
    kinds = OutgoingMail.objects.filter(player__name="bob").values_list("kind", flat=True)
    assert MailKind.GAME_STARTED in list(kinds)
