"""The clock: from a pace, a bank and a calendar to a deadline. Everything that shows or enforces time calls it.

The rules in words, with examples: docs/clocks.md.
"""

from games.competition.clock.account import (
    Turn,
    bank_after,
    deadline,
    granted,
    is_stopped,
    reminders,
    spent,
    time_left,
)
from games.competition.clock.calendar import (
    NIGHT_HOURS,
    Calendar,
    Span,
    outside_night,
    running_time,
)
from games.competition.clock.paces import (
    PRESETS,
    InvalidPace,
    Pace,
    PaceFault,
    PaceKind,
    format_pace,
    parse_pace,
)

__all__ = [
    "NIGHT_HOURS",
    "PRESETS",
    "Calendar",
    "InvalidPace",
    "Pace",
    "PaceFault",
    "PaceKind",
    "Span",
    "Turn",
    "bank_after",
    "deadline",
    "format_pace",
    "granted",
    "is_stopped",
    "outside_night",
    "parse_pace",
    "reminders",
    "running_time",
    "spent",
    "time_left",
]
