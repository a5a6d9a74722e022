"""Lists are read in the order of an index, so that they cost the same among a million games."""

import pytest
from django.db import connection
from django.db.models import QuerySet

from games.models import Game, Player
from games.selectors.lobby import Filters, _filtered
from tests.factories import a_player

pytestmark = pytest.mark.django_db

PAGE = 21


def plan_of(games: QuerySet[Game]) -> str:
    """Return how the database reads these rows, if it thinks the table large."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for way in ("seqscan", "bitmapscan", "sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    return games[:PAGE].explain()


def sorts_or_scans(plan: str) -> bool:
    return any(word in plan for word in ("Sort", "Seq Scan", "TEMP B-TREE"))


@pytest.mark.parametrize(
    "filters",
    [
        Filters(),
        Filters(status="finished"),
        Filters(status="open"),
        Filters(wall="gray"),
        Filters(players="4"),
        Filters(player="alice"),
        Filters(player="alice", status="finished", wall="gray", players="2"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("start", [{}, {"older_than": 10_000}, {"newer_than": 10_000}], ids=repr)
def test_no_page_of_a_list_sorts_or_scans(filters: Filters, start: dict[str, int]) -> None:
    people: list[Player] = [a_player("alice")] if filters.player else []
    plan = plan_of(_filtered(filters, people, **start))
    assert not sorts_or_scans(plan), plan


def test_the_pages_of_one_player_are_read_from_the_seats() -> None:
    plan = plan_of(_filtered(Filters(player="alice"), [a_player("alice")]))
    assert 0 <= plan.find("own") < plan.find("games_game"), plan


def test_the_newest_results_are_read_without_the_games_in_progress() -> None:
    plan = plan_of(Game.objects.finished().order_by("-finished_at"))
    assert "game_newest_results" in plan
    assert not sorts_or_scans(plan), plan
