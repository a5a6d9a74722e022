"""Pages of leagues, seasons and their tables."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Fixture, Game, GameStatus, Season, SeasonEntry, Seat
from games.selectors.leagues import TableLine, season_page
from tests.factories import NOW, a_finished_game, a_game, a_league, a_player, a_season

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
