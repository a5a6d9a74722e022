"""Benchmarks of `manage.py bench`: each is a name and a function that returns its figures.

A benchmark returns a flat dict of figures, units in their names. Add one by writing it in a module here
and naming it in `BENCHMARKS`; those in `LEAST_GAMES` take `games`, how many they make or play, those in `REPEATED` also
`repeats`, those in `PEOPLED` take `players`, at least so many.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from games.management.bench.bots import bots_figures
from games.management.bench.deadlines import deadlines_figures
from games.management.bench.engine import engine_figures
from games.management.bench.pages import pages_figures
from games.management.bench.replay import replay_figures
from games.management.bench.season import season_figures

Figures: TypeAlias = dict[str, float]

BENCHMARKS: Final[dict[str, Callable[..., Figures]]] = {
    "engine": engine_figures,
    "replay": replay_figures,
    "pages": pages_figures,
    "bots": bots_figures,
    "deadlines": deadlines_figures,
    "season": season_figures,
}
LEAST_GAMES: Final = {"pages": 500, "bots": 2, "deadlines": 10}
REPEATED: Final = frozenset({"pages"})
PEOPLED: Final = {"season": 20}
