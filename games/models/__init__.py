"""The schema: tables, constraints, one-row facts and QuerySet filters."""

from games.models.addresses import AddressChange, ChangeState
from games.models.audit import AuditEntry
from games.models.games import Entry, Game, GameStatus, Move, Seat, Via, Wall
from games.models.lobby import Invitation, InvitationBlock, InvitationState
from games.models.mail import (
    ADDRESS_KINDS,
    MailboxMail,
    MailKind,
    MailPause,
    MailState,
    OutgoingMail,
)
from games.models.players import Notices, Player
from games.models.scoring import PlacementScore, Result, Round, RoundScore
from games.models.talk import Message, Note

__all__ = [
    "ADDRESS_KINDS",
    "AddressChange",
    "AuditEntry",
    "ChangeState",
    "Entry",
    "Game",
    "GameStatus",
    "Invitation",
    "InvitationBlock",
    "InvitationState",
    "MailKind",
    "MailPause",
    "MailState",
    "MailboxMail",
    "Message",
    "Move",
    "Note",
    "Notices",
    "OutgoingMail",
    "PlacementScore",
    "Player",
    "Result",
    "Round",
    "RoundScore",
    "Seat",
    "Via",
    "Wall",
]
