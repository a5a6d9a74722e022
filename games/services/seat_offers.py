"""Closing offers of seats: the one thing that clocks, moves and endings have to do with substitutes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from games.models import OfferCause, OfferState, RequestState, SeatOffer, SeatRequest


def close_offers(
    *,
    seats: Collection[int],
    state: OfferState,
    now: datetime,
    cause: OfferCause | None = None,
) -> int:
    """Close the open offers of these seats, all or those of one cause; return how many there were.

    Whoever was being asked need not answer any more. Runs inside the caller's transaction with the games
    locked. One query when there are none.
    """
    offers = SeatOffer.objects.filter(seat__in=seats, state=OfferState.OPEN)
    if cause is not None:
        offers = offers.filter(cause=cause)
    ids = list(offers.values_list("pk", flat=True))
    if not ids:
        return 0
    SeatRequest.objects.filter(offer__in=ids, state=RequestState.ASKED).update(
        state=RequestState.WITHDRAWN, answered_at=now
    )
    return SeatOffer.objects.filter(pk__in=ids).update(state=state, closed_at=now)
