"""What directors do to tables: tried without effect, done once, written down, undone where possible."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from games.models import (
    AuditEntry,
    DirectorAction,
    Fixture,
    GamePause,
    GameStatus,
    MailKind,
    OfferState,
    OutgoingMail,
    Rating,
    Result,
    Season,
    Seat,
    SeatOffer,
    SeatRequest,
)
from games.selectors.divisions import read_play
from games.selectors.rating_rows import rating_faults
from games.services.desk import KINDS, perform, preview, undo
from games.services.endings import finalize_game
from games.services.errors import BadText, NotAllowed, NothingChosen, Refused, TooLate, TooMany
from games.services.ratings import note_result, rate_games
from games.services.substitutes import Answer, answer_request
from tests.desk import DESK
from tests.factories import (
    NOW,
    a_league,
    a_player,
    a_running_season,
    decide,
    play_next,
)
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
_numbers = count(1)


@pytest.fixture
def season() -> Season:
    """A running season of alice, bob and dave, which carol directs; everybody meets everybody once."""
    return a_running_season(a_league(), "alice", "bob", "dave")


def table_of(season: Season, *names: str) -> Fixture:
    """The table of these people."""
    found = Fixture.objects.tables().filter(division__season=season).select_related("game")
    for name in names:
        found = found.filter(seats__entry__player__name=name)
    return found.get()


def do(
    season: Season, kind: str, by: str = "carol", reason: str = "Because.", **arguments: Any
) -> Any:
    return perform(
        season_id=season.pk,
        kind=kind,
        arguments=arguments,
        by=a_player(by),
        reason=reason,
        nonce=f"nonce {next(_numbers)}",
        now=NOW + HOUR,
    )


def take_back(action: DirectorAction, by: str = "carol") -> DirectorAction:
    return undo(action_id=action.pk, by=a_player(by), reason="A mistake.", now=NOW + 2 * HOUR)


def over(fixture: Fixture, winner: int = 0) -> None:
    """End the table's game: this seat wins, and it is rated."""
    assert fixture.game is not None
    decide(fixture.game, winner, now=NOW + HOUR)
    fixture.game.refresh_from_db()
    note_result(fixture.game)
    rate_games()


def points(season: Season) -> dict[str, int]:
    play = read_play(season.league, season.divisions.get())
    return {play.entries[line.entry].player.name: int(line.tally.points) for line in play.table()}


def everything() -> list[Any]:
    """What a dry run must leave alone."""
    models = (AuditEntry, DirectorAction, Fixture, GamePause, OutgoingMail, Rating, Result, Seat)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def test_a_dry_run_shows_standings_and_ratings_before_and_after_and_changes_nothing(
    season: Season,
) -> None:
    fixture = table_of(season, "alice", "bob")
    over(fixture)
    first, second = fixture.seats.order_by("index").values_list("entry__player__name", flat=True)
    before = everything()
    seen = preview(
        season_id=season.pk,
        kind="set-result",
        arguments={"fixture": fixture.pk, "places": [2, 1], "forfeits": []},
        by=a_player("carol"),
        now=NOW + 2 * HOUR,
    ).comparison
    rows = {row.name: row for row in seen.divisions[0].rows}
    was, now = rows[first].was, rows[first].now
    assert was is not None
    assert now is not None
    assert [int(was.points), int(now.points)] == [2, 0]
    assert rows[second].is_changed
    ratings = {fact.name: fact for fact in seen.ratings}
    assert ratings[second].was < 1000 < ratings[second].now  # type: ignore[operator]
    assert everything() == before


def test_a_result_that_is_set_counts_everywhere_and_can_be_undone(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    over(fixture)
    was = points(season)
    action = do(season, "set-result", fixture=fixture.pk, places=[2, 1], forfeits=[])
    rate_games()
    assert points(season) != was
    assert list(rating_faults()) == []
    take_back(action)
    rate_games()
    assert points(season) == was
    assert list(rating_faults()) == []
    assert AuditEntry.objects.filter(action="director-undo").count() == 1


def test_who_forfeits_by_decision_gets_nothing(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    over(fixture)
    do(season, "set-result", fixture=fixture.pk, places=[0, 1], forfeits=[0])
    first, second = fixture.seats.order_by("index").values_list("entry__player__name", flat=True)
    assert (points(season)[first], points(season)[second]) == (0, 2)


def test_a_game_in_progress_that_is_decided_ends_and_never_goes_on(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    action = do(season, "set-result", fixture=fixture.pk, places=[1, 2], forfeits=[])
    fixture.refresh_from_db()
    assert fixture.game is not None
    assert fixture.game.status == GameStatus.FINISHED
    assert not Seat.objects.awaited().filter(game=fixture.game).exists()
    # Its seed is public from now on.
    with pytest.raises(TooLate, match="what tiles would have come"):
        take_back(action)


def test_a_void_table_counts_for_nothing_until_that_is_undone(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    over(fixture)
    was = points(season)
    action = do(season, "void", fixture=fixture.pk)
    rate_games()
    assert set(points(season).values()) == {0}
    assert not Rating.objects.exists()
    take_back(action)
    rate_games()
    assert points(season) == was
    assert list(rating_faults()) == []


def test_a_table_is_played_again_and_the_old_game_can_come_back_before_a_move(
    season: Season,
) -> None:
    fixture = table_of(season, "alice", "bob")
    over(fixture)
    old, was = fixture.game, points(season)
    action = do(season, "restart", fixture=fixture.pk)
    fixture.refresh_from_db()
    assert fixture.game is not None
    assert (fixture.game != old, fixture.game.status) == (True, GameStatus.RUNNING)
    assert set(points(season).values()) == {0}
    take_back(action)
    assert points(season) == was
    again = do(season, "restart", fixture=fixture.pk)
    fixture.refresh_from_db()
    play_next(fixture.game_id or 0)
    with pytest.raises(TooLate, match="has moved"):
        take_back(again)


def test_only_the_newest_decision_about_a_table_is_undone(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    over(fixture)
    first = do(season, "set-result", fixture=fixture.pk, places=[2, 1], forfeits=[])
    second = do(season, "set-result", fixture=fixture.pk, places=[1, 1], forfeits=[])
    with pytest.raises(TooLate, match="Undo that first"):
        take_back(first)
    take_back(second)
    take_back(first)


def test_time_that_was_given_is_taken_back_while_the_turn_is_in_hand(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    seat = Seat.objects.awaited().get(game=fixture.game)
    action = do(season, "add-time", fixture=fixture.pk, seat=seat.index, hours=48)
    longer = Seat.objects.get(pk=seat.pk).deadline_at
    assert longer is not None
    assert seat.deadline_at is not None
    assert longer - seat.deadline_at == 48 * HOUR
    take_back(action)
    assert Seat.objects.get(pk=seat.pk).deadline_at == seat.deadline_at
    other = do(season, "add-time", fixture=fixture.pk, seat=seat.index, hours=24)
    play_next(fixture.game_id or 0, now=NOW + HOUR)
    with pytest.raises(TooLate, match="played since"):
        take_back(other)


def test_a_clock_is_stopped_and_let_run_again(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    do(season, "pause", fixture=fixture.pk)
    with pytest.raises(TooLate):
        do(season, "pause", fixture=fixture.pk)
    assert Seat.objects.awaited().get(game=fixture.game).deadline_at is None
    action = do(season, "resume", fixture=fixture.pk)
    assert GamePause.objects.get().to_at is not None
    take_back(action)
    assert GamePause.objects.get().to_at is None


def test_a_table_is_reminded_once_a_day(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    do(season, "nudge", fixture=fixture.pk)
    assert OutgoingMail.objects.filter(kind=MailKind.REMINDER).count() == 1
    with pytest.raises(TooMany):
        do(season, "nudge", fixture=fixture.pk)


def test_a_time_out_is_carried_out_and_taken_back_before_anybody_moves(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    seat = Seat.objects.awaited().get(game=fixture.game)
    action = do(season, "time-out", fixture=fixture.pk, seat=seat.index)
    assert Seat.objects.get(pk=seat.pk).is_bot
    told = OutgoingMail.objects.filter(context__news="early-bot-for-good")
    assert set(told.values_list("player__name", flat=True)) == {"alice", "bob"}
    page = signed_in("carol").get(f"{DESK}tables/{fixture.pk}/").content.decode()
    assert f"A bot is about to play for {seat.name}." in page
    take_back(action)
    seat.refresh_from_db()
    assert (seat.bot, seat.resigned_at, seat.timeouts) == ("", None, 0)
    assert seat.deadline_at is not None
    assert seat.deadline_at > NOW + 2 * HOUR


def test_the_same_form_sent_twice_is_done_once(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    seat = Seat.objects.awaited().get(game=fixture.game)
    for _ in range(2):
        perform(
            season_id=season.pk,
            kind="add-time",
            arguments={"fixture": fixture.pk, "seat": seat.index, "hours": 24},
            by=a_player("carol"),
            reason="Storm.",
            nonce="one form",
            now=NOW + HOUR,
        )
    assert Seat.objects.get(pk=seat.pk).extra == 24 * HOUR
    assert DirectorAction.objects.count() == 1


def test_nobody_decides_at_a_table_of_their_own(season: Season) -> None:
    season.league.directors.add(a_player("alice"))
    fixture = table_of(season, "alice", "bob")
    more: dict[str, Any] = {"seat": 0, "hours": 720, "places": [1, 2], "forfeits": []}
    about_tables = [code for code, kind in KINDS.items() if kind.subject in {"fixture", "seat"}]
    assert len(about_tables) > 8
    for kind in about_tables:
        with pytest.raises(NotAllowed, match=r"play at this table yourself\. Another director"):
            do(season, kind, by="alice", fixture=fixture.pk, **more)
    given = do(season, "void", fixture=fixture.pk)
    with pytest.raises(NotAllowed, match="play at this table yourself"):
        take_back(given, by="alice")
    do(season, "void", by="alice", fixture=table_of(season, "bob", "dave").pk)


def test_a_director_withdraws_no_opponent_but_whoever_else_and_themselves(season: Season) -> None:
    league, alice = season.league, a_player("alice")
    league.directors.set([alice])
    bob, own = (season.entries.get(player__name=name) for name in ("bob", "alice"))
    with pytest.raises(NotAllowed, match="whom you make a director") as refused:
        do(season, "withdraw", by="alice", entry=bob.pk)
    assert "You are in the middle of a game with this player." in refused.value.message
    over(table_of(season, "alice", "bob"))
    left = do(season, "withdraw", by="alice", entry=bob.pk)
    take_back(left, by="alice")
    gone = do(season, "withdraw", by="alice", entry=own.pk)
    with pytest.raises(NotAllowed):
        take_back(gone, by="alice")
    alice.is_superuser = True
    alice.save()
    take_back(gone, by="alice")


def test_places_have_to_be_counted_properly(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    people = list(fixture.seats.order_by("index").values_list("entry__player__name", flat=True))
    for places, forfeits in (([2, 2], []), ([0, 2], [0])):
        with pytest.raises(BadText, match=f"this would be: 1 {min(people[len(forfeits) :])}"):
            do(season, "set-result", fixture=fixture.pk, places=places, forfeits=forfeits)
    do(season, "set-result", fixture=fixture.pk, places=[1, 1], forfeits=[])


def test_other_leagues_tables_and_directors_are_out_of_reach(season: Season) -> None:
    other = a_running_season(a_league("other"), "erin", "frank")
    other.league.directors.set([a_player("grace")])
    foreign = table_of(other, "erin", "frank")
    for by, where, what in (("grace", season, foreign), ("carol", season, foreign)):
        with pytest.raises(Refused):
            do(where, "void", by=by, fixture=what.pk)
    with pytest.raises(NotAllowed):
        do(season, "void", by="dave", fixture=table_of(season, "alice", "bob").pk)
    foreign.refresh_from_db()
    assert foreign.game is not None
    assert foreign.game.status == GameStatus.RUNNING
    assert not DirectorAction.objects.exists()


def test_a_reason_is_required_and_the_kind_must_exist(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    with pytest.raises(BadText):
        do(season, "void", reason="  ", fixture=fixture.pk)
    with pytest.raises(NothingChosen):
        do(season, "explode", fixture=fixture.pk)


def test_final_tables_stay(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    over(fixture)
    Season.objects.filter(pk=season.pk).update(finished_at=NOW)
    with pytest.raises(Refused, match="final tables are written"):
        do(season, "void", fixture=fixture.pk)


def test_finalizing_is_left_alone(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    do(season, "void", fixture=fixture.pk)
    assert not finalize_game(game_id=fixture.game_id or 0, now=NOW)


def test_a_substitute_is_looked_for_until_that_is_undone(season: Season) -> None:
    fixture = table_of(season, "alice", "bob")
    seat = Seat.objects.get(game=fixture.game, player__name="alice")
    with pytest.raises(Refused, match="withdraw the player"):
        do(season, "substitute", fixture=fixture.pk, seat=seat.index)
    a_player("erin", stands_in=1, last_login=NOW)
    action = do(season, "substitute", fixture=fixture.pk, seat=seat.index)
    assert SeatOffer.objects.get().state == OfferState.OPEN
    with pytest.raises(TooLate, match="offered already"):
        do(season, "substitute", fixture=fixture.pk, seat=seat.index)
    take_back(action)
    assert SeatOffer.objects.get().state == OfferState.WITHDRAWN
    again = do(season, "substitute", fixture=fixture.pk, seat=seat.index)
    asked = SeatRequest.objects.get(offer__state=OfferState.OPEN)
    answer_request(request_id=asked.pk, answer=Answer.ACCEPT, now=NOW + 2 * HOUR)
    with pytest.raises(TooLate, match="somebody took it"):
        take_back(again)
