"""Swiss rounds drawn from results that directors change or put back."""

import pytest

from games.models import DirectorAction, Fixture, Game, Season
from games.services.desk import perform, preview, undo, undo_fault
from games.services.errors import Refused
from games.services.season_rounds import advance_division
from games.services.season_tables import start_tables
from tests.factories import NOW, a_league, a_player, a_running_season, decide_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """A Swiss season of two rounds whose first is played and not yet followed by the next."""
    league = a_league(pairing="swiss", games_each=2)
    found = a_running_season(league, "alice", "bob", "dave", "erin")
    decide_all(found)
    return found


def turn_around(season: Season, nonce: str = "one") -> DirectorAction:
    """Let the second seat of the first table win."""
    fixture = season.divisions.get().fixtures.order_by("pk")[0]
    return perform(
        season_id=season.pk, kind="set-result", by=a_player("carol"), reason="Wrong way round.",
        arguments={"fixture": fixture.pk, "places": [2, 1], "forfeits": []}, nonce=nonce, now=NOW,
    )  # fmt: skip


def draw_next(season: Season) -> list[set[str]]:
    """Draw the second round; return who meets whom."""
    advance_division(division_id=season.divisions.get().pk, now=NOW)
    return [
        set(fixture.seats.values_list("entry__player__name", flat=True))
        for fixture in Fixture.objects.filter(round=2).order_by("number")
    ]


def test_undoing_takes_a_round_back_that_was_drawn_and_not_begun_and_it_is_drawn_anew(
    season: Season,
) -> None:
    done = turn_around(season)
    drawn = draw_next(season)
    undo(action_id=done.pk, by=a_player("carol"), reason="It was right.", now=NOW)
    assert not Fixture.objects.filter(round=2).exists()
    assert season.divisions.get().released == 1
    anew = draw_next(season)
    assert len(anew) == len(drawn) == 2
    assert {frozenset(pair) for pair in anew} != {frozenset(pair) for pair in drawn}
    start_tables(season_id=season.pk, clock=lambda: NOW)
    assert Game.objects.filter(fixture__round=2).count() == 2


def test_once_games_of_that_round_have_begun_undoing_is_refused_with_the_reason(
    season: Season,
) -> None:
    done = turn_around(season)
    draw_next(season)
    start_tables(season_id=season.pk, clock=lambda: NOW)
    reason = "The next round was drawn from this result, and its games have begun."
    done = DirectorAction.objects.select_related("season", "by").get(pk=done.pk)
    assert undo_fault(done, now=NOW).startswith(reason)
    with pytest.raises(Refused, match=reason):
        undo(action_id=done.pk, by=a_player("carol"), reason="It was right.", now=NOW)
    fixture = done.arguments["fixture"]
    trial = preview(
        season_id=season.pk, kind="set-result", by=a_player("carol"), now=NOW,
        arguments={"fixture": fixture, "places": [1, 2], "forfeits": []},
    )  # fmt: skip
    assert any(note.startswith("Later rounds were drawn") for note in trial.notes)


def test_a_correction_made_after_the_draw_is_undone_and_the_round_stays(season: Season) -> None:
    drawn = draw_next(season)
    start_tables(season_id=season.pk, clock=lambda: NOW)
    done = turn_around(season)
    undo(action_id=done.pk, by=a_player("carol"), reason="It was right.", now=NOW)
    assert len(drawn) == Fixture.objects.filter(round=2, game__isnull=False).count() == 2
