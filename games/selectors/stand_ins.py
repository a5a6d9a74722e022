"""Offered seats: who may be asked to take one over, and by when to answer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.competition.clock import Calendar, Pace, PaceKind, Span, Turn, deadline
from games.competition.stand_ins import StandBy, order_of_asking
from games.models import (
    GameStatus,
    Notices,
    OfferState,
    Outage,
    Player,
    RequestState,
    SeasonEntry,
    Seat,
    SeatChange,
    SeatOffer,
    SeatRequest,
    Vacation,
)
from games.selectors.clocks import known_zone
from games.selectors.deals import knows_deal_of

__all__ = ["ANSWER_TIME", "answer_deadline", "is_answer_wanted", "open_offer_of", "stand_bys_for"]

ANSWER_TIME: Final = timedelta(hours=24)
"""How long a stand-by has to answer, but for the night and outages."""

_ANSWER_PACE: Final = Pace(PaceKind.MOVE, ANSWER_TIME)


def stand_bys_for(seat: Seat, *, now: datetime) -> tuple[tuple[StandBy, ...], bool]:
    """Return who may be asked now to take over a seat, the next first, and whether others are busy just now.

    Busy is who is being asked for another seat. Two queries.
    """
    able = _able(seat, now).annotate(
        asked=Subquery(_requests().order_by("-asked_at").values("asked_at")[:1]),
        is_busy=Exists(_requests().filter(state=RequestState.ASKED)),
    )
    rows = list(able.values_list("pk", "asked", "joined_at", "is_busy"))
    free = [StandBy(pk, asked, joined) for pk, asked, joined, is_busy in rows if not is_busy]
    return order_of_asking(free), len(free) < len(rows)


def answer_deadline(player: Player, *, asked_at: datetime) -> datetime:
    """Return by when a stand-by is to answer: a day, not in their night, outages not counted. One query."""
    outages = Outage.objects.filter(to_at__gt=asked_at).values_list("from_at", "to_at")
    calendar = Calendar(
        zone=known_zone(player.time_zone),
        night=player.night,
        breaks=tuple(Span(start, end) for start, end in outages),
    )
    # Outages have an end, so there always is a deadline.
    return deadline(Turn(_ANSWER_PACE, asked_at, calendar)) or asked_at + ANSWER_TIME


def open_offer_of(seat: Seat) -> SeatOffer | None:
    """Return the offer of a seat that still stands."""
    return SeatOffer.objects.filter(seat=seat, state=OfferState.OPEN).first()


def is_answer_wanted(request_id: int) -> bool:
    """Whether a stand-by is still waited for. One query."""
    asked = SeatRequest.objects.filter(pk=request_id, state=RequestState.ASKED)
    return asked.filter(
        offer__state=OfferState.OPEN, offer__game__status=GameStatus.RUNNING
    ).exists()


def _able(seat: Seat, now: datetime) -> QuerySet[Player]:
    """Return the players who would take over this seat and may.

    They have said that they stand in and have room for one more seat, can be mailed, are not away and let
    nobody wait too long; they have nothing to do with the game or another one with the same tiles, and
    nobody is asked twice for one seat.
    """
    own = {"player": OuterRef("pk")}
    asked = [RequestState.ACCEPTED, RequestState.DECLINED, RequestState.LAPSED]
    # Rivals of the same division have a stake in the result.
    rivals = SeasonEntry.objects.filter(division__fixtures__game=seat.game_id, **own)
    away = Vacation.objects.filter(from_at__lte=now, to_at__gt=now, cancelled_at=None, **own)
    late = Seat.objects.awaited().filter(is_overdue=True, bot="", **own)
    return (
        Player.objects.filter(is_active=True, stands_in__gt=0, mail_failing_at=None)
        # Signing in by a mailed code is how an address is confirmed.
        .filter(last_login__isnull=False)
        .exclude(notices=Notices.NEVER)
        .exclude(Exists(Seat.objects.filter(game=seat.game_id, **own)))
        .exclude(Exists(SeatChange.objects.filter(game=seat.game_id, from_player=OuterRef("pk"))))
        .exclude(Exists(SeatRequest.objects.filter(offer__seat=seat, state__in=asked, **own)))
        .exclude(Exists(rivals))
        .exclude(knows_deal_of(seat.game))
        .exclude(Exists(away))
        .exclude(Exists(late))
        .annotate(held=_held())
        .filter(stands_in__gt=F("held"))
    )


def _held() -> Coalesce:
    """Return how many seats of running games a player has taken over from others and still plays."""
    held = Seat.objects.filter(player=OuterRef("pk"), held_from__isnull=False, bot="")
    live = held.filter(game__status=GameStatus.RUNNING).order_by()
    counted = live.values("player").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def _requests() -> QuerySet[SeatRequest]:
    return SeatRequest.objects.filter(player=OuterRef("pk"))
