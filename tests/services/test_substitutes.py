"""Offering seats, asking stand-bys one after the other, and taking over."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from games.models import (
    AuditEntry,
    Game,
    OutgoingMail,
    Seat,
    SeatChange,
    SeatOffer,
    SeatRequest,
    Service,
    SignOfLife,
    Vacation,
)
from games.models import OfferState as Offer
from games.models import RequestState as Asked
from games.selectors.positions import load_table
from games.services.deadlines import expire_turn, extend_deadline, force_time_out
from games.services.endings import finalize_game, resign_seat
from games.services.erasure import erase_player
from games.services.errors import GameOver, NoSuchGame, NotAllowed, TooLate, TooMany
from games.services.notes import save_note
from games.services.outages import note_alive
from games.services.play import undo_fault
from games.services.stand_ins import has_stand_bys
from games.services.substitutes import (
    Answer,
    NobodyStandsIn,
    answer_request,
    move_offer_on,
    offer_seat,
    withdraw_offer,
)
from games.services.talk import post_message
from games.services.watch import watch_clocks
from tests.factories import (
    NOW,
    a_game,
    a_league,
    a_player,
    a_season,
    a_stand_by,
    play_next,
    play_random_moves,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATE = NOW + 3 * DAY
pytestmark = pytest.mark.django_db


def offer(game: Game, by: str = "alice", seat: int = 0, hours: int = 1) -> SeatOffer:
    return offer_seat(game_id=game.pk, seat=seat, by=a_player(by), now=NOW + hours * HOUR)


def asked() -> SeatRequest:
    return SeatRequest.objects.select_related("player").get(state=Asked.ASKED)


def answer(request: SeatRequest, what: Answer = Answer.ACCEPT, hours: int = 2) -> SeatRequest:
    return answer_request(request_id=request.pk, answer=what, now=NOW + hours * HOUR)


def seat_of(game: Game, index: int = 0) -> Seat:
    return Seat.objects.select_related("player").get(game=game, index=index)


def a_late_game(policy: str = "substitute", *names: str) -> Game:
    game = a_game(*names)
    Game.objects.filter(pk=game.pk).update(timeout_policy=policy)
    return game


def sweep(hours: int) -> dict[str, int]:
    SignOfLife.objects.update_or_create(
        service="worker", defaults={"alive_at": NOW + hours * HOUR - timedelta(minutes=1)}
    )
    return watch_clocks(clock=lambda: NOW + hours * HOUR)


def kinds(name: str) -> list[str]:
    mails = OutgoingMail.objects.filter(player__name=name).order_by("pk")
    return [f"{mail.kind}:{mail.context.get('news', '')}" for mail in mails]


def test_a_seat_is_offered_and_the_first_stand_by_has_a_day() -> None:
    a_stand_by("carol")
    game = a_game()
    made = offer(game)
    request = asked()
    assert (made.state, made.cause, made.turn) == (Offer.OPEN, "player", 0)
    assert (request.player.name, request.answer_by) == ("carol", NOW + 25 * HOUR)
    assert kinds("carol") == ["seat-offer:"]
    assert "clock-news:offered" in kinds("bob")
    assert "clock-news:offered" not in kinds("alice")


def test_the_time_to_answer_does_not_end_in_the_night_of_who_is_asked() -> None:
    a_stand_by("carol", night=12)
    offer(a_game())
    assert asked().answer_by == NOW + 33 * HOUR


def test_offering_twice_asks_once() -> None:
    a_stand_by("carol")
    game = a_game()
    assert offer(game).pk == offer(game).pk
    assert SeatRequest.objects.count() == 1
    assert AuditEntry.objects.filter(action="offer_seat").count() == 1


def test_until_somebody_comes_the_player_plays_on() -> None:
    a_stand_by("carol")
    game = a_game()
    offer(game)
    play_next(game.pk, now=NOW + 2 * HOUR)
    assert SeatOffer.objects.get().is_open
    assert seat_of(game, 1).awaited_turn == 1


def test_an_offer_is_taken_back_and_nobody_can_accept_it_any_more() -> None:
    a_stand_by("carol")
    game = a_game()
    offer(game)
    request = asked()
    alice = a_player("alice")
    done = [withdraw_offer(game_id=game.pk, seat=0, by=alice, now=NOW + 2 * HOUR) for _ in range(2)]
    assert done == [True, False]
    with pytest.raises(TooLate, match="goes on"):
        answer(request)
    assert seat_of(game).player == alice


def test_the_newcomer_has_the_seat_a_fresh_bank_and_a_whole_turn() -> None:
    a_stand_by("carol", time_zone="Asia/Tokyo")
    game = a_game(pace="5d+12h")
    Seat.objects.filter(game=game, index=0).update(bank=HOUR, timeouts=2, is_muted=True)
    before = seat_of(game).epoch
    offer(game)
    answer(asked(), hours=20)
    seat = seat_of(game)
    assert seat.player == a_player("carol")
    assert (seat.epoch, seat.held_from, seat.timeouts) == (before + 1, 0, 0)
    assert (seat.bank, seat.is_muted, seat.clock_zone) == (5 * DAY, False, "Asia/Tokyo")
    assert seat.deadline_at == NOW + 20 * HOUR + 12 * HOUR + 5 * DAY
    game.refresh_from_db()
    assert game.deadline_at == seat.deadline_at


def test_everybody_is_told_who_came() -> None:
    a_stand_by("carol")
    game = a_game()
    offer(game)
    answer(asked())
    assert kinds("alice")[-1] == "seat-taken:"
    assert kinds("bob")[-1] == "clock-news:taken-over"
    assert kinds("carol") == ["seat-offer:", "your-turn:"]
    assert AuditEntry.objects.get(action="take_over").actor == a_player("carol")


def test_the_change_is_kept_and_never_deleted() -> None:
    a_stand_by("carol")
    game = a_game()
    play_random_moves(game, 2)
    offer(game)
    answer(asked())
    change = SeatChange.objects.get()
    assert (change.from_player.name, change.to_player.name) == ("alice", "carol")
    assert (change.seat.index, change.from_turn, change.turn) == (0, 0, 2)
    with pytest.raises(ValidationError):
        change.delete()


def test_accepting_again_changes_nothing() -> None:
    a_stand_by("carol")
    game = a_game()
    offer(game)
    request = asked()
    for hours in (2, 3):
        answer(request, hours=hours)
    assert SeatChange.objects.count() == 1
    assert seat_of(game).deadline_at == NOW + 2 * HOUR + 3 * DAY


def test_after_a_no_and_after_a_silent_day_the_next_one_is_asked() -> None:
    for name in ("carol", "dave", "erin"):
        a_stand_by(name)
    offer(a_game())
    answer(asked(), Answer.DECLINE)
    assert asked().player.name == "dave"
    assert sweep(25)["offers"] == 0
    assert sweep(26)["offers"] == 1
    assert asked().player.name == "erin"
    assert sweep(26)["offers"] == 0


def test_who_was_asked_may_still_say_yes_late_and_of_two_one_gets_the_seat() -> None:
    a_stand_by("carol")
    a_stand_by("dave")
    game = a_game()
    offer(game)
    late = asked()
    sweep(25)
    now_asked = asked()
    answer(late, hours=26)
    with pytest.raises(TooLate, match="faster"):
        answer(now_asked, hours=26)
    assert seat_of(game).player == a_player("carol")
    now_asked.refresh_from_db()
    assert now_asked.state == Asked.WITHDRAWN


def test_whoever_declines_for_good_is_not_on_the_list_any_more() -> None:
    carol = a_stand_by("carol")
    a_stand_by("dave")
    offer(a_game())
    answer(asked(), Answer.STOP)
    carol.refresh_from_db()
    assert carol.stands_in == 0
    assert asked().player.name == "dave"


def test_when_nobody_comes_the_player_plays_on_and_is_told() -> None:
    a_stand_by("carol")
    game = a_game()
    offer(game)
    answer(asked(), Answer.DECLINE)
    assert SeatOffer.objects.get().state == Offer.NOBODY
    assert kinds("alice")[-1] == "clock-news:nobody-came"
    assert not seat_of(game).is_bot
    with pytest.raises(NobodyStandsIn):
        offer(game, hours=3)


@pytest.mark.parametrize(
    "fields",
    [
        {"stands_in": 0},
        {"is_active": False},
        {"last_login": None},
        {"mail_failing_at": NOW},
        {"notices": "never"},
    ],
)
def test_nobody_is_asked_who_did_not_say_so_or_can_not_be_mailed(fields: dict[str, object]) -> None:
    a_player("carol", **{"stands_in": 1, "last_login": NOW, **fields})
    with pytest.raises(NobodyStandsIn):
        offer(a_game())
    assert not SeatOffer.objects.exists()


def test_nobody_is_asked_who_is_away_late_full_or_at_the_table() -> None:
    away, late, full = a_stand_by("carol"), a_stand_by("dave"), a_stand_by("erin")
    a_stand_by("bob")
    game = a_game()
    Vacation.objects.create(player=away, from_at=NOW, to_at=LATE, announced_at=NOW)
    other = a_game("dave", "frank")
    Seat.objects.filter(game=other, player=late).update(is_overdue=True)
    Seat.objects.filter(game=a_game("erin", "frank"), player=full).update(held_from=0)
    assert not has_stand_bys(seat_of(game), now=NOW)


def test_rivals_of_the_same_division_are_not_asked() -> None:
    season = a_season(a_league(), "alice", "bob", "dave")
    game = a_game()
    fixture = season.divisions.get().fixtures.first()
    assert fixture is not None
    fixture.game = game
    fixture.save()
    a_stand_by("dave")
    assert not has_stand_bys(seat_of(game), now=NOW)
    a_stand_by("erin")
    assert has_stand_bys(seat_of(game), now=NOW)


def test_a_stand_by_is_asked_for_one_seat_at_a_time_and_another_offer_waits() -> None:
    a_stand_by("carol", 2)
    first, second = a_game(), a_game()
    offer(first)
    waiting = offer(second)
    assert asked().offer.game == first
    assert waiting.is_open
    answer(asked(), Answer.DECLINE)
    sweep(2)
    assert asked().offer.game == second


def test_others_may_not_offer_a_seat_and_directors_may() -> None:
    a_stand_by("erin")
    game = a_game()
    with pytest.raises(NotAllowed):
        offer(game, by="bob")
    a_player("dave", is_staff=True)
    assert offer(game, by="dave").cause == "director"
    with pytest.raises(NotAllowed):
        withdraw_offer(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW + 2 * HOUR)
    assert withdraw_offer(game_id=game.pk, seat=0, by=a_player("dave"), now=NOW + 2 * HOUR)


def test_a_leagues_director_may_offer_a_seat_of_its_games() -> None:
    season = a_season(a_league(), "alice", "bob")
    game = a_game()
    fixture = season.divisions.get().fixtures.get()
    fixture.game = game
    fixture.save()
    a_stand_by("dave")
    assert offer(game, by="carol").cause == "director"


def test_what_can_not_be_offered_is_refused() -> None:
    a_stand_by("carol")
    game = a_game()
    with pytest.raises(NoSuchGame):
        offer(game, seat=3)
    with pytest.raises(NoSuchGame):
        offer_seat(game_id=99, seat=0, by=a_player("alice"), now=NOW)
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW)
    with pytest.raises(TooLate, match="bot"):
        offer(game)
    Game.objects.filter(pk=game.pk).update(status="finished")
    with pytest.raises(GameOver):
        offer(game, by="bob", seat=1)


def test_a_seat_is_offered_three_times_a_day_at_most() -> None:
    a_stand_by("carol")
    game = a_game()
    for _ in range(3):
        offer(game)
        withdraw_offer(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW + HOUR)
    with pytest.raises(TooMany):
        offer(game)


def test_resigning_or_the_end_of_the_game_ends_an_offer() -> None:
    a_stand_by("carol")
    game = a_game()
    offer(game)
    request = asked()
    resign_seat(game_id=game.pk, seat=0, by=a_player("alice"), now=NOW + 2 * HOUR)
    assert SeatOffer.objects.get().state == Offer.OVER
    with pytest.raises(TooLate):
        answer(request, hours=3)


def test_a_finished_game_has_no_open_offers() -> None:
    a_stand_by("carol")
    game = a_game()
    offer(game)
    Game.objects.filter(pk=game.pk).update(status="scoring")
    with pytest.raises(GameOver):
        answer(asked())
    finalize_game(game_id=game.pk, now=NOW + 2 * HOUR)
    assert not SeatOffer.objects.filter(state=Offer.OPEN).exists()


def test_when_time_is_up_the_seat_is_offered_and_the_game_waits() -> None:
    a_stand_by("carol")
    game = a_late_game()
    assert expire_turn(game_id=game.pk, seat=0, now=LATE) == "substitute"
    assert SeatOffer.objects.get().cause == "time-out"
    assert seat_of(game).is_overdue
    assert kinds("bob")[-1] == "clock-news:substitute"
    assert expire_turn(game_id=game.pk, seat=0, now=LATE + DAY) is None


def test_without_stand_bys_a_bot_plays_on_at_once() -> None:
    game = a_late_game()
    assert expire_turn(game_id=game.pk, seat=0, now=LATE) == "bot-for-good"
    assert seat_of(game).bot == "greedy"


def test_a_bot_plays_on_when_all_stand_bys_were_asked() -> None:
    a_stand_by("carol")
    game = a_late_game()
    expire_turn(game_id=game.pk, seat=0, now=LATE)
    assert sweep(96)["offers"] == 1
    assert (SeatOffer.objects.get().state, seat_of(game).bot) == (Offer.NOBODY, "greedy")
    assert kinds("bob")[-1] == "clock-news:no-substitute"
    assert AuditEntry.objects.get(action="resign_seat").reason == "no-substitute"


def test_who_plays_the_turn_before_somebody_comes_keeps_the_seat() -> None:
    a_stand_by("carol")
    game = a_late_game()
    expire_turn(game_id=game.pk, seat=0, now=LATE)
    request = asked()
    with pytest.raises(TooLate, match="plays the turn"):
        withdraw_offer(game_id=game.pk, seat=0, by=a_player("alice"), now=LATE)
    play_next(game.pk, now=LATE + HOUR)
    assert SeatOffer.objects.get().state == Offer.WITHDRAWN
    with pytest.raises(TooLate):
        answer(request, hours=80)


def test_more_time_from_a_director_ends_the_offer() -> None:
    a_stand_by("carol")
    game = a_late_game()
    expire_turn(game_id=game.pk, seat=0, now=LATE)
    staff = a_player("dave", is_staff=True)
    extend_deadline(game_id=game.pk, seat=0, time=DAY, by=staff, now=LATE + HOUR)
    assert SeatOffer.objects.get().state == Offer.WITHDRAWN
    assert not seat_of(game).is_overdue


def test_an_offer_that_stands_goes_on_when_time_is_up_and_then_ends_with_a_bot() -> None:
    a_stand_by("carol")
    game = a_late_game()
    offer(game)
    staff = a_player("dave", is_staff=True)
    assert force_time_out(game_id=game.pk, seat=0, by=staff, now=NOW + 2 * HOUR) == "substitute"
    assert SeatRequest.objects.count() == 1
    answer(asked(), Answer.DECLINE, hours=3)
    assert seat_of(game).is_bot


def test_an_outage_gives_stand_bys_their_time_back() -> None:
    a_stand_by("carol")
    a_stand_by("dave")
    made = offer(a_game())
    note_alive(service=Service.MAIL, alive_at=NOW + 2 * HOUR)
    note_alive(service=Service.MAIL, alive_at=NOW + 12 * HOUR)
    assert not move_offer_on(offer_id=made.pk, now=NOW + 25 * HOUR)
    assert asked().answer_by == NOW + 35 * HOUR
    assert move_offer_on(offer_id=made.pk, now=NOW + 35 * HOUR)
    assert asked().player.name == "dave"


def test_notes_go_and_messages_stay_with_who_wrote_them() -> None:
    a_stand_by("carol")
    game = a_game()
    alice = a_player("alice")
    save_note(game_id=game.pk, by=alice, text="Blue is rare.", now=NOW)
    message = post_message(game_id=game.pk, by=alice, text="Hello", now=NOW)
    offer(game)
    answer(asked())
    message.refresh_from_db()
    assert message.author == alice
    assert not hasattr(seat_of(game), "note")
    assert seat_of(game).last_read == message.pk


def test_the_newcomer_takes_no_move_of_the_leaver_back() -> None:
    a_stand_by("carol")
    game = a_game()
    play_random_moves(game, 1)
    offer(game)
    answer(asked())
    assert undo_fault(load_table(game.pk), seat=0, now=NOW) == (
        "There is no move of yours to take back."
    )


def test_a_substitute_may_go_too_and_nobody_comes_back() -> None:
    a_stand_by("carol")
    a_stand_by("alice")
    game = a_game()
    offer(game)
    answer(asked())
    a_stand_by("dave")
    offer(game, by="carol", hours=3)
    assert asked().player.name == "dave"
    answer(asked(), hours=4)
    assert [change.to_player.name for change in SeatChange.objects.order_by("pk")] == [
        "carol",
        "dave",
    ]


def test_who_erases_the_account_is_not_waited_for() -> None:
    carol = a_stand_by("carol")
    a_stand_by("dave")
    offer(a_game())
    erase_player(player_id=carol.pk, by=carol, now=NOW + 2 * HOUR)
    assert sweep(2)["offers"] == 1
    assert asked().player.name == "dave"
