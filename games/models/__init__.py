"""The schema: tables, constraints, one-row facts and QuerySet filters."""

from games.models.audit import AuditEntry
from games.models.games import Game, GameStatus, Move, Seat, Via, Wall
from games.models.mail import MailboxMail, MailKind, MailPause, MailState, OutgoingMail
from games.models.players import Notices, Player
from games.models.scoring import PlacementScore, Result, Round, RoundScore

__all__ = [
    "AuditEntry",
    "Game",
    "GameStatus",
    "MailKind",
    "MailPause",
    "MailState",
    "MailboxMail",
    "Move",
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
