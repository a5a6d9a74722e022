"""The admin: every page opens for staff, nothing secret shows, history stays as it is."""

from datetime import datetime, timedelta
from unittest.mock import Mock

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.contrib.auth.models import Group, Permission
from django.db import models
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import (
    AddressChange,
    Appeal,
    AuditEntry,
    DirectorAction,
    Fixture,
    Game,
    GamePause,
    GameStatus,
    Invitation,
    InvitationBlock,
    MailboxMail,
    MailKind,
    MailPause,
    MailState,
    Message,
    Move,
    Note,
    Outage,
    OutgoingMail,
    PlacementScore,
    Player,
    RatingChange,
    Result,
    Round,
    RoundScore,
    Seat,
    SeatChange,
    SeatOffer,
    SeatRequest,
    SignOfLife,
    StandingOrder,
    TimeOut,
    Vacation,
)
from games.services.notes import save_note
from games.services.ratings import rate_games
from games.services.talk import post_message
from tests.copies import once
from tests.factories import (
    NOW,
    a_finished_game,
    a_game,
    a_league,
    a_player,
    a_season,
    play_random_moves,
)

pytestmark = pytest.mark.django_db

OURS = list(apps.get_app_config("games").get_models())
SECRET = "xyzzy is the word"
HISTORY = [
    AuditEntry,
    DirectorAction,
    Move,
    PlacementScore,
    RatingChange,
    Result,
    Round,
    RoundScore,
    SeatChange,
]


@pytest.fixture
def staff() -> Client:
    """Return the browser of a superuser."""
    client = Client()
    client.force_login(a_player("judge", is_staff=True, is_superuser=True))
    return client


def a_game_after(moves: int) -> Game:
    """Return a running game of alice and bob."""
    game = a_game(seed=b"r" * 32)
    play_random_moves(game, moves)
    return game


def a_world() -> tuple[Game, Game]:
    """Return a running and a finished game, with a row in every table."""
    running = once("a world", lambda: a_game_after(30), a_player)
    finished = a_finished_game(seed=b"f" * 32)
    MailboxMail.objects.create(to="a@example.org", subject="Hello", message_id="<1@x>", source="x")
    MailPause.objects.create(until=NOW, reason="535")
    alice, bob = a_player("alice"), a_player("bob")
    Invitation.objects.create(
        game=running, index=0, inviter=alice, email="eve@example.org", state="declined"
    )
    InvitationBlock.objects.create(inviter=alice, player=bob, email=bob.email)
    AddressChange.objects.create(
        player=alice, old_email=alice.email, new_email="new@example.org", asked_at=NOW
    )
    season = a_season(a_league(has_duplicate_deals=True))
    post_message(game_id=running.pk, by=alice, text=SECRET, now=NOW)
    save_note(game_id=running.pk, by=alice, text=SECRET, now=NOW)
    StandingOrder.objects.create(
        seat=running.seats.get(index=0), picks="1B1", round=1, since=0, saved_at=NOW
    )
    add_clock_rows(running, alice)
    rate_games()
    planned = Fixture.objects.earliest("pk")
    Appeal.objects.create(fixture=planned, player=bob, about="pause", text=SECRET, asked_at=NOW)
    DirectorAction.objects.create(
        league=season.league, season=season, kind="void", reason="storm", by=bob, at=NOW, nonce="n"
    )
    return running, finished


def add_clock_rows(game: Game, player: Player) -> None:
    """Add a row to every table about clocks."""
    later = NOW + timedelta(days=3)
    GamePause.objects.create(game=game, kind="director", reason="storm", from_at=NOW, to_at=later)
    Vacation.objects.create(player=player, from_at=NOW, to_at=later, announced_at=NOW)
    Outage.objects.create(service="mail", from_at=NOW, to_at=later, moved=1)
    SignOfLife.objects.update_or_create(service="worker", defaults={"alive_at": NOW})
    TimeOut.objects.create(
        game=game,
        seat=game.seats.get(index=0),
        player=player,
        turn=0,
        deadline_at=NOW,
        outcome="reminded",
        at=later,
    )
    add_substitute_rows(game, player, later)


def add_substitute_rows(game: Game, player: Player, later: datetime) -> None:
    """Add a row to every table about seats that change hands."""
    seat, newcomer = game.seats.get(index=0), a_player("bob")
    offer = SeatOffer.objects.create(
        game=game, seat=seat, player=player, cause="player", turn=0, opened_at=NOW, look_at=later
    )
    SeatRequest.objects.create(offer=offer, player=newcomer, asked_at=NOW, answer_by=later)
    SeatChange.objects.create(
        game=game, seat=seat, from_player=player, to_player=newcomer, turn=0, cause="player", at=NOW
    )


def page_of(row: models.Model, name: str) -> str:
    """Return the address of an admin page of this row."""
    return reverse(f"admin:games_{row._meta.model_name}_{name}", args=[row.pk])


def list_of(model: type[models.Model]) -> str:
    """Return the address of a model's list."""
    return reverse(f"admin:games_{model._meta.model_name}_changelist")


def test_every_model_is_registered() -> None:
    assert [model for model in OURS if not site.is_registered(model)] == []


def test_every_page_opens_for_staff(staff: Client) -> None:
    a_world()
    for model in OURS:
        row = model._default_manager.first()
        assert row is not None, model
        for path in (list_of(model), f"{list_of(model)}?q=alice", page_of(row, "change")):
            assert staff.get(path).status_code == 200, path
        assert staff.get(page_of(row, "history")).status_code == 200


@pytest.mark.parametrize("model", OURS)
def test_every_page_is_closed_to_players(model: type[models.Model]) -> None:
    client = Client()
    client.force_login(a_player("alice"))
    assert client.get(list_of(model), follow=True).status_code == 403


@pytest.mark.parametrize("model", OURS)
def test_visitors_are_led_to_sign_in(client: Client, model: type[models.Model]) -> None:
    response = client.get(list_of(model), follow=True)
    assert response.redirect_chain[-1][0].startswith("/accounts/login/code/?next=")


def test_lists_take_the_same_number_of_queries_for_any_length(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_world()
    for number in range(3):
        a_game(seed=bytes([number]) * 32)
    for model in OURS:
        with django_assert_max_num_queries(12):
            staff.get(list_of(model))


def test_the_seed_of_a_running_game_is_on_no_page(staff: Client) -> None:
    running, _finished = a_world()
    pages = [list_of(model) for model in OURS]
    pages += [page_of(row, "change") for model in OURS for row in model._default_manager.all()[:5]]
    pages += [page_of(running, "history"), list_of(Game) + f"?q={running.seed[:12]}"]
    for page in pages:
        assert running.seed not in staff.get(page).content.decode(), page


def test_messages_and_notes_are_on_no_page_and_not_found_by_their_text(staff: Client) -> None:
    a_world()
    for model in (Message, Note):
        row = model._default_manager.get()
        for page in (list_of(model), page_of(row, "change"), page_of(row, "history")):
            assert SECRET not in staff.get(page).content.decode()
        assert staff.get(list_of(model), {"text__startswith": "xy"}).status_code == 400


def test_the_seed_of_a_finished_game_is_shown(staff: Client) -> None:
    _running, finished = a_world()
    page = staff.get(page_of(finished, "change")).content.decode()
    assert finished.seed in page
    assert 'name="seed"' not in page


def test_games_are_not_found_by_their_seed(staff: Client) -> None:
    game = a_game()
    guess = {"seed__startswith": game.seed[:2]}
    assert staff.get(list_of(Game), guess).status_code == 400
    assert staff.get(list_of(Seat), {"game__" + "seed__startswith": "0"}).status_code == 400


def test_history_cannot_be_added_changed_or_deleted(staff: Client) -> None:
    a_world()
    for model in HISTORY:
        row = model._default_manager.first()
        assert row is not None
        add = reverse(f"admin:games_{model._meta.model_name}_add")
        answers = [
            staff.post(add, {}).status_code,
            staff.post(page_of(row, "change"), {"notation": "1B1"}).status_code,
            staff.post(page_of(row, "delete"), {"post": "yes"}).status_code,
        ]
        assert answers == [403, 403, 403], model
        assert model._default_manager.filter(pk=row.pk).exists()


def test_history_offers_no_bulk_deletion(staff: Client) -> None:
    play_random_moves(a_game(), 1)
    move = Move.objects.get()
    data = {"action": "delete_selected", "_selected_action": str(move.pk), "post": "yes"}
    staff.post(list_of(Move), data)
    assert Move.objects.filter(pk=move.pk).exists()


NO_INLINE_ROWS = {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}


def test_only_name_and_pace_of_a_game_can_be_changed(staff: Client) -> None:
    game = a_game()
    data = {"name": "New name", "pace": "1d", "status": "void", "turn": "99", "seed": "0" * 64}
    staff.post(page_of(game, "change"), {**data, **NO_INLINE_ROWS})
    changed = Game.objects.get(pk=game.pk)
    assert (changed.name, changed.pace) == ("New name", "1d")
    assert (changed.status, changed.turn, changed.seed) == (game.status, game.turn, game.seed)


def test_saving_does_not_take_back_a_move_played_meanwhile() -> None:
    stale = a_game()
    play_random_moves(Game.objects.get(pk=stale.pk), 1)
    stale.name = "New name"
    form = Mock(changed_data=["name"])
    site.get_model_admin(Game).save_model(HttpRequest(), stale, form, change=True)
    changed = Game.objects.get(pk=stale.pk)
    assert (changed.name, changed.turn) == ("New name", 1)


def test_a_bad_name_is_refused(staff: Client) -> None:
    game = a_game()
    data = {"name": "http://evil.example", "pace": "3d", **NO_INLINE_ROWS}
    response = staff.post(page_of(game, "change"), data)
    assert "Names can&#x27;t hold" in response.content.decode()


def test_a_pace_that_no_clock_reads_is_refused(staff: Client) -> None:
    game = a_game()
    staff.post(page_of(game, "change"), {"name": "New", "pace": "soon", **NO_INLINE_ROWS})
    assert Game.objects.get(pk=game.pk).pace == "3d"


def test_raising_the_epoch_of_a_seat_is_kept(staff: Client) -> None:
    seat = Seat.objects.get(game=a_game(), index=0)
    staff.post(page_of(seat, "change"), {"epoch": "5", "score": "99"})
    seat.refresh_from_db()
    assert (seat.epoch, seat.score) == (5, 0)


def test_a_director_can_give_a_seat_to_the_bot(staff: Client) -> None:
    seat = Seat.objects.get(game=a_game(), index=0)
    staff.post(list_of(Seat), {"action": "resign", "_selected_action": str(seat.pk)})
    seat.refresh_from_db()
    assert seat.bot == "random"
    assert AuditEntry.objects.get(action="resign_seat").actor == Player.objects.get(name="judge")


def test_a_seat_of_a_finished_game_is_not_given_away(staff: Client) -> None:
    seat = Seat.objects.get(game=a_finished_game(), index=0)
    data = {"action": "resign", "_selected_action": str(seat.pk)}
    page = staff.post(list_of(Seat), data, follow=True).content.decode()
    assert "This game is over." in page


def test_a_director_can_write_a_result_that_still_waits(staff: Client) -> None:
    game = a_game()
    play_random_moves(game, 1000)
    assert game.status == GameStatus.SCORING
    staff.post(list_of(Game), {"action": "score_again", "_selected_action": str(game.pk)})
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED


def test_refused_mail_can_be_sent_again(staff: Client) -> None:
    a_game()
    mail = OutgoingMail.objects.filter(kind=MailKind.YOUR_TURN).get()
    OutgoingMail.objects.filter(pk=mail.pk).update(state=MailState.DEAD, attempts=10)
    staff.post(list_of(OutgoingMail), {"action": "retry", "_selected_action": str(mail.pk)})
    mail.refresh_from_db()
    assert (mail.state, mail.attempts) == (MailState.PENDING, 0)


def test_who_may_only_view_mails_cannot_send_them_again() -> None:
    client = Client()
    clerk = a_player("clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_outgoingmail"))
    client.force_login(clerk)
    a_game()
    mail = OutgoingMail.objects.filter(kind=MailKind.YOUR_TURN).get()
    OutgoingMail.objects.filter(pk=mail.pk).update(state=MailState.DEAD)
    client.post(list_of(OutgoingMail), {"action": "retry", "_selected_action": str(mail.pk)})
    mail.refresh_from_db()
    assert mail.state == MailState.DEAD


def test_the_mail_pause_can_be_ended(staff: Client) -> None:
    pause = MailPause.objects.create(until=NOW, reason="535")
    staff.post(page_of(pause, "delete"), {"post": "yes"})
    assert not MailPause.objects.exists()


NEW_PLAYER = {
    "name": "Erin",
    "email": "Erin@Example.org",
    "is_active": "on",
    "language": "en",
    "time_zone": "Europe/Paris",
    "notices": "each",
    "summaries": "weekly",
}


def test_a_new_player_has_no_password(staff: Client) -> None:
    page = staff.get(reverse("admin:games_player_add")).content.decode()
    assert "password" not in page.lower()
    staff.post(reverse("admin:games_player_add"), NEW_PLAYER)
    erin = Player.objects.get(email="erin@example.org")
    assert not erin.has_usable_password()


def test_a_taken_name_is_refused_whatever_its_case(staff: Client) -> None:
    a_player("erin")
    response = staff.post(reverse("admin:games_player_add"), NEW_PLAYER)
    assert "This name is taken." in response.content.decode()


def test_the_address_of_a_player_is_not_changed_by_hand(staff: Client) -> None:
    alice = a_player("alice")
    staff.post(page_of(alice, "change"), {**NEW_PLAYER, "name": "Alice"})
    alice.refresh_from_db()
    assert (alice.name, alice.email) == ("Alice", "alice@example.org")


def test_staff_cannot_give_themselves_more_rights() -> None:
    client = Client()
    clerk = a_player("clerk", is_staff=True)
    clerk.user_permissions.add(
        *Permission.objects.filter(codename__in=["change_player", "view_player", "delete_player"])
    )
    client.force_login(clerk)
    data = {**NEW_PLAYER, "name": "clerk", "is_staff": "on", "is_superuser": "on"}
    client.post(page_of(clerk, "change"), data)
    clerk.refresh_from_db()
    assert not clerk.is_superuser
    boss = a_player("boss", is_staff=True, is_superuser=True)
    assert client.post(page_of(boss, "change"), {**data, "name": "pwned"}).status_code == 403
    assert client.post(page_of(boss, "delete"), {"post": "yes"}).status_code == 403


def test_addresses_kept_by_the_sign_in_library_are_not_in_the_admin(staff: Client) -> None:
    assert staff.get("/admin/account/emailaddress/").status_code == 404


def test_there_is_no_password_page(staff: Client) -> None:
    assert staff.get("/admin/password_change/")["Location"] == "/admin/"


def test_the_admin_obeys_the_strict_policy(staff: Client) -> None:
    for path in ("/admin/", list_of(Game), page_of(a_game(), "change")):
        response = staff.get(path)
        assert "default-src 'self'" in response["Content-Security-Policy"]
        assert "unsafe" not in response["Content-Security-Policy"]
        assert " style=" not in response.content.decode()


def test_groups_can_be_managed(staff: Client) -> None:
    Group.objects.create(name="Directors")
    assert staff.get("/admin/auth/group/").status_code == 200


def test_seats_are_numbered_as_people_count(staff: Client) -> None:
    game = a_game(start_seat=1)
    page = staff.get(page_of(game, "change")).content.decode()
    assert '<div class="readonly">2</div>' in page
    seat = game.seats.get(index=1)
    assert '<div class="readonly">2</div>' in staff.get(page_of(seat, "change")).content.decode()
    rounds = staff.get(list_of(Round)).content.decode()
    assert '<td class="field-starter">2</td>' in rounds
