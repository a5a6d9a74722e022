"""Steps on the director's desk: looked at first, taken for a reason, taken back while nobody builds on them."""

from datetime import timedelta

import pytest

from games.models import DirectorAction, Fixture, OutgoingMail, Season, SeasonEntry, Step
from games.services.appeals import ask_director
from games.services.desk import is_undoable, perform, preview, undo, undo_fault
from games.services.errors import Refused
from games.services.leagues import prepare_season
from games.services.season_steps import run_season, run_step
from games.services.seasons import enter_season, follow_league
from tests.desk import ask
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide_all

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def notes(season: Season, step: Step, kind: str = "step") -> str:
    """What the dry run of a step says."""
    trial = preview(
        season_id=season.pk,
        kind=kind,
        arguments={"step": step.value},
        by=a_player("carol"),
        now=NOW,
    )
    return " | ".join(trial.notes)


def take_back(season: Season, step: Step) -> Season:
    perform(
        season_id=season.pk, kind="step-back", arguments={"step": step.value}, by=a_player("carol"),
        reason="Too early.", nonce=f"back {step.value}", now=NOW,
    )  # fmt: skip
    season.refresh_from_db()
    return season


def run(season: Season) -> Season:
    run_season(season_id=season.pk, clock=lambda: NOW)
    season.refresh_from_db()
    return season


def test_the_dry_run_of_the_final_tables_names_questions_without_an_answer() -> None:
    season = a_running_season(a_league(), "alice", "bob")
    decide_all(season)
    assert "Nobody has answered" not in notes(season, Step.FINISH)
    game = Fixture.objects.tables().get().game_id or 0
    ask_director(game_id=game, by=a_player("bob"), about="result", text="Look.", now=NOW)
    told = notes(season, Step.FINISH)
    assert f"Nobody has answered yet what these players asked: bob (#{game})." in told


def test_a_dry_run_counts_games_mails_and_players_and_says_what_waits() -> None:
    league = a_league(smallest_division=2, largest_division=3)
    season = a_season(league, "alice", "bob", "dave", "erin", is_drawn=False)
    told = notes(season, Step.START)
    assert "One after the other: Close entries, Propose divisions, Publish divisions" in told
    assert "4 players have entered" in told
    assert "from the top: 2, 2." in told
    assert "2 tables" in told
    assert "2 games begin at once. | 4 mails are sent." in told
    assert "a day after the last result" in told
    assert season.actions.count() == 0
    assert Season.objects.get().asked_step == ""


def test_a_dry_run_of_the_next_season_counts_who_is_told_and_who_stays() -> None:
    league = a_league(entry_days=7, carries_over=True)
    season = a_running_season(league, "alice", "bob")
    follow_league(league_id=league.pk, player_id=a_player("grace").pk, is_following=True)
    decide_all(season)
    told = notes(season, Step.PROMOTE)
    assert "Season 2 begins and takes entries." in told
    assert "3 mails are sent. | 2 players of this season are entered in it." in told


def test_a_past_date_of_what_comes_next_is_in_the_dry_run() -> None:
    season = a_season(a_league(), is_drawn=False)
    Season.objects.update(closes_at=NOW - DAY)
    told = notes(season, Step.CLOSE)
    assert "so the server does at once, too: Propose divisions" in told
    assert "by itself on" in told


def test_a_request_is_undone_before_the_worker_comes_and_after_it_closed_entries() -> None:
    season = a_season(a_league(), is_drawn=False)
    for does_worker_come in (False, True):
        asked = ask(season, Step.CLOSE, now=NOW + timedelta(minutes=does_worker_come))
        if does_worker_come:
            assert run(season).closed_at == NOW
        asked = DirectorAction.objects.select_related("season", "by").get(pk=asked.pk)
        assert is_undoable(asked, now=NOW)
        undo(action_id=asked.pk, by=a_player("carol"), reason="Too early.", now=NOW)
        assert run(season).takes_entries
        assert season.asked_step == ""


def test_undoing_takes_back_all_steps_it_brought_along() -> None:
    season = a_season(a_league(), is_drawn=False)
    asked = ask(season, Step.DRAW)
    assert run(season).divisions.count() == 1
    undo(action_id=asked.pk, by=a_player("carol"), reason="Too early.", now=NOW)
    season.refresh_from_db()
    assert (season.closed_at, season.drawn_at, season.publishes_at) == (None, None, None)
    assert season.divisions.count() == 0
    enter_season(season_id=season.pk, player_id=a_player("erin").pk, now=NOW)


def test_what_was_published_since_or_came_to_nothing_isnt_undone() -> None:
    season = a_season(a_league(), is_drawn=False)
    closed = ask(season, Step.CLOSE)
    run(season)
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW)
    closed = DirectorAction.objects.select_related("season", "by").get(pk=closed.pk)
    assert (
        undo_fault(closed, now=NOW)
        == "Everybody has seen the divisions. Move single players instead."
    )
    with pytest.raises(Refused):
        undo(action_id=closed.pk, by=a_player("carol"), reason="Late.", now=NOW)
    assert Fixture.objects.exists()


def test_what_the_server_did_by_date_is_taken_back_and_isnt_done_again_at_once() -> None:
    season = a_season(a_league(), is_drawn=False)
    Season.objects.update(closes_at=NOW - DAY)
    assert run(season).drawn_at == NOW
    assert "is past and is taken away" in notes(season, Step.DRAW, "step-back")
    take_back(season, Step.DRAW)
    assert run(season).drawn_at is None
    assert run(take_back(season, Step.CLOSE)).takes_entries
    assert SeasonEntry.objects.filter(division=None, claim="").count() == 4


@pytest.mark.parametrize("step", [Step.OPEN, Step.PUBLISH, Step.START])
def test_steps_that_everybody_has_seen_stay(step: Step) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    with pytest.raises(Refused):
        take_back(season, step)


def test_a_season_in_preparation_is_called_off_with_a_mail_to_who_had_entered() -> None:
    league = a_league()
    a_running_season(league, "alice", "bob")
    season = prepare_season(league_id=league.pk, by=a_player("carol"), now=NOW)
    with pytest.raises(Refused, match="Season 2 hasn’t started yet"):
        prepare_season(league_id=league.pk, by=a_player("carol"), now=NOW)
    assert not OutgoingMail.objects.filter(context__news="opens").exists()
    run_step(season_id=season.pk, step=Step.OPEN, by=None, now=NOW)
    enter_season(season_id=season.pk, player_id=a_player("alice").pk, now=NOW)
    perform(
        season_id=season.pk, kind="call-off", arguments={"number": 2}, by=a_player("carol"),
        reason="Summer.", nonce="off", now=NOW,
    )  # fmt: skip
    assert league.seasons.count() == 1
    told = OutgoingMail.objects.filter(context__news="desk").values_list("player__name", flat=True)
    assert list(told) == ["alice"]
    run_season(season_id=season.pk, clock=lambda: NOW)
    assert prepare_season(league_id=league.pk, by=a_player("carol"), now=NOW).number == 2


def test_a_published_season_goes_on() -> None:
    season = a_season(a_league())
    with pytest.raises(Refused, match="this season goes on"):
        perform(
            season_id=season.pk, kind="call-off", arguments={"number": 1}, by=a_player("carol"),
            reason="Summer.", nonce="off", now=NOW,
        )  # fmt: skip
    assert season.entries.count() == 4


def test_dates_are_put_back_unless_they_were_changed_once_more() -> None:
    season = a_season(a_league(), is_drawn=False)
    first, second = (NOW + DAY).isoformat(), (NOW + 2 * DAY).isoformat()

    def change(*pair: str | None) -> DirectorAction:
        return perform(
            season_id=season.pk, kind="dates", arguments={"changes": {"closes_at": list(pair)}},
            by=a_player("carol"), reason="Later.", nonce=f"to {pair[1]}", now=NOW,
        )  # fmt: skip

    one, two = change(None, first), change(first, second)
    with pytest.raises(Refused, match="changed the dates since"):
        undo(action_id=one.pk, by=a_player("carol"), reason="No.", now=NOW)
    for action, left in ((two, NOW + DAY), (one, None)):
        undo(action_id=action.pk, by=a_player("carol"), reason="No.", now=NOW)
        season.refresh_from_db()
        assert season.closes_at == left


@pytest.mark.parametrize(
    ("rules", "people"),
    [
        ({"pairing": "double"}, 5),
        ({"pairing": "balanced", "table_size": 3, "games_each": 3, "smallest_division": 3}, 7),
        ({"pairing": "swiss", "table_size": 4, "games_each": 3}, 9),
        ({"pairing": "knockout"}, 5),
        ({"pairing": "mixed", "table_size": 4, "games_each": 3}, 9),
    ],
)
def test_the_games_of_a_dry_run_are_those_that_are_drawn(
    rules: dict[str, object], people: int
) -> None:
    season = a_season(
        a_league("tiles", largest_division=10, **rules),
        *[f"player {number}" for number in range(people)],
        is_drawn=False,
    )
    told = notes(season, Step.PUBLISH)
    run_step(season_id=season.pk, step=Step.PUBLISH, by=None, now=NOW)
    count = Fixture.objects.tables().count()
    assert f"Everybody sees the divisions and {count} table" in told


def test_a_season_is_drawn_only_when_the_one_before_is_over() -> None:
    league = a_league()
    first = a_running_season(league, "alice", "bob")
    second = a_season(league, "alice", "bob", is_drawn=False)
    for step in (Step.DRAW, Step.START):
        with pytest.raises(Refused, match="Season 1 isn’t over"):
            ask(second, step)
    assert "waits until the season before is over" in notes(second, Step.CLOSE)
    Season.objects.filter(pk=second.pk).update(closes_at=NOW, starts_at=NOW)
    second = run(second)
    assert (second.closed_at, second.drawn_at) == (NOW, None)
    decide_all(first)
    run_step(season_id=first.pk, step=Step.FINISH, by=None, now=NOW)
    assert run(second).drawn_at == NOW
