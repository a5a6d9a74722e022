"""Rights at the desk: all of its addresses and all kinds of actions, as they are registered."""

import random
import re
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

from games.management.league_life.deeds import BUILDERS, thought
from games.management.league_life.director import world_of
from games.models import Appeal, DirectorAction, Fixture, League, Season, Step
from games.services.appeals import ask_director
from games.services.desk import KINDS, perform, preview
from games.services.errors import NotAllowed, Refused
from games.services.season_steps import run_step
from games.urls import manage_pages
from tests.factories import NOW, a_league, a_player, a_running_season, a_season
from tests.visitors import signed_in

pytestmark = pytest.mark.django_db

OF_NO_LEAGUE = {"manage", "manage-found"}
REFUSAL = "Only directors of this league come in here."
PLAYERS = ("alice", "bob", "dave", "erin", "frank", "heidi")


@pytest.fixture
def season() -> Season:
    return a_running_season(a_league(), "alice", "bob", "dave")


def routes(season: Season) -> list[str]:
    """Every address under /manage/ that belongs to a league, from the site's own list of them.

    A new one with a part that isn't known here fails until it is filled in.
    """
    about = about_of(season)
    found = []
    for page in manage_pages:
        assert isinstance(page, URLPattern)
        parts = set(page.pattern.converters)
        if not parts:
            assert page.name in OF_NO_LEAGUE
            continue
        for kind in KINDS if "kind" in parts else [""]:
            known = {**about, "kind": kind}
            query = "?" + "&".join(f"{key}={value}" for key, value in about.items()) if kind else ""
            found.append(reverse(str(page.name), kwargs={key: known[key] for key in parts}) + query)
    return found


def about_of(season: Season) -> dict[str, Any]:
    """What addresses and their queries name: the league, the season, and something of each sort in it."""
    fixture = Fixture.objects.tables().filter(division__season=season)[0]
    action = DirectorAction.objects.create(
        league=season.league, season=season, kind="void", arguments={"fixture": fixture.pk},
        reason="Why", by=a_player("carol"), at=NOW, nonce="n",
    )  # fmt: skip
    asked = Appeal.objects.first() or ask_director(
        game_id=fixture.game_id or 0,
        by=fixture.seats.get(index=0).entry.player,
        about="pause",
        text="Please.",
        now=NOW,
    )
    return {
        "slug": season.league.slug, "number": season.number, "fixture_id": fixture.pk,
        "fixture": fixture.pk, "seat": 0, "entry": season.entries.all()[0].pk,
        "division": season.divisions.all()[0].pk, "step": "close", "action_id": action.pk,
        "appeal_id": asked.pk, "name": "standings",
    }  # fmt: skip


def untouched(season: Season) -> list[Any]:
    return [
        world_of(season), list(League.objects.values()), list(DirectorAction.objects.values()),
        list(Appeal.objects.values()), list(season.league.directors.values("pk")),
    ]  # fmt: skip


@pytest.mark.parametrize("who", ["alice", "erin", "grace", "clerk"])
def test_no_address_is_open_to_players_other_directors_or_plain_staff(
    season: Season, who: str
) -> None:
    a_league("other").directors.set([a_player("grace")])
    a_player("clerk", is_staff=True)
    client, found = signed_in(who), routes(season)
    assert len(found) == len(manage_pages) - len(OF_NO_LEAGUE) - 1 + len(KINDS)
    before = untouched(season)
    for path in found:
        for method in ("get", "post"):
            fields = {"reason": "x", "step": "do", "nonce": "x", "do": "begin"}
            response = getattr(client, method)(path, fields if method == "post" else None)
            page = response.content.decode()
            if method == "post" and response.status_code == 405:
                assert "<h1>" in page, path
                continue
            assert response.status_code == 403, path
            assert REFUSAL in page, path
    assert untouched(season) == before


def test_players_find_neither_a_desk_nor_a_page_to_found_leagues(season: Season) -> None:
    alice = signed_in("alice")
    for name in OF_NO_LEAGUE:
        for answer in (alice.get(reverse(name)), alice.post(reverse(name), {"name": "Mine"})):
            assert answer.status_code in {403, 405}
            assert "<h1>" in answer.content.decode()
    assert League.objects.count() == 1


def test_visitors_are_led_to_sign_in(season: Season, client: Client) -> None:
    for path in routes(season):
        response = client.get(path)
        assert (response.status_code, response["Location"][:16]) == (302, "/accounts/login/"), path


def test_every_page_opens_for_the_director(season: Season) -> None:
    carol = signed_in("carol")
    for path in routes(season):
        assert carol.get(path, follow=True).status_code == 200, path


def test_with_another_leagues_address_a_director_finds_nothing_of_this_one(season: Season) -> None:
    """The league of the address is grace's own; what the address is about is not."""
    other = a_league("other")
    other.directors.set([a_player("grace")])
    a_running_season(other, "erin", "frank")
    grace = signed_in("grace")
    foreign = about_of(season)
    before = untouched(season)
    own = {"slug": "other", "number": 1}
    for page in manage_pages:
        assert isinstance(page, URLPattern)
        parts = set(page.pattern.converters)
        if parts & {"fixture_id", "action_id", "appeal_id"}:
            path = reverse(str(page.name), kwargs={key: {**foreign, **own}[key] for key in parts})
            for answer in (grace.get(path), grace.post(path, {"reason": "x", "answer": "x"})):
                assert answer.status_code in {404, 405}, path
                assert "<h1>" in answer.content.decode(), path
    for code, kind in KINDS.items():
        if kind.subject in {"fixture", "seat", "entry", "division"}:
            query = "&".join(
                f"{key}={foreign[key]}" for key in ("fixture", "seat", "entry", "division")
            )
            path = f"{reverse('manage-act', kwargs={**own, 'kind': code})}?{query}"
            assert grace.get(path).status_code == 404, path
            assert grace.post(path, {"reason": "x", "step": "try"}).status_code == 404, path
    assert untouched(season) == before


def two_divisions(*, is_running: bool) -> Season:
    """A season with two divisions, proposed or in play."""
    league = a_league(smallest_division=2, largest_division=3, promoted=1, relegated=1)
    if is_running:
        return a_running_season(league, *PLAYERS)
    season = a_season(league, *PLAYERS, is_drawn=False)
    run_step(season_id=season.pk, step=Step.DRAW, by=a_player("carol"), now=NOW)
    season.refresh_from_db()
    return season


@pytest.mark.parametrize("is_running", [False, True], ids=["proposed", "in play"])
def test_every_dry_run_says_who_gets_mail(is_running: bool) -> None:
    season, told = two_divisions(is_running=is_running), set()
    a_player("ivan", email="player@example.org")
    for kind in KINDS:
        arguments = thought(kind, season, random.Random(1))
        if arguments is None:
            continue
        with suppress(Refused):
            by = a_player("carol")
            trial = preview(season_id=season.pk, kind=kind, arguments=arguments, by=by, now=NOW)
            assert any(re.search(r"\b[Mm]ails?\b", note) for note in trial.notes), kind
            told.add(kind)
    refused = {"resume", "substitute", "call-off", "move", "merge", "import", "step", "step-back"}
    early = {"add-player", "move", "merge", "step", "step-back", "call-off", "withdraw"}
    assert told >= (set(KINDS) - refused - {"dates"} if is_running else early)


@pytest.mark.parametrize("is_running", [False, True], ids=["proposed", "in play"])
def test_no_kind_of_action_reaches_into_another_league(is_running: bool) -> None:
    assert BUILDERS.keys() == KINDS.keys()
    season, other = two_divisions(is_running=is_running), a_league("other")
    other.directors.set([a_player("grace")])
    own = a_running_season(other, "ivan", "judy")
    if not is_running:
        own = a_season(other, "ivan", "judy", is_drawn=False)
    grace, before, tried = a_player("grace"), world_of(season), set()
    for kind in KINDS:
        arguments = thought(kind, season, random.Random(1))
        if arguments is None:
            continue
        tried.add(kind)
        by: dict[str, Any] = {"kind": kind, "arguments": arguments, "by": grace, "now": NOW}
        with pytest.raises(NotAllowed):
            preview(season_id=season.pk, **by)
        with pytest.raises(NotAllowed):
            perform(season_id=season.pk, **by, reason="Why not", nonce=kind)
        point = transaction.savepoint()
        with suppress(Refused):
            perform(season_id=own.pk, **by, reason="Why not", nonce=f"own {kind}")
        assert world_of(season) == before, kind
        transaction.savepoint_rollback(point)
    late = {"import", "add-player", "dates"}
    assert (
        tried
        >= (set(KINDS) if is_running else {"move", "merge", "withdraw", "step", "call-off"}) - late
    )
