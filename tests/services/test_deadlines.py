"""What happens when time is up, and who can give more of it."""

from datetime import datetime, timedelta

import pytest

from games.models import (
    AuditEntry,
    Game,
    Move,
    Outcome,
    OutgoingMail,
    Player,
    Result,
    Seat,
    TimeOut,
    TimeoutPolicy,
    Via,
)
from games.services.deadlines import expire_turn, extend_deadline, force_time_out, give_time
from games.services.endings import finalize_game
from games.services.errors import NotAllowed, NotYourTurn, StaleTurn, TooMany
from games.services.play import undo_move
from tests.factories import NOW, a_game, a_player, play_next

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATE = NOW + 3 * DAY
pytestmark = pytest.mark.django_db


def a_clocked_game(*names: str, policy: str, excused: int = 0, pace: str = "3d") -> Game:
    game = a_game(*names, pace=pace)
    Game.objects.filter(pk=game.pk).update(timeout_policy=policy, excused=excused)
    return game


def seat_of(game: Game, index: int = 0) -> Seat:
    return Seat.objects.get(game=game, index=index)


def expire(game: Game, seat: int = 0, now: datetime = LATE) -> Outcome | None:
    return expire_turn(game_id=game.pk, seat=seat, now=now)


def staff() -> Player:
    return a_player("dave", is_staff=True)


@pytest.mark.parametrize("policy", TimeoutPolicy.values)
def test_nothing_happens_before_the_deadline(policy: str) -> None:
    game = a_clocked_game(policy=policy)
    assert expire(game, now=LATE - timedelta(microseconds=1)) is None
    assert not TimeOut.objects.exists()


def test_with_reminders_only_the_turn_stays_open_and_is_told_once() -> None:
    game = a_clocked_game(policy="remind-only")
    assert expire(game) == Outcome.REMINDED
    assert expire(game, now=LATE + DAY) is None
    assert seat_of(game).is_overdue
    play_next(game.pk, now=LATE + 2 * DAY)
    assert not seat_of(game).is_overdue or seat_of(game).awaited_turn is None
    news = OutgoingMail.objects.filter(game=game, kind="clock-news")
    assert sorted(mail.holder.name for mail in news) == ["alice", "bob"]


def test_a_bot_plays_one_turn_and_the_player_is_back_at_the_next() -> None:
    game = a_clocked_game(policy="bot-once")
    assert expire(game) == Outcome.BOT_ONCE
    move = Move.objects.get(game=game)
    assert (move.seat.index, move.via) == (0, Via.BOT)
    assert (seat_of(game).bot, seat_of(game).awaited_turn) == ("", None)
    assert seat_of(game, 1).deadline_at == LATE + 3 * DAY
    play_next(game.pk, now=LATE + HOUR)
    assert seat_of(game).awaited_turn == 2


def test_an_empty_bank_gets_its_increment_after_a_bot_has_played() -> None:
    game = a_clocked_game(policy="bot-once", pace="2d+12h")
    assert expire(game, now=NOW + 60 * HOUR) == Outcome.BOT_ONCE
    assert seat_of(game).bank == 12 * HOUR


def test_a_bot_takes_over_for_good() -> None:
    game = a_clocked_game(policy="bot-for-good")
    before = seat_of(game).epoch
    assert expire(game) == Outcome.BOT_FOR_GOOD
    assert seat_of(game).bot == "greedy"
    assert seat_of(game).epoch == before + 1
    assert AuditEntry.objects.get(action="resign_seat").reason == "time-out"


def test_of_two_players_the_other_wins_by_forfeit_whatever_the_boards_say() -> None:
    game = a_clocked_game(policy="forfeit")
    assert expire(game) == Outcome.FORFEIT
    game.refresh_from_db()
    assert (game.status, game.end_reason, game.deadline_at) == ("scoring", "forfeit", None)
    assert finalize_game(game_id=game.pk, now=LATE)
    results = Result.objects.filter(game=game).order_by("place")
    assert [(row.place, row.seat.index, row.reason, row.bonus) for row in results] == [
        (1, 1, "", 0),
        (2, 0, "forfeit", 0),
    ]


def test_of_three_the_others_play_on_with_a_bot_and_the_forfeited_seat_is_last() -> None:
    game = a_clocked_game("alice", "bob", "carol", policy="forfeit")
    assert expire(game) == Outcome.FORFEIT
    game.refresh_from_db()
    assert game.status == "running"
    assert seat_of(game).bot == "greedy"
    while Seat.objects.awaited().filter(game=game).exists():
        play_next(game.pk, now=LATE)
    finalize_game(game_id=game.pk, now=LATE)
    result = Result.objects.get(game=game, seat__index=0)
    assert (result.place, result.reason) == (3, "forfeit")
    game.refresh_from_db()
    assert game.end_reason != "forfeit"


def test_a_void_game_has_no_result_and_says_why() -> None:
    game = a_clocked_game(policy="void")
    assert expire(game) == Outcome.VOID
    game.refresh_from_db()
    assert (game.status, game.end_reason) == ("void", "time-out")
    assert not Seat.objects.filter(game=game, awaited_turn__isnull=False).exists()


def test_an_excused_time_out_gives_another_day_from_when_it_is_carried_out() -> None:
    game = a_clocked_game(policy="void", excused=1)
    assert expire(game, now=LATE + HOUR) == Outcome.EXCUSED
    assert seat_of(game).deadline_at == LATE + 25 * HOUR
    assert expire(game, now=LATE + 24 * HOUR) is None
    assert expire(game, now=LATE + 25 * HOUR) == Outcome.VOID


def test_a_move_before_the_time_out_is_carried_out_counts() -> None:
    game = a_clocked_game(policy="bot-once")
    play_next(game.pk, now=LATE + timedelta(seconds=2))
    assert expire(game, now=LATE + timedelta(seconds=3)) is None
    assert Move.objects.get(game=game).via == Via.PAGE


def test_after_the_time_out_the_players_move_finds_the_turn_gone() -> None:
    game = a_clocked_game(policy="bot-once")
    expire(game)
    from games.services.play import play_move

    with pytest.raises(StaleTurn):
        play_move(game_id=game.pk, seat=0, turn=0, move="1B1", via=Via.PAGE, now=LATE)


def test_a_bots_move_at_a_time_out_is_not_taken_back() -> None:
    from games.services.errors import TooLate

    game = a_clocked_game(policy="bot-once")
    expire(game)
    with pytest.raises(TooLate):
        undo_move(game_id=game.pk, seat=0, now=LATE)


def test_what_became_of_a_turn_is_written_down() -> None:
    game = a_clocked_game(policy="bot-once")
    expire(game)
    row = TimeOut.objects.get()
    assert (row.player.name, row.turn, row.deadline_at, row.at) == ("alice", 0, LATE, LATE)
    entry = AuditEntry.objects.get(action="time_out")
    assert entry.details == {"seat": 0, "turn": 0, "outcome": "bot-once"}


def test_a_director_extends_a_turn_and_the_table_is_told() -> None:
    game = a_clocked_game(policy="void")
    at = extend_deadline(
        game_id=game.pk,
        seat=0,
        time=2 * DAY,
        by=staff(),
        now=NOW + HOUR,
        reason="storm",
    )
    assert at == LATE + 2 * DAY == seat_of(game).deadline_at
    assert Game.objects.get(pk=game.pk).deadline_at == at
    assert expire(game) is None
    assert AuditEntry.objects.get(action="extend_deadline").reason == "storm"
    assert OutgoingMail.objects.filter(kind="clock-news").count() == 2


def test_more_time_puts_a_player_whose_time_was_up_back_on_the_clock() -> None:
    game = a_clocked_game(policy="remind-only")
    expire(game)
    extend_deadline(game_id=game.pk, seat=0, time=DAY, by=staff(), now=LATE + HOUR)
    assert not seat_of(game).is_overdue
    assert expire(game, now=LATE + DAY) == Outcome.REMINDED


def test_a_director_can_force_a_time_out() -> None:
    game = a_clocked_game(policy="bot-for-good", excused=3)
    outcome = force_time_out(game_id=game.pk, seat=0, by=staff(), now=NOW + HOUR)
    assert outcome == Outcome.BOT_FOR_GOOD
    assert AuditEntry.objects.get(action="time_out").actor == a_player("dave")


def test_only_directors_extend_or_force() -> None:
    game = a_clocked_game(policy="void")
    with pytest.raises(NotAllowed):
        extend_deadline(game_id=game.pk, seat=0, time=DAY, by=a_player("alice"), now=NOW)
    with pytest.raises(NotAllowed):
        force_time_out(game_id=game.pk, seat=0, by=a_player("bob"), now=NOW)


def test_an_opponent_gives_a_day_and_at_most_three_in_a_turn() -> None:
    game = a_clocked_game(policy="void")
    bob = a_player("bob")
    for days in range(3):
        assert give_a_day(game, bob, before=days * DAY)
        assert Seat.objects.get(game=game, index=0).deadline_at == LATE + (days + 1) * DAY
    with pytest.raises(TooMany):
        give_a_day(game, bob, before=3 * DAY)


def test_a_director_s_extension_leaves_the_others_their_three_gifts() -> None:
    game, bob = a_game(), a_player("bob")
    boss = a_player("carol", is_staff=True)
    extend_deadline(game_id=game.pk, seat=0, time=5 * DAY, by=boss, now=NOW + HOUR)
    for days in range(5, 8):
        assert give_a_day(game, bob, before=days * DAY)
    with pytest.raises(TooMany):
        give_a_day(game, bob, before=8 * DAY)


def test_giving_twice_from_the_same_page_gives_one_day() -> None:
    game = a_clocked_game(policy="void")
    bob = a_player("bob")
    assert [give_a_day(game, bob, before=timedelta(0)) for _ in range(3)] == [True, False, False]
    assert Seat.objects.get(game=game, index=0).deadline_at == LATE + DAY
    assert AuditEntry.objects.filter(action="give_time").count() == 1
    assert not give_a_day(game, bob, turn=5, before=DAY)


def give_a_day(game: Game, by: Player, *, seat: int = 0, turn: int = 0, before: timedelta) -> bool:
    """Give a day to a seat, from a page that showed this turn and this much time added."""
    return give_time(game_id=game.pk, seat=seat, turn=turn, before=before, by=by, now=NOW + HOUR)


def test_nobody_gives_time_to_oneself_to_who_is_not_to_move_or_from_outside() -> None:
    game = a_clocked_game(policy="void")
    with pytest.raises(NotAllowed):
        give_a_day(game, a_player("alice"), before=timedelta(0))
    with pytest.raises(NotYourTurn):
        give_a_day(game, a_player("alice"), seat=1, before=timedelta(0))
    with pytest.raises(NotAllowed):
        give_a_day(game, a_player("carol"), before=timedelta(0))
