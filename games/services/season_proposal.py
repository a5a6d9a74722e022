"""What a proposal of divisions is reckoned from: the last final tables, which must be there, who is back, who is new."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.competition.lots import Lots
from games.competition.promotion import Finisher, Formula, Proposal, Returning, proposal
from games.models import Rating, Season, SeasonEntry, Step
from games.services.seasons import SeasonRefused

__all__ = ["AFTER_THE_LAST", "check_turn", "proposal_for", "waits_for_last"]

AFTER_THE_LAST: Final = frozenset({Step.DRAW, Step.PUBLISH, Step.START})
"""Steps that wait until the season before is finished."""


def check_turn(season: Season) -> None:
    """Raise SeasonRefused while an earlier season of the league is played: divisions follow from its places."""
    earlier = Season.objects.filter(league=season.league_id, number__lt=season.number)
    playing = earlier.filter(drawn_at__isnull=False, finished_at=None).order_by("number").first()
    if playing is not None:
        text = _(
            "Season %(number)d isn’t over: its final places decide the divisions of this one. Write down its "
            "final tables first."
        )
        raise SeasonRefused(text % {"number": playing.number})


def waits_for_last(season: Season) -> bool:
    """Tell whether an earlier season has to be finished before this one is drawn. One query."""
    try:
        check_turn(season)
    except SeasonRefused:
        return True
    return False


def proposal_for(season: Season, players: Collection[int]) -> Proposal:
    """Return the divisions of these players; the order in which they come doesn't matter. Six queries at most."""
    league, seed = season.league, bytes.fromhex(season.seed)
    earlier = Season.objects.filter(league=league, number__lt=season.number)
    last = earlier.filter(finished_at__isnull=False).order_by("-number").first()
    tables = [] if last is None else _final_tables(last, frozenset(players))
    known = {line.player for table in tables for line in table}
    played = SeasonEntry.objects.filter(season__in=earlier, division__isnull=False)
    levels = dict(played.order_by("season__number").values_list("player_id", "division__level"))
    arrivals = [player for player in players if player not in known]
    ratings = dict(Rating.objects.filter(player__in=arrivals).values_list("player_id", "shown"))
    ordered = _by_rating(arrivals, ratings, Lots(seed, "arrivals"))
    return proposal(
        tables,
        Formula(
            league.promoted, league.relegated, league.smallest_division, league.largest_division
        ),
        seed,
        returning=[Returning(player, levels[player]) for player in ordered if player in levels],
        new=[player for player in ordered if player not in levels],
        unrated=frozenset(arrivals) - ratings.keys(),
    )


def _by_rating(players: Sequence[int], ratings: dict[int, int], lots: Lots) -> list[int]:
    """Return players by rating, then those without one; the equal ones in a drawn order."""
    drawn = lots.shuffled(sorted(players))
    return sorted(drawn, key=lambda player: -ratings.get(player, -1))


def _final_tables(last: Season, players: frozenset[int]) -> list[list[Finisher]]:
    return [
        [
            Finisher(entry.player_id, entry.final_place, is_back=entry.player_id in players)
            for entry in division.entries.all()
            if entry.final_place is not None
        ]
        for division in last.divisions.order_by("level").prefetch_related("entries")
    ]
