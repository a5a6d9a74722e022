"""What the mails of a season say, in both languages, and how to be rid of them."""

from datetime import timedelta

import pytest
from django.test import Client

from games.mail import messages
from games.mail.relevance import NoLongerWanted, check_wanted
from games.models import Game, OutgoingMail, Player, Season, Step
from games.services.desk import perform
from games.services.season_steps import run_season, run_step
from games.services.seasons import enter_season, follow_league
from games.services.withdrawals import leave_season
from tests.factories import NOW, a_league, a_player, a_running_season, a_season, decide_all
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def news(name: str, kind: str) -> OutgoingMail:
    found = OutgoingMail.objects.filter(kind="season-news", context__news=kind)
    return found.select_related("player").get(player__name=name)


def parts(mail: OutgoingMail) -> tuple[str, str, str]:
    message = messages.compose(mail, wanted=check_wanted(mail, now=NOW), now=NOW)
    assert "List-Unsubscribe" in message.extra_headers
    return str(message.subject), str(message.body), str(message.alternatives[0][0])


def test_the_opening_says_until_when_and_where_to_enter() -> None:
    league = a_league()
    follow_league(league_id=league.pk, player_id=a_player("alice").pk, is_following=True)
    season = a_season(league, "bob", is_drawn=False)
    Season.objects.update(closes_at=NOW + 6 * DAY, starts_at=NOW + 9 * DAY)
    subject, text, html = parts(news("alice", "opens"))
    assert subject == "[Azul] Tiles: season 1 takes entries"
    for part in (text, html):
        words = " ".join(part.split())
        assert "Entries close on Sun 7 Jun." in words
        assert "The games start on Wed 10 Jun." in words
        assert "/leagues/tiles/seasons/1/" in part
        assert "/u/" in part
    enter_season(season_id=season.pk, player_id=a_player("alice").pk, now=NOW)
    assert "entered already" in parts(news("alice", "opens"))[1]
    run_step(season_id=season.pk, step=Step.CLOSE, by=None, now=NOW)
    with pytest.raises(NoLongerWanted):
        parts(news("alice", "opens"))


def test_the_start_names_opponents_and_dates() -> None:
    a_running_season(a_league(rounds_at_once=1, round_days=5), "alice", "bob", "carol")
    subject, text, html = parts(news("alice", "starts"))
    assert subject == "[Azul] Tiles: season 1 starts"
    assert "Tiles · Division 1" in text
    for part in (text, html):
        for line in ("no game in this round", "bob", "carol"):
            assert line in part
        assert "from Mon 1 Jun" in part
        assert "from Thu 11 Jun" in part


def test_the_week_and_the_end_show_the_table_with_the_readers_line() -> None:
    season = a_running_season(a_league(), "alice", "bob", "carol")
    run_season(season_id=season.pk, clock=lambda: NOW + 7 * DAY)
    _, text, html = parts(news("bob", "week"))
    assert "0 of 3 games are over." in text
    assert "bob (you)" in text
    assert "<b" in html
    decide_all(season)
    run_season(season_id=season.pk, clock=lambda: NOW + 8 * DAY)
    subject, text, html = parts(news("bob", "final"))
    assert subject == "[Azul] Tiles: the final table of season 1"
    place = season.entries.get(player__name="bob").final_place
    assert f"You came to place {place} of 3." in text
    assert f"You came to place {place} of 3." in html


def test_a_withdrawal_is_told_once_to_each_opponent_with_what_becomes_of_the_games() -> None:
    league = a_league(rounds_at_once=1)
    season = a_running_season(league, "alice", "bob", "dave", "erin")
    alice = a_player("alice")
    leave_season(season_id=season.pk, player_id=alice.pk, by=alice, now=NOW)
    told = OutgoingMail.objects.filter(context__news="withdrawn")
    assert sorted(told.values_list("player__name", flat=True)) == ["bob", "dave", "erin"]
    game = Game.objects.get(seats__player=alice)
    rival = game.seats.exclude(player=alice).get()
    subject, text, html = parts(news(rival.name, "withdrawn"))
    assert subject == "[Azul] Tiles: alice has withdrawn"
    for part in (text, html):
        assert f"your game in progress, #{game.pk}, to its end" in " ".join(part.split())
    other = next(name for name in ("bob", "dave", "erin") if name != rival.name)
    assert "1 game of yours that hasn’t begun goes on without alice" in " ".join(
        parts(news(other, "withdrawn"))[1].split()
    )


def test_who_reads_japanese_gets_these_mails_in_japanese() -> None:
    a_player("alice", language="ja")
    a_running_season(a_league(), "alice", "bob")
    subject, text, _ = parts(news("alice", "starts"))
    assert "シーズン" in subject
    assert "starts" not in subject
    assert "Your games" not in text


def test_who_wants_no_mails_by_now_gets_none() -> None:
    a_running_season(a_league(), "alice", "bob")
    Player.objects.filter(name="alice").update(notices="never")
    with pytest.raises(NoLongerWanted):
        parts(news("alice", "starts"))


def test_the_first_mail_of_a_leagues_game_says_which_it_is() -> None:
    a_running_season(a_league(), "alice", "bob")
    mail = OutgoingMail.objects.select_related("player", "game").filter(kind="game-started")[0]
    _, text, html = parts(mail)
    for part in (text, html):
        assert "Tiles, season 1, Division 1, round 1" in part
        assert "/leagues/tiles/seasons/1/" in part


def test_a_directors_word_reaches_a_division_as_it_was_written_and_harmless() -> None:
    season = a_season(a_league(), "alice", "bob", "dave")
    perform(
        season_id=season.pk,
        kind="message",
        arguments={"division": season.divisions.get().pk, "text": "Welcome!\n<b>Be in time.</b>"},
        by=a_player("carol"),
        reason="Start of the season.",
        nonce="n",
        now=NOW,
    )
    mail = OutgoingMail.objects.get(kind="season-message", player__name="alice")
    subject, text, html = parts(mail)
    assert subject == "[Azul] Tiles: a word from carol"
    assert "carol, director of Tiles, writes:" in text
    assert "  <b>Be in time.</b>" in text
    assert "&lt;b&gt;Be in time.&lt;/b&gt;" in html
    Player.objects.filter(name="alice").update(notices="never")
    with pytest.raises(NoLongerWanted):
        parts(OutgoingMail.objects.get(pk=mail.pk))


def test_one_click_ends_the_weekly_mail_and_nothing_else(client: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    run_season(season_id=season.pk, clock=lambda: NOW + 7 * DAY)
    mail = news("alice", "week")
    message = messages.compose(mail, wanted=check_wanted(mail, now=NOW), now=NOW)
    address = message.extra_headers["List-Unsubscribe"].strip("<>")
    path = "/u/" + address.split("/u/")[1]
    assert path in str(message.body)
    assert "Once a week a mail tells" in client.get(path).content.decode()
    assert client.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    alice = a_player("alice")
    assert (alice.summaries, alice.notices) == ("never", "each")
    with pytest.raises(NoLongerWanted):
        parts(news("alice", "week"))
    run_season(season_id=season.pk, clock=lambda: NOW + 14 * DAY)
    assert OutgoingMail.objects.filter(context__news="week", player=alice).count() == 1
    assert OutgoingMail.objects.filter(context__news="week").count() == 3
    assert client.post(path, {"do": "resume-weekly"}).status_code == 303
    assert a_player("alice").summaries == "weekly"


def test_preferences_offer_the_weekly_mail_or_none() -> None:
    alice = signed_in("alice")
    page = alice.get("/accounts/preferences/").content.decode()
    assert 'name="summaries" value="weekly"' in page
    chosen = {"name": "alice", "time_zone": "UTC", "notices": "each", "summaries": "never"}
    assert alice.post("/accounts/preferences/", {**chosen, "language": "en"}).status_code == 302
    assert a_player("alice").summaries == "never"
    again = {**chosen, "summaries": "hourly", "language": "en"}
    assert alice.post("/accounts/preferences/", again).status_code == 422
