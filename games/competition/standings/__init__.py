"""Standings: from results to an ordered table in which each place says what decided it.

The rules in words: docs/leagues.md.
"""

from games.competition.standings.duplicates import Comparison, comparisons, mean_ahead
from games.competition.standings.outlook import Outlook, Prospect, Zones, prospects
from games.competition.standings.ranking import Standing, Step, standings
from games.competition.standings.results import (
    InvalidResult,
    PointRule,
    SeatResult,
    TableResult,
    level_points,
    usual_points,
)
from games.competition.standings.tiebreaks import Criterion

__all__ = [
    "Comparison",
    "Criterion",
    "InvalidResult",
    "Outlook",
    "PointRule",
    "Prospect",
    "SeatResult",
    "Standing",
    "Step",
    "TableResult",
    "Zones",
    "comparisons",
    "level_points",
    "mean_ahead",
    "prospects",
    "standings",
    "usual_points",
]
