"""Time on pages: deadlines, pauses, gifts, vacations, nights, and the choices of a new table."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.models import Game, GamePause, Outage, Player, Seat, Vacation
from games.selectors.verification import faults_of_game
from games.services.deadlines import expire_turn
from games.services.endings import finalize_game
from games.services.pauses import ask_pause
from games.services.vacations import set_vacation
from tests.factories import NOW, a_game, a_player, a_table, play_next
from tests.views.test_new_table import FORM
from tests.visitors import signed_in

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _clock() -> object:
    with time_machine.travel(NOW + HOUR, tick=False):
        yield


def page_of(game: Game, name: str) -> str:
    return " ".join(signed_in(name).get(f"/games/{game.pk}/").content.decode().split())


def act(game: Game, name: str, **fields: str) -> None:
    response = signed_in(name).post(f"/games/{game.pk}/clock/", fields)
    assert (response.status_code, response["Location"]) == (303, f"/games/{game.pk}/")


def test_the_game_page_and_the_home_page_show_the_deadline_that_is_enforced() -> None:
    a_player("alice", time_zone="Asia/Tokyo")
    game = a_game(pace="36h")
    seat = Seat.objects.get(game=game, index=0)
    assert seat.deadline_at == datetime(2026, 6, 3, 0, tzinfo=UTC)
    for page in (page_of(game, "alice"), signed_in("alice").get("/").content.decode()):
        assert f'datetime="{seat.deadline_at.isoformat()}"' in page
        assert "Wed 3 Jun, 09:00 JST" in page


def test_two_who_tile_at_once_each_see_their_own_deadline() -> None:
    a_player("bob", night=9)
    game = a_game(wall="gray", pace="1d")
    while game.phase == "offer":
        play_next(game.pk, now=NOW)
        game.refresh_from_db()
    alice, bob = Seat.objects.filter(game=game).order_by("index")
    assert alice.deadline_at != bob.deadline_at
    for name, seat in (("alice", alice), ("bob", bob)):
        assert seat.deadline_at is not None
        assert f'datetime="{seat.deadline_at.isoformat()}"' in page_of(game, name)


def test_players_ask_for_a_pause_agree_and_go_on_with_buttons_alone() -> None:
    game = a_game()
    assert "Ask for a pause" in page_of(game, "alice")
    act(game, "alice", do="ask-pause")
    assert "A pause is asked for by alice" in page_of(game, "bob")
    assert "Rather no pause" in page_of(game, "alice")
    act(game, "bob", do="ask-pause")
    assert "The clock of this game stands." in page_of(game, "carol")
    act(game, "alice", do="end-pause")
    assert GamePause.objects.get().to_at == NOW + 25 * HOUR
    assert "It runs again from" in page_of(game, "bob")


def test_a_gift_is_a_button_for_the_others_only() -> None:
    game = a_game()
    assert "Give alice a day more" in page_of(game, "bob")
    assert "a day more" not in page_of(game, "alice")
    act(game, "bob", give="0.0.0")
    act(game, "bob", give="0.0.0")
    assert Seat.objects.get(game=game, index=0).deadline_at == NOW + 4 * DAY


@pytest.mark.parametrize(
    "fields", [{}, {"do": "explode"}, {"give": "7.0.0"}, {"give": "-1.0.0"}, {"give": "0"}]
)
def test_nonsense_is_refused_with_a_sentence(fields: dict[str, str]) -> None:
    game = a_game()
    client = signed_in("bob")
    client.post(f"/games/{game.pk}/clock/", fields)
    assert "Nothing was chosen." in client.get(f"/games/{game.pk}/").content.decode()


def test_spectators_and_people_who_are_not_signed_in_change_no_clock(client: Client) -> None:
    game = a_game()
    assert client.post(f"/games/{game.pk}/clock/", {"give": "0.0.0"}).status_code == 302
    act(game, "carol", give="0.0.0")
    assert Seat.objects.get(game=game, index=0).deadline_at == NOW + 3 * DAY
    assert signed_in("alice").get(f"/games/{game.pk}/clock/").status_code == 405


def test_a_missing_game_is_not_found() -> None:
    assert signed_in("alice").post("/games/99/clock/", {"do": "ask-pause"}).status_code == 404


def test_everybody_sees_that_time_is_up_and_what_that_means() -> None:
    game = a_game(pace="12h")
    expire_turn(game_id=game.pk, seat=0, now=NOW + 12 * HOUR)
    page = page_of(game, "bob")
    assert "alice’s time is up." in page
    assert "Nothing: the player is reminded, the others wait" in page


def test_an_outage_is_shown_on_the_games_whose_clocks_stood() -> None:
    game = a_game()
    Outage.objects.create(service="worker", from_at=NOW, to_at=NOW + HOUR, moved=1)
    assert "The site did not work from" in page_of(game, "alice")
    play_next(game.pk, now=NOW + 2 * HOUR)
    assert "The site did not work" not in page_of(game, "alice")


def test_a_vacation_is_announced_shown_and_called_off_without_scripts() -> None:
    game = a_game()
    alice = signed_in("alice")
    days = {"first": "2026-06-03", "last": "2026-06-05"}
    assert alice.post("/accounts/vacation/", days).status_code == 303
    page = alice.get("/accounts/vacation/").content.decode()
    assert "27 days are left" in page
    assert "alice will be away from" in page_of(game, "bob")
    assert Seat.objects.get(game=game, index=0).deadline_at == NOW + 6 * DAY
    number = str(Vacation.objects.get().pk)
    assert alice.post("/accounts/vacation/", {"cancel": number}).status_code == 303
    assert "alice will be away" not in page_of(game, "bob")


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"first": "", "last": ""}, 422, "Give a day."),
        ({"first": "soon", "last": "2026-06-05"}, 422, "Write the day as year-month-day"),
        ({"first": "2026-06-05", "last": "2026-06-03"}, 409, "The last day comes before"),
        ({"first": "2026-06-05", "last": "2026-09-03"}, 409, "30 days in a year"),
        ({"cancel": "77"}, 409, "This vacation is over."),
        ({"cancel": "²"}, 422, "Vacation"),
        ({}, 422, "Vacation"),
    ],
)
def test_what_is_no_vacation_is_refused_and_the_days_are_kept(
    fields: dict[str, str], status: int, said: str
) -> None:
    response = signed_in("alice").post("/accounts/vacation/", fields)
    assert response.status_code == status
    assert said in response.content.decode()
    assert not Vacation.objects.exists()


def test_vacations_are_seen_before_sitting_down() -> None:
    table = a_table("alice", free=1)
    set_vacation(
        player_id=a_player("alice").pk, first=date(2026, 6, 3), last=date(2026, 6, 9), now=NOW
    )
    page = page_of(table, "bob")
    assert "alice will be away from" in page
    assert "When time is up, " in page


def test_the_night_is_chosen_in_the_preferences() -> None:
    alice = signed_in("alice")
    fields = {"name": "alice", "language": "en", "time_zone": "UTC", "notices": "each"}
    alice.post("/accounts/preferences/", {**fields, "night": "22"})
    assert Player.objects.get(name="alice").night == 22
    page = alice.get("/accounts/preferences/").content.decode()
    assert '<option value="22" selected>22:00 – 7:00</option>' in page
    alice.post("/accounts/preferences/", {**fields, "night": ""})
    assert Player.objects.get(name="alice").night is None


def test_a_new_table_takes_pace_policy_weekends_and_whom_to_let_in() -> None:
    clock = {
        "seat_1": "free",
        "pace": "5d+12h<=7d",
        "timeout_policy": "forfeit",
        "weekends_off": "on",
        "reliability_floor": "90",
    }
    response = signed_in("alice").post("/games/new/", {**FORM, **clock})
    assert response.status_code == 303
    game = Game.objects.get()
    assert (game.pace, game.timeout_policy, game.has_weekends_off) == (
        "5d+12h<=7d",
        "forfeit",
        True,
    )
    assert (game.excused, game.reliability_floor) == (1, 90)
    page = page_of(game, "bob")
    assert "a bank of 5 days and 12 hours more with each move, up to 7 days" in page
    assert "at least 90 % of their turns in time" in page


def test_a_form_from_before_sets_up_a_table_that_only_reminds() -> None:
    signed_in("alice").post("/games/new/", FORM)
    game = Game.objects.get()
    assert (game.timeout_policy, game.excused, game.has_weekends_off) == ("remind-only", 0, False)


def test_a_game_lost_by_forfeit_can_be_looked_at_everywhere(client: Client) -> None:
    game = a_game()
    Game.objects.filter(pk=game.pk).update(timeout_policy="forfeit")
    play_next(game.pk, now=NOW)
    play_next(game.pk, now=NOW)
    expire_turn(game_id=game.pk, seat=0, now=NOW + 3 * DAY)
    finalize_game(game_id=game.pk, now=NOW + 3 * DAY)
    for path in ("", "scores/", "turns/1/", "record.azul", "record.json", "?view=text"):
        assert client.get(f"/games/{game.pk}/{path}").status_code == 200, path
    assert client.get("/players/alice/").status_code == 200
    assert client.get("/").status_code == 200
    page = page_of(game, "bob")
    assert "by forfeit" in page
    assert page.index('<span class="place">1</span><b>bob</b>') < page.index("<b>alice (bot)</b>")
    assert faults_of_game(game.pk) == []


def test_who_asks_for_a_pause_is_not_asked_again() -> None:
    game = a_game()
    ask_pause(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert "Agree to the pause" in page_of(game, "bob")
    assert "Agree to the pause" not in page_of(game, "alice")
