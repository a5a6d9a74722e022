"""Who is asked next to take over a seat: an order that nobody can buy or hurry.

The rules in words: docs/clocks.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class StandBy:
    """A player who would take over a seat: when last asked for any seat (None: never), and since when here."""

    player: int
    asked_at: datetime | None
    since: datetime


def order_of_asking(stand_bys: Iterable[StandBy]) -> tuple[StandBy, ...]:
    """Return the stand-bys in the order in which they are asked: who was last asked longest ago comes first.

    Who was never asked comes before all who were; those go by how long they have been players here.
    Strength and speed don't matter.
    """
    return tuple(sorted(stand_bys, key=_key))


def _key(stand_by: StandBy) -> tuple[bool, datetime, int]:
    was_asked = stand_by.asked_at is not None
    return was_asked, stand_by.asked_at or stand_by.since, stand_by.player
