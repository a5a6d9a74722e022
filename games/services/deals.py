"""Deals that tables share: made with the fixtures of a round, opened when the last of their tables is over."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games import azul
from games.models import Deal, Division, Fixture, Game
from games.selectors.deals import deals_to_open


def share_deals(division: Division, fixtures: Sequence[Fixture], sizes: Sequence[int]) -> None:
    """Give fixtures that aren't written yet the deals they share, if the season plays duplicate deals.

    `sizes` are their numbers of players. Tables of one round and one size share a deal, if they are
    several. Runs inside the transaction that writes the fixtures, so a crash leaves neither; a round that has
    a deal already keeps it.
    """
    if not division.season.has_duplicate_deals:
        return
    kinds = [(fixture.round, size) for fixture, size in zip(fixtures, sizes, strict=True)]
    counts = Counter(kinds)
    deals = {
        (number, size): _deal(division, number, size)
        for (number, size), count in counts.items()
        if size > 1 and count > 1
    }
    for fixture, kind in zip(fixtures, kinds, strict=True):
        fixture.deal = deals.get(kind)


def _deal(division: Division, number: int, size: int) -> Deal:
    seed = secrets.token_bytes(32)
    made = {"seed": seed.hex(), "seed_hash": azul.seed_hash(seed)}
    deal, _is_new = Deal.objects.get_or_create(
        division=division, round=number, players=size, defaults=made
    )
    return deal


def deal_for(fixture: Fixture, players: int) -> Deal | None:
    """Return the deal that a game of a locked fixture is to be played with; None: tiles of its own.

    A table that is played again has its own, since its players know the first tiles; so has one that has
    lost a player, for other tables deal more tiles, and one whose deal everybody can read.
    """
    deal = fixture.deal
    if deal is None or fixture.game_id is not None:
        return None
    return deal if deal.opened_at is None and deal.players == players else None


def forget_deals(division: Division) -> None:
    """Delete the deals of a division whose fixtures were deleted before any game began."""
    Deal.objects.filter(division=division).delete()


def open_deal_of(game: Game, *, now: datetime) -> bool:
    """Open the deal of a game that is over if it was the last, inside the caller's transaction; tell whether."""
    return game.deal_id is not None and _open_if_over(game.deal_id, now)


@transaction.atomic(durable=True)
def open_deal(*, deal_id: int, now: datetime) -> bool:
    """Open a deal if the last of its tables is over; return whether it did."""
    return _open_if_over(deal_id, now)


def _open_if_over(deal_id: int, now: datetime) -> bool:
    # While the row is held, of two tables that end at the same moment the second one sees the first over.
    deal = Deal.objects.select_for_update().get(pk=deal_id)
    if deal.opened_at is not None or not deals_to_open().filter(pk=deal_id).exists():
        return False
    deal.opened_at = now
    deal.save(update_fields=["opened_at"])
    return True
