"""Places at tables that several people want at the same moment, and answers that cross each other."""

import pytest
from django.urls import reverse

from games.models import (
    AuditEntry,
    Entry,
    Game,
    GameStatus,
    Invitation,
    InvitationState,
    MailKind,
    OutgoingMail,
    Player,
    Seat,
)
from games.services.tokens import invite_token, join_token
from tests.factories import a_finished_game, a_player, a_table
from tests.races.crowd import Crowd, Press
from tests.robots import Answer

pytestmark = pytest.mark.timeout(240)

NEWCOMERS = ("bob", "carol", "dave")


def act(game: Game) -> str:
    return reverse("table-act", args=[game.pk])


def page(game: Game) -> str:
    return reverse("game", args=[game.pk])


def seated(game: Game) -> list[str]:
    seats = Seat.objects.filter(game=game).select_related("player").order_by("index")
    return [seat.name for seat in seats]


def assert_began_once(game: Game) -> None:
    game.refresh_from_db()
    assert game.status == GameStatus.RUNNING
    assert AuditEntry.objects.filter(game=game, action="start_game").count() == 1
    mails = OutgoingMail.objects.filter(game=game, kind=MailKind.GAME_STARTED)
    assert mails.count() == Seat.objects.filter(game=game, player__isnull=False).count()
    asked = Seat.objects.awaited().filter(game=game, bot="")
    turns = OutgoingMail.objects.filter(game=game, kind=MailKind.YOUR_TURN)
    assert [mail.seat for mail in turns] == [seat.index for seat in asked]


def assert_understood(answers: list[Answer]) -> None:
    """Everybody sees a page of ours, and nobody an error."""
    assert {answer.status for answer in answers} <= {200, 409}
    assert all("</main>" in answer.body for answer in answers)


@pytest.mark.parametrize("entry", [Entry.OPEN, Entry.LINK])
def test_the_last_place_goes_to_one_of_many_and_the_game_begins_once(
    crowd: Crowd, entry: str
) -> None:
    game = a_table("alice", free=1, entry=entry)
    path = (
        act(game)
        if entry == Entry.OPEN
        else reverse("join-link", args=[join_token(game_id=game.pk)])
    )
    people = [a_player(name) for name in NEWCOMERS]
    presses = [press for person in people for press in crowd.presses(2, path, person, do="join")]
    answers = crowd.at_once(presses)
    assert_understood(answers)
    assert_began_once(game)
    host, winner = seated(game)
    assert host == "alice"
    for name, first, second in zip(NEWCOMERS, answers[::2], answers[1::2], strict=True):
        # Two presses at once share one browser: whichever page is read first shows what both were told.
        refused = any("This game has begun" in answer.body for answer in (first, second))
        assert refused == (name != winner)


def test_two_free_places_go_to_two_of_three_people(crowd: Crowd) -> None:
    game = a_table("alice", free=2)
    people = [a_player(name) for name in NEWCOMERS]
    answers = crowd.at_once(
        [press for who in people for press in crowd.presses(2, act(game), who, do="join")]
    )
    assert_understood(answers)
    assert_began_once(game)
    assert len(set(seated(game))) == 3


def test_one_invitation_accepted_in_many_tabs_seats_one_new_player(crowd: Crowd) -> None:
    game = a_table("alice", invite=("bob",))
    path = reverse("invitation", args=[invite_token(invitation_id=Invitation.objects.get().pk)])
    answers = crowd.at_once(crowd.presses(6, path, answer="accept", name="Bob the tiler"))
    assert_understood(answers)
    assert {answer.location for answer in answers} == {path}
    assert seated(game) == ["alice", "Bob the tiler"]
    assert_began_once(game)


def test_yes_and_no_at_once_is_one_of_the_two(crowd: Crowd) -> None:
    game = a_table("alice", invite=("bob",))
    invitation = Invitation.objects.get()
    path = reverse("invitation", args=[invite_token(invitation_id=invitation.pk)])
    yes, no = (crowd.presses(3, path, answer=answer) for answer in ("accept", "decline"))
    answers = crowd.at_once([press for pair in zip(yes, no, strict=True) for press in pair])
    assert_understood(answers)
    invitation.refresh_from_db()
    if invitation.state == InvitationState.ACCEPTED:
        assert seated(game) == ["alice", "bob"]
        assert_began_once(game)
    else:
        assert invitation.state == InvitationState.DECLINED
        assert seated(game) == ["alice"]
        assert Game.objects.get().status == GameStatus.OPEN


def test_an_invitation_that_is_accepted_and_taken_back_at_once_is_one_of_the_two(
    crowd: Crowd,
) -> None:
    game = a_table("alice", invite=("bob",))
    invitation, alice = Invitation.objects.get(), Player.objects.get(name="alice")
    path = reverse("invitation", args=[invite_token(invitation_id=invitation.pk)])
    accept = crowd.presses(2, path, answer="accept")
    cancel = crowd.presses(2, act(game), alice, do="cancel")
    assert_understood(crowd.at_once([accept[0], cancel[0], accept[1], cancel[1]]))
    game.refresh_from_db()
    assert game.status in {GameStatus.RUNNING, GameStatus.VOID}
    assert seated(game) == (["alice", "bob"] if game.status == GameStatus.RUNNING else ["alice"])


def test_who_joins_while_the_place_is_filled_with_a_bot_sits_there_or_does_not(
    crowd: Crowd,
) -> None:
    game = a_table("alice", free=1)
    alice, bob = Player.objects.get(name="alice"), a_player("bob")
    join, fill = (
        crowd.presses(2, act(game), bob, do="join"),
        crowd.presses(2, act(game), alice, do="bots"),
    )
    assert_understood(crowd.at_once([join[0], fill[0], join[1], fill[1]]))
    assert_began_once(game)
    assert Seat.objects.filter(game=game).count() == 2


def test_everybody_who_asks_for_a_rematch_at_once_gets_the_same_one(crowd: Crowd) -> None:
    old = a_finished_game("alice", "bob", "carol")
    path = reverse("rematch", args=[old.pk])
    people = Player.objects.order_by("pk")
    answers = crowd.at_once([press for who in people for press in crowd.presses(2, path, who)])
    assert_understood(answers)
    new = Game.objects.get(rematch_of=old)
    assert {answer.location for answer in answers} == {page(new)}
    assert Invitation.objects.filter(game=new).count() == 2
    assert OutgoingMail.objects.filter(kind=MailKind.INVITATION).count() == 2


def test_a_player_invited_to_many_tables_takes_a_seat_at_each(crowd: Crowd) -> None:
    for host in ("alice", "bob", "carol"):
        a_table(host, invite=("dave",))
    paths = [
        reverse("invitation", args=[invite_token(invitation_id=each.pk)])
        for each in Invitation.objects.order_by("pk")
    ]
    visitors = [crowd.visitor() for _ in range(6)]
    presses = [
        Press(visitor, paths[number % 3], {"answer": "accept", "name": ""})
        for number, visitor in enumerate(visitors)
    ]
    assert_understood(crowd.at_once(presses))
    assert Player.objects.filter(email="dave@example.org").count() == 1
    assert Seat.objects.filter(player__email="dave@example.org").count() == 3
