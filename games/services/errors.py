"""Refused and its kinds: requests that the rules, the turn or a right turn down.

Each interface maps them once: page to a message and a 4xx, mail to an answer, command to exit code 1.
"""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext as _

from games.competition.clock import InvalidPace, PaceFault


class Refused(Exception):
    """A request turned down; nothing was changed. `message` is the sentence for the person."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NoSuchGame(Refused):
    """There is no such game or seat."""

    code = "no-such-game"


class NotYourTurn(Refused):
    """The seat isn't to move."""

    code = "not-your-turn"


class StaleTurn(Refused):
    """The turn named in the request has passed."""

    code = "stale-turn"


class GameOver(Refused):
    """The game takes no more moves."""

    code = "game-over"


class NotAllowed(Refused):
    """The person has no right to do this."""

    code = "not-allowed"


class IllegalMoveRefused(Refused):
    """The rules refuse the move; `reason` is the rules' own word for why. Rule: R23."""

    code = "illegal-move"

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class UnreadableMove(Refused):
    """The text is no move."""

    code = "unreadable-move"


class TooLate(Refused):
    """It could be done once, but not any more."""

    code = "too-late"


class TooMany(Refused):
    """A limit on how often this may be done is reached."""

    code = "too-many"


class TooManyWaiting(Refused):
    """So many games wait for this player that no more can be begun."""

    code = "too-many-waiting"


class BadText(Refused):
    """A message or note is empty or too long."""

    code = "bad-text"


class NothingChosen(Refused):
    """The form came without a word about what to do."""

    code = "nothing-chosen"


class BadTable(Refused):
    """A game can't be set up like this: number of seats, a player twice, pace, name."""

    code = "bad-table"


def pace_sentence(fault: InvalidPace) -> str:
    """Return what is wrong with a pace, in the reader's language."""
    match fault.fault:
        case PaceFault.UNREADABLE:
            text = _(
                "“%(text)s” is no pace: write days or hours per move, like 3d or 12h; a bank with "
                "what each move adds and a cap, like 5d+12h<=7d; or total 20d."
            )
        case PaceFault.MOVE_TOO_LONG:
            text = _("A pace is at most %(days)d days per move.")
        case PaceFault.BANK_TOO_LONG:
            text = _("A pace is at most %(days)d days in the bank.")
        case PaceFault.TOTAL_TOO_LONG:
            text = _("A pace is at most %(days)d days in all.")
        case PaceFault.NO_TIME:
            text = _("A pace needs some time: at least one hour.")
        case PaceFault.PART_TOO_LONG:
            text = _("No part of a pace is longer than %(days)d days.")
        case PaceFault.CAP_TOO_LOW:
            text = _("The cap can't be less than what is in the bank at the start.")
    return text % fault.facts


def stale_turn() -> StaleTurn:
    """Return the refusal for a turn that was played, or taken back, in the meantime."""
    return StaleTurn(_("This turn has already been played. Look at the table as it is now."))
