"""What players are told when a director does something to them: once, by whom, and why."""

from itertools import count
from typing import Any

import pytest

from games.mail import messages
from games.mail.relevance import NoLongerWanted, check_wanted
from games.models import DirectorAction, Fixture, OutgoingMail, Season
from games.services.desk import perform, preview, undo
from games.services.leagues import change_director
from games.services.season_draw import propose_divisions
from games.services.withdrawals import leave_season
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide

pytestmark = pytest.mark.django_db

_numbers = count(1)


def do(season: Season, kind: str, **arguments: Any) -> DirectorAction:
    return perform(
        season_id=season.pk,
        kind=kind,
        arguments=arguments,
        by=a_player("carol"),
        reason="It is only fair.",
        nonce=f"mail {next(_numbers)}",
        now=NOW,
    )


def take_back(action: DirectorAction) -> None:
    undo(action_id=action.pk, by=a_player("carol"), reason="A mistake.", now=NOW)


def told() -> list[str]:
    """Who has been told of the newest action, by name."""
    mails = OutgoingMail.objects.filter(key__startswith="season-news:desk:")
    newest = mails.order_by("-pk").first()
    assert newest is not None
    last = newest.key.rpartition(":")[0]
    same = mails.filter(key__startswith=f"{last}:").order_by("player__name")
    return [name for name in same.values_list("player__name", flat=True) if name]


def newest_to(name: str) -> tuple[str, str, str]:
    """Subject, text and HTML of the newest mail about an action; in both parts the same is said."""
    found = OutgoingMail.objects.filter(key__startswith="season-news:desk:", player__name=name)
    mail = found.select_related("player").order_by("-pk")[0]
    message = messages.compose(mail, wanted=check_wanted(mail, now=NOW), now=NOW)
    assert "List-Unsubscribe" in message.extra_headers
    text, html = str(message.body), str(message.alternatives[0][0])
    return str(message.subject), " ".join(text.split()), " ".join(html.split())


@pytest.fixture
def season() -> Season:
    """A running season of alice, bob and dave, which carol directs."""
    return a_running_season(a_league(), "alice", "bob", "dave")


@pytest.fixture
def table(season: Season) -> Fixture:
    """The first table of the season, played to its end."""
    fixture = Fixture.objects.tables().filter(division__season=season).order_by("pk")[0]
    assert fixture.game is not None
    decide(fixture.game)
    return fixture


def people(table: Fixture) -> list[str]:
    return sorted(table.seats.values_list("entry__player__name", flat=True))


def test_a_result_that_is_set_is_told_to_its_players_with_who_and_why(
    season: Season, table: Fixture
) -> None:
    deed: dict[str, Any] = {"fixture": table.pk, "places": [0, 1], "forfeits": [0]}
    trial = preview(
        season_id=season.pk, kind="set-result", arguments=deed, by=a_player("carol"), now=NOW
    )
    assert f"A mail goes to: {', '.join(people(table))}." in trial.notes
    action = do(season, "set-result", **deed)
    assert told() == people(table)
    first, second = table.seats.order_by("index").values_list("entry__player__name", flat=True)
    subject, text, html = newest_to(str(first))
    assert subject == f"[Azul] Tiles: Result decided: {first} – {second} (#{table.game_id})"
    for part in (text, html):
        for line in (
            "carol, director of Tiles", "It is only fair.", f"1. {second}", f"{first}: forfeited",
            f"/games/{table.game_id}/", "/leagues/tiles/log/", "/u/",
        ):  # fmt: skip
            assert line in part
    take_back(action)
    assert told() == people(table)
    assert "Decision taken back" in newest_to(str(first))[0]
    mail = OutgoingMail.objects.get(key=f"season-news:desk:{action.pk}:done:{a_player(first).pk}")
    with pytest.raises(NoLongerWanted):
        messages.compose(mail, wanted=None, now=NOW)


def test_of_a_restart_is_told_that_the_old_game_is_over_and_where_the_new_one_is(
    season: Season, table: Fixture
) -> None:
    old = table.game_id
    do(season, "restart", fixture=table.pk)
    table.refresh_from_db()
    subject, text, html = newest_to(told()[0])
    assert f"(#{old})" in subject
    for part in (text, html):
        assert f"#{table.game_id} has begun in its place" in part
        assert f"/games/{table.game_id}/" in part


def test_everybody_is_told_of_other_rules_in_the_middle_of_a_season_and_only_then(
    season: Season,
) -> None:
    points = {"rules": ["points"], "changes": {"points": [{}, {"2": [3, 1]}]}}
    action = do(season, "rules", **points)
    assert told() == ["alice", "bob", "dave"]
    subject, text, _html = newest_to("bob")
    assert subject == "[Azul] Tiles: Other rules in season 1"
    assert "/leagues/tiles/log/" in text
    take_back(action)
    assert "The former rules in season 1" in newest_to("bob")[0]
    do(season, "rules", rules=["pace"], changes={"pace": ["3d", "2d"]})
    assert "The former rules" in newest_to("bob")[0]
    Season.objects.update(published_at=None)
    do(season, "rules", **points)
    assert "The former rules" in newest_to("bob")[0]


def test_who_is_back_after_a_withdrawal_is_reminded_and_nobody_else(season: Season) -> None:
    entry = season.entries.get(player__name="dave")
    action = do(season, "withdraw", entry=entry.pk)
    take_back(action)
    reminded = OutgoingMail.objects.filter(kind="reminder").values_list("player__name", flat=True)
    assert set(reminded) == {"dave"}


def test_who_is_entered_withdrawn_or_made_a_director_is_told(season: Season) -> None:
    erin = a_player("erin", last_login=NOW)
    division = season.divisions.get()
    action = do(season, "add-player", player_id=erin.pk, player="erin", division=division.pk)
    assert told() == ["erin"]
    assert "You are entered in season 1" in newest_to("erin")[0]
    take_back(action)
    assert told() == ["erin"]
    assert "no longer entered" in newest_to("erin")[0]
    entry = season.entries.get(player__name="dave")
    do(season, "withdraw", entry=entry.pk)
    assert told() == ["dave"]
    assert "A bot plays your games in progress" in newest_to("dave")[1]
    change_director(
        league_id=season.league_id, name="erin", is_director=True, by=a_player("carol"), now=NOW
    )
    subject, text, _html = newest_to("erin")
    assert subject == "[Azul] Tiles: You are a director of Tiles"
    assert "/manage/tiles/" in text


def test_nobody_is_told_of_a_dry_run_or_of_a_move_that_is_only_proposed() -> None:
    names = ["alice", "bob", "dave", "erin", "frank", "grace", "heidi", "ivan"]
    season = a_season(a_league(largest_division=4), *names, is_drawn=False)
    season.closed_at = NOW
    propose_divisions(season, now=NOW)
    season.drawn_at = NOW
    season.save()
    first, second = season.divisions.order_by("level")
    entry = first.entries.order_by("pk")[0]
    preview(
        season_id=season.pk, kind="withdraw", arguments={"entry": entry.pk}, by=a_player("carol"), now=NOW
    )  # fmt: skip
    do(season, "move", entry=entry.pk, to=second.pk)
    assert not OutgoingMail.objects.filter(key__startswith="season-news:desk:").exists()
    Season.objects.update(published_at=NOW)
    do(season, "move", entry=entry.pk, to=first.pk)
    assert told() == [entry.player.name]
    assert "· Division 1" in newest_to(entry.player.name)[1]


def test_who_reads_japanese_is_told_in_japanese(season: Season, table: Fixture) -> None:
    name = people(table)[0]
    a_player(name, language="ja")
    do(season, "void", fixture=table.pk)
    subject, text, _html = newest_to(name)
    assert "無効" in subject
    assert "has declared" not in text


def test_directors_are_told_when_a_player_leaves(season: Season) -> None:
    alice = a_player("alice")
    leave_season(season_id=season.pk, player_id=alice.pk, by=alice, now=NOW)
    assert told() == ["carol"]
    subject, text, html = newest_to("carol")
    assert "alice has withdrawn from season 1" in subject
    assert "A bot plays the games in progress to their end" in text
    assert "/manage/tiles/1/" in html
