"""Pages of leagues, seasons and their tables."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.competition.standings import Outlook
from games.models import Fixture, Game, GameStatus, Season, SeasonEntry, Seat, Step
from games.selectors.leagues import TableLine, season_page
from games.services.leagues import prepare_season
from games.services.season_steps import run_step
from games.services.season_tables import start_tables
from tests.factories import (
    NOW,
    a_finished_game,
    a_game,
    a_league,
    a_player,
    a_running_season,
    a_season,
    decide_all,
)

pytestmark = pytest.mark.django_db

SEASON = "/leagues/tiles/seasons/1/"


def fixture_of(season: Season, *names: str) -> Fixture:
    """The fixture of exactly these people."""
    found = Fixture.objects.filter(division__season=season)
    for name in names:
        found = found.filter(seats__entry__player__name=name)
    return next(fixture for fixture in found if fixture.seats.count() == len(names))


def people(fixture: Fixture) -> list[str]:
    seats = fixture.seats.select_related("entry__player").order_by("index")
    return [seat.entry.player.name for seat in seats]


def play(fixture: Fixture) -> Game:
    """Play a fixture to its end with its people in their seats."""
    game = a_finished_game(*people(fixture))
    Fixture.objects.filter(pk=fixture.pk).update(game=game)
    return game


def lines() -> dict[str, TableLine]:
    page = season_page("tiles", 1)
    return {line.entry.player.name: line for line in page.divisions[0].lines}


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def test_a_numbered_division_is_named_in_the_readers_language_and_a_named_one_as_it_is(
    client: Client,
) -> None:
    season = a_season(a_league())
    page = client.get(SEASON, headers={"accept-language": "ja"}).content.decode()
    assert "ディビジョン1" in page
    assert "Division 1" not in page
    season.divisions.update(name="Premier")
    assert "Premier" in client.get(SEASON, headers={"accept-language": "ja"}).content.decode()


def test_the_list_leads_to_leagues_and_their_newest_season(client: Client) -> None:
    assert "There are no leagues yet." in text(client, "/leagues/")
    a_season(a_league())
    page = text(client, "/leagues/")
    assert "/leagues/tiles/" in page
    assert SEASON in page


def test_a_league_shows_its_rules_directors_and_seasons(client: Client) -> None:
    a_season(a_league(tie_breaks=["rows", "head_to_head"]))
    page = text(client, "/leagues/tiles/")
    assert "complete rows · head-to-head" in page
    assert "/players/carol/" in page
    assert "4 players" in page


def test_before_the_draw_a_season_shows_who_has_entered(client: Client) -> None:
    a_season(a_league(), "alice", "bob", is_drawn=False)
    page = text(client, SEASON)
    assert "Entered so far" in page
    assert "/players/bob/" in page
    assert "Standings" not in page


def test_a_finished_game_counts_in_the_table_and_the_crosstable(client: Client) -> None:
    season = a_season(a_league(), "alice", "bob", "carol")
    game = play(fixture_of(season, "alice", "bob"))
    first = Seat.objects.get(game=game, result__place=1).name
    table = lines()
    assert table[first].standing.tally.points == 2
    marks = sorted(cell.mark for line in table.values() for cells in line.cells for cell in cells)
    assert marks == ["0", "1", "…", "…", "…", "…"]
    page = text(client, SEASON)
    assert f"/games/{game.pk}/" in page
    assert "1 of 3 games are over." in page


def test_who_resigned_has_forfeited_whatever_the_bot_made_of_it() -> None:
    season = a_season(a_league(), "alice", "bob")
    game = play(fixture_of(season, "alice", "bob"))
    winner = Seat.objects.get(game=game, result__place=1)
    Seat.objects.filter(pk=winner.pk).update(resigned_at=NOW)
    table = lines()
    assert table[winner.name].standing.tally.points == 0
    assert table[winner.name].standing.tally.forfeits == 1
    assert table[winner.name].standing.place == 2


def test_a_void_game_counts_for_nothing_and_one_in_progress_is_open() -> None:
    season = a_season(a_league(), "alice", "bob")
    fixture = fixture_of(season, "alice", "bob")
    game = a_game(*people(fixture))
    Fixture.objects.filter(pk=fixture.pk).update(game=game)
    assert {cell.mark for line in lines().values() for cells in line.cells for cell in cells} == {
        "…"
    }
    Game.objects.filter(pk=game.pk).update(status=GameStatus.VOID)
    assert {cell.mark for line in lines().values() for cells in line.cells for cell in cells} == {
        "–"
    }
    assert {line.standing.place for line in lines().values()} == {1}


def test_the_page_says_who_has_won_and_who_withdrew(client: Client) -> None:
    season = a_season(a_league(), "alice", "bob")
    play(fixture_of(season, "alice", "bob"))
    SeasonEntry.objects.filter(player__name="bob").update(withdrawn_at=NOW + timedelta(days=1))
    page = text(client, SEASON)
    assert "has won the division" in page
    assert "withdrawn" in page


def test_a_season_takes_the_same_number_of_queries_for_any_size(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    season = a_season(a_league(), *[f"player {number}" for number in range(1, 8)])
    for number in range(2, 5):
        play(fixture_of(season, "player 1", f"player {number}"))
    with django_assert_max_num_queries(8):
        season_page("tiles", 1)


@pytest.mark.parametrize("path", ["/leagues/none/", "/leagues/tiles/seasons/2/"])
def test_what_is_not_there_is_a_page_with_a_sentence(client: Client, path: str) -> None:
    a_league()
    response = client.get(path)
    assert response.status_code == 404
    assert "There is no page at this address." in response.content.decode()


def test_pages_are_only_read(client: Client) -> None:
    a_season(a_league())
    assert client.post(SEASON).status_code == 405


def test_the_footer_leads_to_the_leagues(client: Client) -> None:
    a_player("alice")
    assert "/leagues/" in text(client, "/rules/")


def sign_in(client: Client, name: str) -> None:
    client.force_login(a_player(name))


def test_a_player_enters_and_withdraws_on_the_seasons_page(client: Client) -> None:
    season = a_season(a_league(), "alice", "bob", is_drawn=False)
    assert "Sign in to enter" in text(client, SEASON)
    assert client.post(f"{SEASON}enter/").status_code == 302
    assert season.entries.count() == 2
    sign_in(client, "dave")
    assert "Enter this season" in text(client, SEASON)
    for _ in range(2):
        page = client.post(f"{SEASON}enter/", follow=True).content.decode()
    assert "You are entered." in page
    assert season.entries.filter(player__name="dave", withdrawn_at=None).count() == 1
    assert "Until entries close you can enter again." in text(client, f"{SEASON}withdraw/")
    assert season.entries.filter(withdrawn_at=None).count() == 3
    page = client.post(f"{SEASON}withdraw/", follow=True).content.decode()
    assert "Enter this season" in page
    assert "/players/dave/" not in page
    assert season.entries.filter(withdrawn_at=None).count() == 2


def test_in_mid_season_the_page_says_what_withdrawing_means(client: Client) -> None:
    season = a_running_season(a_league(), "alice", "bob")
    sign_in(client, "alice")
    assert "You play in Division 1." in text(client, SEASON)
    assert "count as forfeited" in text(client, f"{SEASON}withdraw/")
    client.post(f"{SEASON}withdraw/")
    assert Seat.objects.get(player__name="alice").resigned_at is not None
    assert "You have withdrawn from this season." in text(client, SEASON)
    assert "There is nothing to withdraw from" in text(client, f"{SEASON}withdraw/")
    assert season.entries.count() == 2


def test_entering_too_late_is_answered_with_a_sentence(client: Client) -> None:
    a_season(a_league(), "alice", "bob")
    sign_in(client, "dave")
    assert "Enter this season" not in text(client, SEASON)
    page = client.post(f"{SEASON}enter/", follow=True).content.decode()
    assert "This season takes no entries now." in page
    assert client.post(f"{SEASON}withdraw/").status_code == 409
    assert client.post("/leagues/none/seasons/1/enter/").status_code == 404


def test_a_reader_follows_a_league_and_stops_following(client: Client) -> None:
    league = a_league()
    sign_in(client, "alice")
    assert "Tell me when a season opens" in text(client, "/leagues/tiles/")
    client.post("/leagues/tiles/follow/", {"do": "follow"})
    assert league.followers.get().name == "alice"
    assert "Don’t tell me" in text(client, "/leagues/tiles/")
    client.post("/leagues/tiles/follow/", {"do": "unfollow"})
    assert not league.followers.exists()


def test_a_seasons_page_tells_how_many_tables_have_begun(client: Client) -> None:
    season = a_season(a_league())
    run_step(season_id=season.pk, step=Step.START, by=None, now=NOW)
    assert "0 of 6 have begun" in text(client, SEASON)
    while start_tables(season_id=season.pk, clock=lambda: NOW):
        pass
    assert "have begun" not in text(client, SEASON)


def test_a_leagues_game_leads_to_its_season_and_the_list_can_be_narrowed_to_it(
    client: Client,
) -> None:
    other = a_game("alice", "bob")
    assert 'name="league"' not in text(client, "/games/")
    a_running_season(a_league(), "alice", "bob")
    game = Game.objects.exclude(pk=other.pk).get()
    page = text(client, f"/games/{game.pk}/")
    assert SEASON in page
    assert "Tiles, season 1, Division 1, round 1" in page
    assert ", season " not in text(client, f"/games/{other.pk}/")
    listed = text(client, "/games/?league=tiles")
    assert f"/games/{game.pk}/" in listed
    assert f"/games/{other.pk}/" not in listed
    assert f"/games/{other.pk}/" in text(client, "/games/?league=nonsense")


def test_swiss_prospects_stay_unknown_until_the_last_round_is_drawn() -> None:
    season = a_running_season(a_league(pairing="swiss", games_each=2))
    decide_all(season)
    outlooks = {line.prospect.promotion for line in season_page("tiles", 1).divisions[0].lines}
    assert outlooks == {Outlook.UNKNOWN}


def test_a_season_that_is_being_prepared_is_for_its_directors_and_an_open_one_is_offered(
    client: Client,
) -> None:
    league = a_league()
    season = prepare_season(league_id=league.pk, by=a_player("carol"), now=NOW)
    assert "No season yet." in text(client, "/leagues/")
    assert "No season yet." in text(client, "/leagues/tiles/")
    assert client.get(SEASON).status_code == 404
    run_step(season_id=season.pk, step=Step.OPEN, by=None, now=NOW)
    assert "Enter season 1" in text(client, "/leagues/")
    sign_in(client, "carol")
    assert SEASON in text(client, "/leagues/tiles/")
