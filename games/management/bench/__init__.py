"""Benchmarks of `manage.py bench`: each is a name and a function that returns its figures.

A benchmark returns a flat dict of figures, units in their names. Add one by writing it in a module here
and naming it in `BENCHMARKS`; those in `SIZED` take `games`, the size of the database they make.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from games.management.bench.engine import engine_figures
from games.management.bench.pages import pages_figures
from games.management.bench.replay import replay_figures

Figures: TypeAlias = dict[str, float]

BENCHMARKS: Final[dict[str, Callable[..., Figures]]] = {
    "engine": engine_figures,
    "replay": replay_figures,
    "pages": pages_figures,
}
SIZED: Final = frozenset({"pages"})
LEAST_GAMES: Final = 500
