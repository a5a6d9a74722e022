"""Everything the site keeps about one player, for the player to take away."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet

from games.models import (
    AddressChange,
    Appeal,
    AuditEntry,
    Game,
    Invitation,
    InvitationBlock,
    Message,
    Move,
    Note,
    OutgoingMail,
    Player,
    RatingChange,
    Result,
    Seat,
    SeatChange,
    SeatOffer,
    SeatRequest,
    StandingOrder,
    TimeOut,
    Vacation,
)
from games.models.names import shown_name

__all__ = ["own_data"]

FORMAT = "azul-own-data/1"
Rows = list[dict[str, Any]]


def own_data(player: Player, *, now: datetime) -> dict[str, Any]:
    """Return plain values only: what others wrote and what a game must hide (its seed) is not in them.

    Twenty-one queries for any number of games.
    """
    seats = Seat.objects.filter(player=player)
    return {
        "format": FORMAT,
        "exported_at": now,
        "profile": _profile(player),
        "games": _games(seats),
        "seats": _rows(seats.order_by("pk"), _SEAT),
        "moves": _rows(Move.objects.of_holders([player.pk]).order_by("pk"), _MOVE, _IN_SEAT),
        "moves_in_seats_left": _rows(
            Move.objects.of_leavers([player.pk]).order_by("pk"), _MOVE, _IN_SEAT
        ),
        "seats_left": _rows(SeatChange.objects.filter(from_player=player), _CHANGED, _IN_SEAT),
        "seats_taken_over": _rows(SeatChange.objects.filter(to_player=player), _CHANGED, _IN_SEAT),
        "seat_offers": _rows(SeatOffer.objects.filter(player=player), _OFFER, _IN_SEAT),
        "stand_in_requests": _rows(
            SeatRequest.objects.filter(player=player), _ASKED, {"game": F("offer__game")}
        ),
        "results": _rows(Result.objects.filter(seat__player=player), _RESULT, _IN_SEAT),
        "ratings": _rows(
            RatingChange.objects.filter(player=player).order_by("at", "game"), _RATING
        ),
        "appeals": _rows(Appeal.objects.filter(player=player).order_by("pk"), _APPEAL),
        "messages": _rows(Message.objects.written_by(player), _MESSAGE, _IN_SEAT),
        "notes": _rows(Note.objects.filter(seat__player=player), _NOTE, {"game": F("seat__game")}),
        "standing_orders": _rows(
            StandingOrder.objects.filter(seat__player=player), _ORDER, {"game": F("seat__game")}
        ),
        "mails": _rows(OutgoingMail.objects.filter(player=player).order_by("pk"), _MAIL),
        "invitations_made": _rows(Invitation.objects.filter(inviter=player), _INVITATION),
        "invitations_received": _named(
            Invitation.objects.filter(Q(player=player) | Q(email=player.email)), _RECEIVED, "from"
        ),
        "no_invitations_from": _named(
            InvitationBlock.objects.filter(Q(player=player) | Q(email=player.email)),
            ("created_at",),
            "name",
        ),
        "vacations": _rows(Vacation.objects.filter(player=player).order_by("pk"), _VACATION),
        "time_outs": _rows(
            TimeOut.objects.filter(player=player).order_by("pk"), _TIME_OUT, _IN_SEAT
        ),
        "address_changes": _rows(AddressChange.objects.filter(player=player), _CHANGE),
        "acts": _rows(AuditEntry.objects.filter(actor=player).order_by("pk"), _ACT),
    }


_SEAT = (
    "game",
    "index",
    "bot",
    "score",
    "bank",
    "awaited_at",
    "deadline_at",
    "is_overdue",
    "timeouts",
    "wants_pause",
    "is_muted",
    "is_talk_off",
    "resigned_at",
    "forfeited_at",
)
_MOVE = ("game", "turn", "round", "notation", "via", "played_at", "undone_at")
_RESULT = ("game", "place", "score", "rows", "columns", "colors", "bonus", "reason")
_RATING = ("game", "at", "is_forfeit", "mu", "sigma", "shown", "games", "forfeits")
_APPEAL = ("fixture", "about", "text", "asked_at", "answer", "answered_at")
_MESSAGE = ("game", "text", "created_at")
_VACATION = ("from_at", "to_at", "announced_at", "cancelled_at")
_TIME_OUT = ("game", "turn", "deadline_at", "outcome", "at")
_NOTE = ("text", "updated_at")
_ORDER = ("picks", "stops", "round", "since", "saved_at", "lapse")
_MAIL = ("kind", "game", "turn", "state", "created_at", "sent_at")
_INVITATION = ("game", "email", "state", "created_at", "answered_at")
_RECEIVED = ("game", "state", "created_at", "answered_at")
_CHANGE = ("old_email", "new_email", "state", "asked_at", "done_at")
_CHANGED = ("game", "from_turn", "turn", "cause", "at")
_OFFER = ("game", "cause", "reason", "state", "turn", "opened_at", "closed_at")
_ASKED = ("state", "asked_at", "answer_by", "answered_at")
_ACT = ("action", "game", "reason", "details", "at")
_GAME = ("id", "name", "wall", "status", "pace", "turn", "created_at", "started_at", "finished_at")
_IN_SEAT = {"seat_index": F("seat__index")}


def _profile(player: Player) -> dict[str, Any]:
    fields = (
        "name", "email", "language", "time_zone", "night", "plays_forced", "notices", "summaries", "stands_in",
        "is_staff", "mail_failing_at",
        "joined_at", "last_login",
    )  # fmt: skip
    return {field: getattr(player, field) for field in fields}


def _games(seats: QuerySet[Seat]) -> Rows:
    games = Game.objects.filter(pk__in=seats.values("game")).order_by("pk")
    return list(games.values(*_GAME))


def _rows(rows: QuerySet[Any], fields: tuple[str, ...], more: dict[str, F] | None = None) -> Rows:
    return list(rows.values(*fields, **(more or {})))


def _named(rows: QuerySet[Any], fields: tuple[str, ...], name: str) -> Rows:
    """Return rows with the name of the one who invited, as it is shown."""
    found = _rows(rows, fields, {name: F("inviter__name")})
    return [{**row, name: shown_name(row[name])} for row in found]
