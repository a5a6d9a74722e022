"""Offering a seat on its page, and answering behind the link of the mail."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import (
    Game,
    OutgoingMail,
    Player,
    Seat,
    SeatChange,
    SeatOffer,
    SeatRequest,
)
from games.services.deadlines import expire_turn
from games.services.substitutes import offer_seat
from games.services.tokens import stand_in_token, turn_token
from tests.factories import NOW, a_game, a_player, a_stand_by, play_next, play_random_moves
from tests.visitors import signed_in

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock() -> object:
    with time_machine.travel(NOW + HOUR, tick=False):
        yield


def text_of(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def an_offered_game(*stand_bys: str) -> Game:
    for name in stand_bys or ("carol",):
        a_stand_by(name)
    game = a_game()
    offer_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW + HOUR)
    return game


def link(name: str = "carol") -> str:
    return f"/s/{stand_in_token(request_id=SeatRequest.objects.get(player__name=name).pk)}/"


def everything() -> list[object]:
    models = (Game, Seat, SeatOffer, SeatRequest, SeatChange, OutgoingMail, Player)
    return [list(model.objects.values()) for model in models]


def test_a_player_offers_the_seat_and_takes_the_offer_back_with_buttons_alone() -> None:
    a_stand_by("carol")
    game = a_game()
    page, alice = f"/games/{game.pk}/offer/", signed_in("alice")
    assert f'href="{page}"' in text_of(alice, f"/games/{game.pk}/")
    assert "Offer your seat?" in text_of(alice, page)
    response = alice.post(page, {"do": "offer"})
    assert (response.status_code, response["Location"]) == (303, page)
    assert "1 player has been asked so far." in text_of(alice, page)
    assert "alice’s seat is offered to others." in text_of(Client(), f"/games/{game.pk}/")
    alice.post(page, {"do": "withdraw"})
    assert "Offer your seat?" in text_of(alice, page)


def test_looking_and_nonsense_change_nothing() -> None:
    game = an_offered_game()
    before = everything()
    carol = Client()
    for _ in range(3):
        carol.get(link())
        carol.head(link())
        signed_in("alice").get(f"/games/{game.pk}/offer/")
    for data in ({}, {"answer": ""}, {"answer": "perhaps"}):
        response = carol.post(link(), data)
        assert response.status_code == 422
        assert "Choose an answer. Nothing was changed." in response.content.decode()
    assert signed_in("alice").post(f"/games/{game.pk}/offer/", {"do": "x"}).status_code == 422
    after = everything()
    # Signing in is not what the pages do.
    assert before[:-1] == after[:-1]


def test_the_page_tells_what_is_asked_and_chooses_nothing() -> None:
    an_offered_game()
    response = Client().get(link())
    page = " ".join(response.content.decode().split())
    assert "Will you take over from alice?" in page
    assert "The seat is to move." in page
    assert "your rating can only gain by it" in page
    assert "checked" not in page
    assert response["Referrer-Policy"] == "strict-origin"
    assert response["X-Robots-Tag"] == "noindex"
    assert not response.cookies


def test_a_yes_needs_no_cookie_and_the_old_turn_link_is_dead() -> None:
    game = an_offered_game()
    old = f"/t/{turn_token(game_id=game.pk, seat=0, turn=0, epoch=1)}/"
    client = Client(enforce_csrf_checks=True)
    response = client.post(link(), {"answer": "accept"})
    assert (response.status_code, response["Location"]) == (303, link())
    assert "You have taken over from alice." in text_of(client, link())
    seat = Seat.objects.get(game=game, index=0)
    assert seat.player == a_player("carol")
    assert client.post(old, {"turn": "0", "move": "1B1"}).status_code == 409
    new = turn_token(game_id=game.pk, seat=0, turn=0, epoch=seat.epoch)
    assert "Your turn, carol" in text_of(client, f"/t/{new}/")


def test_pressing_twice_takes_the_seat_once() -> None:
    an_offered_game()
    statuses = {Client().post(link(), {"answer": "accept"}).status_code for _ in range(3)}
    assert statuses == {303}
    assert SeatChange.objects.count() == 1


def test_a_no_can_be_changed_while_the_seat_is_free() -> None:
    an_offered_game("carol", "dave")
    Client().post(link(), {"answer": "decline"})
    assert "you may still change your mind" in text_of(Client(), link())
    Client().post(link(), {"answer": "accept"})
    assert "The seat is taken" in text_of(Client(), link("dave"))
    response = Client().post(link("dave"), {"answer": "accept"})
    assert response.status_code == 409
    assert "Somebody else was faster: the seat is taken." in response.content.decode()


def test_a_link_to_an_offer_that_was_taken_back_says_so() -> None:
    game = an_offered_game()
    signed_in("alice").post(f"/games/{game.pk}/offer/", {"do": "withdraw"})
    assert "alice goes on. You need not do anything." in text_of(Client(), link())


def test_one_click_of_a_mail_program_declines_and_ends_the_asking() -> None:
    an_offered_game()
    for _ in range(2):
        response = Client().post(link(), {"List-Unsubscribe": "One-Click"})
        assert response.status_code == 200
    assert a_player("carol").stands_in == 0
    assert SeatRequest.objects.get().state == "declined"


def test_a_bad_token_is_not_found() -> None:
    assert Client().get("/s/1.nonsense/").status_code == 404
    assert Client().get(f"/s/{stand_in_token(request_id=999)}/").status_code == 404


def test_the_page_speaks_the_language_of_who_is_asked() -> None:
    a_player("carol", language="ja")
    an_offered_game()
    assert 'lang="ja"' in Client().get(link()).content.decode()


def test_the_start_page_asks_too() -> None:
    game = an_offered_game()
    page = text_of(signed_in("carol"), "/")
    assert f"Will you take over a seat in {game.title}?" in page
    assert link() in page


def test_only_its_player_or_a_director_sees_the_offer_page_of_a_seat() -> None:
    game = an_offered_game()
    page = f"/games/{game.pk}/offer/"
    assert Client().get(page).status_code == 302
    assert signed_in("erin").get(page).status_code == 404
    assert signed_in("erin").get(f"{page}?seat=1").status_code == 404
    assert signed_in("alice").get("/games/99/offer/").status_code == 404
    a_player("erin", is_staff=True)
    staff = signed_in("erin")
    assert "alice’s seat is offered" in text_of(staff, f"{page}?seat=1")
    assert "Offer bob’s seat?" in text_of(staff, f"{page}?seat=2")
    staff.post(f"{page}?seat=2", {"do": "offer", "reason": "ill"})
    assert "Reason given: ill" in text_of(staff, f"{page}?seat=2")


def test_without_stand_bys_a_sentence_says_so() -> None:
    game = a_game()
    response = signed_in("alice").post(f"/games/{game.pk}/offer/", {"do": "offer"})
    assert response.status_code == 409
    assert "Nobody stands in for others at present." in response.content.decode()


def test_a_waiting_game_says_what_it_waits_for() -> None:
    a_stand_by("carol")
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy="substitute")
    expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY)
    for page in (text_of(signed_in("bob"), f"/games/{game.pk}/"), text_of(Client(), link())):
        assert "alice" in page
    assert "alice’s time is up, and the seat is offered to others." in text_of(
        signed_in("bob"), f"/games/{game.pk}/"
    )
    assert "Play your turn, and you keep the seat." in text_of(
        signed_in("alice"), f"/games/{game.pk}/offer/"
    )
    assert "alice has not moved in time." in text_of(Client(), link())


def test_table_and_history_tell_who_came_and_who_made_which_move() -> None:
    a_stand_by("carol")
    game = a_game()
    play_random_moves(game, 2)
    offer_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW + HOUR)
    Client().post(link(), {"answer": "accept"})
    assert "carol took over from alice." in text_of(signed_in("bob"), f"/games/{game.pk}/")
    play_next(game.pk, now=NOW + HOUR)
    history = text_of(Client(), f"/games/{game.pk}/turns/2/")
    assert "carol took over from alice." in history
    assert "alice took" in text_of(Client(), f"/games/{game.pk}/turns/1/")
    assert "carol took" in text_of(Client(), f"/games/{game.pk}/turns/3/").replace(
        "carol took over", ""
    )


def test_a_game_of_many_seats_shows_its_history_in_few_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game = an_offered_game()
    Client().post(link(), {"answer": "accept"})
    with django_assert_max_num_queries(6):
        Client().get(f"/games/{game.pk}/turns/0/")


def test_players_say_in_the_preferences_that_they_stand_in() -> None:
    carol = signed_in("carol")
    form = {"name": "carol", "time_zone": "UTC", "notices": "each", "language": "en"}
    assert carol.post("/accounts/preferences/", {**form, "stands_in": "2"}).status_code == 302
    assert a_player("carol").stands_in == 2
    assert carol.post("/accounts/preferences/", {**form, "stands_in": "9"}).status_code == 422
    carol.post("/accounts/preferences/", form)
    assert a_player("carol").stands_in == 2


def test_a_visitor_who_took_a_seat_before_the_first_move_is_in_the_history() -> None:
    game = an_offered_game()
    Client().post(link(), {"answer": "accept"})
    page = text_of(Client(), f"/games/{game.pk}/turns/0/")
    assert "carol took over from alice." in page
