"""The end of the simulated year: every game is over or waits for a reason that can be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, QuerySet, Sum

from games import azul
from games.management.year.checks import Checks, Failure
from games.management.year.post import OFFICE
from games.models import (
    Game,
    GamePause,
    GameStatus,
    Move,
    OfferState,
    Outage,
    OutgoingMail,
    Seat,
    SeatOffer,
    SeatRequest,
    Service,
    TimeOut,
    TimeoutPolicy,
)
from games.selectors.positions import Eyes, load_table
from games.selectors.verification import faults_of_game
from games.services.outages import silent_services

MOMENT: Final = timedelta(seconds=15)
"""How old a sign of life may be while all is well."""


def close_year(checks: Checks, now: datetime) -> Counter[str]:
    """Look at every game, mail and outage once more; faults go to `checks`. Return the figures."""
    figures: Counter[str] = Counter()
    for game in Game.objects.order_by("pk"):
        figures["games"] += 1
        figures[f"games_{_named(game)}"] += 1
        for wrong in _replay_faults(game):
            checks.fault(now, f"game {game.pk}: {wrong}")
        if game.status == GameStatus.RUNNING:
            reason = _reason(game, now)
            figures[f"waits_{reason or 'for_nothing'}"] += 1
            if not reason:
                checks.fault(now, f"game {game.pk} waits for no stated reason")
    for sentence in [*checks.ledger.overdrawn(), *OFFICE.twice]:
        checks.fault(now, sentence)
    for start, end in _silences(checks.failures):
        if not _is_credited(start, end):
            checks.fault(now, f"no sweep from {start} to {end}: nobody was credited")
    return figures + _counted()


def _named(game: Game) -> str:
    """Return how a game ended, or that it is played."""
    if game.status == GameStatus.VOID:
        return f"void_{game.end_reason}".replace("-", "_")
    if game.status == GameStatus.FINISHED:
        return f"finished_{game.end_reason}".replace("-", "_")
    return str(game.status)


def _replay_faults(game: Game) -> list[str]:
    """Return what doesn't agree when all moves are played again by the rules."""
    if game.status == GameStatus.FINISHED:
        return faults_of_game(game.pk)
    table = load_table(game.pk, Eyes.SERVER)
    try:
        position = table.position
    except azul.IllegalMove as fault:
        return [f"the moves can't be replayed: {fault}"]
    if position.turn != game.turn:
        return [f"{game.turn} moves on the row, {position.turn} replayed"]
    asked = {seat.index for seat in table.seats if seat.awaited_turn is not None}
    if game.status == GameStatus.RUNNING and asked != set(position.to_move):
        return [f"seats {asked} are asked, {set(position.to_move)} are to move"]
    return []


def _reason(game: Game, now: datetime) -> str:
    """Return what a running game waits for, "" if nobody can tell."""
    seats = [seat for seat in game.seats.all() if seat.awaited_turn is not None]
    if any(seat.is_bot for seat in seats):
        return ""
    if any(seat.deadline_at is not None and seat.deadline_at > now for seat in seats):
        return "for_a_player_in_time"
    if GamePause.objects.filter(game=game, to_at=None).exists():
        return "in_a_pause"
    is_told = game.timeout_policy == TimeoutPolicy.REMIND_ONLY
    if is_told and seats and all(seat.is_overdue for seat in seats):
        return "for_an_absent_player_others_told"
    if SeatOffer.objects.filter(game=game, state=OfferState.OPEN).exists():
        return "for_somebody_who_stands_in"
    if silent_services(now=now) and any(not seat.is_overdue for seat in seats):
        return "for_the_mail_to_leave"
    return ""


def _silences(failures: list[Failure]) -> list[tuple[datetime, datetime]]:
    """Return from when to when no sweep came; failures that overlap are one silence."""
    found: list[tuple[datetime, datetime]] = []
    for failure in sorted(failures, key=lambda each: each.start):
        if not failure.is_silence:
            continue
        if found and failure.start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], failure.end)
        else:
            found.append((failure.start, failure.end))
    return found


def _is_credited(start: datetime, end: datetime) -> bool:
    """Whether the outages that the site has written down cover a silence."""
    rows = Outage.objects.filter(service=Service.WORKER, moved__isnull=False)
    return rows.filter(from_at__lte=start + MOMENT, to_at__gte=end - MOMENT).exists()


def _counted() -> Counter[str]:
    """Count moves, time-outs, mails and outages."""
    figures: Counter[str] = Counter()
    vias = Move.objects.filter(undone_at=None).values_list("via")
    for via, number in vias.annotate(number=Count("pk")).order_by():
        figures[f"moves_by_{via}"] = number
    pairs = TimeOut.objects.values_list("game__timeout_policy", "outcome")
    for policy, outcome, number in pairs.annotate(number=Count("pk")).order_by():
        figures[f"time_outs_{policy}_{outcome}".replace("-", "_")] = number
    for kind, number in OFFICE.by_kind.items():
        figures[f"mails_{kind}".replace("-", "_")] = number
    figures["mails_written_out"] = OFFICE.written_out
    figures["mails_refused_while_down"] = OFFICE.refused
    figures["mails_waiting"] = OutgoingMail.objects.filter(state="pending").count()
    for service in Service.values:
        rows = Outage.objects.filter(service=service)
        figures[f"outages_of_{service}"] = rows.count()
        hours = sum(((row.to_at - row.from_at) for row in rows), timedelta())
        figures[f"outage_hours_of_{service}"] = round(hours / timedelta(hours=1))
        figures[f"deadlines_moved_by_{service}"] = rows.aggregate(all=Sum("moved"))["all"] or 0
    for state, number in _states(SeatOffer.objects.all()):
        figures[f"seat_offers_{state}"] = number
    for state, number in _states(SeatRequest.objects.all()):
        figures[f"stand_bys_{state}"] = number
    figures["seats_overdue"] = Seat.objects.awaited().filter(is_overdue=True).count()
    return figures


def _states(rows: QuerySet[SeatOffer] | QuerySet[SeatRequest]) -> Iterator[tuple[str, int]]:
    yield from Counter(rows.values_list("state", flat=True)).items()
