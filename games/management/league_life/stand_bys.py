"""Players who can't go on, and those who stand in: they accept, decline, or let it lapse."""

from __future__ import annotations

import random
from collections import Counter
from datetime import datetime

from games.models import GameStatus, Player, RequestState, Season, Seat, SeatRequest
from games.selectors import due
from games.services.deadlines import expire_turn
from games.services.errors import Refused
from games.services.substitutes import Answer, answer_request, move_offer_on, offer_seat

ALL = 1000


def let_stand_in(players: list[Player], *, now: datetime) -> None:
    """Let these players say that they take over up to two seats."""
    numbers = [player.pk for player in players]
    Player.objects.filter(pk__in=numbers).update(stands_in=2, last_login=now)


def offer_seats(
    season: Season, lots: random.Random, counts: Counter[str], *, now: datetime
) -> None:
    """Let some players of running games offer their seats."""
    seats = Seat.objects.filter(
        game__fixture__division__season=season, game__status=GameStatus.RUNNING, bot=""
    )
    for seat in seats.select_related("player").order_by("pk"):
        if lots.random() < 0.02 and seat.player is not None:
            try:
                offer_seat(game_id=seat.game_id, seat=seat.index, by=seat.player, now=now)
            except Refused:
                counts["offers refused"] += 1
            else:
                counts["seats offered"] += 1


def answer_some(lots: random.Random, counts: Counter[str], *, now: datetime) -> None:
    """Let who is asked say yes, no, or nothing."""
    asked = SeatRequest.objects.filter(state=RequestState.ASKED, offer__game__status="running")
    for request in list(asked.order_by("pk")):
        fate = lots.random()
        answer = Answer.ACCEPT if fate < 0.5 else Answer.DECLINE if fate < 0.7 else None
        if answer is not None:
            answer_request(request_id=request.pk, answer=answer, now=now)
            counts["seats taken over" if answer == Answer.ACCEPT else "seats declined"] += 1


def let_time_pass(counts: Counter[str], *, now: datetime) -> None:
    """Do what the server does when time is up: to move, and to answer."""
    for game_id, seat, _at, _pk in due.turns_run_out(now=now, limit=ALL):
        if expire_turn(game_id=game_id, seat=seat, now=now) is not None:
            counts["time-outs"] += 1
    for offer_id, _at in due.offers_to_move_on(now=now, limit=ALL):
        before = SeatRequest.objects.filter(offer=offer_id, state=RequestState.LAPSED).count()
        move_offer_on(offer_id=offer_id, now=now)
        lapsed = SeatRequest.objects.filter(offer=offer_id, state=RequestState.LAPSED).count()
        counts["answers lapsed"] += lapsed - before
