"""The proposed divisions of a season, for its directors: who would play where, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Q

from games.models import Division, Season, SeasonEntry

__all__ = ["Proposed", "proposal_of"]

MOST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposed division with its entries, the strongest claim first. `more` are not shown."""

    division: Division
    entries: tuple[SeasonEntry, ...]
    more: int


def proposal_of(season: Season) -> tuple[Proposed, ...]:
    """Return the divisions of a season that wait for publication, () before and after. Two queries.

    Of all entries the first 200 are shown.
    """
    if season.drawn_at is None or season.published_at is not None:
        return ()
    entries = season.entries.filter(division__isnull=False, withdrawn_at=None)
    rows = entries.select_related("player").order_by("division__level", "seeding", "pk")
    members: dict[int | None, list[SeasonEntry]] = {}
    for entry in rows[:MOST_SHOWN]:
        members.setdefault(entry.division_id, []).append(entry)
    own = Count("entries", filter=Q(entries__withdrawn_at=None))
    proposed = []
    for division in season.divisions.annotate(size=own).order_by("level"):
        shown = tuple(members.get(division.pk, ()))
        proposed.append(Proposed(division, shown, division.size - len(shown)))
    return tuple(proposed)
