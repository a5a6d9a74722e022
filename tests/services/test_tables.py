"""Tables that wait for players: setting up, joining, leaving, filling, calling off."""

from datetime import timedelta

import pytest

from games.models import (
    AuditEntry,
    Game,
    GameStatus,
    Invitation,
    MailKind,
    OutgoingMail,
    Player,
    Seat,
)
from games.services.errors import (
    BadTable,
    NotAllowed,
    TooLate,
    TooMany,
    TooManyWaiting,
)
from games.services.invitations import Answer, answer_invitation
from games.services.lobby import Setup, start_game
from games.services.tables import (
    Company,
    cancel_table,
    change_entry,
    expire_table,
    join_table,
    leave_table,
    offer_table,
    seat_bots,
)
from games.tasks import sweep
from tests.factories import NOW, a_game, a_player, a_table

pytestmark = pytest.mark.django_db


def status_of(game: Game) -> str:
    return str(Game.objects.get(pk=game.pk).status)


def people_at(game: Game) -> list[str]:
    return [seat.name for seat in Seat.objects.filter(game=game).order_by("index")]


def kinds_to(name: str) -> list[str]:
    mails = OutgoingMail.objects.filter(player__name=name).order_by("pk")
    return list(mails.values_list("kind", flat=True))


def test_a_table_with_free_places_waits_and_mails_nobody() -> None:
    game = a_table(free=2)
    assert (game.status, game.places, game.started_at) == (GameStatus.OPEN, 3, None)
    assert people_at(game) == ["alice"]
    assert not OutgoingMail.objects.exists()


def test_a_table_with_bots_only_begins_at_once() -> None:
    game = a_table(robots=2)
    assert game.status == GameStatus.RUNNING
    assert list(Seat.objects.filter(game=game).order_by("index").values_list("bot", flat=True)) == [
        "",
        "random",
        "random",
    ]


def test_the_last_place_begins_the_game_and_mails_everybody() -> None:
    game = a_table(free=1, robots=1)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    assert status_of(game) == GameStatus.RUNNING
    assert people_at(game) == ["alice", "bob", "Bot 3"]
    assert MailKind.GAME_STARTED in kinds_to("alice")
    assert MailKind.GAME_STARTED in kinds_to("bob")


def test_joining_twice_takes_one_place() -> None:
    game = a_table(free=2)
    for _ in range(2):
        join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    assert people_at(game) == ["alice", "bob"]


def test_joining_again_after_the_game_began_changes_nothing() -> None:
    game = a_table(free=1)
    for _ in range(2):
        join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    assert status_of(game) == GameStatus.RUNNING


def test_a_full_table_takes_nobody_more() -> None:
    game = a_table(free=1)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    with pytest.raises(TooLate):
        join_table(game_id=game.pk, by=a_player("carol"), now=NOW)


def test_a_place_kept_for_somebody_invited_is_not_free() -> None:
    game = a_table(invite=("bob",), free=0)
    with pytest.raises(TooLate):
        join_table(game_id=game.pk, by=a_player("carol"), now=NOW)


@pytest.mark.parametrize(
    ("entry", "by_link", "is_let_in"),
    [
        ("open", False, True),
        ("open", True, True),
        ("link", True, True),
        ("link", False, False),
        ("invited", True, False),
        ("invited", False, False),
    ],
)
def test_who_may_take_a_free_place(entry: str, by_link: bool, is_let_in: bool) -> None:
    game = a_table(free=2, entry=entry)
    bob = a_player("bob")
    if is_let_in:
        join_table(game_id=game.pk, by=bob, now=NOW, by_link=by_link)
    else:
        with pytest.raises(NotAllowed):
            join_table(game_id=game.pk, by=bob, now=NOW, by_link=by_link)
    assert Seat.objects.filter(game=game, player=bob).exists() == is_let_in


def test_an_invited_player_who_joins_takes_the_place_kept() -> None:
    bob = a_player("bob")
    game = a_table(invite=("carol", "bob"), entry="invited")
    join_table(game_id=game.pk, by=bob, now=NOW)
    assert Seat.objects.get(game=game, player=bob).index == 2
    assert Invitation.objects.get(email="bob@example.org").state == "accepted"


def test_a_guest_gives_the_place_back_and_it_can_be_taken_again() -> None:
    game = a_table(free=2)
    bob = a_player("bob")
    join_table(game_id=game.pk, by=bob, now=NOW)
    for _ in range(2):
        leave_table(game_id=game.pk, by=bob, now=NOW)
    join_table(game_id=game.pk, by=a_player("carol"), now=NOW)
    assert people_at(game) == ["alice", "carol"]


def test_the_host_calls_off_instead_of_leaving() -> None:
    game = a_table(free=2)
    with pytest.raises(NotAllowed):
        leave_table(game_id=game.pk, by=a_player("alice"), now=NOW)


def test_nobody_leaves_a_game_that_began_this_way() -> None:
    game = a_game()
    with pytest.raises(TooLate):
        leave_table(game_id=game.pk, by=a_player("bob"), now=NOW)


def test_calling_off_takes_back_invitations_and_tells_who_sat_there() -> None:
    game = a_table(invite=("carol",), free=2)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    for _ in range(2):
        cancel_table(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert status_of(game) == GameStatus.VOID
    assert Invitation.objects.get().state == "withdrawn"
    assert kinds_to("bob") == [MailKind.TABLE_NEWS]
    assert kinds_to("alice") == []


def test_only_the_host_or_staff_calls_off() -> None:
    game = a_table(free=2)
    with pytest.raises(NotAllowed):
        cancel_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    cancel_table(game_id=game.pk, by=a_player("judge", is_staff=True), now=NOW)
    assert status_of(game) == GameStatus.VOID


def test_a_game_that_began_is_not_called_off() -> None:
    game = a_table(free=1)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    with pytest.raises(TooLate):
        cancel_table(game_id=game.pk, by=a_player("alice"), now=NOW)


def test_bots_take_the_free_places_and_the_game_begins() -> None:
    game = a_table(free=2)
    seat_bots(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert people_at(game) == ["alice", "Bot 2", "Bot 3"]
    assert status_of(game) == GameStatus.RUNNING


def test_bots_leave_the_places_of_the_invited_alone() -> None:
    game = a_table(invite=("bob",), free=1)
    seat_bots(game_id=game.pk, by=a_player("alice"), now=NOW)
    assert people_at(game) == ["alice", "Bot 3"]
    assert status_of(game) == GameStatus.OPEN


def test_the_host_says_who_may_take_a_place() -> None:
    game = a_table(free=1, entry="invited")
    change_entry(game_id=game.pk, by=a_player("alice"), entry="open", now=NOW)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    assert status_of(game) == GameStatus.RUNNING


def test_only_the_host_changes_the_table() -> None:
    game, bob = a_table(free=2), a_player("bob")
    with pytest.raises(NotAllowed):
        seat_bots(game_id=game.pk, by=bob, now=NOW)
    with pytest.raises(NotAllowed):
        change_entry(game_id=game.pk, by=bob, entry="link", now=NOW)
    with pytest.raises(BadTable):
        change_entry(game_id=game.pk, by=a_player("alice"), entry="all", now=NOW)


def test_a_table_ends_after_fourteen_days_and_not_before() -> None:
    game = a_table(free=2)
    assert not expire_table(game_id=game.pk, now=NOW + timedelta(days=13, hours=23))
    assert expire_table(game_id=game.pk, now=NOW + timedelta(days=14))
    assert not expire_table(game_id=game.pk, now=NOW + timedelta(days=15))
    assert (status_of(game), kinds_to("alice")) == (GameStatus.VOID, [MailKind.TABLE_NEWS])


def test_the_sweeper_ends_what_waited_too_long() -> None:
    old, young = a_table(free=1), a_table(free=1)
    Game.objects.filter(pk=young.pk).update(created_at=NOW + timedelta(days=36500))
    assert sweep()["expired"] == 1
    assert (status_of(old), status_of(young)) == (GameStatus.VOID, GameStatus.OPEN)


def test_a_table_with_free_places_is_not_started_by_hand() -> None:
    game = a_table(free=1)
    with pytest.raises(BadTable):
        start_game(game_id=game.pk, now=NOW)


@pytest.mark.parametrize(
    ("setup", "company"),
    [
        (Setup(name="x"), Company()),
        (Setup(name="x"), Company(free=4)),
        (Setup(name="x"), Company(bots=("deep blue",))),
        (Setup(name="x"), Company(invite=("bob@example.org", "BOB@example.org"))),
        (Setup(name="x"), Company(invite=("alice@example.org",))),
        (Setup(name="x", entry="all"), Company(free=1)),
        (Setup(name="see evil.example"), Company(free=1)),
        (Setup(name=""), Company(free=1)),
        (Setup(name="x", pace="soon"), Company(free=1)),
        (Setup(name="x", wall="purple"), Company(free=1)),
    ],
)
def test_a_bad_table_is_refused_and_nothing_is_written(setup: Setup, company: Company) -> None:
    with pytest.raises(BadTable):
        offer_table(by=a_player("alice"), setup=setup, company=company, now=NOW)
    assert not Game.objects.exists()
    assert not OutgoingMail.objects.exists()


def test_so_many_tables_a_day_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.lobby.TABLES_PER_DAY", 2)
    for _ in range(2):
        a_table(free=1)
    with pytest.raises(TooMany):
        a_table(free=1)


# Too many games wait


@pytest.fixture
def busy_bob(settings: object) -> Player:
    """Return bob, for whom two games wait where one is allowed."""
    settings.MOST_WAITING_GAMES = 1  # type: ignore[attr-defined]
    for number in range(2):
        a_game("bob", "carol", seed=bytes([number]) * 32)
    return a_player("bob")


def test_who_lets_many_games_wait_neither_begins_nor_joins(busy_bob: Player) -> None:
    game = a_table(free=1)
    with pytest.raises(TooManyWaiting) as refused:
        join_table(game_id=game.pk, by=busy_bob, now=NOW)
    assert "2 games wait" in refused.value.message
    with pytest.raises(TooManyWaiting):
        a_table("bob", robots=1)
    assert people_at(game) == ["alice"]


def test_who_lets_many_games_wait_accepts_no_invitation(busy_bob: Player) -> None:
    a_table(invite=("bob",))
    invitation = Invitation.objects.get()
    with pytest.raises(TooManyWaiting):
        answer_invitation(invitation_id=invitation.pk, answer=Answer.ACCEPT, now=NOW)
    invitation.refresh_from_db()
    assert (invitation.state, busy_bob.seats.count()) == ("pending", 2)


def test_just_as_many_as_allowed_is_allowed(busy_bob: Player, settings: object) -> None:
    settings.MOST_WAITING_GAMES = 2  # type: ignore[attr-defined]
    join_table(game_id=a_table(free=1).pk, by=busy_bob, now=NOW)
    assert busy_bob.seats.count() == 3


def test_what_happened_is_written_down() -> None:
    game = a_table(free=2)
    join_table(game_id=game.pk, by=a_player("bob"), now=NOW)
    cancel_table(game_id=game.pk, by=a_player("alice"), now=NOW)
    actions = (
        AuditEntry.objects.filter(game=game).order_by("pk").values_list("action", "actor__name")
    )
    assert list(actions) == [
        ("create_game", "alice"),
        ("take_seat", "bob"),
        ("table_cancelled", "alice"),
    ]
