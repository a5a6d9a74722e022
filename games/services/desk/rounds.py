"""Rounds that were drawn from results: what stands on a result that a director changes or puts back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db.models import Max
from django.utils.translation import gettext as _

from games.models import Division, Fixture, FixtureSeat, Pairing
from games.services.errors import TooLate

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ["check_next_round", "drawn_rounds", "next_round_note", "take_back_next_round"]


def drawn_rounds(division_id: int) -> int:
    """Return the last round of a division that has fixtures."""
    rounds = Fixture.objects.filter(division=division_id).aggregate(last=Max("round"))
    return int(rounds["last"] or 0)


def next_round_note(fixture: Fixture) -> list[str]:
    """Say of a Swiss table that later rounds were drawn from its result, and stay."""
    is_swiss = fixture.division.season.league.pairing == Pairing.SWISS
    if not is_swiss or drawn_rounds(fixture.division_id) <= fixture.round:
        return []
    return [
        _(
            "Later rounds were drawn from the result so far. Their tables stay; points are counted anew."
        )
    ]


def check_next_round(fixture: Fixture, before: Mapping[str, Any]) -> None:
    """Raise TooLate if games of a Swiss round have begun that was drawn from a decision to be undone.

    `before` is what was noted when it was made, with the rounds that were drawn by then.
    """
    if _drawn_since(fixture, before).filter(game__isnull=False).exists():
        raise TooLate(
            _(
                "The next round was drawn from this result, and its games have begun. Set the result once "
                "more instead: points change, and the tables of that round stay."
            )
        )


def take_back_next_round(fixture: Fixture, before: Mapping[str, Any]) -> None:
    """Delete a Swiss round that was drawn from a decision to be undone, so that it is drawn anew.

    Raises TooLate once one of its games has begun.
    """
    check_next_round(fixture, before)
    later = _drawn_since(fixture, before)
    if not later.exists():
        return
    FixtureSeat.objects.filter(fixture__in=later).delete()
    later.delete()
    last = drawn_rounds(fixture.division_id)
    Division.objects.filter(pk=fixture.division_id, released__gt=last).update(released=last)


def _drawn_since(fixture: Fixture, before: Mapping[str, Any]) -> QuerySet[Fixture]:
    if fixture.division.season.league.pairing != Pairing.SWISS:
        return Fixture.objects.none()
    known = max(int(before.get("drawn", 0)), fixture.round)
    return Fixture.objects.filter(division=fixture.division_id, round__gt=known)
