"""Two sweeps set up the tables of one season at once, in real processes: each table comes once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from django.utils import timezone

from games.models import Fixture, Game, OutgoingMail, Season, Step
from tests.desk import ask
from tests.factories import a_league, a_season
from tests.servers import Site

PEOPLE = 8
SWEEPS = 3


def test_sweeps_at_once_draw_a_season_and_start_each_table_once(busy_site: Site) -> None:
    people = [f"player {number}" for number in range(PEOPLE)]
    season = a_season(a_league(), *people, is_drawn=False, now=timezone.now() - timedelta(days=1))
    ask(season, Step.START, now=timezone.now())
    with ThreadPoolExecutor(SWEEPS) as pool:
        for sweep in [pool.submit(busy_site.manage, "sweep") for _ in range(SWEEPS)]:
            sweep.result()
    assert Season.objects.get().started_at is not None
    fixtures = Fixture.objects.tables()
    assert fixtures.count() == fixtures.exclude(game=None).count() == Game.objects.count() == 28
    starts = OutgoingMail.objects.filter(context__news="starts")
    assert starts.count() == starts.values("player").distinct().count() == PEOPLE
    assert OutgoingMail.objects.filter(kind="game-started").count() == 2 * 28
