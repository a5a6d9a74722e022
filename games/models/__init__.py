"""The schema: tables, constraints, one-row facts and QuerySet filters."""

from games.models.addresses import AddressChange, ChangeState
from games.models.appeals import Appeal, AppealAbout
from games.models.audit import Action, AuditEntry
from games.models.clock_fields import TimeoutPolicy
from games.models.clocks import (
    GamePause,
    Outage,
    Outcome,
    PauseKind,
    Service,
    SignOfLife,
    TimeOut,
    Vacation,
)
from games.models.deals import Deal, hidden
from games.models.desk import DirectorAction
from games.models.games import BotKind, Entry, Game, GameStatus, Move, Seat, Via, Wall
from games.models.leagues import League, Pairing, TieBreak
from games.models.lobby import Invitation, InvitationBlock, InvitationState
from games.models.mail import (
    ADDRESS_KINDS,
    SEAT_KINDS,
    MailboxMail,
    MailKind,
    MailPause,
    MailState,
    OutgoingMail,
)
from games.models.orders import Lapse, StandingOrder
from games.models.players import Notices, Player, Summaries
from games.models.points import MOST_POINTS, check_points
from games.models.ratings import Rating, RatingChange, RatingLedger
from games.models.scoring import PlacementScore, Result, Round, RoundScore
from games.models.seasons import (
    FIRST_YEAR,
    LAST_YEAR,
    Claim,
    Division,
    Fixture,
    FixtureSeat,
    Season,
    SeasonEntry,
    Shift,
    Step,
)
from games.models.substitutes import (
    OfferCause,
    OfferState,
    RequestState,
    SeatChange,
    SeatOffer,
    SeatRequest,
)
from games.models.talk import Message, Note

__all__ = [
    "ADDRESS_KINDS",
    "FIRST_YEAR",
    "LAST_YEAR",
    "MOST_POINTS",
    "SEAT_KINDS",
    "Action",
    "AddressChange",
    "Appeal",
    "AppealAbout",
    "AuditEntry",
    "BotKind",
    "ChangeState",
    "Claim",
    "Deal",
    "DirectorAction",
    "Division",
    "Entry",
    "Fixture",
    "FixtureSeat",
    "Game",
    "GamePause",
    "GameStatus",
    "Invitation",
    "InvitationBlock",
    "InvitationState",
    "Lapse",
    "League",
    "MailKind",
    "MailPause",
    "MailState",
    "MailboxMail",
    "Message",
    "Move",
    "Note",
    "Notices",
    "OfferCause",
    "OfferState",
    "Outage",
    "Outcome",
    "OutgoingMail",
    "Pairing",
    "PauseKind",
    "PlacementScore",
    "Player",
    "Rating",
    "RatingChange",
    "RatingLedger",
    "RequestState",
    "Result",
    "Round",
    "RoundScore",
    "Season",
    "SeasonEntry",
    "Seat",
    "SeatChange",
    "SeatOffer",
    "SeatRequest",
    "Service",
    "Shift",
    "SignOfLife",
    "StandingOrder",
    "Step",
    "Summaries",
    "TieBreak",
    "TimeOut",
    "TimeoutPolicy",
    "Vacation",
    "Via",
    "Wall",
    "check_points",
    "hidden",
]
